"""What leaves the workshop: figures, exports and their data statement."""
