"""Plural, gender and elision of French nouns, from a dictionary's knowledge of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from epicene.grammar.french.noun_forms import (
    determiner,
    determiner_like,
    elides,
    noun_gender,
    person_gender,
    plural,
    singular,
)
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import couples

M, F = Gender.MASCULINE, Gender.FEMININE
# singular/plural, by the article that a dictionary gives.
LE = """
travail/travaux bail/baux corail/coraux vitrail/vitraux soupirail/soupiraux détail/détails rail/rails portail/portails
chandail/chandails bijou/bijoux caillou/cailloux chou/choux genou/genoux hibou/hiboux joujou/joujoux pou/poux
clou/clous trou/trous cou/cous sou/sous verrou/verrous chacal/chacals bal/bals carnaval/carnavals festival/festivals
récital/récitals régal/régals narval/narvals val/vals cheval/chevaux journal/journaux canal/canaux métal/métaux
général/généraux tribunal/tribunaux signal/signaux bocal/bocaux mal/maux
bateau/bateaux château/châteaux gâteau/gâteaux bureau/bureaux manteau/manteaux marteau/marteaux couteau/couteaux
tuyau/tuyaux noyau/noyaux joyau/joyaux landau/landaus sarrau/sarraus pneu/pneus bleu/bleus jeu/jeux feu/feux lieu/lieux
dieu/dieux neveu/neveux cheveu/cheveux vœu/vœux pieu/pieux
bras/bras corps/corps temps/temps pays/pays poids/poids bois/bois mois/mois palais/palais tapis/tapis prix/prix
choix/choix nez/nez gaz/gaz riz/riz fils/fils cours/cours discours/discours dos/dos repas/repas cas/cas
musée/musées lycée/lycées trophée/trophées mausolée/mausolées scarabée/scarabées squelette/squelettes silence/silences
stade/stades grade/grades murmure/murmures dinosaure/dinosaures magazine/magazines domaine/domaines
patrimoine/patrimoines violoncelle/violoncelles comité/comités traité/traités bastion/bastions mystère/mystères
caractère/caractères cimetière/cimetières génie/génies parapluie/parapluies livre/livres camion/camions vélo/vélos
village/villages courage/courages garage/garages voyage/voyages monument/monuments miroir/miroirs collège/collèges
soleil/soleils réveil/réveils fauteuil/fauteuils tourisme/tourismes téléphone/téléphones télescope/télescopes
père/pères frère/frères mari/maris garçon/garçons monsieur/messieurs bonhomme/bonshommes roi/rois moine/moines
patron/patrons chômeur/chômeurs retraité/retraités réfugié/réfugiés
héros/héros hibou/hiboux haricot/haricots hamster/hamsters hangar/hangars hasard/hasards hamac/hamacs handicap/handicaps
homard/homards hublot/hublots hérisson/hérissons héron/hérons hockey/hockeys hors-d'œuvre/hors-d'œuvre
ouistiti/ouistitis yaourt/yaourts yacht/yachts
grand-père/grands-pères chef-d'œuvre/chefs-d'œuvre gratte-ciel/gratte-ciel porte-monnaie/porte-monnaie
timbre-poste/timbres-poste pique-nique/pique-niques week-end/week-ends haut-parleur/haut-parleurs
tire-bouchon/tire-bouchons rez-de-chaussée/rez-de-chaussée
"""
L_MASCULINE = """
émail/émaux éventail/éventails animal/animaux hôpital/hôpitaux amiral/amiraux étal/étals oiseau/oiseaux agneau/agneaux
anneau/anneaux étau/étaux essieu/essieux aveu/aveux adieu/adieux œil/yeux os/os ours/ours avis/avis accès/accès
autobus/autobus ananas/ananas univers/univers abus/abus apogée/apogées incendie/incendies été/étés
homme/hommes oncle/oncles ouvrier/ouvriers étudiant/étudiants immigré/immigrés invité/invités
horaire/horaires hiver/hivers hôtel/hôtels honneur/honneurs huissier/huissiers hélicoptère/hélicoptères
âge/âges orage/orages avantage/avantages argument/arguments espoir/espoirs écureuil/écureuils orgueil/orgueils
ordinateur/ordinateurs argent/argents arc-en-ciel/arcs-en-ciel agent/agents
"""
LA = """
page/pages plage/plages cage/cages rage/rages nage/nages jument/juments peau/peaux main/mains fin/fins fleur/fleurs
mer/mers nuit/nuits mort/morts dent/dents part/parts forêt/forêts maison/maisons chanson/chansons moto/motos clé/clés
loi/lois foi/fois fois/fois souris/souris brebis/brebis croix/croix voix/voix paix/paix soif/soifs faim/faims
voiture/voitures table/tables chaise/chaises robe/robes poupée/poupées journée/journées nation/nations
télévision/télévisions saison/saisons vérité/vérités cité/cités tartine/tartines chance/chances présence/présences
peinture/peintures salade/salades tristesse/tristesses solitude/solitudes boulangerie/boulangeries semaine/semaines
chemise/chemises radio/radios photo/photos vidéo/vidéos
mère/mères sœur/sœurs femme/femmes fille/filles dame/dames madame/mesdames mademoiselle/mesdemoiselles reine/reines
tante/tantes personne/personnes patronne/patronnes retraitée/retraitées maman/mamans
danseuse/danseuses directrice/directrices princesse/princesses
halle/halles haine/haines hache/haches hanche/hanches harpe/harpes hausse/hausses haie/haies honte/hontes
houle/houles hutte/huttes hiérarchie/hiérarchies yourte/yourtes
grand-mère/grands-mères belle-sœur/belles-sœurs demi-heure/demi-heures
porte-fenêtre/portes-fenêtres pomme_de_terre/pommes_de_terre salle_à_manger/salles_à_manger
"""
L_FEMININE = """
eau/eaux image/images épouse/épouses étudiante/étudiantes ouvrière/ouvrières immigrée/immigrées action/actions
activité/activités assiette/assiettes absence/absences aventure/aventures amitié/amitiés altitude/altitudes
épicerie/épiceries échelle/échelles erreur/erreurs odeur/odeurs
heure/heures herbe/herbes histoire/histoires horloge/horloges huile/huiles humeur/humeurs habitude/habitudes
hirondelle/hirondelles héroïne/héroïnes hôtesse/hôtesses huître/huîtres yeuse/yeuses
eau-de-vie/eaux-de-vie
"""


def nouns() -> Iterator[tuple[str, str, Gender, str]]:
    """Singular, plural, gender, article. Underscores stand for spaces."""
    for table, gender, article in ((LE, M, "le"), (L_MASCULINE, M, "l'"), (LA, F, "la"), (L_FEMININE, F, "l'")):
        for one, many in couples(table):
            yield one.replace("_", " "), many.replace("_", " "), gender, article


NOUNS = list(nouns())


def test_plurals():
    assert {noun: plural(noun) for noun, *_ in NOUNS} == {noun: many for noun, many, *_ in NOUNS}


def test_a_plural_leads_back_to_its_singular():
    simple = [(noun, many) for noun, many, *_ in NOUNS if not set(noun) & set(" -'")]
    assert {many: singular(many) for _, many in simple} == {many: noun for noun, many in simple}


def test_genders_in_both_numbers():
    assert {noun: noun_gender(noun) for noun, *_ in NOUNS} == {noun: gender for noun, _, gender, _ in NOUNS}
    assert {many: noun_gender(many) for _, many, *_ in NOUNS} == {many: gender for _, many, gender, _ in NOUNS}


@pytest.mark.parametrize(
    ("family", "forms"),
    [
        ("le", "le l' la l'"), ("un", "un un une une"), ("ce", "ce cet cette cette"), ("mon", "mon mon ma mon"),
        ("son", "son son sa son"), ("notre", "notre notre notre notre"), ("du", "du de_l' de_la de_l'"),
        ("au", "au à_l' à_la à_l'"), ("quel", "quel quel quelle quelle"), ("aucun", "aucun aucun aucune aucune"),
        ("tout", "tout tout toute toute"),
    ],
)  # fmt: skip
def test_determiners_follow_gender_and_sound(family: str, forms: str):
    wanted = [form.replace("_", " ") for form in forms.split()]
    places = {("le", M): 0, ("l'", M): 1, ("la", F): 2, ("l'", F): 3}
    for noun, _, gender, article in NOUNS:
        form = wanted[places[article, gender]]
        assert determiner(family, noun, gender) == form, noun
        assert determiner_like(form, noun, gender) == form
        assert elides(noun) == (article == "l'")


def test_a_plural_determiner_has_one_form_but_for_few():
    assert determiner("le", "hommes", M, plural=True) == determiner("le", "femmes", F, plural=True) == "les"
    assert determiner_like("quels", "femmes", F, plural=True) == "quelles"
    assert determiner_like("quels", "élèves", None, plural=True) is None


def test_a_guess_at_a_person_never_contradicts_the_table():
    known = {
        "musée": M,
        "père": M,
        "sœur": F,
        "assistante": F,
        "voisine": F,
        "invité": M,
        "plombier": M,
        "plombière": F,
    }
    assert {noun: person_gender(noun) for noun in known} == known
    for noun in ("enfant", "camarade", "malade", "athée", "nomades", "sauvages", "francophone", "élève", "touristes"):
        assert person_gender(noun) is noun_gender(noun) is None, "a noun for men and women"
    assert [singular(form) for form in ("anglais", "chinois", "robe", "stress")] == [None] * 4, "nothing is made up"


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("personne sans emploi", "personnes sans emploi"), ("gens du voyage", "gens du voyage"),
        ("homme au foyer", "hommes au foyer"), ("Monsieur", "Messieurs"), ("garde-chasse", "gardes-chasse"),
        ("manipulateur radio", "manipulateurs radio"), ("radio", "radios"), ("chasse", "chasses"),
        ("barrière", "barrières"), ("premier ministre", "premiers ministres"), ("sans-abri", "sans-abri"),
        ("nouveau-né", "nouveau-nés"), ("maître d’hôtel", "maîtres d’hôtel"), ("", ""),
    ],
)  # fmt: skip
def test_compounds_put_the_mark_on_their_head(one: str, many: str):
    assert plural(one) == many
