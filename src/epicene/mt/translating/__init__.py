"""Translation systems, and files of sentences through them."""
