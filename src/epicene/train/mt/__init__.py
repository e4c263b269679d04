"""Training translation systems."""
