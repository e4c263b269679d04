"""Letters that a model goes on with: which gender does the writer get, by field and by the gender of the prompt?"""
