"""epicene train: make what measuring needs."""
