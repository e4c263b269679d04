"""Gender erased after every block: where the hooks hang, what probes still read, and that every command sees it."""

from __future__ import annotations

import json
import shutil
from itertools import product
from pathlib import Path

import pytest
import torch

from debiasing.test_cda import TEXT, trained
from epicene.core.errors import InputError
from epicene.debiasing.debias_run import Target, debias
from epicene.debiasing.leace import Example, examples_of
from epicene.debiasing.swapped_text import read_swapped
from epicene.models.description import describe
from epicene.models.hooks import Site, reading
from epicene.models.loading import Placement, load
from epicene.models.source import locate
from epicene.models.token_probabilities import LanguageModel, TokenRow

NOUNS = (
    *("boulanger", "infirmière", "voisin", "directrice", "serveur", "avocate", "étudiant", "chanteuse", "coiffeur"),
    *("actrice", "vendeur", "caissière", "danseur", "traductrice", "ouvrière", "patron", "lectrice", "nageur"),
    *("conseillère", "jardinier", "bergère", "cousin", "nièce"),
)
VERBS = ("dort bien ce soir", "mange du pain")


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("text") / "text.txt"
    lines = [f"{'La' if noun.endswith('e') else 'Le'} {noun} {verb}." for noun, verb in product(NOUNS, VERBS)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def erased(model: Path, text: Path, out: Path) -> Path:
    debias(Target(str(model), out), "leace", {"text": (text,)}, "cpu", 1)
    return out


def opened(folder: Path) -> LanguageModel:
    return load(describe(locate(str(folder))), Placement("cpu", threads=1))


def gaps(model: LanguageModel, examples: list[Example], sites: list[Site]) -> list[float]:
    """After each block, how far the mean states of the two genders lie from each other, over their standard
    deviation."""
    found: dict[Site, dict[bool, list[torch.Tensor]]] = {site: {True: [], False: []} for site in sites}
    for one in examples:
        with torch.inference_mode(), reading(model.model, sites) as states:
            model.hidden([TokenRow(one.ids, (), (), labels=one.ids)])
        for site in sites:
            later = int(site.side == "decoder")
            places = [min(place + later, len(one.ids) - 1) for place in one.positions]
            found[site][one.is_feminine].append(states[site][0, places])
    answer = []
    for sides in found.values():
        women, men = (torch.cat(sides[is_feminine]) for is_feminine in (True, False))
        answer.append(float((women.mean(0) - men.mean(0)).norm() / torch.cat([women, men]).std(0).norm()))
    return answer


@pytest.mark.parametrize("kind", ["masked_model", "causal_model", "encoder_decoder_model"])
def test_no_block_lets_a_linear_trace_of_gender_through(
    kind: str, text: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    model = request.getfixturevalue(kind)
    out = erased(model, text, tmp_path / "out")
    plain, after = opened(model), opened(out)
    examples = examples_of(read_swapped((text,), False, (), 1000).swapped, plain, "fr", 64)
    fitted = [one for one in examples if not one.is_held_back]
    # the first block of each side: the last one is read behind the normalisation that ends the side
    sites = [Site("encoder", 1), *([Site("decoder", 1)] if "decoder" in kind else [])]
    assert min(gaps(plain, fitted, sites)) > 0.05
    assert max(gaps(after, fitted, sites)) < 1e-4
    told = json.loads((out / "results.json").read_text())["figures"]
    assert told["blocks"] == (4 if "decoder" in kind else 2)
    assert told["linear_before"] > told["linear_after"]
    assert 50 <= told["other_after"] <= 100, "what a non-linear probe still reads is told as it is"
    assert locate(str(out)).digest() != locate(str(model)).digest(), "another model, though the weights are the same"


def test_gender_that_is_plain_to_see_is_read_by_no_linear_probe_of_unseen_nouns_any_more(
    causal_model: Path, text: Path, tmp_path: Path
) -> None:
    """A direction is put into the embeddings of *le* and *la*, so that a linear probe reads all of it before."""
    from safetensors.torch import load_file, save_file

    model = tmp_path / "model"
    shutil.copytree(causal_model, model)
    weights = load_file(model / "model.safetensors")
    tokenizer = describe(locate(str(model))).tokenizer
    for word, sign in ((" La", 1.0), (" Le", -1.0)):
        weights["model.embed_tokens.weight"][tokenizer(word.strip())["input_ids"], 0] += 3 * sign
    save_file(weights, model / "model.safetensors", metadata={"format": "pt"})
    told = json.loads((erased(model, text, tmp_path / "out") / "results.json").read_text())["figures"]
    assert told["linear_before"] > 90
    assert told["linear_after"] < 65


def test_training_an_erased_model_further_keeps_its_erasers_and_erasing_twice_is_refused(
    causal_model: Path, text: Path, tmp_path: Path
) -> None:
    once = erased(causal_model, text, tmp_path / "once")
    with pytest.raises(InputError, match=r"has erasers already"):
        erased(once, text, tmp_path / "twice")
    short = tmp_path / "short.txt"
    short.write_text(TEXT, encoding="utf-8")
    further = trained(once, short, tmp_path / "further", epochs=1)
    assert (further / "erasers.safetensors").read_bytes() == (once / "erasers.safetensors").read_bytes()


def test_damaged_erasers_are_told_and_a_text_that_is_too_short_refused(
    causal_model: Path, text: Path, tmp_path: Path
) -> None:
    out = erased(causal_model, text, tmp_path / "out")
    (out / "erasers.safetensors").write_bytes(b"no such thing")
    with pytest.raises(InputError, match=r"erasers.json or erasers.safetensors beside it is damaged"):
        opened(out)
    short = tmp_path / "short.txt"
    short.write_text(TEXT, encoding="utf-8")
    with pytest.raises(InputError, match=r"sentences of one gender to fit on"):
        erased(causal_model, short, tmp_path / "other")
