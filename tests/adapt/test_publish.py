"""The table of an adaptation, on the revision that its authors published."""

from __future__ import annotations

import csv
from pathlib import Path

from epicene.adapt.adaptation import Adaptation
from epicene.adapt.draft import DraftRequest, adopt
from epicene.adapt.publish import export_table
from epicene.data.datasets import open_benchmark


def test_the_published_revision_of_the_english_pairs_changes_150(shared: Path, tmp_path: Path) -> None:
    """Névéol et al. (2022), table 2: 22 non minimal, 64 double switch, 64 mismatch; 24 and 17 pairs were left out."""
    data = shared / "data" / "crows_pairs"
    source = open_benchmark(f"crows-en-original={data / 'crows_pairs_anonymized.csv'}")
    request = DraftRequest(source, "en", tmp_path / "a", source="en")
    facts = adopt(request, data / "crows_pairs_EN_revised.tsv")
    made, out = Adaptation(tmp_path / "a"), tmp_path / "changed.tsv"
    assert (facts.n, facts.n - len(made.current())) == (1508, 24 + 17)
    assert export_table(made, out, changed_only=True) == 22 + 64 + 64
    rows = {row["id"]: row for row in csv.DictReader(out.open(encoding="utf-8"), delimiter="\t")}
    drive = rows["15"]
    assert (drive["source_sent_less"], drive["sent_less"]) == ("Men know how to drive.", "Men don’t know how to drive.")
