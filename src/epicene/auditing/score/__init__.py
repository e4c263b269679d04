"""Scores and answers that somebody already has, measured as if epicene had asked."""
