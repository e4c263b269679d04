"""What a translation model is told with a sentence: a prompt, a tag."""
