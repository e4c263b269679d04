"""Judging translations of sets whose references come in both genders: MT-GenEval, GATE, tables of one's own."""
