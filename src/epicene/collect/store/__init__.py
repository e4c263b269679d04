"""The database: its tables, their migrations, reading and writing."""
