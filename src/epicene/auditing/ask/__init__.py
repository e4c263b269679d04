"""One pair of one's own: which of two sentences a model finds likelier, token by token."""
