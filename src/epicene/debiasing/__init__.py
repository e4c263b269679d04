"""Act on a model: train it further, or change what passes through it, into a folder that every command takes."""
