"""What a training corpus says of occupations."""
