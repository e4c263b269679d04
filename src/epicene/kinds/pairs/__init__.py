"""Pairs of sentences that differ in the group they speak of (CrowS-Pairs): which one does a model find likelier?"""
