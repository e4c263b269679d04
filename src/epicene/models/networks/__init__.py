"""What is computed with a model's weights: architectures, heads, and shorter ways to the same answer."""
