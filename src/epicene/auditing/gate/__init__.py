"""A gate for a release: rules over figures that open, shut, or cannot tell."""
