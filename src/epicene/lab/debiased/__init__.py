"""Debiasing where the truth is known: does the score move, or what the model says?"""
