"""A first draft in another language: by an API, a model, a file, or somebody's own translation."""
