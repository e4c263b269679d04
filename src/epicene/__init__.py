"""Stereotypes and gender bias in French and multilingual language models and machine translation."""

__version__ = "0.1.0"
