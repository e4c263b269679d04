"""A run = items + model + scoring + measures: the run folder, resuming, engines."""
