"""epicene collect: the corpus workshop."""
