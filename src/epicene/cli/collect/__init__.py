"""What organisers do around a campaign: `collect campaign`, `collect user`, backups."""
