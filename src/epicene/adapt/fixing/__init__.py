"""Proposals for items that a translation broke: pairs, and contexts of three candidates."""
