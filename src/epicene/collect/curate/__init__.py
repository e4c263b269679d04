"""Curators' work: the queue of statements, the pair editor, translations, the log."""
