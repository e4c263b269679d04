"""Training next-sentence heads."""
