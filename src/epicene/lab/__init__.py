"""Corpora with a bias dialled in, small models trained on them, and the instruments calibrated against the dial."""
