"""Training what measuring needs: next-sentence heads and translation systems."""
