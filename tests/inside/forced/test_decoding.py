"""Forced decoding against a computation by hand, and what may not change it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from epicene.core.errors import EpiceneError, InputError
from epicene.grammar.people import Gender
from epicene.inside.forced.decoding import (
    Forced,
    decoder_start,
    force,
    read_contrast,
    target_nouns,
    target_pieces,
)
from epicene.inside.forced.forced_estimates import Measuring, Value, correlations, values_of
from epicene.models.translation import Translator
from epicene.mt.judging.line_judge import open_corpus
from inside.marian_by_hand import by_hand
from inside.small_marian import opened, small_lines, two_layer_marian
from tiny_translation import tiny_mbart50, tiny_t5


def word_by_hand(translator: Translator, source: str, before: str, word: str) -> float:
    """log P of a word after a text, piece by piece, without epicene's own code for it."""
    model, tokenizer = by_hand(translator.model), translator.tokenizer
    ids = tokenizer(source)["input_ids"]
    prefix = tokenizer(text_target=before)["input_ids"][:-1]
    whole = tokenizer(text_target=f"{before} {word}")["input_ids"][:-1]
    assert whole[: len(prefix)] == prefix
    total = 0.0
    for place in range(len(prefix), len(whole)):
        total += model.log_probabilities(ids, [translator.model.config.decoder_start_token_id, *whole[:place]])[
            -1, whole[place]
        ]
    return total


def test_the_probabilities_are_those_computed_by_hand(translator: Translator) -> None:
    lines = small_lines()
    for line, found in zip(lines, force(translator, lines), strict=True):
        before = line.target[: line.target.rindex(" h")]
        assert found.line is line
        assert found.masculine == pytest.approx(word_by_hand(translator, line.source, before, "his"), abs=1e-5)
        assert found.feminine == pytest.approx(word_by_hand(translator, line.source, before, "her"), abs=1e-5)


def test_b_and_r_are_those_computed_by_hand(translator: Translator) -> None:
    lines = small_lines()
    values = values_of(force(translator, lines), target_nouns(lines, "fr-en"), "fr-en")
    p = {
        (line.number, word): np.exp(
            word_by_hand(translator, line.source, line.target[: line.target.rindex(" h")], word)
        )
        for line in lines
        for word in ("his", "her")
    }
    b = {n: 1 - 2 * p[n, "his"] / (p[n, "his"] + p[n, "her"]) for n in (2, 3)}
    r = {n + 1: 1 - p[n + 1, "his"] / p[n, "his"] for n in (0, 4, 6, 8, 10, 12)}
    assert {value.line.number: value.value for value in values if value.measure == "b"} == pytest.approx(b, abs=1e-5)
    assert {value.line.number: value.value for value in values if value.measure == "r"} == pytest.approx(r, abs=1e-5)
    q = {n: p[n, "his"] / (p[n, "his"] + p[n, "her"]) for n in range(len(lines))}
    t = {n + 1: q[n] - q[n + 1] for n in (0, 4, 6, 8, 10, 12)}
    assert {value.line.number: value.value for value in values if value.measure == "t"} == pytest.approx(t, abs=1e-5)
    assert len(set(np.round(list(r.values()), 4))) == 6, "the model does not tell the nouns apart"
    estimates = Measuring("fr-en", "test").estimates(values)
    found = {(one.metric, one.group): one for one in estimates}
    assert found["r_mean", "all"].value == pytest.approx(np.mean(list(r.values())), abs=1e-5)
    assert found["r_median", "all"].value == pytest.approx(np.median(list(r.values())), abs=1e-5)
    assert found["b_mean", "all"].value == pytest.approx(np.mean(list(b.values())), abs=1e-5)
    same = [r[n] for n in (1, 5, 7, 11)]
    assert found["r_mean", "same noun"].value == pytest.approx(np.mean(same), abs=1e-5)
    assert (found["r_mean", "same noun"].n_used, found["r_mean", "same noun"].n_total) == (4, 6)
    assert found["r_below_0", "all"].value == pytest.approx(100 * np.mean([value < 0 for value in r.values()]))


def test_a_word_of_several_sub_words_is_the_sum_over_its_pieces(translator: Translator) -> None:
    lines = small_lines()
    assert len(target_pieces(translator, "work herself").ids) > 2, "the word must be several pieces for this test"
    texts = [line.target.replace(" his ", " he ").replace(" her ", " herself ") for line in lines]
    changed = [replace(line, target=text) for line, text in zip(lines, texts, strict=True)]
    for line, found in zip(changed, force(translator, changed, contrast="he/herself"), strict=True):
        before = line.target[: line.target.rindex(" he")]
        assert found.masculine == pytest.approx(word_by_hand(translator, line.source, before, "he"), abs=1e-5)
        assert found.feminine == pytest.approx(word_by_hand(translator, line.source, before, "herself"), abs=1e-5)


@pytest.mark.parametrize("maker", [two_layer_marian, tiny_mbart50, tiny_t5])
def test_batch_and_padding_change_nothing(maker, tmp_path: Path) -> None:
    folder = maker(tmp_path / "model")
    lines = small_lines()
    alone, together = force(opened(folder, budget=1), lines), force(opened(folder, budget=10_000), lines)
    for one, other in zip(alone, together, strict=True):
        assert one.masculine == pytest.approx(other.masculine, abs=1e-5)
        assert one.feminine == pytest.approx(other.feminine, abs=1e-5)


def test_every_distinct_sentence_and_prefix_is_run_once(
    translator: Translator, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = []
    plain = translator.model.forward

    def counted(**given):
        for ids, mask, written in zip(
            given["input_ids"], given["attention_mask"], given["decoder_input_ids"], strict=True
        ):
            rows.append((tuple(ids[mask.bool()].tolist()), tuple(written.tolist())))
        return plain(**given)

    monkeypatch.setattr(translator.model, "forward", counted)
    force(translator, small_lines())
    assert len(rows) == len(set(rows)) == 13, "fourteen lines, of which the two of l'analyste are one question"


def test_memory_that_runs_out_halves_the_batch_and_changes_nothing(
    translator: Translator, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = force(translator, small_lines())
    plain, most = translator.model.forward, [3]

    def forgetful(**given):
        if len(given["input_ids"]) > most[0]:
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory")
        return plain(**given)

    monkeypatch.setattr(translator.model, "forward", forgetful)
    monkeypatch.setattr(translator, "budget", 10_000)
    for one, other in zip(force(translator, small_lines()), expected, strict=True):
        assert (one.masculine, one.feminine) == pytest.approx((other.masculine, other.feminine), abs=1e-5)
    assert translator.budget < 10_000
    most[0] = 0
    with pytest.raises(EpiceneError, match="runs out of memory on a single sentence"):
        force(translator, small_lines())


def test_into_french_the_article_and_the_nouns_forms_are_asked(tmp_path: Path) -> None:
    translator = opened(two_layer_marian(tmp_path / "m", ("en", "fr")), "en", "fr")
    lines = small_lines()
    articles = force(translator, lines, "en-fr")
    assert [one.line.number for one in articles] == [0, 1, 4, 5, 12, 13], "l' is no article of either gender"
    for one in articles:
        for word, found in (("Le", one.masculine), ("La", one.feminine)):
            assert found == pytest.approx(word_by_hand(translator, one.line.target, "", word), abs=1e-5)
    nouns = force(translator, lines, "en-fr", "noun")
    assert [one.line.number for one in nouns] == [0, 1, 6, 7, 8, 9, 10, 11, 12, 13], "épicène nouns have one form"
    baker = word_by_hand(translator, lines[1].target, "La", "boulanger")
    assert nouns[1].masculine == pytest.approx(baker, abs=1e-5)
    values = values_of(articles, target_nouns(lines, "en-fr"), "en-fr")
    assert {value.measure for value in values} == {"r", "t"}, "the English source always says the gender"
    expected = 1 - np.exp(articles[1].masculine - articles[0].masculine)
    assert values[0].value == pytest.approx(expected, abs=1e-9)


def test_the_likelier_word_is_counted_by_gender(translator: Translator) -> None:
    lines = small_lines()
    forced = [Forced(line, -1.0, -2.0 if line.gender is Gender.MASCULINE else -0.5) for line in lines]
    forced[0] = Forced(lines[0], -3.0, -2.0)
    found = {one.group: one for one in Measuring("fr-en", "test").choices(forced, "fr-en")}
    assert found["feminine"].value == 100
    assert found["masculine"].value == pytest.approx(100 * 5 / 6)
    assert found["all"].n_used == 12


def test_a_model_that_must_name_its_language_first_is_forced_to(tmp_path: Path) -> None:
    translator = opened(tiny_mbart50(tmp_path / "m"))
    start, language = decoder_start(translator)
    assert start == translator.model.config.decoder_start_token_id
    assert translator.tokenizer.convert_ids_to_tokens(language) == "en_XX"


@pytest.mark.parametrize("wrong", ["his", "his/", "his/his", "his/her/its", "his own/her own"])
def test_a_contrast_that_is_not_two_words_is_refused(wrong: str) -> None:
    with pytest.raises(InputError, match="not two words"):
        read_contrast(wrong, "fr-en")


def test_the_last_possessive_of_a_reference_is_asked_about() -> None:
    text = "The baker lost his key in his car."
    start = text.rindex("his")
    assert read_contrast("his/her", "fr-en")._find(text, Gender.MASCULINE) == (start, start + 3)


def test_a_contrast_that_no_line_has_is_refused(translator: Translator) -> None:
    with pytest.raises(InputError, match="no line holds he or she"):
        force(translator, small_lines(), contrast="he/she")


def test_the_published_corpus_has_the_papers_numbers_of_lines_and_pairs(shared: Path) -> None:
    """Table 2: 272 lines l'+épicène, so 1,697 − 136 pairs that say the gender; 92 pairs have two English nouns."""
    folder = shared / "data" / "mt_metiers"
    corpus = open_corpus("fr-en", folder / "x_a_fini.fra", folder / "x_a_fini.eng")
    nouns = target_nouns(corpus.lines, "fr-en")
    values = values_of([Forced(line, -1.0, -2.0) for line in corpus.lines], nouns, "fr-en")
    counted = {measure: [value for value in values if value.measure == measure] for measure in ("b", "r")}
    assert (len(counted["b"]), len(counted["r"])) == (272, 1561)
    different = {value.line.pair for value in values if not value.same_noun}
    assert len(different) == 92
    assert sum(not value.same_noun for value in counted["r"]) == 90, "two of them do not say the gender"


def test_a_noun_counts_once_in_a_correlation() -> None:
    lines = small_lines()
    values = [Value("b", lines[place], place / 10, True) for place in (2, 3)]
    values += [Value("r", line, float(line.number), True) for line in lines[1::2]]
    facts = {"frequency": {line.number: 100 - line.number // 2 for line in lines}}
    (found,) = correlations(values, facts)
    assert (found.measure, found.n, found.rho) == ("r", 7, pytest.approx(-1.0)), "one b is none to correlate"
