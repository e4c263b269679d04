mt--judge--title = { $about } : traductions justes, en % ({ $n } { $n ->
        [one] ligne
       *[other] lignes
    })
mt--judge--fr-en--classes = Quel possessif traduit « son », selon le déterminant et le nom (%)
mt--judge--en-fr--classes = Groupe sujet juste, selon le déterminant et le nom de la référence (%)
mt--judge--note = Toutes les lignes : là où la source ne montre pas le genre (l’ + épicène), c’est celui pour lequel la ligne a été écrite qui compte, comme dans les totaux publiés. Genre visible : les lignes dont la source montre le genre. Intervalles à 95 %, rééchantillonnage des métiers.
mt--judge--reader--rules = Les règles de lecture s’accordent avec deux lecteurs sur { $agreed } traductions difficiles sur { $total }, mises de côté pendant l’écriture des règles.
mt--judge--reader--spacy = spaCy, employé là où les règles ne décident pas, s’accorde seul avec eux sur { $agreed } de { $total }.
mt--winomt--title = WinoMT : genre de la personne juste, en % ({ $n } { $n ->
        [one] phrase
       *[other] phrases
    }, genre lu par { $gender })
mt--gender--rules = des règles
mt--gender--spacy = spaCy
mt--winomt--note = Les items neutres et les personnes dont le genre n’est pas marqué comptent comme faux. Intervalles à 95 %, rééchantillonnage des métiers.
mt--winomt--warning = Beaucoup de ces phrases reposent sur des stéréotypes de métiers, que les traductions répètent ou renforcent. Elles sont montrées pour que chacun puisse vérifier les chiffres, et n’expriment ici l’opinion de personne.
mt--page--kicker = Genre et traduction
mt--compared--told = A et B en pourcentage, B − A en points. Les intervalles et le p bootstrap rééchantillonnent les métiers (pour les corpus qui ont une référence dans chaque genre : les paires ou les phrases), car les lignes sur un même métier ne sont pas indépendantes. Le test exact de McNemar compare les lignes qu’un seul des deux systèmes réussit, et les suppose indépendantes ; « ajusté » le corrige pour le nombre de chiffres qui ont ce test. Quand un chiffre n’emploie pas toutes les lignes, chaque système a les siennes ; n et le test de McNemar portent sur les lignes communes.
mt--bleu--compared--told = BLEU des deux systèmes sur les mêmes phrases, B − A en points. L’intervalle et p rééchantillonnent les phrases du jeu de test.
notice--mt--not-compared = { NAME($metric, of: "mt.metric") } : pas de comparaison, car les lignes d’au moins une des mesures ne disent pas à quelle liste elles appartiennent. Refaites-la avec --pro et --anti, dans un nouveau dossier.
mt--seen--pronoun_correct = { $system } donne le bon possessif dans { PERCENT($feminine-value) } des lignes au féminin et dans { PERCENT($masculine-value) } des lignes au masculin dont la source montre le genre
mt--seen--group_correct = { $system } traduit bien le déterminant et le nom dans { PERCENT($feminine-value) } des lignes au féminin et dans { PERCENT($masculine-value) } des lignes au masculin
mt--seen--accuracy = { $system } donne le bon genre à { PERCENT($feminine-value) } des femmes et à { PERCENT($masculine-value) } des hommes
mt--lines = { $cell }, { $found } ({ $n })
mt--lines--of = Les lignes derrière les chiffres : { $system }
mt--lines--hypothesis = Traduction
mt--column--figure = { "" }
mt--column--class = Classe
mt--column--n = n
mt--column--outcome = Résultat
mt--published = { $system }, publ.
mt--of = { $metric } : { $group }
mt--metric--pronoun_correct = Possessif juste
mt--metric--determiner_correct = Déterminant juste
mt--metric--noun_correct = Nom juste
mt--metric--group_correct = Déterminant et nom justes
mt--metric--pronoun_gap = Possessif, masculin moins féminin
mt--metric--determiner_gap = Déterminant, masculin moins féminin
mt--metric--noun_gap = Nom, masculin moins féminin
mt--metric--group_gap = Déterminant et nom, masculin moins féminin
mt--metric--identical_pairs = Même traduction pour les deux genres
mt--metric--accuracy = Exactitude
mt--metric--f1_masculine = F1 masculin
mt--metric--f1_feminine = F1 féminin
mt--metric--delta_g = ΔG, F1 masculin moins féminin
mt--metric--delta_g_spacy = ΔG selon la lecture de spaCy
mt--metric--delta_s = ΔS, pro- moins anti-stéréotypé
mt--metric--unknown = Genre non marqué
mt--group--all = toutes les lignes
mt--group--marked = genre visible
mt--group--feminine = féminin
mt--group--masculine = masculin
mt--group--feminine_20_marked = féminin, genre visible
mt--group--masculine_20_marked = masculin, genre visible
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
mt--bleu--note = Intervalles à 95 %, rééchantillonnage des phrases. Signature : { SEMICOLONS($signatures) }. Publié : { $source } ; l’article n’indique ni sa signature ni la largeur de son faisceau.
mt--bleu--validated = Validation : d’autres phrases, { SEMICOLONS($signatures) }.
mt--bleu--test = Jeu de test
mt--bleu--kicker = Qualité de la traduction
mt--bleu--page = BLEU de { $systems } sur { $test }
mt--bleu--answer = { $run-model } atteint un BLEU de { $bleu-value } (intervalle à 95 % : { SPAN($bleu-low, $bleu-high) }) sur { $run-test } : { $run-n } { $run-n ->
        [one] phrase
       *[other] phrases
    }, { $direction }.
mt--stats--kicker = Le genre en traduction : le corpus d’entraînement
mt--stats--title =
    { $count ->
        [one] Ce qu’une paire de phrases enseigne sur les métiers
       *[other] Ce que { $count } paires de phrases enseignent sur les métiers
    }
mt--stats--answer--nouns = { $absent } des { $n } noms de métier n’apparaissent jamais du côté français : un système entraîné sur ce corpus ne les a pas vus.
mt--stats--answer--son = « son » est aligné avec « his » dans { $his } des { $links } { $links ->
        [one] lien
       *[other] liens
    }, avec « her » dans { $her } et avec « its » dans { $its }.
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
mt--stats--son--pieces = Avec quoi « son » est aligné, en sous-mots : { $links } { $links ->
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
mt--stats--son--note = Publié : { $source }, tableau 3, pour son propre corpus d’entraînement, aligné en sous-mots ; { $types } sous-mots différents.
mt--stats--figure--frequency = Part des { $n } noms de métier qui apparaissent au plus tant de fois dans { $pairs } { $pairs ->
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
mt--stats--heading--son = Avec quoi « son » est aligné dans le corpus d’entraînement
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
mt--gap--undecided = { $seen } : pas d’écart net entre les genres ({ $gap } { $gap ->
        [one] point
       *[other] points
    } ; l’intervalle à 95 %, { $span }, contient 0).
mt--gap--few = { $seen } : { $n } cas { $n ->
        [one] indépendant ne suffit
       *[other] indépendants ne suffisent
    } pas pour mettre en évidence un écart entre les genres ({ $gap } points ; il en faut six).
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
    } ; intervalle à 95 % : { $span }).
mt--reading--ideal--term = L’idéal
mt--reading--ideal = 100 % de juste pour les deux genres, et un écart de 0. Un système qui écrit toujours le masculin a raison à toutes les lignes au masculin : c’est l’écart qu’il faut regarder, pas le total.
mt--reading--interval--term = L’intervalle
mt--reading--interval = D’autres phrases auraient donné des chiffres un peu différents ; l’intervalle à 95 % montre dans quelle mesure, par rééchantillonnage (toutes les phrases d’un métier ensemble, là où il s’agit de métiers). Si l’intervalle d’un écart contient 0, ces phrases ne montrent pas d’écart, ce qui ne prouve pas qu’il n’y en a pas.
mt--reading--epicene--term = l’ + épicène
mt--reading--epicene = Après l’, un nom épicène (l’architecte) ne montre pas son genre : aucun possessif n’est juste ni faux. Les chiffres dits « genre visible » écartent ces lignes.
mt--reading--shows--term = Ce que cela montre
mt--reading--shows = Si, dans ces phrases, la traduction garde un genre que la source énonce (ou laisse ouvert celui qu’elle laisse ouvert), et si elle le fait aussi souvent pour les femmes que pour les hommes.
mt--reading--not--term = Ce que cela ne montre pas
mt--reading--not = Ce que fait le système sur des textes ordinaires : les phrases suivent un patron, ou ont été écrites ou choisies pour le test, et ne connaissent que deux genres. La traduction est lue par des règles ou par un alignement de mots, qui se trompent parfois. Un système sans écart peut mal traduire.
mt--lines--class = Classe
notice--mt--limit = On n’a examiné que { $n } { $n ->
        [one] ligne
       *[other] lignes
    } sur { $total } (--limit) ; les chiffres ne sont donc pas ceux du corpus entier.
notice--mt--limit--items = On n’a examiné que { $n } { $n ->
        [one] phrase
       *[other] phrases
    } sur { $total } (--limit) ; les chiffres ne sont donc pas ceux du corpus entier.
notice--mt--empty =
    { $count ->
        [one] 1 ligne vide de la traduction est comptée comme fausse (ligne { $line }).
       *[other] { $count } lignes vides de la traduction sont comptées comme fausses (la première : ligne { $line }).
    }
notice--mt--by-spacy =
    { $count ->
        [one] spaCy a lu 1 sujet que les règles ne pouvaient pas lire (--gender spacy).
       *[other] spaCy a lu { $count } sujets que les règles ne pouvaient pas lire (--gender spacy).
    }
notice--mt--unreadable = Aucune conclusion possible : { $count } { $count ->
        [one] ligne
       *[other] lignes
    } seulement sur { $total } { $count ->
        [one] a pu être lue
       *[other] ont pu être lues
    }. Regardez d’abord les traductions.
mt--cleaned--notes = notes ({ $n })
mt--cleaned--quotes = guillemets ({ $n })
mt--cleaned--bullets = puces ou numéros ({ $n })
mt--cleaned--labels = étiquettes comme « Traduction : » ({ $n })
mt--cleaned--markup = balises ({ $n })
mt--cleaned--entities = entités de caractères ({ $n })
mt--cleaned--lines = autres lignes de la réponse ({ $n })
notice--mt--cleaned = { $count } { $count ->
        [one] traduction
       *[other] traductions
    } sur { $total } { $count ->
        [one] a été nettoyée
       *[other] ont été nettoyées
    } avant d’être jugées : { LIST($kinds) }.
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
        [one] { $count } paire a deux noms anglais, qui montrent le genre : { FIRST($nouns) }.
       *[other] { $count } paires ont deux noms anglais, qui montrent le genre : { FIRST($nouns) }.
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
        [one] La ligne { $lines } du fichier a une autre phrase anglaise que l’item ; elle a été appariée par son numéro, et n’entre pas dans ΔS.
       *[other] { $count } lignes du fichier ont une autre phrase anglaise que l’item ({ FIRST($lines) }) ; elles ont été appariées par leur numéro, et n’entrent pas dans ΔS.
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
mt--translate--done = { $done } { $done ->
        [one] ligne
       *[other] lignes
    } sur { $total } { $done ->
        [one] est traduite
       *[other] sont traduites
    }, dans { $out } ({ $rate } lignes par seconde).
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
mt--metric--her_share = « her » parmi « his » et « her », genre ouvert dans la source
mt--metric--tgbi = Indice de biais de Cho et al. (0–1 ; 1 : tout reste ouvert)
mt--metric--feminine_chosen = Féminin parmi les traductions genrées, genre ouvert dans la source
mt--kept--en-fr = Là où l’anglais ne dit pas le genre ({ $kept-n_used } { $kept-n_used ->
        [one] ligne
       *[other] lignes
    }), { $system } le laisse ouvert dans { PERCENT($kept-value) } des traductions (intervalle à 95 % : { SPAN($kept-low, $kept-high) } ; idéal : 100) ; parmi celles qui ont un genre, { PERCENT($her-value) } sont au féminin (50 pour un partage égal).
mt--kept--always--en-fr = Là où l’anglais ne dit pas le genre ({ $kept-n_used } { $kept-n_used ->
        [one] ligne
       *[other] lignes
    }), { $system } le laisse ouvert dans { PERCENT($kept-value) } des traductions (intervalle à 95 % : { SPAN($kept-low, $kept-high) } ; idéal : 100).
mt--class--open = genre non précisé par la source
mt--outcome--kept = laissé ouvert
mt--outcome--feminine = féminin
mt--outcome--masculine = masculin
mt--outcome--unreadable = aucun genre trouvé
mt--kept--fr-en = Là où le français ne montre pas le genre (l’ + épicène, { $kept-n_used } { $kept-n_used ->
        [one] ligne
       *[other] lignes
    }), { $system } le laisse ouvert dans { PERCENT($kept-value) } des traductions (intervalle à 95 % : { SPAN($kept-low, $kept-high) } ; idéal : 100) ; parmi celles qui disent « his » ou « her », { PERCENT($her-value) } disent « her » (50 pour un partage égal).
mt--kept--always--fr-en = Là où le français ne montre pas le genre (l’ + épicène, { $kept-n_used } { $kept-n_used ->
        [one] ligne
       *[other] lignes
    }), { $system } le laisse ouvert dans { PERCENT($kept-value) } des traductions (intervalle à 95 % : { SPAN($kept-low, $kept-high) } ; idéal : 100).
mt--metric--accuracy_determined = Exactitude, sans les items neutres
mt--metric--accuracy_neutral = Exactitude, un item neutre étant juste s’il n’est pas marqué
mt--entity--masculine = Hommes
mt--entity--feminine = Femmes
mt--entity--neutral = Genre non précisé
mt--entity--found--masculine = masculin en français
mt--entity--found--feminine = féminin en français
mt--entity--found--unknown = non marqué en français
mt--entity--found--both = aux deux genres (doublet)
mt--entity--found--inclusive = forme inclusive (·, iel)
mt--entity--found--avoided = genre évité (la victime)
mt--winomt--outcomes = Genre de chaque personne en français (phrases)
mt--set--outcomes = Résultats selon le genre de la source (traductions)
mt--set--found--inclusive = forme inclusive (·, iel)
mt--set--found--avoided = genre évité
mt--winomt--cell = { $gold }, { $found } : { $shown } sur { $n }
mt--lines--phrase = Mots pour l’entité
mt--set--title = { $on } : genre des traductions, en % ({ $n } { $n ->
        [one] traduction
       *[other] traductions
    })
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
mt--set--found--uncovered = aucun mot ne montre le genre
mt--set--found--empty = vide
mt--set--found--masculine = masculin seul
mt--set--found--feminine = féminin seul
mt--set--found--both = les deux genres
mt--set--found--kept = laissé ouvert
mt--set--found--unreadable = aucun mot ne montre le genre
mt--set--covered = Là où un mot dit le genre ({ $covered-n_used } { $covered-n_used ->
        [one] traduction
       *[other] traductions
    } sur { $coverage-n_used }), { $system } donne le bon dans { PERCENT($covered-value) } des cas (intervalle à 95 % : { SPAN($covered-low, $covered-high) }).
mt--set--open = Là où la source ne dit pas le genre ({ $ambiguity_kept-n_used } { $ambiguity_kept-n_used ->
        [one] phrase
       *[other] phrases
    }), { $system } le laisse ouvert dans { PERCENT($ambiguity_kept-value) } des traductions (intervalle à 95 % : { SPAN($ambiguity_kept-low, $ambiguity_kept-high) } ; idéal : 100) : { PERCENT($masculine_share-value) } sont au masculin, { PERCENT($feminine_share-value) } au féminin, { PERCENT($both_share-value) } mêlent les deux, et { PERCENT($unreadable-value) } n’ont pas pu être lues.
mt--seen--accuracy_covered = Là où un mot montre le genre, { $system } donne le bon dans { PERCENT($feminine-value) } des phrases au féminin et dans { PERCENT($masculine-value) } des phrases au masculin
mt--metric--feminine_correct = Féminin juste, selon le script publié
mt--metric--masculine_correct = Masculin juste, selon le script publié
mt--metric--both_correct = Les deux d’une paire justes, selon le script publié
mt--metric--coverage = Lisible
mt--metric--accuracy_covered = Juste, si lisible
mt--metric--covered_gap = Masculin moins féminin, si lisible
mt--metric--masculine_share = Masculin seul
mt--metric--feminine_share = Féminin seul
mt--metric--both_share = Les deux genres mêlés
mt--metric--unreadable = Aucun mot ne montre le genre
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
        [one] 1 traduction est vide (ligne { $line }) : elle ne montre aucun genre, et l’exactitude publiée la compte comme juste.
       *[other] { $count } traductions sont vides (la première : ligne { $line }) : elles ne montrent aucun genre, et l’exactitude publiée les compte comme justes.
    }
notice--mt--set--mute =
    { $count ->
        [one] À 1 ligne sur { $total } (ligne { $line }), une référence n’a aucun mot qui lui soit propre : son genre n’y est pas reconnaissable.
       *[other] À { $count } lignes sur { $total } (la première : { $line }), une référence n’a aucun mot qui lui soit propre : son genre n’y est pas reconnaissable.
    }
notice--mt--no-delta-s = ΔS manque : les items employés sont tous d’une seule liste, pro- ou anti-stéréotypée.
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
mt--page--asked--pair = { $direction } : de courtes phrases nomment un métier, une fois au masculin, une fois au féminin. La traduction parle-t-elle d’une personne du même genre ?
mt--section--pair = { $direction } : { $n } { $n ->
        [one] phrase
       *[other] phrases
    } sur des métiers
mt--kept--pair = Là où la source ne dit pas le genre ({ $kept-n_used } { $kept-n_used ->
        [one] ligne
       *[other] lignes
    }), { $system } le laisse ouvert dans { PERCENT($kept-value) } des traductions (intervalle à 95 % : { SPAN($kept-low, $kept-high) } ; idéal : 100) ; parmi celles qui ont un genre, { PERCENT($her-value) } sont au féminin (50 pour un partage égal).
mt--kept--always--pair = Là où la source ne dit pas le genre ({ $kept-n_used } { $kept-n_used ->
        [one] ligne
       *[other] lignes
    }), { $system } le laisse ouvert dans { PERCENT($kept-value) } des traductions (intervalle à 95 % : { SPAN($kept-low, $kept-high) } ; idéal : 100).
mt--bleu--signed = { $signature }, faisceau { $beams }
mt--means--term = Ce que cela veut dire
mt--means--masculine = La traduction perd le féminin plus souvent que le masculin : des femmes deviennent des hommes plus souvent que l’inverse.
mt--means--feminine = La traduction perd le masculin plus souvent que le féminin : des hommes deviennent des femmes plus souvent que l’inverse.
mt--means--none = Ces phrases ne montrent pas qu’un genre se perd plus souvent que l’autre, ce qui ne prouve pas qu’aucun ne se perd.
mt--sure--term = À quel point c’est sûr
mt--sure = Les intervalles à 95 % montrent comment les chiffres changeraient avec d’autres métiers ou d’autres phrases de même sorte ; ils ne disent rien d’autres textes. Un écart n’est dit net que si son intervalle exclut 0 et s’il repose sur au moins six cas indépendants.
mt--now--term = Que faire
mt--now--gap = Lire d’abord les lignes derrière les chiffres. Puis comparer des systèmes sur les mêmes lignes (`epicene compare`) ou, si l’on a le modèle, voir où le genre se perd (`epicene mt audit`, `epicene mt probe`).
mt--now = Lire les lignes derrière les chiffres. Ajouter des phrases là où les intervalles sont larges, et essayer un autre test : chacun ne regarde qu’une façon de perdre le genre.
mt--method--judge = Des règles lisent, dans chaque traduction, le possessif, ou le déterminant et le nom du sujet, et rien d’autre.
mt--method--set = Chaque traduction est lue par les mots que seule l’une de ses deux références contient.
mt--method--winomt = L’entité est retrouvée dans la traduction par alignement de mots ({ $aligner }), son genre par { $gender }.
mt--translate--means = Le fichier a une traduction pour chaque ligne, dans l’ordre. Rien ici ne dit si elles sont bonnes.
mt--translate--sure = Les lignes n’ont pas été jugées. Il faut regarder les premières, ci-dessous : une mauvaise langue ou un mauvais sens s’y voit.
mt--translate--now = Juger le fichier : `epicene mt judge --hyp FICHIER` pour le genre de phrases contrôlées ; `epicene mt winomt --translations FICHIER` pour WinoMT.
mt--bleu--means = Le BLEU compte les mots communs avec une seule référence. Il mesure la qualité, pas l’équité : un système peut perdre tous les féminins sans que son BLEU baisse beaucoup.
mt--bleu--sure = Les intervalles à 95 % rééchantillonnent les phrases de ce jeu de test. Un autre jeu, un autre découpage ou une autre casse donnent un autre BLEU ; la signature dit lequel c’est.
mt--bleu--now = Comparer des systèmes sur les mêmes phrases (`epicene compare`), et regarder le genre avec `epicene mt judge`.
mt--stats--means = Un système apprend mal ce que son corpus d’entraînement ne contient guère : les noms absents, les noms coupés en beaucoup de morceaux, et « son » au sens de « her » quand il vaut presque toujours « his ».
mt--stats--sure = Les comptes sont exacts, sur tout le corpus ; une forme compte quel que soit son sens (l’avocat, le fruit, aussi). Les alignements viennent d’un échantillon et sont parfois faux.
mt--stats--now = Juger un système entraîné sur ce corpus (`epicene mt judge`), et comparer avec les comptes d’un autre corpus.
mt--reading--ideal--open--term = L’idéal
mt--reading--ideal--open = 100 % laissé ouvert : la source ne dit aucun genre, la traduction n’a donc pas à en choisir un. Si elle choisit, autant de féminins que de masculins sont un moindre mal.
mt--means--unread = Trop peu de traductions ont pu être lues : les chiffres n’ont pas de sens.
mt--means--open--kept = La source ne dit aucun genre, et la plupart des traductions le laissent ouvert aussi.
mt--means--open--masculine = La source ne dit aucun genre, mais les traductions choisissent le masculin plus souvent que le féminin : des personnes de genre inconnu deviennent des hommes.
mt--means--open--feminine = La source ne dit aucun genre, mais les traductions choisissent le féminin plus souvent que le masculin.
mt--means--open--none = La source ne dit aucun genre ; la question est de savoir si la traduction le laisse ouvert ou choisit. Aucun des deux genres n’est nettement plus souvent choisi.
mt--means--of = { LIST($systems) } : { $meaning }
mt--now--unread = Lire les traductions : sont-elles dans la bonne langue, et dans l’ordre de la source ? Puis traduire et juger de nouveau.
mt--chart--feminine = Féminin
mt--chart--masculine = Masculin
mt--chart--open = Genre laissé ouvert
mt--chart--title--pronoun_correct = Possessif juste, là où la source montre le genre (%)
mt--chart--title--group_correct = Déterminant et nom justes (%)
mt--chart--title--accuracy = Genre de la personne juste (%)
mt--chart--title--accuracy_covered = Genre juste, là où un mot le montre (%)
mt--chart--title--ambiguity_kept = Genre laissé ouvert, comme dans la source (%)
mt--direction = { $source } → { $target }
