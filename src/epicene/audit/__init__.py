"""A run = items + model + scoring + measures: the run folder, resuming, engines.

`epicene.audit` is also what a person calls: `epicene.audit("camembert-base")`; see `epicene/__init__.py`.
"""
