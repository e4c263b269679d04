"""Carry a data set to another language: translate, find what broke, mend it or ask a person, state what was done."""
