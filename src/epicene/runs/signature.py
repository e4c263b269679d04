"""What travels with each number, so that numbers can be compared; here alone its text is put together and read.

Two numbers are comparable exactly when their signatures agree on all but the model:
`crows-fr@9f2c1e|pll-shared|bos:none|camembert-base@3e1a07|boot:item*2000|epicene-0.1.0`.
Where items repeat one another's texts, intervals draw distinct texts (`boot:text*2000`), which the data alone decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.core.hashing import SHORT, digest
from epicene.metrics.intervals import RESAMPLES, Interval, ResampledInterval

# `sample:40` are as many of each sort as their share (core/sampling.py), `limit:40` the first ones, of older runs.
LIMIT, SAMPLE = "limit", "sample"
_RESAMPLING = re.compile(r"\|boot:[^|]*(?=\|[^|]*$)")
_STUDENT = re.compile(r"\+t(\d+)(?=\|[^|]*$|$)")


def signature_of(
    benchmark: str,
    data_digest: str,
    scoring: str,
    bos: str,
    model: str,
    weights_digest: str,
    resampling: str,
    version: str = "",
    options: Sequence[str] = (),
) -> str:
    """`options` are what departs from the plain way of asking (`as-released`, `words:tokenizer`, `sample:100`)."""
    parts = SignatureParts(
        data=f"{benchmark}@{data_digest[:SHORT]}",
        scoring=scoring,
        bos=f"bos:{bos}",
        options=tuple(options),
        model=f"{model.replace('|', '_')}@{weights_digest[:SHORT]}",
        resampling=f"boot:{resampling}",
        version=f"epicene-{version or __version__}",
    )
    return str(parts)


def option_texts(options: Mapping[str, object]) -> list[str]:
    """`{"as-released": True, "sample": 100, "dtype": None}` as `as-released` and `sample:100`."""
    given = {name: value for name, value in options.items() if value is not None and value is not False}
    return [name if value is True else f"{name}:{value}" for name, value in given.items()]


def line_signature(
    benchmark: str,
    data: object,
    scoring: str,
    model: str,
    weights: str,
    limit: int | None,
    unit: str = "occupation",
    draws: int = RESAMPLES,
) -> str:
    """The signature of figures over the lines of a corpus, or a sample of `limit` lines; `unit` is what is drawn."""
    parts = (benchmark, digest(data), scoring, "none", model, weights, f"{unit}*{draws}")
    return signature_of(*parts, options=option_texts({SAMPLE: limit}))


def with_option(signature: str, **option: object) -> str:
    """The signature of a figure that depends on more than the others of its run."""
    parts = SignatureParts.of(signature)
    return str(replace(parts, options=(*parts.options, *option_texts(option))))


def signature_of_interval(signature: str, interval: Interval) -> str:
    """`boot:term*2000+t7` for a figure over so few units, here eight, that its interval is by Student's t, with seven
    degrees of freedom."""
    if not (isinstance(interval, ResampledInterval) and interval.is_student):
        return signature
    return _RESAMPLING.sub(rf"\g<0>+t{interval.units - 1}", signature)


def few_units(signature: str) -> int:
    """How many units a figure rests on, where they are so few that its interval is by Student's t; else 0."""
    match = _STUDENT.search(signature)
    return int(match[1]) + 1 if match else 0


def run_signature(signature: str) -> str:
    """The signature of the run that a figure belongs to, however few units the figure rests on."""
    return _STUDENT.sub("", signature)


@dataclass(frozen=True, slots=True)
class SignatureParts:
    """The texts between the bars; `model` may itself contain an @."""

    data: str
    scoring: str
    bos: str
    options: tuple[str, ...]
    model: str
    resampling: str
    version: str

    @classmethod
    def of(cls, signature: str) -> SignatureParts:
        match signature.split("|"):
            case [data, scoring, bos, *options, model, resampling, version]:
                return cls(data, scoring, bos, tuple(options), model, resampling, version)
        raise InputError(
            f"{signature!r} is not a signature of this epicene. Run the audit again in a new folder to compare it."
        )

    def __str__(self) -> str:
        return "|".join([self.data, self.scoring, self.bos, *self.options, self.model, self.resampling, self.version])

    @property
    def data_digest(self) -> str:
        return self.data.rpartition("@")[2]

    @property
    def model_name(self) -> str:
        return self.model.rpartition("@")[0]

    @property
    def weights_digest(self) -> str:
        """The digest of what answered, or of what it answered, whatever it was called."""
        return self.model.rpartition("@")[2]

    @property
    def is_limited(self) -> bool:
        """Whether only some of the items were asked about."""
        return any(option.startswith((f"{LIMIT}:", f"{SAMPLE}:")) for option in self.options)

    def for_any_model(self) -> SignatureParts:
        """The parts with an asterisk in place of the model: what comparable numbers share."""
        return replace(self, model="*")

    def differences(self, other: SignatureParts) -> dict[str, tuple[str, str]]:
        """What two numbers disagree on besides the model; comparable numbers disagree on nothing. Few units change the
        interval of a number, not what it can be compared with."""
        both = {
            field.name: (_said(getattr(self, field.name)), _said(getattr(other, field.name))) for field in fields(self)
        }
        return {name: sides for name, sides in both.items() if sides[0] != sides[1] and name != "model"}


def _said(part: str | tuple[str, ...]) -> str:
    return _STUDENT.sub("", part) if isinstance(part, str) else ", ".join(part) or "none"


def are_comparable(signatures: Iterable[str]) -> bool:
    """Whether they agree on all but the model."""
    parts = list(map(SignatureParts.of, signatures))
    return not any(parts[0].differences(other) for other in parts[1:])


def in_short(differences: Mapping[str, tuple[str, str]]) -> str:
    """What two numbers disagree on, in a sentence."""
    return "; ".join(f"{name}: {there} and {here}" for name, (there, here) in differences.items())
