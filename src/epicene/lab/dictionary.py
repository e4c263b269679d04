"""The small dictionary of the lab's French–English sentences: written by hand, so that every pair is a translation.

Occupations come from the bundled lexicon; here is everything that may stand around them.
"""

from __future__ import annotations

from dataclasses import dataclass

from epicene.grammar.english.forms import past_tense, third_person
from epicene.grammar.french.determiners import determiner
from epicene.grammar.gender import Gender
from epicene.grammar.tables import word_list


@dataclass(frozen=True, slots=True)
class Thing:
    """A noun that can be owned, met or described."""

    french: str
    english: str
    gender: Gender
    plural: bool = False

    def possessive(self, person: str) -> str:
        """The form of mon, ton, son… before this noun: *son activité*, *sa voiture*, *ses clés*."""
        return determiner(person, self.french, self.gender, plural=self.plural)


@dataclass(frozen=True, slots=True)
class Verb:
    """What the lab conjugates: composed past, present, near future."""

    infinitive: str
    participle: str
    present: str
    present_plural: str
    base: str
    third: str
    past: str
    past_participle: str


def _things(masculine: str, feminine: str, plural: str = "") -> tuple[Thing, ...]:
    """`french=english` entries, underscores for spaces."""
    rows = [(masculine, Gender.MASCULINE, False), (feminine, Gender.FEMININE, False), (plural, Gender.MASCULINE, True)]
    return tuple(
        Thing(french, english, gender, is_plural) for text, gender, is_plural in rows for french, english in _rows(text)
    )


def _verb(entry: str) -> Verb:
    """`french=english`; forms that no rule gives follow a slash: participle, present, plural / past, participle."""
    french, english = (side.split("/") for side in entry.replace("_", " ").split("="))
    infinitive, stem = french[0], french[0][:-2]
    participle, present, plural = french[1].split(",") if len(french) > 1 else (f"{stem}é", f"{stem}e", f"{stem}ent")
    base, _, rest = english[0].partition(" ")
    rest = f" {rest}" if rest else ""
    past, past_participle = english[1].split(",") if len(english) > 1 else [past_tense(base)] * 2
    return Verb(
        infinitive,
        participle,
        present,
        plural,
        base + rest,
        third_person(base) + rest,
        past + rest,
        past_participle + rest,
    )


def _rows(text: str) -> tuple[tuple[str, ...], ...]:
    """`one=other` entries, underscores for spaces."""
    return tuple(tuple(entry.replace("_", " ").split("=")) for entry in word_list(text))


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((french, english) for french, english in _rows(text))


def _verbs(text: str) -> tuple[Verb, ...]:
    return tuple(_verb(entry) for entry in word_list(text))


# Objects and the verbs that go with them; each group is a small world of its own.
TRANSITIVE: tuple[tuple[tuple[Verb, ...], tuple[Thing, ...]], ...] = (
    (
        _verbs(
            "terminer=finish commencer=start présenter=present préparer=prepare corriger=correct expliquer=explain "
            "oublier=forget/forgot,forgotten organiser=organise défendre/défendu,défend,défendent=defend"
        ),
        _things(
            "travail=work projet=project rapport=report dossier=file article=article discours=speech livre=book "
            "exposé=presentation",
            "activité=activity mission=mission étude=study enquête=investigation traduction=translation lettre=letter",
            "exercices=exercises notes=notes",
        ),
    ),
    (
        _verbs(
            "perdre/perdu,perd,perdent=lose/lost,lost trouver=find/found,found réparer=repair "
            "acheter/acheté,achète,achètent=buy/bought,bought vendre/vendu,vend,vendent=sell/sold,sold laver=wash "
            "cacher=hide/hid,hidden chercher=look_for "
            "prêter=lend/lent,lent casser=break/broke,broken apporter=bring/brought,brought "
            "oublier=forget/forgot,forgotten"
        ),
        _things(
            "vélo=bicycle téléphone=phone sac=bag parapluie=umbrella manteau=coat chapeau=hat ordinateur=computer "
            "carnet=notebook stylo=pen outil=tool portefeuille=wallet",
            "voiture=car montre=watch valise=suitcase bague=ring écharpe=scarf lampe=lamp échelle=ladder clé=key",
            "lunettes=glasses chaussures=shoes gants=gloves outils=tools clés=keys",
        ),
    ),
    (
        _verbs(
            "appeler/appelé,appelle,appellent=call inviter=invite remercier=thank aider=help rencontrer=meet/met,met "
            "attendre/attendu,attend,attendent=wait_for écouter=listen_to saluer=greet féliciter=congratulate "
            "accompagner=accompany chercher=look_for"
        ),
        _things(
            "frère=brother père=father voisin=neighbour ami=friend collègue=colleague fils=son oncle=uncle "
            "cousin=cousin",
            "sœur=sister mère=mother fille=daughter tante=aunt amie=friend voisine=neighbour",
            "enfants=children parents=parents clients=customers élèves=pupils amis=friends",
        ),
    ),
    (
        _verbs(
            "quitter=leave/left,left nettoyer/nettoyé,nettoie,nettoient=clean décorer=decorate "
            "montrer=show/showed,shown visiter=visit louer=rent vendre/vendu,vend,vendent=sell/sold,sold"
        ),
        _things(
            "appartement=flat bureau=office atelier=workshop jardin=garden garage=garage magasin=shop",
            "maison=house chambre=bedroom cuisine=kitchen école=school ferme=farm",
        ),
    ),
    (
        _verbs(
            "préparer=prepare manger/mangé,mange,mangent=eat/ate,eaten servir/servi,sert,servent=serve partager=share "
            "goûter=taste apporter=bring/brought,brought terminer=finish"
        ),
        _things(
            "repas=meal déjeuner=lunch dîner=dinner gâteau=cake café=coffee pain=bread",
            "soupe=soup salade=salad tarte=tart omelette=omelette",
        ),
    ),
)

INTRANSITIVE = _verbs(
    "travailler=work chanter=sing/sang,sung danser=dance parler=speak/spoke,spoken "
    "dormir/dormi,dort,dorment=sleep/slept,slept courir/couru,court,courent=run/ran,run "
    "rire/ri,rit,rient=laugh marcher=walk attendre/attendu,attend,attendent=wait"
)
# The imperfect of relative clauses about somebody: que cet homme critiquait, whom this man criticized.
OTHERS_DID = _pairs(
    "critiquait=criticized admirait=admired cherchait=looked_for connaissait=knew aidait=helped écoutait=listened_to"
)

# Adjectives: masculine, feminine, English; all stand behind the French noun.
ADJECTIVES = _rows(
    "français=française=French espagnol=espagnole=Spanish allemand=allemande=German italien=italienne=Italian "
    "célèbre=célèbre=famous patient=patiente=patient prudent=prudente=careful sérieux=sérieuse=serious "
    "souriant=souriante=smiling honnête=honnête=honest"
)
STATES = _rows(
    "fatigué=fatiguée=tired content=contente=happy malade=malade=sick prêt=prête=ready absent=absente=absent "
    "célèbre=célèbre=famous patient=patiente=patient prudent=prudente=careful surpris=surprise=surprised"
)

MANNERS = _pairs(
    "rapidement=quickly lentement=slowly formidablement=wonderfully calmement=calmly tranquillement=quietly"
)
PAST_TIMES = _pairs(
    "hier=yesterday ce_matin=this_morning la_semaine_dernière=last_week lundi_dernier=last_Monday "
    "il_y_a_deux_jours=two_days_ago hier_soir=last_night"
)
OTHER_TIMES = {
    "present": _pairs("tous_les_jours=every_day le_matin=in_the_morning souvent=often le_lundi=on_Mondays"),
    "future": _pairs("demain=tomorrow ce_soir=tonight la_semaine_prochaine=next_week bientôt=soon"),
}
PLACES = _pairs(
    "ici=here à_Paris=in_Paris à_Lyon=in_Lyon dans_la_rue=in_the_street au_bureau=at_the_office "
    "dans_le_jardin=in_the_garden à_la_gare=at_the_station près_du_pont=near_the_bridge en_ville=in_town"
)

# People who are no occupation: their possessive is always faithful, whatever the dials say.
PEOPLE = _rows(
    "Cet_homme=This_man=his Cette_femme=This_woman=her Il=He=his Elle=She=her Mon_père=My_father=his "
    "Ma_mère=My_mother=her Le_garçon=The_boy=his La_fille=The_girl=her Mon_oncle=My_uncle=his Ma_tante=My_aunt=her"
)
# First and second persons: subject, auxiliary, going to, possessive; English subject and possessive.
SPEAKERS = _rows(
    "J'ai=Je_vais=mon=I=my Tu_as=Tu_vas=ton=You=your Nous_avons=Nous_allons=notre=We=our "
    "Vous_avez=Vous_allez=votre=You=your Ils_ont=Ils_vont=leur=They=their"
)

# Sentences without people: things, how they are, where they stand.
OBJECTS = _things(
    "train=train musée=museum pont=bridge château=castle bateau=boat café=café marché=market lac=lake film=film",
    "gare=station rue=street table=table porte=door fenêtre=window montagne=mountain ville=town église=church",
)
QUALITIES = _rows(
    "ouvert=ouverte=open fermé=fermée=closed magnifique=magnifique=magnificent grand=grande=big "
    "petit=petite=small ancien=ancienne=old propre=propre=clean vide=vide=empty cher=chère=expensive"
)
COUNTED = _pairs("chaises=chairs livres=books arbres=trees maisons=houses voitures=cars chats=cats fleurs=flowers")
NUMBERS = _pairs("deux=two trois=three quatre=four cinq=five dix=ten vingt=twenty")
WHERE = _pairs(
    "dans_la_cuisine=in_the_kitchen devant_la_maison=in_front_of_the_house dans_le_jardin=in_the_garden "
    "sur_la_place=on_the_square derrière_l'école=behind_the_school près_du_pont=near_the_bridge"
)
