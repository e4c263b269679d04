"""What kinds share when a model answers in words: it is shown the sentences and asked which it chooses. Pairs
are measured and shown here; triples have their own beside them. Never mixed with log-probabilities."""
