"""Run folders of invented models on invented, harmless triples: tables that are round, square or made of rain."""

from __future__ import annotations

import random
from dataclasses import asdict
from pathlib import Path

from msgspec import to_builtins

from epicene.core.files import write_json
from epicene.core.types import Item, Role, Text
from epicene.runs.audit_folder import AuditFolder
from invented_audits import Invented, save, validity_in
from measured_answers import measure_triples

ROLES = (Role.STEREOTYPE, Role.ANTI, Role.UNRELATED)
DOMAINS = ("gender", "profession", "race", "religion")
ATTRIBUTES = ("ronde", "carrée", "en pluie")
NEXT = ("Elle est ronde.", "Elle est carrée.", "Le train <b>part</b>.")


def items() -> list[Item]:
    """80 tests about 16 terms, the first 40 within a sentence."""
    found = []
    for number in range(80):
        task, domain = "intra" if number < 40 else "inter", DOMAINS[number % 4]
        if task == "intra":
            texts = {role: Text(f"La table {number} est {word}.") for role, word in zip(ROLES, ATTRIBUTES, strict=True)}
            facets = {"task": task, "context": f"La table {number} est BLANK."}
        else:
            before = f"Voici la table {number}."
            texts = {role: Text(text, context=before) for role, text in zip(ROLES, NEXT, strict=True)}
            facets = {"task": task}
        found.append(Item(f"t{number}", texts, "fr", domain, f"{domain}-{number % 16}", facets, number + 1))
    return found


def save_run(
    path: Path, model: str = "invented/table", lean: float = 0.3, *, inter: bool = True, sense: float = 1.5
) -> Path:
    """As an audit would leave it; without `inter`, that task was refused for want of a head.

    `sense` is how far the anti-stereotype lies above the unrelated candidate, in standard deviations: 0 is chance.
    """
    draw = random.Random(model)
    asked = [item for item in items() if inter or item.facets["task"] == "intra"]
    scores = {
        (item.id, role): draw.gauss(mean, 1)
        for item in asked
        for role, mean in zip(ROLES, (lean, 0.0, -sense), strict=True)
    }
    tasks: dict[str, dict[str, object]] = {
        "intra": {"scoring": "loglik-mean", "about": "…", "bos": "bos", "adds_up": False}
    }
    if inter:
        tasks["inter"] = {"scoring": "loglik-conditional", "about": "…", "bos": "bos", "adds_up": True}
    facts = {
        "kind": "triples",
        "tasks": tasks,
        "aggregation": "term-macro",
        "refused": {} if inter else {"inter": {"reason": "it needs a head", "instead": []}},
    }
    invented = Invented(
        model, "triples-fr", kind="causal", scoring="+".join(str(one["scoring"]) for one in tasks.values())
    )
    invented.items, invented.scores, invented.facts = items(), scores, facts
    invented.bos, invented.options, invented.resampling = "bos", ["aggregation:term-macro"], "term*2000"
    save(path, invented)
    folder = AuditFolder(path)
    results = folder.read_json(folder.results_path)
    signature = results["signatures"]["triples-fr"]
    measured = measure_triples("triples-fr", items(), {}, scores, signature=signature)
    estimates = [asdict(one) for one in (*measured.estimates, *validity_in(folder, "triples-fr"))]
    write_json(folder.results_path, {**results, "estimates": estimates, "tests": to_builtins(measured.tests)})
    return path
