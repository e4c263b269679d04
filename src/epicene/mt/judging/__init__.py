"""Judging translations of a controlled corpus."""
