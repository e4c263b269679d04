"""Questions with three answers, a stereotyped group, another and unknown, in contexts that say it or not (BBQ)."""
