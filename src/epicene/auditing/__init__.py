"""One audit: what will be asked, asking it, resuming it, measuring and comparing what was answered."""
