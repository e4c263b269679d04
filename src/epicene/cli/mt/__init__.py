"""epicene mt: gender in machine translation."""
