"""A kind of run of its own."""
