"""Triples in words: a chat model is shown all three candidates and chooses one. Never mixed with log-probabilities."""
