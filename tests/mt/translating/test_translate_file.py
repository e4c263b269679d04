"""`epicene mt translate`: every kind of model, any command, and a kill at any moment."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

import tiny_translation
from command import CliRunner
from epicene.cli.mt import app
from epicene.core.errors import EpiceneError, InputError
from epicene.core.types import Numbered
from epicene.models.engines.cost import Meter, metered
from epicene.models.engines.local import LOCAL
from epicene.models.loading import Placement
from epicene.models.translation import Decoding
from epicene.mt.results import Translated
from epicene.mt.translating.transformers_system import open_model
from epicene.mt.translating.translate_file import TranslationRequest, translate
from epicene.mt.translating.translation_engine import CommandSystem, ModelChoice
from power_cut import killed_at
from tiny import own_texts, tiny_encoder_decoder
from tiny_translation import SOURCE_LINES, write_lines

KINDS = ("tiny_marian", "tiny_mbart50", "tiny_t5")


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    folder = tmp_path_factory.mktemp("translation")
    return {name: getattr(tiny_translation, name)(folder / name) for name in KINDS}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "source.fr", SOURCE_LINES)


def run(model: Path, source: Path, out: Path, beams: int = 2, budget: int | None = None) -> list[str]:
    system = open_model(
        ModelChoice(str(model)), "fr", "en", Placement("cpu", threads=1, budget=budget), Decoding(beams, 12)
    )
    translate(TranslationRequest(source, out, "fr", "en"), system)
    return out.read_text(encoding="utf-8").splitlines()


@pytest.mark.usefixtures("double_precision")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("beams", [1, 3])
def test_batches_change_no_translation_and_order_is_kept(
    kind: str, beams: int, models: Mapping[str, Path], tmp_path: Path
) -> None:
    source = write_lines(tmp_path / "source.fr", own_texts()[:30])
    together = run(models[kind], source, tmp_path / "together", beams, budget=10_000)
    alone = run(models[kind], source, tmp_path / "alone", beams, budget=1)
    assert together == alone
    backwards = write_lines(tmp_path / "backwards.fr", own_texts()[:30][::-1])
    assert run(models[kind], backwards, tmp_path / "back", beams, budget=300) == alone[::-1]


def test_mbart_is_told_both_languages_and_t5_its_task(models: Mapping[str, Path], tmp_path: Path) -> None:
    for prefix, own in ((None, "translate French to English: "), ("en: ", "en: ")):
        choice = ModelChoice(str(models["tiny_t5"]), prefix=prefix)
        assert open_model(choice, "fr", "en", Placement("cpu"), Decoding()).marks.prefix == own
    # Without its language the decoder of NLLB (M2M100's kind) and mBART translates into nothing, whatever the prefix.
    for folder in (models["tiny_mbart50"], tiny_translation.tiny_m2m100(tmp_path / "m2m100")):
        for prefix in (None, "formal: "):
            system = open_model(ModelChoice(str(folder), prefix=prefix), "fr", "en", Placement("cpu"), Decoding())
            tokenizer = system.description.tokenizer
            assert system.marks.prefix == (prefix or "")
            assert system.marks.decoder == {"forced_bos_token_id": tokenizer.convert_tokens_to_ids("en_XX")}
            assert tokenizer.convert_ids_to_tokens(tokenizer("Oui")["input_ids"])[0] == "fr_XX"


def test_a_model_says_its_languages_in_its_tokenizer(tmp_path: Path) -> None:
    bart = tiny_encoder_decoder(tmp_path / "bart")
    config = json.loads((bart / "tokenizer_config.json").read_text()) | {"source_lang": "fr", "target_lang": "en"}
    (bart / "tokenizer_config.json").write_text(json.dumps(config))
    open_model(ModelChoice(str(bart)), "fr", "en", Placement("cpu"), Decoding())


class PowerCutError(Exception):
    pass


class Shouting:
    """A system that can be cut off after so many batches."""

    name, facts = "shouting", {"command": "shout"}

    def __init__(self, left: int = 100) -> None:
        self.left, self.asked = left, 0

    def check(self, lines: Sequence[str], file: Path) -> None:
        pass

    def counted(self, folder: Path) -> AbstractContextManager[Meter]:
        return metered(folder, LOCAL)

    def translate(self, lines: Sequence[Numbered]) -> Iterator[list[Numbered]]:
        for place, line in sorted(lines, key=lambda numbered: len(numbered[1])):
            if not self.left:
                raise PowerCutError
            self.left -= 1
            self.asked += 1
            yield [(place, line.upper())]


def test_a_cut_loses_one_batch_at_most_and_changes_nothing(source: Path, tmp_path: Path) -> None:
    request = TranslationRequest(source, tmp_path / "out.en", "fr", "en")
    with pytest.raises(PowerCutError):
        translate(request, Shouting(left=2))
    assert not request.out.exists()
    with (tmp_path / "out.en.partial" / "lines.jsonl").open("a") as file:
        file.write('{"key": "3", "te')  # a torn line
    rest = Shouting()
    facts = translate(request, rest)
    assert rest.asked == 2
    assert facts.n_resumed == 2
    assert request.out.read_text().splitlines() == [line.upper() for line in SOURCE_LINES]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.en", "out.en.json", "source.fr"]
    assert set(facts.cost) == {"seconds"}, "nobody knows the tokens of a command"
    again = Shouting()
    assert translate(request, again) == facts
    assert again.asked == 0


def test_kill_9_and_the_same_command_again_give_the_same_file(models: Mapping[str, Path], tmp_path: Path) -> None:
    model, source = models["tiny_marian"], write_lines(tmp_path / "source.fr", own_texts()[:30])
    command = ("mt", "translate", model, "--from", "fr", "--to", "en", "--in", source, "--out", tmp_path / "killed.en")
    options = ("--beam", 2, "--max-new-tokens", 12, "--batch-tokens", 60, "--device", "cpu", "--threads", 1)
    killed_at(": 30%", *command, *options)
    assert not (tmp_path / "killed.en").exists()
    assert len((tmp_path / "killed.en.partial" / "lines.jsonl").read_text().splitlines()) >= 9
    unbroken = run(model, source, tmp_path / "unbroken.en", budget=60)
    assert run(model, source, tmp_path / "killed.en", budget=60) == unbroken
    killed, whole = (json.loads((tmp_path / f"{name}.en.json").read_text()) for name in ("killed", "unbroken"))
    assert killed["n_resumed"] >= 9
    # What a kill did not let be counted is lost; a slow machine counts more often, and may have lost nothing.
    assert 0 < killed["cost"]["tokens"] <= whole["cost"]["tokens"]


def test_another_question_never_overwrites_an_answer(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.en"
    translate(TranslationRequest(source, out, "fr", "en"), Shouting())
    with pytest.raises(InputError, match="other settings"):
        translate(TranslationRequest(source, out, "fr", "de"), Shouting())
    (tmp_path / "thesis.txt").write_text("words")
    with pytest.raises(InputError, match="not overwritten"):
        translate(TranslationRequest(source, tmp_path / "thesis.txt", "fr", "en"), Shouting())


def command(program: str, source: Path, out: Path) -> Translated:
    return translate(TranslationRequest(source, out, "fr", "en"), CommandSystem(program))


def test_any_command_that_answers_line_by_line_is_a_system(source: Path, tmp_path: Path) -> None:
    command("sed s/^/en:/ | cat", source, tmp_path / "out.en")
    assert (tmp_path / "out.en").read_text().splitlines() == [f"en:{line}" for line in SOURCE_LINES]


@pytest.mark.parametrize(
    ("program", "error", "named"),
    [
        ("head -n 2", InputError, "4 lines with 2"),
        ("sed p", InputError, "sed p"),
        ("head -n 3; exit 7", EpiceneError, "7 after 3 of 4 lines"),
        ("no-such-program-here 2>/dev/null", EpiceneError, "127 after 0 of 4"),
        ("printf '\\351\\n'", InputError, "UTF-8"),
    ],
)
def test_a_command_that_does_not_answer_every_line_is_named(
    program: str, error: type[EpiceneError], named: str, source: Path, tmp_path: Path
) -> None:
    with pytest.raises(error, match=named):
        command(program, source, tmp_path / "out.en")
    assert not (tmp_path / "out.en").exists()


def test_a_resumed_command_gets_only_what_is_missing(source: Path, tmp_path: Path) -> None:
    script = f"tee -a {tmp_path / 'read'} | if [ -e {tmp_path / 'mended'} ]; then cat; else head -n 1; exit 1; fi"
    with pytest.raises(EpiceneError, match="after 1 of 4 lines"):
        command(script, source, tmp_path / "out.en")
    (tmp_path / "mended").touch()
    (tmp_path / "read").unlink()
    command(script, source, tmp_path / "out.en")
    assert (tmp_path / "read").read_text().splitlines() == SOURCE_LINES[1:]
    assert (tmp_path / "out.en").read_text().splitlines() == SOURCE_LINES


BAD_CALLS = {  # arguments, and what the refusal names
    "no system": ((), "--command"),
    "two systems": (("{marian}", "--command", "cat"), "--command"),
    "unknown code": (("{mbart}", "--from", "xq"), "'xq'"),
    "near codes": (("{mbart}", "--to", "fz_XX"), "fr_XX"),
    "unknown code for T5": (("{t5}", "--from", "qq"), "'qq'"),
    "another direction": (("{marian}", "--from", "de"), "'fr'"),
    "no encoder-decoder": (("{masked}",), "encoder-decoder"),
    "missing file": (("{marian}", "--in", "nothing.fr"), "nothing.fr"),
    "empty line": (("{marian}", "--in", "holes.fr"), "line 2"),
    "empty file": (("{marian}", "--in", "empty.fr"), "empty.fr"),
    "too long": (("{mbart}", "--in", "long.fr"), "line 2"),
    "no such model": (("./nowhere",), "nowhere"),
    "command with unknown code": (("--command", "cat", "--to", "xq"), "'xq'"),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_bad_input_gets_one_sentence(
    name: str, models: Mapping[str, Path], masked_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments, expected = BAD_CALLS[name]
    monkeypatch.chdir(tmp_path)
    files = {"source": SOURCE_LINES, "holes": ["Oui.", " ", "Non."], "empty": [], "long": ["Oui.", "Elle dort. " * 60]}
    for file, lines in files.items():
        write_lines(Path(f"{file}.fr"), lines)
    folders = {"marian": models["tiny_marian"], "mbart": models["tiny_mbart50"], "t5": models["tiny_t5"]}
    given = [argument.format(**folders, masked=masked_model) for argument in arguments]
    defaults = {"--from": "fr", "--to": "en", "--in": "source.fr", "--out": "out.en"}
    given += [part for option, value in defaults.items() if option not in given for part in (option, value)]
    error = CliRunner().invoke(app, ["translate", *given]).exception
    assert isinstance(error, InputError)
    assert expected in " ".join(str(error).split())
    assert not Path("out.en").exists()
