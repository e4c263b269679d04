"""The version, for whoever writes it down: this module imports nothing."""

__version__ = "0.1.0"
