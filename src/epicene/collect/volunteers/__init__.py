"""Volunteers: coming in, tasks, who judges what, and their own data."""
