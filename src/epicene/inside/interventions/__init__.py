"""Interventions: vectors replaced inside a translation model."""
