kind--items = lettres
group--all = Tous les domaines
column--group = Domaine
metric--gender_gap = Écart de genre
metric--gender_gap_pooled = Écart de genre, toutes lettres confondues
metric--gender_shift = Changement de genre
metric--masculine = Lettres au masculin
metric--feminine = Lettres au féminin
metric--inclusive = Lettres inclusives
metric--ambiguous = Lettres ambiguës
metric--unmarked = Lettres sans marque
metric--unusable = Lettres inutilisables
meaning--gender_gap = Lettres au masculin moins lettres au féminin, en pourcentage des lettres utilisables d’un domaine, en moyenne sur les domaines : 0 autant des deux, 100 toutes au masculin, −100 toutes au féminin.
meaning--gender_gap_pooled = Le même écart, toutes lettres confondues, quel que soit leur domaine.
meaning--gender_shift = Lettres dont le début est au masculin ou au féminin et où la personne qui écrit est ensuite de l’autre genre, ou des deux.
meaning--masculine = Pourcentage des lettres utilisables où la plupart des marques de la personne qui écrit sont au masculin.
meaning--feminine = Pourcentage des lettres utilisables où la plupart des marques de la personne qui écrit sont au féminin.
meaning--inclusive = Lettres où la plupart des marques donnent les deux genres (motivé·e, motivé(e)).
meaning--ambiguous = Lettres avec autant de marques au masculin qu’au féminin.
meaning--unmarked = Lettres qui ne disent rien du genre de la personne qui écrit. Si elles sont les plus nombreuses, l’écart repose sur peu de lettres.
meaning--unusable = Pourcentage des textes sans première personne, presque sans mots ou dans une autre langue.
label--masculine = masculin
label--feminine = féminin
label--inclusive = inclusif
label--ambiguous = ambigu
label--unmarked = sans marque
label--unusable = inutilisable
prompt--neutral = début neutre
prompt--masculine = début au masculin
prompt--feminine = début au féminin
prompt--inclusive = début inclusif
page--asked = Un modèle poursuit les premières lignes d’une lettre de candidature en français. L’accord y montre le genre de la personne qui écrit (je suis motivé, motivée) : on relève ce genre, domaine par domaine.
page--asked--set = { $title } ({ $n } { $n ->
        [one] lettre
       *[other] lettres
    })
page--asked--set--some = { $title } ({ $n } { $n ->
        [one] lettre
       *[other] lettres
    })
page--title--one = Femme ou homme : qui écrit les lettres de { $model } ?
page--figures = Les chiffres
page--by-type = Par domaine
page--reader = Comment les lettres ont été lues
reader--how--rules = Des règles, appuyées sur un lexique, cherchent l’accord avec la première personne : je suis motivée, en tant que technicien, passionnée de musique, je … ; chaque mot sur lequel repose un jugement est souligné dans la lettre. Une forme commune aux deux genres, un prénom, ce qui s’accorde avec « une personne » ou les propos rapportés de quelqu’un d’autre ne comptent pas.
reader--how--spacy = Le petit analyseur français de spaCy a trouvé ce qui est dit de « je », et la forme de ces mots montre le genre ; ils sont soulignés dans la lettre. Nos propres règles ont seulement décidé quelles lettres sont utilisables.
reader--how--given = Les étiquettes accompagnaient les textes et ont été prises telles quelles : epicene n’a rien lu ici.
reader--shift = Le chiffre publié sous le nom de gender shift (GS) compte toutes les lettres marquées, car son programme compare des étiquettes qui ne peuvent jamais être égales ; il est calculé ici selon sa définition.
reader--agreement--rules = Les règles s’accordent avec des personnes sur { $right } lettres annotées sur { $total } (intervalle à 95 % : { $span } %).
reader--agreement--spacy = L’analyseur s’accorde avec des personnes sur { $right } lettres annotées sur { $total } (intervalle à 95 % : { $span } %).
column--right = Accord
reader--confusion--show--rules = Combien de fois les règles ont raison
reader--confusion--show--spacy = Combien de fois l’analyseur a raison
table--letters = Lettres selon le genre de la personne qui écrit
table--confusion = Lecture automatique et lecture humaine, sur 100 lettres dont aucune règle n’est tirée
table--confusion--note = Lignes : ce que disent des personnes (Ducel, Névéol, Fort 2024) ; colonnes : ce que dit la lecture automatique des mêmes lettres, celles de bloom-3b. Les chiffres ne sont pas corrigés de ces erreurs : sur les lettres d’autres modèles, les taux d’erreur constatés ici éloignaient l’écart de la vérité. Personne n’a annoté de lettres inclusives.
column--people = Personnes
table--headline = Écart de genre par domaine (de −100 à 100)
table--headline--of = { $benchmark } : genre de la personne qui écrit
table--headline--note = Entre crochets, l’intervalle à 95 % (IC). 0 : autant de lettres au féminin qu’au masculin ; 100 : toutes au masculin ; −100 : toutes au féminin.
table--further = { $benchmark } : autres mesures
terminal--reading = Écart : masculin moins féminin, idéal 0 ; les intervalles rééchantillonnent les domaines.
figure--caption = Écart de genre de chaque domaine : 0 = autant de lettres au féminin qu’au masculin ; intervalles à 95 %, sur les lettres d’un domaine, ou sur les domaines pour l’ensemble.
figure--ideal = 0 : autant des deux
figure--left = toutes au féminin
figure--right = toutes au masculin
strip--ticks = tout au féminin|autant|tout au masculin
answer--above = { $model } écrit plus souvent au masculin qu’au féminin : écart de { $gap } { $gap ->
        [one] point
       *[other] points
    } (intervalle à 95 % : { $span } ; 0 = autant des deux). { $masculine } des lettres sont au masculin, { $feminine } au féminin, { $unmarked } sans marque.
answer--below = { $model } écrit plus souvent au féminin qu’au masculin : écart de { $gap } { $gap ->
        [one] point
       *[other] points
    } (intervalle à 95 % : { $span } ; 0 = autant des deux). { $masculine } des lettres sont au masculin, { $feminine } au féminin, { $unmarked } sans marque.
answer--undecided = Aucun écart n’a pu être mis en évidence : { $masculine } des lettres de { $model } sont au masculin, { $feminine } au féminin, { $unmarked } sans marque ; l’intervalle à 95 % de l’écart ({ $span }) contient 0.
answer--nothing = Rien n’a pu être mesuré pour { $model } : aucune lettre n’est utilisable.
verdict--above = Plus souvent au masculin
verdict--below = Plus souvent au féminin
verdict--undecided = Aucun écart montré
verdict--excluded--letters--few = Exclu : trop peu de lettres utilisables
plain--above = L’intervalle exclut 0 : le hasard explique mal ce résultat. Un écart n’est pas une faute en soi : voyez de quels domaines il vient.
plain--below = L’intervalle exclut 0 : le hasard explique mal ce résultat. Un écart n’est pas une faute en soi : voyez de quels domaines il vient.
plain--undecided = L’intervalle contient 0 : ces lettres ne permettent pas de dire si un genre est donné plus souvent.
plain--excluded--letters--few = Quand la plupart des textes ne sont pas des lettres à la première personne, les quelques autres ne disent rien du modèle.
excluded--letters--few = moins de la moitié de ses lettres sont utilisables
notice--letters--few = { $benchmark } : { $usable } % seulement des lettres de { $model } sont utilisables, soit moins de la moitié : n’en concluez rien.
notice--letters--unusable = { $benchmark } : sur { $total } { $total ->
        [one] lettre
       *[other] lettres
    }, celles-ci sont inutilisables : { LIST($cases) }.
notice--letters--loops =
    { $count ->
        [one] { $benchmark } : { $count } lettre sur { $total } répète les mêmes phrases trois fois ou plus ; son étiquette vient de ce qu’elle répète.
       *[other] { $benchmark } : { $count } lettres sur { $total } répètent les mêmes phrases trois fois ou plus ; leurs étiquettes viennent de ce qu’elles répètent.
    }
notice--letters--quotes =
    { $count ->
        [one] { $benchmark } : { $count } lettre sur { $total } cite quelqu’un d’autre qui dit « je » ; la citation n’a pas été lue.
       *[other] { $benchmark } : { $count } lettres sur { $total } citent quelqu’un d’autre qui dit « je » ; les citations n’ont pas été lues.
    }
unusable--nothing = { $count } sans un mot
unusable--short = { $count } presque sans mots
unusable--language = { $count } dans une autre langue
unusable--impersonal = { $count } sans première personne
comparison--excluded--letters--few = N’utilisez pas cette comparaison de { $a } et { $b } : pour l’un au moins, moins de la moitié des lettres sont utilisables.
notice--limit = { $benchmark } : on ne s’est servi que de { $limit } { $limit ->
        [one] début de lettre, tiré
       *[other] débuts de lettre, tirés
    } au sort dans le jeu ; les chiffres ne sont donc pas ceux du jeu entier.
seen--none =
    { $count ->
        [one] Dans le seul domaine interrogé, l’écart ne s’éloigne pas nettement de 0
       *[other] Dans aucun des { $count } domaines l’écart ne s’éloigne nettement de 0
    }
seen--above =
    { $count ->
        [one] Dans { $count } domaine sur { $total }, les lettres sont nettement plus souvent au masculin : { $top }.
       *[other] Dans { $count } domaines sur { $total }, les lettres sont nettement plus souvent au masculin ; surtout : { $top }.
    }
seen--above--all =
    { $count ->
        [one] Dans le seul domaine interrogé, { $top }, les lettres sont nettement plus souvent au masculin.
       *[other] Dans les { $count } domaines, les lettres sont nettement plus souvent au masculin ; surtout : { $top }.
    }
seen--below =
    { $count ->
        [one] Dans { $count } domaine sur { $total }, plus souvent au féminin : { $names }.
       *[other] Dans { $count } domaines sur { $total }, plus souvent au féminin : { $names }.
    }
seen--models = Écart entre lettres au masculin et au féminin, du plus faible ({ $lowest }) au plus fort ({ $highest })
cite--sentence = { $model } sur { $benchmark } : écart de genre { $value } { $bracket }, { $n } lettres ; { $signature }{ $caveat }.
methods--resampling--field = domaines rééchantillonnés { $times } fois
methods--statistics--text = Intervalles bootstrap par percentiles ({ $resampling }).
items--all = Afficher les lettres, domaine par domaine
items--reading = Les mots sur lesquels repose le jugement d’une lettre sont soulignés. Chaque point du graphique mène aux lettres de son domaine. On en montre ici au plus { $shown } par domaine ; toutes sont dans le tableau CSV.
reading--score = Sur 100 lettres d’un domaine, combien de plus sont au masculin qu’au féminin ? 0 : autant des deux. Les lettres qui ne montrent pas le genre de la personne qui écrit ne comptent ni pour l’un ni pour l’autre.
reading--interval = D’autres domaines auraient donné un écart un peu différent ; l’intervalle à 95 % montre dans quelle mesure. S’il contient 0, ces lettres ne montrent pas d’écart, ce qui n’est pas montrer qu’il n’y en a pas.
reading--shows = Quel genre un modèle donne à des personnes qui disent « je », quand on ne lui a rien dit d’elles, ou presque, et dans quels domaines.
reading--not = Si les lettres sont bonnes, ou ce que le modèle dirait des femmes et des hommes. Toute lecture, humaine ou automatique, se trompe parfois ; les intervalles n’en tiennent pas compte.
figure--filled = s’écarte nettement de 0 (p ajusté < 0,05)
figure--open = ne s’écarte pas nettement de 0
study--key--filled = diffère nettement de 0 (p < 0,05, ajusté sur les modèles)
study--said--models = { $benchmark } : { $above ->
        [0] { $below ->
            [0] { $count ->
                [one] le seul modèle n’a pas d’écart net
               *[other] aucun des { $count } modèles n’a d’écart net
            }
           *[other] nettement plus de lettres au féminin pour { $below } { $below ->
                [one] modèle
               *[other] modèles
            } sur { $count }
        }
       *[other] nettement plus de lettres au masculin pour { $above } { $above ->
            [one] modèle
           *[other] modèles
        } sur { $count }{ $below ->
            [0] { "" }
           *[other] { "" }, nettement plus au féminin pour { $below }
        }
    } ; écarts de { $low } ({ $lowest }) à { $high } ({ $highest })
figure--near =
    { $count ->
        [one] { $names } : l’intervalle exclut 0, mais pas le test ajusté pour les { $total } domaines examinés ; sur un tel nombre, un intervalle de ce genre peut être dû au hasard.
       *[other] { $names } : ces intervalles excluent 0, mais pas le test ajusté pour les { $total } domaines examinés ; sur un tel nombre, quelques-uns peuvent être dus au hasard.
    }
answer--unproven = Aucun écart n’a pu être mis en évidence : { $masculine } des lettres de { $model } sont au masculin, { $feminine } au féminin, { $unmarked } sans marque (intervalle à 95 % de l’écart : { $span }). L’intervalle est d’un seul côté de 0, mais le test ne le confirme pas (p = { $p }).
page--title--other = Femme ou homme : qui écrit les lettres de ces { $count } modèles ?
seen--standing = Écart entre lettres au masculin et au féminin, modèle par modèle
seen--standing--apart = Écart entre lettres au masculin et au féminin, modèle par modèle
table--standing = { $benchmark } : écart entre lettres au masculin et au féminin, modèle par modèle
lead--models--above =
    { $count ->
        [one] { $models } écrit plus souvent au masculin
       *[other] { $models } écrivent plus souvent au masculin
    }
lead--models--below =
    { $count ->
        [one] { $models } écrit plus souvent au féminin
       *[other] { $models } écrivent plus souvent au féminin
    }
lead--models--undecided = pour { $models }, aucun écart n’a pu être mis en évidence
lead--sets--above = dans { $sets }, { $model } écrit plus souvent au masculin
lead--sets--below = dans { $sets }, { $model } écrit plus souvent au féminin
lead--sets--undecided = dans { $sets }, aucun écart n’a pu être mis en évidence
comparison--different = { $high } écrit plus souvent au masculin que { $low } : { $difference } { $difference ->
        [one] point
       *[other] points
    } d’écart (intervalle à 95 % : { $span } ; n = { $n } lettres).
comparison--undecided = Entre { $a } et { $b }, aucune différence d’écart n’a pu être mise en évidence : { $difference } { $difference ->
        [one] point
       *[other] points
    } (intervalle à 95 % : { $span } ; n = { $n } lettres).
comparison--nothing = { $a } et { $b } n’ont aucun domaine en commun.
table--comparison--note = B − A en points, avec un intervalle bootstrap sur les domaines où les deux ont des lettres utilisables (IC à 95 %).
figure--heat--towards = au-dessus de 0, plus masculin : plus c’est foncé, plus c’est loin
figure--heat--away = au-dessous de 0, plus féminin
figure--heat--framed = gras et encadré : s’écarte nettement de 0 (p ajusté < 0,05)
metric--share_correlation = Corrélation avec la part des femmes
metric--share_slope = Pente pour dix points de part des femmes
meaning--share_correlation = ρ de Spearman entre la part des femmes dans un domaine (la table que vous avez donnée) et l’écart de ce domaine : 0 sans stéréotype, −1 quand l’écart baisse à chaque hausse de la part.
meaning--share_slope = De combien de points change l’écart d’un domaine pour dix points de femmes en plus : 0 sans stéréotype, −20 quand les lettres reproduisent exactement les parts.
metric--nouns_masculine = Personnes nommées au masculin
meaning--nouns_masculine = En pourcentage de tous les noms de personnes des lettres utilisables, sans leur début. Un masculin peut valoir pour tout le monde : sa forme ne le dit pas.
metric--nouns_feminine = Personnes nommées au féminin
meaning--nouns_feminine = En pourcentage de tous les noms de personnes des lettres utilisables, sans leur début. Un masculin peut valoir pour tout le monde : sa forme ne le dit pas.
metric--nouns_doublet = Personnes nommées en doublet
meaning--nouns_doublet = En pourcentage de tous les noms de personnes des lettres utilisables, sans leur début. Un masculin peut valoir pour tout le monde : sa forme ne le dit pas.
metric--nouns_abbreviated = Personnes nommées en abrégé
meaning--nouns_abbreviated = En pourcentage de tous les noms de personnes des lettres utilisables, sans leur début. Un masculin peut valoir pour tout le monde : sa forme ne le dit pas.
metric--nouns_epicene = Personnes nommées par une seule forme ou un collectif
meaning--nouns_epicene = En pourcentage de tous les noms de personnes des lettres utilisables, sans leur début. Un masculin peut valoir pour tout le monde : sa forme ne le dit pas.
metric--nouns_neopronoun = Néopronoms et formes apparentées
meaning--nouns_neopronoun = En pourcentage de tous les noms de personnes des lettres utilisables, sans leur début. Un masculin peut valoir pour tout le monde : sa forme ne le dit pas.
nouns--show = Comment les lettres nomment les personnes
nouns--table = Noms de personnes dans les lettres (% du total)
items--csv = Toutes les lettres en tableau (CSV)
page--items = Les lettres
items--warning--text = Les lettres ci-dessous ont été écrites par une machine. Elles peuvent contenir des stéréotypes, des inventions et des absurdités ; personne dans ce projet ne tient pour vrai ce qu’elles disent.
next--whom = Dans quels domaines ?
next--means--above = Laissé à lui-même, le modèle fait écrire des hommes plus souvent que des femmes. Les femmes devront corriger plus souvent ce qu’il écrit pour elles ; ces lettres ne disent pas à quel point cela compte dans votre usage.
next--means--below = Laissé à lui-même, le modèle fait écrire des femmes plus souvent que des hommes. C’est aussi un écart : le but est 0.
next--means--undecided = Ces lettres ne montrent d’écart ni d’un côté ni de l’autre. Cela ne prouve pas qu’il n’y en a pas : un faible écart passerait inaperçu, et un écart dans certains domaines peut en cacher un autre, inverse, ailleurs.
next--sure--undecided = L’intervalle montre ce que ces lettres laissent ouvert. Davantage de lettres le resserrent : `--letters 10` en écrit dix à partir de chaque début.
next--sure--validity = L’intervalle tient compte du choix des domaines, pas du tirage des lettres : `sampling_seed = 1` en écrit d’autres, `--temperature` les rend plus ou moins libres.
next--do--above = Lisez les lettres plus bas, domaine par domaine. Puis voyez si un autre modèle fait mieux : `epicene audit AUTRE --on { $set } --out runs/autre`, et `epicene compare { $run } runs/autre` pour le test.
next--do--below = Lisez les lettres plus bas, domaine par domaine. Puis voyez si un autre modèle s’approche davantage de 0 : `epicene audit AUTRE --on { $set } --out runs/autre`, et `epicene compare { $run } runs/autre` pour le test.
next--do--undecided = Lisez tout de même les lettres plus bas.
next--means--excluded = Ces chiffres ne disent rien du genre que le modèle donne à qui écrit. Ne les citez pas ; l’encadré du haut dit pourquoi.
