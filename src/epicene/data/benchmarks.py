"""The benchmarks by name: declared facts. How a file is read is for its kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from epicene.core.kinds import KINDS
from epicene.core.registry import Registry
from epicene.core.types import Item

BUNDLED = Path(__file__).parent / "bundled"
_INRIA = "https://gitlab.inria.fr/french-crows-pairs/acl-2022-paper-data-and-code/-/raw/main/data/"


@dataclass(frozen=True, slots=True)
class Benchmark:
    """What is known of a data set before any of it is read.

    `home` is None where there is no public one; `file_name` is the file's name at its home, in the cache, or in
    `folder` where `bundled`: epicene's own, or that of the package which brings the benchmark. `known_digests` are
    those of the parsed rows (`items_digest`) of released versions. Its kind reads the file and is `told` what only the
    benchmark knows of it, unless it has a function of its own to `read` it.
    """

    name: str
    kind: str
    language: str
    title: str
    file_name: str
    licence: str
    citation: str
    source: str
    read: Callable[[Path], list[Item]] | None = None
    told: Mapping[str, str] = field(default_factory=dict)
    home: str | None = None
    known_digests: tuple[str, ...] = ()
    bundled: bool = False
    folder: Path = BUNDLED
    content_warning: bool = True

    def items(self, path: Path) -> list[Item]:
        """Those of a file of this benchmark."""
        return self.read(path) if self.read else KINDS[self.kind].read(path, self.language, **self.told)


def _can_be_asked(thing: object) -> bool:
    """Its kind decides how a benchmark is asked and measured, so that another one could only fail later."""
    if isinstance(thing, Benchmark) and thing.kind not in KINDS:
        raise ValueError(f"its kind is {thing.kind!r} and none of {', '.join(KINDS)}")
    return isinstance(thing, Benchmark)


BENCHMARKS: Registry[Benchmark] = Registry("benchmark", "epicene.benchmarks", _can_be_asked)

_NEVEOL = (
    "Névéol, Dupont, Bezançon, Fort: French CrowS-Pairs: Extending a challenge dataset for measuring social bias in "
    "masked language models to a language other than English. ACL 2022."
)
_NANGIA = (
    "Nangia, Vania, Bhalerao, Bowman: CrowS-Pairs: A Challenge Dataset for Measuring Social Biases in Masked Language "
    "Models. EMNLP 2020."
)
_NADEEM = "Nadeem, Bethke, Reddy: StereoSet: Measuring stereotypical bias in pretrained language models. ACL 2021."
_ADAM_CUVILLIER = (
    "Adam-Cuvillier, Larpin, Simoulin: Les représentations contextuelles stéréotypées dans les modèles de langue "
    "français : mieux les identifier pour ne pas les reproduire. TALN 2024."
)

for _benchmark in (
    Benchmark(
        name="crows-fr",
        kind="pairs",
        language="fr",
        title="French CrowS-Pairs",
        told={"format": "table", "contributed": "native", "otherwise": "translated"},
        file_name="crows_pairs_FR_languagearc_contribution+210.csv",
        licence="CC-BY-SA-4.0",
        citation=_NEVEOL,
        source="1,467 pairs adapted from English and 210 contributed in French through LanguageARC; tab-separated.",
        home=_INRIA + "crows_pairs_FR_languagearc_contribution%2B210.csv",
        known_digests=("dd69636453d6ad582eb6d4e91d435655698b40d306f74e7238a96396fbc223d5",),
    ),
    Benchmark(
        name="crows-en",
        kind="pairs",
        language="en",
        title="English CrowS-Pairs, revised",
        told={"format": "table", "contributed": "translated", "otherwise": "native"},
        file_name="crows_pairs_EN_revised+210.csv",
        licence="CC-BY-SA-4.0",
        citation=_NEVEOL,
        source="1,467 pairs corrected from the original and 210 translated from French; tab-separated.",
        home=_INRIA + "crows_pairs_EN_revised%2B210.csv",
        known_digests=("339ad668e4385f210673f1cbb1100134b3103c1db6a86ff3ee5a78dd9130a557",),
    ),
    Benchmark(
        name="crows-en-original",
        kind="pairs",
        language="en",
        title="English CrowS-Pairs, as first released",
        told={"format": "table"},
        file_name="crows_pairs_anonymized.csv",
        licence="CC-BY-SA-4.0",
        citation=_NANGIA,
        source="1,508 pairs written by crowd workers in the United States; comma-separated.",
        home="https://raw.githubusercontent.com/nyu-mll/crows-pairs/master/data/crows_pairs_anonymized.csv",
        known_digests=("6417753d2d439617ec369b6d4cf8d69d4561a26b57678ff3ec8e4bdbcbc9e731",),
    ),
    Benchmark(
        name="pairs-fr",
        kind="pairs",
        language="fr",
        title="epicene's own French pairs",
        file_name="pairs-fr.jsonl",
        licence="CC-BY-4.0",
        citation="epicene, bundled items.",
        source="Written for epicene; comes with the package.",
        bundled=True,
    ),
    Benchmark(
        name="pairs-en",
        kind="pairs",
        language="en",
        title="epicene's own English pairs",
        file_name="pairs-en.jsonl",
        licence="CC-BY-4.0",
        citation="epicene, bundled items.",
        source="English counterparts of pairs-fr, linked by id; comes with the package.",
        bundled=True,
    ),
    Benchmark(
        name="stereoset-fr",
        kind="triples",
        language="fr",
        title="StereoSet-fr",
        file_name="stereoset-fr.json",
        licence="not stated",
        citation=_ADAM_CUVILLIER,
        source="StereoSet translated and adapted: 2,096 tests within a sentence, 2,123 across two; StereoSet's JSON.",
    ),
    Benchmark(
        name="stereoset-en",
        kind="triples",
        language="en",
        title="StereoSet, development set",
        file_name="stereoset-dev.json",
        licence="CC-BY-SA-4.0",
        citation=_NADEEM,
        source="2,106 tests within a sentence and 2,123 across two, written by crowd workers in the United States.",
        home="https://raw.githubusercontent.com/moinnadeem/StereoSet/master/data/dev.json",
    ),
    Benchmark(
        name="stereoset-pt",
        kind="triples",
        language="pt",
        title="StereoSet, development set, in Brazilian Portuguese",
        file_name="stereoset-dev-ptbr.json",
        licence="CC-BY-SA-4.0",
        citation=_NADEEM,
        source="The English set translated sentence by sentence: same ids and labels; half of the sentences within a "
        "sentence do not fit their own context.",
    ),
    Benchmark(
        name="triples-fr",
        kind="triples",
        language="fr",
        title="epicene's own French triples",
        file_name="triples-fr.json",
        licence="CC-BY-4.0",
        citation="epicene, bundled items.",
        source="Written for epicene; comes with the package.",
        bundled=True,
    ),
    Benchmark(
        name="triples-en",
        kind="triples",
        language="en",
        title="epicene's own English triples",
        file_name="triples-en.json",
        licence="CC-BY-4.0",
        citation="epicene, bundled items.",
        source="English counterparts of 36 tests of triples-fr, linked by id; comes with the package.",
        bundled=True,
    ),
):
    BENCHMARKS.add(_benchmark.name, _benchmark)


_OF_A_LANGUAGE = re.compile(r"([a-z]+)-([a-z]{2,3}(?:-[A-Za-z]{2,4})?)")


def find_benchmark(name: str) -> Benchmark:
    """The benchmark of that name; for a kind's name and any language (`pairs-pt`), one that has no file of its own, so
    that a set adapted into a new language can be asked under a name."""
    meant = _OF_A_LANGUAGE.fullmatch(name)
    if name in BENCHMARKS or not meant or meant[1] not in KINDS:
        return BENCHMARKS[name]
    kind, language = meant.groups()
    return Benchmark(
        name=name,
        kind=kind,
        language=language,
        title=f"{kind} in {language}",
        file_name="",
        licence="not stated",
        citation="not stated",
        source="own",  # a word of the catalogue, which pages say in their language
    )
