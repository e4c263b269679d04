"""Types, errors, hashing, registry: what every other room speaks. Standard library only."""
