"""Forced decoding: which of two words a translation model would choose, and the figures made of it."""
