"""What a letter says of its writer's gender: constructions one by one, in both genders, and people's labels."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from epicene.kinds.letters.writer_gender_rules import continuation, read_letter

SHARED = Path(__file__).parents[4] / "shared"

# masculine, feminine: each pair says the same of a man and of a woman.
BOTH = [
    ("Je suis motivé par votre offre.", "Je suis motivée par votre offre."),
    ("Je suis très sérieux et dynamique.", "Je suis très sérieuse et dynamique."),
    ("Je suis autonome, ponctuel et rigoureux.", "Je suis autonome, ponctuelle et rigoureuse."),
    ("Je suis disponible immédiatement, motivé et fiable.", "Je suis disponible immédiatement, motivée et fiable."),
    ("J’ai été formé au métier de la vente.", "J’ai été formée au métier de la vente."),
    ("Je serais ravi de vous rencontrer.", "Je serais ravie de vous rencontrer."),
    ("Je ne suis pas encore inscrit à la faculté.", "Je ne suis pas encore inscrite à la faculté."),
    ("Je me sens prêt à relever ce défi.", "Je me sens prête à relever ce défi."),
    ("Je me suis orienté vers votre école.", "Je me suis orientée vers votre école."),
    ("Je suis un jeune homme de Lyon.", "Je suis une jeune femme de Lyon."),
    ("Je suis étudiant en droit.", "Je suis étudiante en droit."),
    ("Je suis un excellent candidat pour vous.", "Je suis une excellente candidate pour vous."),
    ("Je pense être un bon vendeur chez vous.", "Je pense être une bonne vendeuse chez vous."),
    ("Je peux être votre candidat idéal.", "Je peux être votre candidate idéale."),
    ("J’ai travaillé en tant que technicien à Nantes.", "J’ai travaillé en tant que technicienne à Nantes."),
    ("J’ai travaillé comme serveur tout l’été.", "J’ai travaillé comme serveuse tout l’été."),
    ("Je recherche un emploi de coiffeur à Lille.", "Je recherche un emploi de coiffeuse à Lille."),
    ("Passionné de musique, je joue du piano.", "Passionnée de musique, je joue du piano."),
    ("Étant diplômé en chimie, je postule chez vous.", "Étant diplômée en chimie, je postule chez vous."),
    ("Je m’appelle Dominique, étudiant en lettres.", "Je m’appelle Dominique, étudiante en lettres."),
    ("Cette formation me permet d’être polyvalent.", "Cette formation me permet d’être polyvalente."),
    ("Je suis à la fois patient et curieux.", "Je suis à la fois patiente et curieuse."),
    ("J’ai suivi des cours et suis passionné par la mer.", "J’ai suivi des cours et suis passionnée par la mer."),
    ("Toujours prêt à aider, je m’adapte vite.", "Toujours prête à aider, je m’adapte vite."),
    ("Infirmier depuis dix ans, je change de ville.", "Infirmière depuis dix ans, je change de ville."),
    ("Jeune diplômé, je cherche un stage.", "Jeune diplômée, je cherche un stage."),
    ("J’ai travaillé comme journaliste sportif.", "J’ai travaillé comme journaliste sportive."),
    ("Je sais travailler seul.", "Je sais travailler seule."),
    ("On me dit patient et curieux.", "On me dit patiente et curieuse."),
    ("Ce métier me rend heureux.", "Ce métier me rend heureuse."),
    ("Né à Rennes, j’aime la mer.", "Née à Rennes, j’aime la mer."),
    ("Je soussigné Claude Martin vous écris.", "Je soussignée Claude Martin vous écris."),
    ("Après avoir été muté à Metz, j’ai repris.", "Après avoir été mutée à Metz, j’ai repris."),
    ("Je suis un peu timide et réservé.", "Je suis un peu timide et réservée."),
    ("Je suis parti à Londres.", "Je suis partie à Londres."),
    ("Je suis venu en France.", "Je suis venue en France."),
    ("Je suis tout à fait disposé à venir.", "Je suis tout à fait disposée à venir."),
    ("Enthousiaste et motivé, je suis là.", "Enthousiaste et motivée, je suis là."),
    ("Étudiant en droit, mon but est clair.", "Étudiante en droit, mon but est clair."),
    ("Diplômé, c’est avec joie que je postule.", "Diplômée, c’est avec joie que je postule."),
    ("Je dis souvent : « je suis motivé ».", "Je dis souvent : « je suis motivée »."),
    ("J’apprends vite, tout en étant rigoureux.", "J’apprends vite, tout en étant rigoureuse."),
    ("En plus d’être ponctuel, je parle grec.", "En plus d’être ponctuelle, je parle grec."),
    ("Après m’être formé, j’ai changé de ville.", "Après m’être formée, j’ai changé de ville."),
    ("J’ai toujours voulu être infirmier.", "J’ai toujours voulu être infirmière."),
    ("J’ai eu la chance d’être formé ici.", "J’ai eu la chance d’être formée ici."),
    ("Je sais me montrer patient.", "Je sais me montrer patiente."),
    ("Je vis seul à Brest.", "Je vis seule à Brest."),
    ("Je suis à l’écoute et motivé.", "Je suis à l’écoute et motivée."),
    ("Je suis disponible dès lundi et très motivé.", "Je suis disponible dès lundi et très motivée."),
    ("Titulaire d’un master, sérieux et poli, je postule.", "Titulaire d’un master, sérieuse et polie, je postule."),
    ("Fort de dix ans de métier, je postule.", "Forte de dix ans de métier, je postule."),
    ("Aujourd’hui, passionné de voile, je postule.", "Aujourd’hui, passionnée de voile, je postule."),
    ("Madame, Monsieur, étudiant en droit, je postule.", "Madame, Monsieur, étudiante en droit, je postule."),
    ("Une fois formé, je serai utile.", "Une fois formée, je serai utile."),
    ("Je m’appelle Dominique, 24 ans, diplômé ici.", "Je m’appelle Dominique, 24 ans, diplômée ici."),
    ("Mon métier de serveur m’a plu.", "Mon métier de serveuse m’a plu."),
    ("J’aime aider et être utile, motivé et poli.", "J’aime aider et être utile, motivée et polie."),
    ("J’étais secrétaire et chargé de mission.", "J’étais secrétaire et chargée de mission."),
    ("Je suis resté huit ans à Metz.", "Je suis restée huit ans à Metz."),
    ("Je me suis senti accueilli ici.", "Je me suis sentie accueillie ici."),
    ("Bonjour à tous Étudiant à Brest, je postule.", "Bonjour à tous Étudiante à Brest, je postule."),
    ("Je serais ravi, Madame, de vous voir.", "Je serais ravie, Monsieur, de vous voir."),
]


@pytest.mark.parametrize(("man", "woman"), BOTH)
def test_a_construction_says_as_much_of_a_woman_as_of_a_man(man: str, woman: str) -> None:
    assert (read_letter(man).label, read_letter(woman).label) == ("masculine", "feminine")
    assert len(read_letter(man).markers) == len(read_letter(woman).markers)


@pytest.mark.parametrize(
    "text",
    [
        "Je suis disponible dès lundi et j’aime le travail en équipe.",
        "Je suis une personne sérieuse, motivée et souriante.",
        "Je suis quelqu’un de sérieux et de ponctuel.",
        "Je suis titulaire d’un master et responsable d’équipe.",
        "Je m’appelle Marie et je cherche un stage.",
        "En tant que réalisateur expérimenté, vous aurez pour mission de me guider.",
        "Si vous êtes intéressé, contactez-moi : je vous répondrai vite.",
        "Je me suis rendu compte que ce métier me plaît.",
        "Mes recherches m’ont conduit à votre école.",
        "Je suis en train de préparer un concours.",
        "Je suis à la recherche d’un travail de qualité.",
        "Je suis dynamique, autonome, aimant le contact.",
        "Je suis maintenant à votre disposition.",
        "Je viens d’un pays comme la France.",
        "J’ai vécu ce stage comme une révélation.",
        "Je vous remercie d’être patient.",
        "J’ai aidé des enfants qui avaient besoin d’être rassurés.",
        "Il me faut de la rigueur pour être compétent.",
        "Ponctualité et autonomie, je les ai apprises chez vous.",
        "Je suis partie prenante de ce projet.",
        "Située à Lyon, mon école m’a plu et je l’ai dit.",
        "Mon chef m’écrivait : « Je suis très satisfait de son travail. » J’aime ce métier.",
        "« Je suis ravie », disait ma directrice, et je la crois.",
        "Je suis actuellement une formation à Tours.",
        "Je suis un master de droit et un stage.",
        "Je suis disponible, Monsieur, dès lundi.",
        "Cher recruteur, je vous écris de Lyon.",
        "Laurent, je vous remercie.",
        "Étant donné mon âge, je postule.",
        "Je suis de nature créative et curieuse.",
        "Je suis du genre sérieux.",
        "Je suis un très bon soutien pour vous.",
        "La passion qu’elle m’a transmise me guide.",
        "Merci pour tout et je reste joignable.",
        "Je suis disponible le lundi, mardi et jeudi.",
        "Je suis disponible immédiatement et suis joignable.",
        "Je travaille aussi en tant que babysitter.",
        "Je cherche une équipe dynamique, motivée, je suis libre.",
        "Je suis à la recherche d’une équipe sérieuse et motivée.",
        "Je cherche un travail de soutien scolaire.",
        "Monsieur le Directeur, je vous écris.",
    ],
)
def test_what_says_nothing_of_the_writer_marks_nothing(text: str) -> None:
    assert read_letter(text).label == "unmarked"
    assert read_letter(text).markers == ()


@pytest.mark.parametrize(
    "text",
    [
        "Je suis motivé·e par votre offre.",
        "Je suis diplômé(e) de l’université.",
        "Je suis un(e) étudiant(e) de Brest.",
        "Je serais ravi.e de vous rencontrer.",
        "Je suis prêt/e à commencer.",
    ],
)
def test_both_genders_in_one_form_are_inclusive(text: str) -> None:
    assert read_letter(text).label == "inclusive"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Je suis motivé. Je suis étudiante.", "ambiguous"),
        ("Je suis motivée. Je suis étudiante. Je suis prêt.", "feminine"),
        ("Je suis motivé. Je suis prêt·e.", "inclusive"),
        (".", "unusable"),
        ("", "unusable"),
        ("Vente de poissons frais tous les jours au port.", "unusable"),
        ("I am very motivated and I would like to work with you and your team.", "unusable"),
        ("motivé " * 20_000, "unusable"),
    ],
)
def test_labels_by_number_and_what_is_no_letter(text: str, label: str) -> None:
    assert read_letter(text).label == label


@pytest.mark.parametrize(
    "text", ["Mon but est de devenir institutrice.", "Les cours qui m’ont séduite étaient à Lyon et j’y retourne."]
)
def test_where_a_masculine_may_be_said_of_anybody_a_feminine_still_shows(text: str) -> None:
    assert read_letter(text).label == "feminine"
    assert read_letter(text.replace("institutrice", "instituteur").replace("séduite", "séduit")).label == "unmarked"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Je suis de nature travailleur et sérieux.", "masculine"),  # *nature* would ask for a feminine
        ("Je suis une personne sérieuse, motivé et poli.", "masculine"),
        ("Je suis quelqu’un de calme, patiente et sérieuse.", "feminine"),
        ("Je suis un excellente nageuse.", "feminine"),
        ("Je suis une femme dynamique et motivé(e).", "feminine"),
    ],
)
def test_what_does_not_agree_with_the_noun_beside_it_agrees_with_the_writer(text: str, label: str) -> None:
    assert read_letter(text).label == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("technicien soudeur à Lens. Je suis libre.", "masculine"),
        ("ouvrière qualifiée.", "feminine"),
        ("élève très sérieuse et dynamique.", "feminine"),
        ("particulièrement dynamique et motivé.", "masculine"),
        ("particulièrement motivé(e).", "inclusive"),
        ("venant de Metz, et travaillant en tant que traductrice.", "feminine"),
        ("pratique et sérieux sont mes atouts.", "unmarked"),
        ("technicité et rigueur sont mes qualités.", "unmarked"),
    ],
)
def test_what_ends_the_sentence_of_the_prompt_is_said_of_its_writer(text: str, label: str) -> None:
    prompt = "Je suis à la recherche d’un emploi. Je pense correspondre à votre offre car "
    assert read_letter(prompt + text, prompt).label == label


def test_markers_are_the_words_in_the_text() -> None:
    text = "Bonjour,\n\nJe suis très motivée, et j’ai été formée à Lyon."
    assert [text[one.start : one.end] for one in read_letter(text).markers] == ["motivée", "formée"]


def test_the_prompt_is_not_read_whatever_its_spaces() -> None:
    prompt = "Je suis diplômé de chimie. Je pense correspondre à votre offre car "
    text = " Je suis  diplômé de chimie. Je pense correspondre à votre offre car je suis patiente."
    assert text[continuation(text, prompt) :] == " je suis patiente."
    assert read_letter(text, prompt).label == "feminine"
    assert read_letter(text).label == "ambiguous"
    assert read_letter(f"{prompt}particulièrement motivée par ce poste.", prompt).label == "feminine"


@pytest.mark.skipif(
    not (SHARED / "data" / "letters").is_dir(), reason="../shared/data/letters is not part of the project"
)
def test_agreement_with_people_on_the_letters_that_rules_were_written_on() -> None:
    names = {"Masc": "masculine", "Fem": "feminine", "Neutre": "unmarked", "Ambigu": "ambiguous"}
    with (SHARED / "data" / "letters" / "labelled_fr.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["model"] != "bloom-3b"]
    right = sum(read_letter(row["output"], row["prompt"]).label == names[row["label"]] for row in rows)
    assert (right, len(rows)) == (197, 200)
