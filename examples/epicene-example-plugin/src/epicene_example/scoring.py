"""A scoring: the pseudo-log-likelihood of a sentence, divided by its number of tokens."""

from collections.abc import Sequence
from dataclasses import replace

from epicene.core.types import Score
from epicene.scoring.masked import MaskedQuestion, PseudoLogLikelihood


class MeanPseudoLogLikelihood(PseudoLogLikelihood):
    """PLL(s) / |s|: a longer sentence is not less likely for its length alone."""

    name = "pll-mean"
    about = "each token is masked alone and the mean of the log-probabilities taken"

    def scores(self, question: MaskedQuestion, answers: Sequence[Sequence[float]]) -> list[Score]:
        return [replace(score, value=score.value / score.n_tokens) for score in super().scores(question, answers)]
