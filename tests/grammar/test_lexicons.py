"""Every word that ships with epicene, by the rules: none may contradict what its table says."""

from __future__ import annotations

from epicene.grammar.english import forms
from epicene.grammar.french.agreement import adjective_gender, feminine
from epicene.grammar.french.noun_forms import determiner, marked_gender, noun_gender, plural, singular
from epicene.grammar.languages import grammar
from epicene.grammar.people import Gender
from epicene.lab import parallel_sentences as lab_words
from epicene.lab.language_corpora import UNRELATED, stereotypes
from epicene.mt.lexicon import read_lexicon

OCCUPATIONS = read_lexicon()
FORMS = [(form, gender, one.epicene) for one in OCCUPATIONS for gender in Gender for form in one.forms(gender)[:1]]
SIMPLE = [one for one in OCCUPATIONS if not set(f"{one.masculine}{one.feminine}") & set(" -’'")]
THINGS = [*(thing for _, things in lab_words.TRANSITIVE for thing in things), *lab_words.OBJECTS]
FRENCH, ENGLISH = grammar("fr"), grammar("en")


def test_genders_never_contradict_the_lexicon():
    wrong = [form for form, gender, epicene in FORMS if noun_gender(form) not in (None, None if epicene else gender)]
    assert wrong == []


def test_plurals_agree_stay_plural_and_lead_back():
    for form in (form for occupation in SIMPLE for form in (occupation.masculine, occupation.feminine)):
        assert FRENCH.agree(form, plural(form)), form
        assert (plural(plural(form)), singular(plural(form))) == (plural(form), form)


def test_feminines_by_rule_are_those_of_the_lexicon():
    wrong = [one.masculine for one in SIMPLE if feminine(one.masculine) not in (None, *one.forms(Gender.FEMININE))]
    assert wrong == []


def test_the_two_forms_of_an_occupation_are_one_word_or_a_couple():
    foreign = {"pizzaïolo", "torero", "yogi"}
    apart = {
        one.masculine
        for one in SIMPLE
        if not FRENCH.agree(one.masculine, one.feminine) and not FRENCH.gendered(one.masculine, one.feminine)
    }
    assert apart == foreign


def test_a_determiner_says_what_it_was_made_for():
    for form, gender, _ in FORMS:
        assert marked_gender(determiner("un", form, gender), form) is gender
        assert marked_gender(determiner("ce", form, gender), form) is gender
        article = determiner("le", form, gender)
        assert marked_gender(article, form) is (None if article == "l'" else gender)


def test_english_nouns_agree_with_their_plurals():
    nouns = {noun for one in OCCUPATIONS for noun in (one.target, one.target_feminine) if noun}
    for noun in nouns:
        head, many = (text.split(" of ")[0].split()[-1] for text in (noun, forms.plural(noun)))
        assert ENGLISH.agree(head, many), noun
        assert many != head


def test_the_labs_things_have_the_gender_that_they_are_listed_under():
    assert [one.source for one in THINGS if not one.plural and noun_gender(one.source) not in (None, one.gender)] == []
    listed = [(noun, article) for article, nouns in UNRELATED.items() for noun in nouns]
    listed += [(noun, cell.article) for cell in stereotypes() for noun in cell.attributes]
    wrong = {
        noun
        for noun, article in listed
        if marked_gender(article, noun) is not (noun_gender(noun) or marked_gender(article, noun))
    }
    assert wrong == set()


def test_the_labs_adjectives_have_the_feminines_that_are_listed():
    for masculine, listed, _ in (*lab_words.ADJECTIVES, *lab_words.STATES, *lab_words.QUALITIES):
        assert feminine(masculine) in (None, listed)
        assert adjective_gender(masculine) is not Gender.FEMININE
        assert masculine == listed or adjective_gender(listed) is not Gender.MASCULINE


def test_the_labs_plurals_are_plurals():
    plurals = [one.source for one in THINGS if one.plural] + [french for french, _ in lab_words.COUNTED]
    assert [many for many in plurals if plural(str(singular(many))) != many] == []
    for french, english in lab_words.COUNTED:
        assert forms.plural(min(ENGLISH.lemmas(english), key=len)) == english, french
