"""What this package adds to epicene; see pyproject.toml for the names."""
