"""What every kind of run has: its folder, who may write in it, and the signature of its numbers."""
