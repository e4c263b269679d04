"""Which items a translation broke, and how."""
