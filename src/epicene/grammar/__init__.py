"""Word forms: what a word is, its gender and number, what stands before it and agrees with it.

A language is a folder. It has its words as data (`function_words.toml`, `agreement.toml`, and what else it needs), the
rules that read them, and a subclass of `rules.Grammar` named `GRAMMAR`; a line in `languages.py` gives it its code.
"""
