"""Data sets: read, check, fetch. French spelling rules live here too, because checking needs them."""
