"""Translators and editors: who is given what, who did what, and what starting from a machine's draft changes."""
