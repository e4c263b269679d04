"""Interventions: vectors replaced and attention cut inside a translation model."""
