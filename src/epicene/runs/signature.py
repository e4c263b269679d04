"""What travels with each number, so that numbers can be compared.

Two numbers are comparable exactly when their signatures agree on all but the model:
`crows-fr@9f2c1e|pll-shared|bos:none|camembert-base@3e1a07|boot:item*2000|epicene-0.1.0`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from epicene.core.errors import InputError
from epicene.core.hashing import SHORT


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
    version: str
    options: Sequence[str] = ()

    def __str__(self) -> str:
        parts = [
            f"{self.benchmark}@{self.data_digest[:SHORT]}",
            self.scoring,
            f"bos:{self.bos}",
            *self.options,
            f"{self.model.replace('|', '_')}@{self.weights_digest[:SHORT]}",
            f"boot:{self.resampling}",
            f"epicene-{self.version}",
        ]
        return "|".join(parts)


def with_option(signature: str, option: str) -> str:
    """Of a figure that depends on more than the others of its run."""
    *front, model, resampling, version = signature.split("|")
    return "|".join([*front, option, model, resampling, version])


@dataclass(frozen=True, slots=True)
class SignatureParts:
    """A signature taken apart again; `model` may itself contain an @."""

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
