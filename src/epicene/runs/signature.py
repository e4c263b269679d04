"""What travels with each number, so that numbers can be compared; here alone its text is put together and read.

Two numbers are comparable exactly when their signatures agree on all but the model:
`crows-fr@9f2c1e|pll-shared|bos:none|camembert-base@3e1a07|boot:item*2000|epicene-0.1.0`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import epicene
from epicene.core.errors import InputError
from epicene.core.hashing import SHORT, digest
from epicene.metrics.intervals import RESAMPLES

LIMIT = "limit"


@dataclass(frozen=True, slots=True)
class Signature:
    """`options` holds what departs from the plain way of asking (`as-released`, `words:tokenizer`, `limit:100`)."""

    benchmark: str
    data_digest: str
    scoring: str
    bos: str
    model: str
    weights_digest: str
    resampling: str
    version: str = field(default_factory=lambda: epicene.__version__)
    options: Sequence[str] = ()

    def __str__(self) -> str:
        parts = SignatureParts(
            data=f"{self.benchmark}@{self.data_digest[:SHORT]}",
            scoring=self.scoring,
            bos=f"bos:{self.bos}",
            options=tuple(self.options),
            model=f"{self.model.replace('|', '_')}@{self.weights_digest[:SHORT]}",
            resampling=f"boot:{self.resampling}",
            version=f"epicene-{self.version}",
        )
        return str(parts)


def option_texts(options: Mapping[str, object]) -> list[str]:
    """`{"as-released": True, "limit": 100, "dtype": None}` as `as-released` and `limit:100`."""
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
    """Of figures over the lines of a corpus, of which the first `limit` were taken; `unit` is what is drawn."""
    options = option_texts({LIMIT: limit})
    resampling = f"{unit}*{draws}"
    return str(Signature(benchmark, digest(data), scoring, "none", model, weights, resampling, options=options))


def with_option(signature: str, **option: object) -> str:
    """Of a figure that depends on more than the others of its run."""
    parts = SignatureParts.of(signature)
    return str(replace(parts, options=(*parts.options, *option_texts(option))))


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
            "{signature!r} is no signature of this epicene. Run the audit again in a new folder to compare it.",
            signature=signature,
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
        """Of what answered, or of what it answered, whatever it was called."""
        return self.model.rpartition("@")[2]

    @property
    def is_limited(self) -> bool:
        """Whether only some of the items were asked about."""
        return any(option.startswith(f"{LIMIT}:") for option in self.options)

    def for_any_model(self) -> SignatureParts:
        """With an asterisk in place of the model: what comparable numbers share."""
        return replace(self, model="*")

    def differences(self, other: SignatureParts) -> dict[str, tuple[str, str]]:
        """What two numbers disagree on besides the model; comparable numbers disagree on nothing."""
        both = {
            "data": (self.data, other.data),
            "scoring": (self.scoring, other.scoring),
            "bos": (self.bos, other.bos),
            "options": (", ".join(self.options) or "none", ", ".join(other.options) or "none"),
            "resampling": (self.resampling, other.resampling),
            "version": (self.version, other.version),
        }
        return {name: sides for name, sides in both.items() if sides[0] != sides[1]}
