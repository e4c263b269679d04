mt--judge--title = { $direction }, { $n } { $n ->
        [one] ligne
       *[other] lignes
    } : ce qui est juste (%)
mt--judge--fr-en--classes = Quel possessif traduit « son », selon le déterminant et le nom (%)
mt--judge--en-fr--classes = Groupe sujet juste, selon le déterminant et le nom de la référence (%)
mt--judge--note = toutes : l’ + épicène compte selon le genre nominal de la ligne, comme dans les totaux de l’article ; marquées : seulement les lignes dont la source montre le genre. Intervalles à 95 %, rééchantillonnage des métiers.
mt--judge--reader--rules = Les règles de lecture ont donné la réponse de deux lecteurs pour { $agreed } traductions difficiles sur { $total }, mises de côté pendant qu’on les écrivait.
mt--judge--reader--spacy = spaCy, qui a lu ce qu’elles ne pouvaient pas lire, seul pour { $agreed } sur { $total }.
mt--winomt--title = WinoMT, { $n } { $n ->
        [one] phrase
       *[other] phrases
    }, genre par { $gender } (%)
mt--gender--rules = règles
mt--gender--spacy = spaCy
mt--winomt--note = Les cas neutres et les entités sans marque de genre comptent comme faux. Intervalles à 95 %, rééchantillonnage des métiers.
mt--winomt--warning = Beaucoup des phrases ci-dessous reposent sur des stéréotypes de métiers, que les traductions répètent ou renforcent. Elles sont montrées pour que chacun puisse vérifier les chiffres ; personne dans ce projet ne les tient pour vraies.
mt--page--kicker = Genre et traduction
mt--compared--told = A et B en pourcentage, B − A en points. Les intervalles et le p bootstrap rééchantillonnent les métiers, chacun avec les lignes des deux systèmes, car les phrases sur un même métier ne sont pas indépendantes (pour les corpus qui ont une référence dans chaque genre : les paires ou les phrases). Le test exact de McNemar porte sur les lignes qu’un seul des deux systèmes réussit, et les suppose indépendantes ; « ajusté », à côté, porte sur les chiffres qui ont ce test. Certains chiffres n’emploient pas toutes les lignes (entités dont le genre est déterminé, her là où la traduction tranche) : chaque système a alors les siennes ; n et le test de McNemar portent sur les lignes communes.
mt--bleu--compared--told = BLEU des deux systèmes sur les mêmes phrases, B − A en points. L’intervalle et p rééchantillonnent les phrases du jeu de test, chacune avec les traductions des deux systèmes.
notice--mt--not-compared = { NAME($metric, of: "mt.metric") } : pas de comparaison, car les lignes d’au moins une des mesures ne disent pas à quelle liste elles appartiennent. Refaites-la avec --pro et --anti, dans un nouveau dossier.
mt--seen--pronoun_correct = { $system } donne le bon possessif dans { PERCENT($feminine-value) } des lignes au féminin et dans { PERCENT($masculine-value) } des lignes au masculin dont la source montre le genre
mt--seen--group_correct = { $system } a le déterminant et le nom justes dans { PERCENT($feminine-value) } des lignes au féminin et dans { PERCENT($masculine-value) } des lignes au masculin
mt--seen--accuracy = { $system } donne le bon genre à { PERCENT($feminine-value) } des entités féminines et à { PERCENT($masculine-value) } des masculines
mt--lines = { $cell }, { $found } ({ $n })
mt--lines--of = Les lignes derrière les chiffres : { $system }
mt--lines--hypothesis = Traduction
mt--column--figure = { "" }
mt--column--class = Classe
mt--column--n = n
mt--column--outcome = Trouvé
mt--published = { $system }, publ.
mt--of = { $metric } : { $group }
mt--metric--pronoun_correct = Possessif juste
mt--metric--determiner_correct = Déterminant juste
mt--metric--noun_correct = Nom juste
mt--metric--group_correct = Les deux justes
mt--metric--pronoun_gap = Masculin moins féminin
mt--metric--determiner_gap = Déterminant, masculin moins féminin
mt--metric--noun_gap = Nom, masculin moins féminin
mt--metric--group_gap = Les deux, masculin moins féminin
mt--metric--identical_pairs = Paires à traduction unique
mt--metric--accuracy = Exactitude
mt--metric--f1_masculine = F1 masculin
mt--metric--f1_feminine = F1 féminin
mt--metric--delta_g = ΔG, F1 masculin moins féminin
mt--metric--delta_g_spacy = ΔG selon la lecture de spaCy
mt--metric--delta_s = ΔS, pro- moins anti-stéréotypé
mt--metric--unknown = Genre non marqué
mt--group--all = toutes les lignes
mt--group--marked = marquées
mt--group--feminine = féminin
mt--group--masculine = masculin
mt--group--feminine_20_marked = féminin, marquées
mt--group--masculine_20_marked = masculin, marquées
mt--group--pro-stereotypical = pro-stéréotypé
mt--group--anti-stereotypical = anti-stéréotypé
mt--class--epicene = { $determiner } + épicène
mt--class--feminine = { $determiner } + féminin
mt--class--masculine = { $determiner } + masculin
mt--outcome--her = her
mt--outcome--his = his
mt--outcome--both = les deux
mt--outcome--other = autre
mt--outcome--inclusive = forme inclusive (·, iel)
mt--outcome--avoided = genre évité
mt--outcome--of_other--their = dont their
mt--outcome--of_other--inclusive = dont une forme inclusive
mt--outcome--of_other--avoided = dont sans possessif
mt--outcome--of_other--wrong = dont faux (its, my…)
mt--outcome--right = les deux justes
mt--outcome--determiner = seul le déterminant juste
mt--outcome--noun = seul le nom juste
mt--outcome--wrong = les deux faux
mt--bleu--title = BLEU des traductions
mt--bleu--system = Système
mt--bleu--direction = Sens
mt--bleu--validation = Validation
mt--bleu--published = Publié ({ $test })
mt--bleu--note = Intervalles à 95 %, rééchantillonnage des phrases. Signature : { SEMICOLONS($signatures) }. Publié : { $source } ; l’article n’indique ni sa signature ni la largeur de son faisceau.
mt--bleu--validated = Validation : d’autres phrases, { SEMICOLONS($signatures) }.
mt--bleu--test = Jeu de test
mt--bleu--kicker = Qualité de la traduction
mt--bleu--page = BLEU de { $systems } sur { $test }
mt--bleu--answer = { $run-model } traduit { $run-test } ({ $run-n } { $run-n ->
        [one] phrase
       *[other] phrases
    }, { $run-direction }) avec un BLEU de { $bleu-value } [{ $bleu-low } ; { $bleu-high }].
mt--stats--kicker = Le genre en traduction : le corpus d’entraînement
mt--stats--title =
    { $count ->
        [one] Ce qu’une paire de phrases apprend sur les métiers
       *[other] Ce que { $count } paires de phrases apprennent sur les métiers
    }
mt--stats--answer--nouns = Sur { $n } { $n ->
        [one] nom
       *[other] noms
    } de métier, { $absent } { $absent ->
        [one] n’apparaît
       *[other] n’apparaissent
    } jamais du côté français.
mt--stats--answer--son = Parmi les mots anglais alignés avec « son », { $his } sont « his », { $her } « her » et { $its } « its ».
mt--stats--file--fr = Côté français
mt--stats--file--en = Côté anglais
mt--stats--heading--possessives = Les possessifs des deux côtés
mt--stats--possessives = Fréquence des possessifs
mt--stats--language = Langue
mt--stats--language--fr = français
mt--stats--language--en = anglais
mt--stats--count = Occurrences
mt--stats--forms--file = Chaque nom, sa fréquence et le nombre de ses sous-mots :
mt--stats--forms = Chaque nom et sa fréquence
mt--stats--noun = Nom
mt--stats--gender = Genre
mt--stats--gender--feminine = féminin
mt--stats--gender--masculine = masculin
mt--stats--gender--epicene = épicène
mt--stats--frequency = Fréquence de { $n } noms de métier dans { $pairs } { $pairs ->
        [one] paire
       *[other] paires
    } de phrases (cumulée, %)
mt--stats--pieces = Unités sous-lexicales d’un nom
mt--stats--son = Avec quoi « son » est aligné : { $links } { $links ->
        [one] lien
       *[other] liens
    } dans { $pairs } { $pairs ->
        [one] paire
       *[other] paires
    }, { $types } mots différents (%)
mt--stats--at-most = Occurrences, au plus
mt--stats--nouns = Noms
mt--stats--share = Part des noms
mt--stats--subwords = Sous-mots
mt--stats--word = Mot
mt--stats--links = Liens
mt--stats--link-share = Part des liens
mt--stats--son--pieces = Avec quoi « son » est aligné, en sous-mots : { $links } { $links ->
        [one] lien
       *[other] liens
    } dans { $pairs } { $pairs ->
        [one] paire
       *[other] paires
    }, { $types } sous-mots différents (%)
mt--stats--piece = Sous-mot
mt--stats--others = autres
mt--stats--published = Publié
mt--stats--published--note = Publié : { $source }, pour son propre corpus d’entraînement et ses propres noms.
mt--stats--son--note = Publié : { $source }, tableau 3, pour son propre corpus d’entraînement, aligné en sous-mots ; { $types } sous-mots différents.
mt--stats--figure--frequency = Part des { $n } noms qui n’apparaissent pas plus souvent que cela dans { $pairs } { $pairs ->
        [one] paire
       *[other] paires
    } de phrases (%)
mt--stats--figure--pieces = Part des { $n } noms selon le nombre de sous-mots (%)
mt--stats--heading--nouns = Rareté des noms dans le corpus d’entraînement
mt--stats--subject = Sujet
mt--stats--subjects = Avec quoi « son », « sa » et « ses » sont alignés, selon le genre du sujet
mt--stats--subjects--his = « his »
mt--stats--subjects--her = « her »
mt--stats--subjects--other = autre ou rien
mt--stats--subjects--share = « her » parmi les deux (%)
mt--stats--subjects--note = Phrases qui commencent par « il », « elle » ou un nom de métier dont le genre se lit. Le possessif peut renvoyer à quelqu’un d’autre que le sujet, et « il » ou « elle » à une chose. Intervalles exacts, comme si les occurrences étaient indépendantes.
mt--stats--heading--son = Avec quoi « son » est aligné dans le corpus d’entraînement
mt--page--title =
    { $count ->
        [one] { $systems } garde‑t‑il le genre ?
       *[other] { $systems } gardent‑ils le genre ?
    }
mt--page--asked--fr-en = Du français vers l’anglais, de courtes phrases nomment un métier, une fois au masculin, une fois au féminin : quel possessif la traduction choisit-elle, his ou her ?
mt--page--asked--en-fr = De l’anglais vers le français, de courtes phrases emploient his ou her à propos d’une personne désignée par son métier : le sujet français prend-il ce genre ?
mt--page--asked--winomt = WinoMT prend des phrases anglaises où un pronom révèle le genre d’une personne : quel genre cette personne a-t-elle dans la traduction française ?
mt--section--fr-en = Du français vers l’anglais : { $n } { $n ->
        [one] phrase
       *[other] phrases
    } sur des métiers
mt--section--en-fr = De l’anglais vers le français : { $n } { $n ->
        [one] phrase
       *[other] phrases
    } sur des métiers
mt--section--winomt = WinoMT, de l’anglais vers le français : { $n } { $n ->
        [one] phrase
       *[other] phrases
    }
mt--gap--masculine = { $seen } : un écart de { $gap } { $gap ->
        [one] point
       *[other] points
    } au détriment du féminin (intervalle à 95 % : { $span }).
mt--gap--feminine = { $seen } : un écart de { $gap } { $gap ->
        [one] point
       *[other] points
    } au détriment du masculin (intervalle à 95 % : { $span }).
mt--gap--undecided = { $seen } ; aucun écart entre les genres n’a pu être montré ({ $gap } { $gap ->
        [one] point
       *[other] points
    } ; l’intervalle à 95 %, { $span }, contient 0).
mt--gap--few = { $seen } ; { $n } cas { $n ->
        [one] indépendant ne suffit
       *[other] indépendants ne suffisent
    } pas pour montrer un écart entre les genres ({ $gap } points ; il en faut six).
mt--gap--delta_g--masculine = { $seen } ; ΔG, l’écart entre les deux scores F1, est de { $gap } { $gap ->
        [one] point
       *[other] points
    } au détriment du féminin (intervalle à 95 % : { $span }).
mt--gap--delta_g--feminine = { $seen } ; ΔG, l’écart entre les deux scores F1, est de { $gap } { $gap ->
        [one] point
       *[other] points
    } au détriment du masculin (intervalle à 95 % : { $span }).
mt--gap--delta_g--undecided = { $seen } ; ΔG, l’écart entre les deux scores F1, ne diffère pas nettement de 0 ({ $gap } { $gap ->
        [one] point
       *[other] points
    } ; intervalle à 95 % : { $span }).
mt--reading--ideal--term = L’idéal
mt--reading--ideal = 100 % de juste pour les deux genres, et un écart de 0. Un système qui écrit toujours le masculin a raison à toutes les lignes au masculin : c’est l’écart qu’il faut regarder, pas le total.
mt--reading--interval--term = L’intervalle
mt--reading--interval = D’autres phrases auraient donné des chiffres un peu différents ; l’intervalle à 95 % montre dans quelle mesure, en les tirant à nouveau au sort (toutes celles d’un métier ensemble, là où il s’agit de métiers). Si l’intervalle d’un écart contient 0, ces phrases ne montrent pas d’écart, ce qui n’est pas montrer qu’il n’y en a pas.
mt--reading--epicene--term = l’ + épicène
mt--reading--epicene = Après l’, un nom épicène (l’architecte) ne montre pas son genre : aucun possessif n’est juste ni faux. Les chiffres dits « marquées » écartent ces lignes.
mt--reading--shows--term = Ce que cela montre
mt--reading--shows = Si, dans ces phrases, la traduction garde un genre que la source énonce (ou laisse ouvert celui qu’elle laisse ouvert), et si elle le fait aussi souvent pour les femmes que pour les hommes.
mt--reading--not--term = Ce que cela ne montre pas
mt--reading--not = Ce que fait le système sur des textes ordinaires : les phrases suivent un patron, ou ont été écrites ou choisies pour le test, et ne connaissent que deux genres. La traduction est lue par des règles ou par un alignement de mots, qui se trompent parfois. Un système sans écart peut mal traduire.
mt--lines--class = Classe
notice--mt--limit = On n’a examiné que { $n } { $n ->
        [one] ligne
       *[other] lignes
    } sur { $total } (--limit) ; les chiffres ne sont donc pas ceux du corpus entier.
notice--mt--limit--items = On n’a examiné que { $n } { $n ->
        [one] phrase
       *[other] phrases
    } sur { $total } (--limit) ; les chiffres ne sont donc pas ceux du corpus entier.
notice--mt--empty =
    { $count ->
        [one] 1 ligne vide de la traduction est comptée comme fausse (ligne { $line }).
       *[other] { $count } lignes vides de la traduction sont comptées comme fausses (la première : ligne { $line }).
    }
notice--mt--by-spacy =
    { $count ->
        [one] 1 ligne dont aucune règle n’a pu lire le sujet a le genre que lui donne spaCy (--gender spacy).
       *[other] { $count } lignes dont aucune règle n’a pu lire le sujet ont le genre que leur donne spaCy (--gender spacy).
    }
notice--mt--unreadable = { $count } { $count ->
        [one] ligne
       *[other] lignes
    } seulement sur { $total } { $count ->
        [one] a pu être lue
       *[other] ont pu être lues
    }, trop peu pour un verdict : regardez d’abord les sorties.
mt--cleaned--notes = { $n } de notes
mt--cleaned--quotes = { $n } de guillemets
mt--cleaned--bullets = { $n } de puces ou de numéros
mt--cleaned--labels = { $n } d’étiquettes (« Traduction : »)
mt--cleaned--markup = { $n } de balises ou de marques
mt--cleaned--entities = { $n } d’entités de caractères
mt--cleaned--lines = { $n } d’autres lignes de la réponse
notice--mt--cleaned = { $count } { $count ->
        [one] sortie
       *[other] sorties
    } sur { $total } { $count ->
        [one] a été nettoyée avant d’être lue
       *[other] ont été nettoyées avant d’être lues
    } : { LIST($kinds) }.
notice--mt--aspirated =
    { $count ->
        [one] { $count } nom à h aspiré précédé de l’ : { FIRST($nouns) }.
       *[other] { $count } noms à h aspiré précédés de l’ : { FIRST($nouns) }.
    }
notice--mt--unelided =
    { $count ->
        [one] { $count } nom sans l’élision qu’il faudrait : { FIRST($nouns) }.
       *[other] { $count } noms sans l’élision qu’il faudrait : { FIRST($nouns) }.
    }
notice--mt--two-nouns =
    { $count ->
        [one] { $count } paire dont le nom anglais change avec le genre, et donc le trahit : { FIRST($nouns) }.
       *[other] { $count } paires dont le nom anglais change avec le genre, et donc le trahit : { FIRST($nouns) }.
    }
notice--mt--repeated =
    { $count ->
        [one] { $count } nom dans plusieurs paires : { FIRST($nouns) }.
       *[other] { $count } noms dans plusieurs paires : { FIRST($nouns) }.
    }
notice--mt--stray-spaces =
    { $count ->
        [one] { $file } : { $count } ligne avec des espaces en trop : { FIRST($lines) }.
       *[other] { $file } : { $count } lignes avec des espaces en trop : { FIRST($lines) }.
    }
notice--mt--no-newline = { $file } : la dernière ligne n’a pas de retour à la ligne, si bien que `wc -l` compte une ligne de moins.
notice--mt--unknown-rows = { $file } : les lignes ne sont pas celles de la version que nous connaissons (empreinte { $digest }).
notice--mt--changed =
    { $count ->
        [one] L’anglais de la ligne { $lines } du fichier diffère de celui de l’item ; l’appariement suit le numéro de ligne, et la ligne n’entre pas dans ΔS.
       *[other] L’anglais des lignes { FIRST($lines) } du fichier ({ $count }) diffère de celui des items ; l’appariement suit le numéro de ligne, et ces lignes n’entrent pas dans ΔS.
    }
notice--mt--untranslated =
    { $count ->
        [one] { $count } traduction sur { $total } est vide.
       *[other] { $count } traductions sur { $total } sont vides.
    }
notice--mt--unfinished = { $done } { $done ->
        [one] ligne
       *[other] lignes
    } sur { $total } { $done ->
        [one] est traduite
       *[other] sont traduites
    } pour l’instant ; relancez la même commande pour continuer.
mt--translate--kicker = Un fichier traduit
mt--translate--title =
    { $count ->
        [one] { $system } a traduit { $count } ligne ({ NAME($source, of: "language") } → { NAME($target, of: "language") })
       *[other] { $system } a traduit { $count } lignes ({ NAME($source, of: "language") } → { NAME($target, of: "language") })
    }
mt--translate--done = { $count } { $count ->
        [one] ligne
       *[other] lignes
    } dans { $out } ({ $rate } lignes/s)
mt--translate--facts = Ce qui a été fait
mt--translate--out = Traductions
mt--translate--source = Empreinte des lignes sources
mt--translate--fact--command = Commande
mt--translate--fact--model = Modèle
mt--translate--fact--revision = Révision
mt--translate--fact--weights = Empreinte des poids
mt--translate--fact--beams = Largeur du faisceau
mt--translate--fact--max_new_tokens = Traduction la plus longue, en tokens
mt--translate--fact--limit = Traduction la plus longue d’une ligne de n tokens
mt--translate--fact--prefix = Mis devant chaque ligne
mt--translate--fact--dtype = Format des nombres
mt--translate--lines = Les premières lignes, côte à côte
mt--translate--line = Ligne
mt--translate--of = Source
mt--translate--text = Traduction
mt--translate--title--several = Ce que { LIST($systems) } ont traduit
mt--metric--ambiguity_kept = Genre laissé ouvert, comme dans la source
mt--metric--her_share = her, quand seule la traduction tranche
mt--metric--tgbi = Indice de biais de Cho et al. (0–1 ; 1 : tout reste ouvert)
mt--metric--feminine_chosen = Féminin, quand seule la traduction tranche
mt--kept--en-fr = Là où l’anglais ne dit pas le genre ({ $kept-n_used } { $kept-n_used ->
        [one] ligne
       *[other] lignes
    }), { PERCENT($kept-value) } des traductions du système { $system } le laissent ouvert aussi (intervalle à 95 % : { SPAN($kept-low, $kept-high) } ; idéal : 100) ; parmi celles qui tranchent, { PERCENT($her-value) } choisissent le féminin (50 : l’équilibre, faute de mieux).
mt--kept--always--en-fr = Là où l’anglais ne dit pas le genre ({ $kept-n_used } { $kept-n_used ->
        [one] ligne
       *[other] lignes
    }), { PERCENT($kept-value) } des traductions du système { $system } le laissent ouvert aussi (intervalle à 95 % : { SPAN($kept-low, $kept-high) } ; idéal : 100).
mt--class--open = genre non précisé par la source
mt--outcome--kept = laissé ouvert
mt--outcome--feminine = féminin
mt--outcome--masculine = masculin
mt--outcome--unreadable = aucun genre trouvé
mt--kept--fr-en = Là où le français ne dit pas le genre (l’ + épicène, { $kept-n_used } { $kept-n_used ->
        [one] ligne
       *[other] lignes
    }), { PERCENT($kept-value) } des traductions du système { $system } le laissent ouvert aussi (intervalle à 95 % : { SPAN($kept-low, $kept-high) } ; idéal : 100) ; parmi celles qui tranchent, { PERCENT($her-value) } disent her (50 : l’équilibre, faute de mieux).
mt--kept--always--fr-en = Là où le français ne dit pas le genre (l’ + épicène, { $kept-n_used } { $kept-n_used ->
        [one] ligne
       *[other] lignes
    }), { PERCENT($kept-value) } des traductions du système { $system } le laissent ouvert aussi (intervalle à 95 % : { SPAN($kept-low, $kept-high) } ; idéal : 100).
mt--metric--accuracy_determined = Exactitude, là où un genre est déterminé
mt--metric--accuracy_neutral = Exactitude, le neutre compté comme neutre
mt--entity--masculine = Entités masculines
mt--entity--feminine = Entités féminines
mt--entity--neutral = Entités neutres
mt--entity--found--masculine = masculin en français
mt--entity--found--feminine = féminin en français
mt--entity--found--unknown = non marqué en français
mt--entity--found--both = aux deux genres (doublet)
mt--entity--found--inclusive = forme inclusive (·, iel)
mt--entity--found--avoided = genre évité (la victime)
mt--winomt--outcomes = Ce que le français fait de chaque personne (phrases)
mt--set--outcomes = Ce qui a été trouvé (traductions)
mt--set--found--inclusive = forme inclusive (·, iel)
mt--set--found--avoided = genre évité
mt--winomt--cell = { $gold }, { $found } : { $shown } sur { $n }
mt--lines--phrase = Mots pour l’entité
mt--set--title = { $on }, { $n } { $n ->
        [one] traduction
       *[other] traductions
    } (%)
mt--set--note = Une traduction est lue d’après les mots que seule la référence féminine, ou seule la masculine, contient ; elle est lisible si elle a un tel mot. Selon le script publié : juste, sauf si un tel mot de l’autre genre s’y trouve ; une traduction qui n’en a aucun, même vide, est donc juste. Intervalles à 95 %, rééchantillonnage des phrases (ou des paires de phrases).
mt--set--label = Étiquette
mt--set--labels = { $system } : ce que devient le genre, par étiquette (%)
mt--set--words = Mots qui disent le genre
mt--set--reference--feminine = Référence au féminin
mt--set--reference--masculine = Référence au masculin
mt--set--reference--original = Référence
mt--set--reference--flipped = Référence à l’autre genre
mt--set--class--feminine = Phrases au féminin
mt--set--class--masculine = Phrases au masculin
mt--set--class--unknown = Phrases dont le contexte n’a pas de pronom
mt--set--class--open = Genre laissé ouvert par la source
mt--set--found--right = juste
mt--set--found--wrong = un mot de l’autre genre
mt--set--found--uncovered = aucun mot ne le dit
mt--set--found--empty = vide
mt--set--found--masculine = masculin seul
mt--set--found--feminine = féminin seul
mt--set--found--both = les deux genres
mt--set--found--kept = laissé ouvert
mt--set--found--unreadable = aucun mot ne le dit
mt--set--covered = Là où un mot dit le genre ({ $covered-n_used } { $covered-n_used ->
        [one] traduction
       *[other] traductions
    } sur { $coverage-n_used }), { $system } donne le bon dans { PERCENT($covered-value) } des cas (intervalle à 95 % : { SPAN($covered-low, $covered-high) }).
mt--set--open = Là où la source laisse le genre ouvert ({ $ambiguity_kept-n_used } { $ambiguity_kept-n_used ->
        [one] phrase
       *[other] phrases
    }), le système { $system } le laisse ouvert aussi dans { PERCENT($ambiguity_kept-value) } des cas (intervalle à 95 % : { SPAN($ambiguity_kept-low, $ambiguity_kept-high) } ; idéal : 100), choisit le masculin dans { PERCENT($masculine_share-value) } et le féminin dans { PERCENT($feminine_share-value) }, et mêle les deux dans { PERCENT($both_share-value) } ; dans { PERCENT($unreadable-value) } des cas, aucun mot ne le dit.
mt--seen--accuracy_covered = Là où un mot dit le genre, { $system } donne le bon dans { PERCENT($feminine-value) } des phrases au féminin et dans { PERCENT($masculine-value) } des phrases au masculin
mt--metric--feminine_correct = Féminin juste, selon le script publié
mt--metric--masculine_correct = Masculin juste, selon le script publié
mt--metric--both_correct = Les deux d’une paire justes, selon le script publié
mt--metric--coverage = Lisible
mt--metric--accuracy_covered = Juste, si lisible
mt--metric--covered_gap = Masculin moins féminin, si lisible
mt--metric--masculine_share = Masculin seul
mt--metric--feminine_share = Féminin seul
mt--metric--both_share = Les deux genres mêlés
mt--metric--unreadable = Aucun mot ne le dit
mt--page--asked--mt-geneval = MT-GenEval donne des phrases de Wikipédia en deux versions, l’une à propos d’une femme, l’autre à propos d’un homme : les mots qui s’accordent avec cette personne prennent-ils le bon genre ?
mt--page--asked--mt-geneval-context = Dans les phrases en contexte de MT-GenEval, seule la phrase précédente révèle le genre : la traduction le suit-elle ?
mt--page--asked--gate = GATE donne des phrases anglaises qui ne disent pas le genre d’une personne : la traduction en choisit-elle un, ou le laisse-t-elle ouvert ?
mt--page--asked--table = Chaque phrase a une référence au féminin et une au masculin : laquelle la traduction suit-elle, ou laisse-t-elle le genre ouvert ?
mt--section--mt-geneval = MT-GenEval : { $n } { $n ->
        [one] traduction
       *[other] traductions
    }
mt--section--mt-geneval-context = MT-GenEval en contexte : { $n } { $n ->
        [one] traduction
       *[other] traductions
    }
mt--section--gate = GATE : { $n } { $n ->
        [one] traduction
       *[other] traductions
    }
mt--section--table = Références dans les deux genres : { $n } { $n ->
        [one] traduction
       *[other] traductions
    }
mt--reading--unique--term = Les mots qui disent le genre
mt--reading--unique = Une traduction se lit d’après les mots que seule la référence féminine, ou seule la masculine, contient. Si elle dit la même chose autrement, on ne peut pas la lire ; la part qu’on peut lire figure dans le tableau. En français, les noms épicènes (les élèves), les doublets (étudiantes et étudiants) et les formes abrégées (étudiant·e) laissent le genre ouvert.
notice--mt--set--empty =
    { $count ->
        [one] 1 traduction est vide (ligne { $line }) : on n’y lit rien, et le script publié la compte comme juste.
       *[other] { $count } traductions sont vides (la première : ligne { $line }) : on n’y lit rien, et le script publié les compte comme justes.
    }
notice--mt--set--mute =
    { $count ->
        [one] À 1 ligne sur { $total } (ligne { $line }), une référence n’a aucun mot que l’autre n’ait pas : son genre ne peut s’y lire.
       *[other] À { $count } lignes sur { $total } (la première : { $line }), une référence n’a aucun mot que l’autre n’ait pas : son genre ne peut s’y lire.
    }
notice--mt--no-delta-s = ΔS manque : les items interrogés sont tous d’une seule liste, pro- ou anti-stéréotypée.
mt--kind = traductions
mt--short--fr-en = Métiers, du français vers l’anglais
mt--short--en-fr = Métiers, de l’anglais vers le français
mt--short--winomt = WinoMT
mt--short--mt-geneval = MT-GenEval
mt--short--mt-geneval-context = MT-GenEval en contexte
mt--short--gate = GATE
mt--short--table = Références aux deux genres
mt--short--test-set = Jeu de test { $test }
mt--judge--forward--classes = Quel possessif a la traduction, selon le déterminant et le nom (%)
mt--judge--back--classes = Groupe sujet juste, selon le déterminant et le nom de la référence (%)
mt--page--asked--pair = { $direction } : de courtes phrases nomment un métier, une fois au masculin, une fois au féminin. La traduction parle-t-elle d’une personne du même genre ?
mt--section--pair = { $direction } : { $n } { $n ->
        [one] phrase
       *[other] phrases
    } sur des métiers
mt--kept--pair = Là où la source ne dit pas le genre ({ $kept-n_used } { $kept-n_used ->
        [one] ligne
       *[other] lignes
    }), { PERCENT($kept-value) } des traductions du système { $system } le laissent ouvert aussi (intervalle à 95 % : { SPAN($kept-low, $kept-high) } ; idéal : 100) ; parmi celles qui tranchent, { PERCENT($her-value) } choisissent le féminin (50 : l’équilibre, faute de mieux).
mt--kept--always--pair = Là où la source ne dit pas le genre ({ $kept-n_used } { $kept-n_used ->
        [one] ligne
       *[other] lignes
    }), { PERCENT($kept-value) } des traductions du système { $system } le laissent ouvert aussi (intervalle à 95 % : { SPAN($kept-low, $kept-high) } ; idéal : 100).
mt--bleu--signed = { $signature }, faisceau { $beams }
mt--means--term = Ce que cela veut dire
mt--means--masculine = Là où la source dit un genre, la traduction perd le féminin plus souvent que le masculin : des femmes deviennent des hommes plus souvent que l’inverse.
mt--means--feminine = Là où la source dit un genre, la traduction perd le masculin plus souvent que le féminin.
mt--means--both = Certains de ces systèmes ou de ces tests perdent plus souvent le féminin, d’autres le masculin : il faut lire chaque réponse à part.
mt--means--none = Ces phrases ne montrent pas qu’un genre se perd plus souvent que l’autre. Ce n’est pas montrer qu’aucun ne se perd.
mt--means--open = Dans ces phrases, la source laisse le genre ouvert, si bien qu’aucun genre n’est juste : la question est de savoir si la traduction le laisse ouvert aussi, ou choisit.
mt--sure--term = À quel point c’est sûr
mt--sure = Les intervalles à 95 % retirent au sort les métiers (ou les phrases) du test ; ils ne disent rien d’autres sortes de textes. Un écart n’est tenu pour établi que si son intervalle exclut 0 et si au moins six cas indépendants le fondent.
mt--now--term = Que faire
mt--now--gap = Regarder d’abord les lignes derrière les chiffres. Puis comparer des systèmes sur les mêmes lignes (epicene compare), ou voir où le genre se perd (epicene mt audit, epicene mt probe), si l’on a le modèle.
mt--now = Regarder les lignes derrière les chiffres, prendre plus de phrases là où les intervalles sont larges, et essayer un autre test : chacun ne regarde qu’une façon de perdre le genre.
mt--method--judge = Des règles lisent, dans chaque traduction, le possessif, ou le déterminant et le nom du sujet, et rien d’autre.
mt--method--set = Chaque traduction est lue par les mots que seule l’une de ses deux références contient.
mt--method--winomt = L’entité est retrouvée dans la traduction par alignement de mots ({ $aligner }), son genre par { $gender }.
mt--translate--means = Un fichier avec une traduction pour chaque ligne, dans leur ordre. Rien ici ne dit si elles sont bonnes.
mt--translate--sure = Les lignes n’ont pas été jugées. Il faut regarder les premières, ci-dessous : une mauvaise langue ou un mauvais sens s’y voit.
mt--translate--now = Juger le fichier : epicene mt judge --hyp FICHIER pour le genre de phrases contrôlées ; epicene mt winomt --translations FICHIER pour WinoMT.
mt--bleu--means = Le BLEU compte les mots communs avec une seule référence. Il dit ce que vaut une traduction, non qui elle oublie : un système peut perdre tous les féminins sans que son BLEU baisse beaucoup.
mt--bleu--sure = Les intervalles à 95 % rééchantillonnent les phrases de ce jeu de test ; un autre jeu, un autre découpage ou une autre casse donnent un autre BLEU. Les signatures disent lequel c’est.
mt--bleu--now = Comparer des systèmes sur les mêmes phrases (epicene compare), et regarder le genre avec epicene mt judge.
mt--stats--means = Un système apprend mal ce que son corpus d’entraînement n’a guère : des noms qui n’y sont jamais, des noms coupés en beaucoup de morceaux, et un « son » qui vaut his bien plus souvent que her.
mt--stats--sure = Les comptes sont exacts, sur tout le corpus ; une forme compte où qu’elle soit (l’avocat, le fruit, aussi). Les alignements sont ceux d’un échantillon, et se trompent parfois.
mt--stats--now = Comparer des corpus (epicene compare), et juger un système entraîné sur celui-ci (epicene mt judge).
