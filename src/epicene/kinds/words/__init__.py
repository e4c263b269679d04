"""Answering in words: a model is shown the sentences and asked which it chooses. Never mixed with log-probabilities."""
