"""Probes: where inside a translation model the subject's gender can be read."""
