"""Training what measuring needs: next-sentence heads."""
