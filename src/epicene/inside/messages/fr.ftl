inside--mt-audit--title = Le genre en décodage forcé : { $model }
inside--mt-audit--standfirst = On fait écrire au modèle la référence jusqu’au mot qui montre le genre ; la probabilité qu’il donne alors à chacun de deux mots montre ce qu’il a compris, quelle que soit la traduction qu’il aurait choisie.
forced--verdict--preferred = Quand la source ne dit pas le genre, le système attend { $word } plutôt que { $other } : { $word } reçoit { $share } { $span } de la probabilité des deux mots (b = { $b } ; 50 % : aucune préférence).
forced--verdict--neither = Quand la source ne dit pas le genre, le système ne montre aucune préférence nette : { $word } reçoit { $share } { $span } de la probabilité des deux mots (b = { $b } ; 50 % : aucune préférence).
forced--verdict--few = Quand la source ne dit pas le genre, { $word } reçoit { $share } de la probabilité des deux mots (b = { $b }), sur { $n } { $n ->
        [one] métier
       *[other] métiers
    } : c’est trop peu pour dire si le système préfère un genre (il en faut six).
forced--verdict--right = Quand la source dit le genre, le bon mot est le plus probable dans { $feminine } des lignes au féminin et { $masculine } des lignes au masculin.
forced--contrast--heading = Quel mot vient ({ $contrast }) ?
forced--contrast--noun = les deux formes du nom
forced--said--b = b(u) = 1 − 2·P({ $masculine }) / (P({ $masculine }) + P({ $feminine })), quand la source ne dit pas le genre. 0 : les deux sont aussi probables ; −1 : le masculin seul ; 1 : le féminin seul.
forced--said--r = r(u) = 1 − P(masculin | sujet féminin) / P(masculin | sujet masculin), pour les paires qui ne diffèrent que par le genre. 1 : le genre est transféré ; 0 : il ne change rien ; au-dessous de 0 : il agit à l’envers.
forced--figure-3--b = Distribution de b sur les lignes qui ne montrent pas le genre ({ $contrast }) ; le point blanc est la moyenne, le petit trait la médiane
forced--figure-3--r = Distribution de r sur les paires ({ $contrast }) ; le point blanc est la moyenne, le petit trait la médiane
forced--ideal--b = à égalité
forced--ideal--r = transfert complet
forced--spread--title = b, r et t, décodage forcé ({ $contrast }), { $direction }
forced--spread--note = De 5 % à 95 % : quantiles. Un seul nom : sans les paires dont les références ont deux noms ({ $example }), où la référence livre le genre. Intervalles à 95 %, rééchantillonnage des métiers.
forced--group--all = toutes
forced--group--same_20_noun = un seul nom
forced--count--b = lignes (b)
forced--count--r = paires (r)
forced--figure--mean = { $measure }, moyenne
forced--figure--median = { $measure }, médiane
forced--figure--q05 = { $measure }, 5 %
forced--figure--q25 = { $measure }, 25 %
forced--figure--q75 = { $measure }, 75 %
forced--figure--q95 = { $measure }, 95 %
forced--share-below = { $measure } < { $threshold } (%)
forced--choices--title = Combien de fois le mot du bon genre est le plus probable des deux ({ $contrast })
forced--possessives--title = Probabilité de chaque possessif (%)
forced--possessives--note = Probabilité moyenne après le début de la référence ; ce qui manque à 100 va à d’autres mots. Là où la source laisse le genre ouvert, « { $their } » le laisse ouvert aussi : b ne compare que les deux autres.
forced--possessives--open = La source laisse le genre ouvert (les lignes de b)
forced--possessives--feminine = La source dit le féminin
forced--possessives--masculine = La source dit le masculin
forced--nouns--b = b : noms les plus féminins et les plus masculins ({ $contrast })
forced--nouns--r = r : noms dont le genre se transfère le mieux et le moins bien ({ $contrast })
forced--nouns--highest = les plus hauts
forced--nouns--lowest = les plus bas
forced--correlations--title = Avec quoi b, r et t sont corrélés ({ $contrast })
forced--correlations--note = ρ de Spearman sur les noms ; pour une paire, le nom féminin. Intervalles bootstrap à 95 % ; p : permutations, bilatéral.
forced--with--subwords = { $measure } et le nombre de sous-mots du nom
forced--with--frequency = { $measure } et la fréquence du nom à l’entraînement
forced--judged--heading = Ce que le modèle traduit
forced--judged--said = Les mêmes lignes, traduites librement et jugées comme le fait epicene mt judge.
forced--notice--limit = On n’a soumis au modèle que { $n } { $n ->
        [one] ligne
       *[other] lignes
    } sur { $total }, { $n ->
        [one] tirée
       *[other] tirées
    } au sort.
forced--judged--published--others = JoeyNMT et e-translation : publié, { $source }, sur les 3 392 phrases des auteurs ; celles qui sont jugées ici sont d’autres phrases.
forced--judged--published--same = JoeyNMT et e-translation : publié, { $source }, sur ces mêmes phrases (l’article en compte 3 392 ; le fichier diffusé a une paire de plus).
forced--judged--published--some = JoeyNMT et e-translation : publié, { $source }, sur les 3 392 phrases des auteurs ; { $n } d’entre elles sont jugées ici.
forced--notice--single = { $measure } ne repose que sur un seul métier ({ $noun }) : ni sa moyenne ni ses quantiles n’ont d’intervalle.
forced--notice--empty = Traductions vides, jugées fausses : { $n }.
forced--notice--no-possessive = { $n } { $n ->
        [one] référence
       *[other] références
    } sur { $total } { $n ->
        [one] n’a pas de possessif qui montre le genre ; sa traduction
       *[other] n’ont pas de possessif qui montre le genre ; aucune de leurs traductions
    } ne peut être jugée juste.
forced--notice--left-out = { $left } { $left ->
        [one] ligne
       *[other] lignes
    } sur { $n } { $left ->
        [one] n’a
       *[other] n’ont
    } pas { NAME($contrast, of: "forced.contrast") } et { $left ->
        [one] est écartée
       *[other] sont écartées
    }.
forced--group--without_20_outliers = sans les valeurs aberrantes
forced--column--before = avant
forced--column--after = après
forced--column--change = écart moyen
forced--compared--told = Moyennes de b (lignes dont la source ne montre pas le genre), de r et de t (paires où elle le montre) sur les n lignes ou paires soumises aux deux systèmes. Les intervalles rééchantillonnent les noms, chacun avec les valeurs des deux systèmes. Le test des rangs signés de Wilcoxon et le test du signe portent sur l’écart de chaque nom : quelques paires au r démesuré n’y pèsent guère, alors qu’elles peuvent dominer la moyenne de r. « p ajusté » est celui de Wilcoxon. Pour les traductions : pourcentage de justes, avec des intervalles sur les métiers et le test exact de McNemar sur les lignes, et part du possessif féminin parmi les lignes dont la source ne montre pas le genre et dont la traduction tranche. BLEU rééchantillonne les phrases du jeu de test, chacune avec les traductions des deux systèmes.
forced--compared--bleu = BLEU sur { $test }
forced--compared--change = { $intervention } : changement de { $measure }
forced--compared--changes = Ce que chaque bloc porte de t (φ) et ce que change chaque intervention (après moins avant ; pour une voie, ce qui est perdu ou porté seul, en t), en moyenne sur les n lignes ou paires soumises aux deux systèmes. Les intervalles rééchantillonnent les noms, chacun avec les valeurs des deux systèmes. Le test des rangs signés de Wilcoxon et le test du signe portent sur l’écart de chaque nom : quelques paires au r démesuré n’y pèsent guère, alors qu’elles peuvent dominer la moyenne de r. « p ajusté » est celui de Wilcoxon.
probe--compared--figure = { NAME($corpus, of: "probe.corpus") }, { NAME($side, of: "probe.side") } { $layer }, { $token } : { NAME($figure, of: "probe.figure") }
probe--compared--told = Pourcentage de réponses justes, en moyenne sur les n répétitions, qui répartissent de la même façon les lignes des deux systèmes ; « Différence » est l’exactitude moins celle obtenue avec des poids aléatoires. Les répétitions ont en commun la plupart de leurs lignes d’entraînement et ne sont pas indépendantes : l’intervalle et p sont ceux du test t rééchantillonné corrigé (Nadeau et Bengio 2003), dont la variance est (1/n + part de test / part d’entraînement) fois celle des écarts. Un test t ordinaire trouverait un écart presque partout.
probe--notice--not-compared = { $n } { $n ->
        [one] chiffre
       *[other] chiffres
    } sur { $total } { $n ->
        [one] n’est pas comparé
       *[other] ne sont pas comparés
    } : un seul des deux systèmes a cette case, sa sonde n’y retient aucune variable, ou les deux ont juste aussi souvent à chaque répétition.
forced--column--layer = Couche
forced--column--path = Voie
forced--column--lost = perdu
forced--column--alone = porté seule
forced--interventions--heading = Neutraliser « { $possessive } » et le nom
forced--interventions--title = b, r et t avant et après chaque intervention
forced--interventions--note = Avant et après portent sur les mêmes lignes. Intervalles à 95 %, rééchantillonnage des métiers.
forced--outliers = Les valeurs aberrantes sont les paires au plus petit r(u1), sept comme dans l’article (un dixième des paires au plus), écartées avant et après : { $nouns }.
forced--layer--embedding = plongement
forced--layer--layer = couche { $layer }
forced--layer--output = sortie ({ $layer })
forced--paths--heading = Quatre voies du sujet au possessif
forced--paths--said = (a) directement, par l’attention croisée au sujet { NAME($source, of: "language") } ; (b) par le nom { NAME($target, of: "language") }, par l’auto-attention du décodeur ; (c) par « { $possessive } », (d) par les autres mots, par l’attention croisée. Ce que les positions du décodeur après le nom { NAME($target, of: "language") } y voient est remplacé par la moyenne des deux versions de la paire, dans toutes les couches. Chaque mot garde sa place : l’attention n’est pas redistribuée.
forced--paths--measured = Perdu : de combien t baisse si cette voie seule est neutralisée. Seule : ce qui reste de t si les trois autres le sont, au-delà de ce qui reste quand les quatre le sont. Trois placebos ne devraient rien ôter : la moyenne avec un nom du même genre, un pas de même longueur dans une direction aléatoire, et le même pas à une autre position. t est le choix entre les deux mots, P({ $masculine }) / (P({ $masculine }) + P({ $feminine })), masculin moins féminin.
forced--paths--title = Ce que chaque voie porte de t
forced--paths--note = Écarts moyens sur les n paires dont les mots ont le même nombre de sous-mots des deux côtés ; intervalles à 95 %, rééchantillonnage des métiers.
forced--path--a = (a) directe : le sujet
forced--path--b = (b) indirecte : le nom { NAME($target, of: "language") }
forced--path--c = (c) indirecte : « { $possessive } »
inside--mt-intervene--title = Par où passe le genre dans { $model }
inside--mt-intervene--standfirst = On fait écrire la référence au modèle pendant qu’on échange, moyenne ou efface des vecteurs en lui. Ce que deviennent les probabilités de { $masculine } et de { $feminine } montre quel chemin prend le genre du sujet.
forced--said--u1 = « { $possessive } » inconnu (u1) : son plongement est remplacé par celui du mot inconnu.
forced--said--u2 = « { $possessive } » moyenné (u2) : ce que l’encodeur donne pour lui est remplacé par la moyenne des deux versions de la paire.
forced--said--u3 = Nom moyenné (u3) : de même pour le nom, sous-mot par sous-mot, si les deux formes en ont le même nombre ; dans les dernières lignes, dès la première couche.
forced--figure-4--a = Figure 4 (a) : b avant et après « { $possessive } » inconnu (u1), lignes qui ne montrent pas le genre
forced--figure-4--b = Figure 4 (b) : r avant et après « { $possessive } » inconnu (u1), paires
forced--figure-4--c = Figure 4 (c) : r avant et après « { $possessive } » (u2) ou le nom (u3) moyenné, paires
forced--sanity--heading = Les instruments fonctionnent-ils ?
forced--sanity--said = Vecteurs remplacés par eux-mêmes : la plus grande variation d’une probabilité est { $itself }.
forced--sanity--swap = Sorties de l’encodeur échangées dans la paire : la plus grande différence avec la probabilité de l’autre phrase est { $swap }.
forced--sanity--no-swap = Sorties de l’encodeur échangées dans la paire : rien à comparer, car dans aucune paire les deux lignes ne posent la même question après les mêmes mots.
forced--sanity--limit = Au-delà de { $limit }, la commande se serait arrêtée.
forced--sanity--none = nulle
forced--notice--u3 = Pour le nom moyenné (u3), { $n } { $n ->
        [one] paire est écartée : ses
       *[other] paires sont écartées : leurs
    } formes n’ont pas le même nombre de sous-mots.
forced--said--t = t(u) = q(sujet masculin) − q(sujet féminin), avec q = P({ $masculine }) / (P({ $masculine }) + P({ $feminine })) : à quel point le choix entre les deux mots suit le sujet. Cette mesure est la nôtre, bornée là où r ne l’est pas : quelques paires peuvent dominer la moyenne de r.
forced--figure-3--t = Distribution de t sur les paires ({ $contrast })
forced--ideal--t = transfert complet
forced--count--t = paires (t)
forced--nouns--t = t : noms dont le genre décide le plus et le moins du choix ({ $contrast })
forced--column--published = publié
forced--published--note = Publié : { $source }, pour son propre système et ses propres phrases.
inside--mt-probe--title = Où le genre se lit dans { $model }
probe--standfirst--left = Sur « { $cell-token } », couche { $cell-layer } de l’encodeur, une sonde linéaire retrouve le genre du sujet dans { PERCENT($cell-accuracy-value) } des phrases qu’elle n’a pas vues ; avec la même architecture et des poids aléatoires, dans { PERCENT($cell-random_weights-value) }. La différence, { $difference } { $difference ->
        [one] point
       *[other] points
    } ({ SPAN($cell-difference-low, $cell-difference-high) }), est ce que l’entraînement y a mis.
probe--standfirst--nothing = Sur « { $cell-token } », couche { $cell-layer } de l’encodeur, une sonde linéaire retrouve le genre du sujet dans { PERCENT($cell-accuracy-value) } des phrases qu’elle n’a pas vues ; mais avec la même architecture et des poids aléatoires, dans { PERCENT($cell-random_weights-value) }. La différence, { $difference } { $difference ->
        [one] point
       *[other] points
    } ({ SPAN($cell-difference-low, $cell-difference-high) }), peut être nulle.
probe--standfirst--less = Sur « { $cell-token } », couche { $cell-layer } de l’encodeur, une sonde linéaire retrouve le genre du sujet dans { PERCENT($cell-accuracy-value) } des phrases qu’elle n’a pas vues ; mais avec la même architecture et des poids aléatoires, dans { PERCENT($cell-random_weights-value) }. La différence, { $difference } { $difference ->
        [one] point
       *[other] points
    } ({ SPAN($cell-difference-low, $cell-difference-high) }), montre que l’entraînement y a rendu le genre plus difficile à lire, et non plus facile.
probe--standfirst--guessed = On ne peut rien dire ici de ce que l’entraînement a mis dans l’encodeur : pour chaque token et dans chaque couche, la sonde du système ou celle des poids aléatoires n’a retenu aucune variable dans au moins la moitié des essais, et ne fait que deviner. Donnez un --strength plus grand ou davantage de phrases.
probe--heading--grid = Toutes les couches et tous les tokens : { NAME($corpus, of: "probe.corpus") }
probe--heading--manipulations = Phrases manipulées
probe--heading--details = Chaque chiffre avec son intervalle
probe--said--corpus = { $corpus-n_lines } { $corpus-n_lines ->
        [one] phrase
       *[other] phrases
    }, { $corpus-n_pairs } { $corpus-n_pairs ->
        [one] paire
       *[other] paires
    } (« { $corpus-example } »). Paires où les deux genres ont la même phrase : { $corpus-n_identical } ; aucune sonde ne peut donc dépasser { PERCENT($corpus-ceiling) }.
probe--said--how = Régression logistique ℓ1 (C = { NUMBER($run-strength, digits: 2) }) sur { $vectors }, entraînée sur 75 % et testée sur 25 %, { $run-repetitions } fois ; { NAME($run-split, of: "probe.split") } Les états du décodeur suivent { NAME($run-follow, of: "probe.follow") }. Les poids aléatoires ne sont tirés qu’une fois ; l’intervalle de la différence couvre d’autres répartitions, non un autre tirage.
probe--vectors--standardised = des vecteurs standardisés
probe--vectors--raw = des vecteurs bruts
probe--split--grouped = les deux genres d’un nom sont du même côté de la coupe.
probe--split--plain = phrases réparties comme dans l’article, sans égard au nom (l’ensemble des tokens cibles toujours par nom).
probe--follow--own_20_translation = la traduction du système lui-même
probe--follow--reference = la référence, jusqu’au possessif et seulement là où les deux genres ont un seul nom anglais
probe--table--grid = Exactitude des sondes par couche et par token : { NAME($corpus, of: "probe.corpus") } (%)
probe--table--manipulations = Exactitude des sondes sur les phrases manipulées (%)
probe--table--details = Les sondes et leurs contrôles (%)
probe--note--grid = Poids aléatoires : la même architecture, non entraînée, qui reçoit les mêmes tokens. Différence : exactitude moins poids aléatoires. Les étiquettes aléatoires doivent donner environ 50. Longueur de description : les bits qu’il faut pour dire le genre d’une ligne quand les sondes apprennent en chemin (code en ligne) ; un tirage à pile ou face en prend 1. Tout cela montre ce que les vecteurs contiennent de l’entrée, non ce dont le système se sert : pour cela, voyez les interventions. { $published }
probe--note--guessed = { $mark } La sonde n’a retenu aucune variable dans au moins la moitié des essais et ne fait que deviner, si bien que la différence ne dit rien.
probe--note--published = Publié : tableaux 4 et 5 de { $source } ; autre système et autre corpus, répartition sans égard au nom ; l’article ne dit ni son C, ni s’il standardise.
probe--note--details = Moyennes ; entre crochets, ce que donnent 95 % des { $repetitions } répartitions. ± : demi-intervalle à 95 % de la moyenne, comme l’imprime l’article.
probe--column--figure = { "" }
probe--column--corpus = Phrase
probe--column--side = Côté
probe--column--layer = Couche
probe--column--token = Token
probe--column--n = n
probe--column--error = ±
probe--figure--accuracy = Exactitude
probe--figure--feminine = Féminin
probe--figure--masculine = Masculin
probe--figure--random_labels = Étiquettes aléatoires
probe--figure--random_weights = Poids aléatoires
probe--figure--difference = Différence
probe--published--accuracy = Exactitude, publié
probe--published--random_labels = Étiquettes aléatoires, publié
probe--side--encoder = encodeur
probe--side--decoder = décodeur
probe--heat--accuracy = Exactitude par couche et par token (%) : blanc, le hasard (50) ; couleur pleine, 100.
probe--heat--difference = Ce qui reste une fois ôtés les poids aléatoires (points) : couleur pleine à partir de 20 ; bleu là où l’architecture non entraînée fait mieux.
probe--heat--empty = Vide là où une sonde ne fait que deviner.
probe--heat--layer = couche
probe--ceiling = Plafond, { NAME($corpus-name, of: "probe.corpus") } : { PERCENT($corpus-ceiling) } (même phrase pour les deux genres : { $corpus-n_identical } { $corpus-n_identical ->
        [one] paire
       *[other] paires
    } sur { $corpus-n_pairs }).
probe--notice--limit = On n’a sondé que { $n } { $n ->
        [one] métier, tiré
       *[other] métiers, tirés
    } au sort (--limit).
probe--notice--two-nouns = { NAME($corpus, of: "probe.corpus") } : { $n } { $n ->
        [one] phrase
       *[other] phrases
    } sur { $total } { $n ->
        [one] manque
       *[other] manquent
    } dans les colonnes du décodeur, parce que { $n ->
        [one] sa
       *[other] leur
    } paire a deux noms anglais.
probe--notice--empty = { NAME($corpus, of: "probe.corpus") } : { $n } { $n ->
        [one] phrase
       *[other] phrases
    } sur { $total } { $n ->
        [one] manque
       *[other] manquent
    } dans les colonnes du décodeur, parce que { $n ->
        [one] sa
       *[other] leur
    } traduction est vide.
probe--notice--unused = Dans { $n } { $n ->
        [one] case
       *[other] cases
    } sur { $total }, la sonde du système ou celle des poids aléatoires n’a retenu aucune variable dans au moins la moitié des essais (tous les coefficients sont nuls) ; son exactitude est alors celle du hasard et la différence ne dit rien. Donnez un --strength plus grand ou davantage de phrases.
probe--notice--unconverged = { $n } { $n ->
        [one] apprentissage
       *[other] apprentissages
    } sur { $total } { $n ->
        [one] n’a
       *[other] n’ont
    } pas convergé en 100 itérations de liblinear ; { $n ->
        [one] il compte tel quel
       *[other] ils comptent tels quels
    }.
forced--patch--heading = Les mots par lesquels passe le genre
forced--patch--title = Ce que chaque bloc de la source porte de t
forced--patch--block = Bloc
forced--patch--share = % du tout
forced--patch--same = φ, un seul nom
forced--patch--total = tous ensemble (t*)
forced--patch--note = Moyennes sur { $n } { $n ->
        [one] paire
       *[other] paires
    } ; intervalles à 95 %, rééchantillonnage des métiers. Article : ce qui précède le nom ; verbe : ce qui se trouve entre le nom et le possessif ; reste : ce qui suit, marque de fin comprise.
forced--patch--layers = Ce que porte chaque bloc (φ), échangé après chaque couche
forced--patch--layers-note = Chaque ligne a pour somme t*. Au plongement, seuls les mots qui diffèrent peuvent porter quelque chose ; plus haut, φ montre où le genre s’est déplacé. Dans des systèmes du labo dont nous avons fixé la voie, φ à la sortie de l’encodeur a nommé la voie 9 fois sur 9, φ après la couche 1 sur 2 seulement 5 fois sur 9.
forced--patch--said = Substitution complète : la phrase féminine est lue avec tous les choix possibles de ses cinq blocs pris à sa phrase masculine, 32 en tout ; v est P({ $masculine }) / (P({ $masculine }) + P({ $feminine })), après le début de la ligne féminine elle-même. φ est la part de Shapley d’un bloc dans t*, ce qui change quand les cinq sont échangés : ce que le bloc ajoute, en moyenne sur tous les ordres d’échange. Les parts ont exactement t* pour somme.
forced--patch--headline = { $amount ->
        [all] Presque tout le genre atteint
        [most] L’essentiel du genre atteint
       *[part] Une partie du genre atteint
    } la traduction par { $name } : { NUMBER($share-value, digits: 0) } % [{ NUMBER($share-low, digits: 0) } ; { NUMBER($share-high, digits: 0) }]{ $others }.
forced--patch--carries = { $name } ({ NUMBER($share-value, digits: 0) } % [{ NUMBER($share-low, digits: 0) } ; { NUMBER($share-high, digits: 0) }])
forced--patch--undecided = Le genre du sujet change le choix (t* = { NUMBER($total-value, digits: 2) } [{ NUMBER($total-low, digits: 2) } ; { NUMBER($total-high, digits: 2) }]), mais ces paires ne montrent pas quels mots le portent. La plus grande part revient à ceci : { $carried }.
forced--patch--nothing = Le genre du sujet ne change ici presque rien (t* = { NUMBER($total-value, digits: 2) } [{ NUMBER($total-low, digits: 2) } ; { NUMBER($total-high, digits: 2) }]) : on ne peut nommer aucun mot.
forced--patch--few = t* = { NUMBER($total-value, digits: 2) }, sur { $n } { $n ->
        [one] métier
       *[other] métiers
    } : c’est trop peu pour dire quels mots portent le genre (il en faut six).
forced--block--determiner = article
forced--block--noun = nom
forced--block--verb = verbe
forced--block--possessive = possessif
forced--block--rest = reste
forced--block--the--determiner = l’article
forced--block--the--noun = le nom
forced--block--the--verb = le verbe
forced--block--the--possessive = le possessif
forced--block--the--rest = le reste de la phrase
forced--notice--patch = La substitution complète écarte { $n } { $n ->
        [one] paire
       *[other] paires
    } sur { $total }, où un sous-mot chevauche deux blocs.
forced--amnesic--heading = Ce qui se perd quand le genre est effacé
forced--amnesic--title = Ce que t perd quand le genre est effacé (effet amnésique)
forced--amnesic--said = LEACE ôte du vecteur de chaque mot ce qu’une sonde linéaire pourrait y lire du genre, et aussi peu que possible du reste. Si t se maintient, ce qui se lisait là ne servait pas sous cette forme. Chaque mot a son effaceur, ajusté sur d’autres noms que ceux auxquels il s’applique ; partout à la fois, puis à un seul bloc. Les effaceurs du témoin ont été ajustés sur des étiquettes permutées au hasard, paire par paire : ce qu’ils ôtent est le prix de tout effacement.
forced--amnesic--note = Moyennes sur { $n } { $n ->
        [one] paire
       *[other] paires
    } de t avant moins t après ; intervalles à 95 %, rééchantillonnage des métiers.
forced--amnesic--all = partout
forced--amnesic--control = témoin
forced--mark--as-much = { $mark } Pas nettement plus que ce qu’ôte le témoin ou le placebo : c’est le prix de toute intervention, et cela ne dit rien du genre.
forced--mark--failed = { $mark } Ne devrait rien faire, et fait au moins un dixième de ce qui est dans sa ligne : lisez celle-ci avec prudence.
forced--column--same = même genre
forced--column--random = direction aléatoire
forced--column--elsewhere = autre position
forced--path--d = (d) indirecte : les autres mots
probe--figure--bits = Longueur de description (bits)
probe--figure--bits_random_labels = Bits, étiquettes aléatoires
probe--figure--bits_random_weights = Bits, poids aléatoires
inside--kind = dans un système de traduction
inside--short--mt-audit = Décodage forcé, { $contrast }
inside--short--mt-intervene = Interventions, { $contrast }
inside--short--mt-probe = Sonde, { $place }
inside--place = encodeur, couche { $layer }, { $token }
inside--share = Part de t qui passe par { $block }, en %
inside--probe--accuracy = Exactitude, en %
inside--probe--difference = Exactitude moins celle de poids aléatoires
forced--layer--all = toutes à la fois
forced--patch--note--prompt = Moyennes sur { $n } { $n ->
        [one] paire
       *[other] paires
    } ; intervalles à 95 %, rééchantillonnage des métiers. Article : ce qui précède le nom ; verbe : ce qui se trouve entre le nom et le possessif ; reste : ce qui suit dans la phrase. Le reste de la consigne n’est pas un bloc.
forced--patch--layers-note--prompt = Chaque ligne a pour somme son propre t* : ce qui a été lu de la phrase dans les couches inférieures reste, et après la dernière il n’y aurait plus rien à échanger. Les témoins sont ceux de la phrase entière : une autre phrase du même genre, un pas de même longueur dans une direction aléatoire, le même pas sur le sous-mot qui précède la phrase.
forced--patch--prompt = C’est un modèle de langue, et la phrase fait partie de sa consigne. Dans le premier tableau, les sous-mots de la phrase sont échangés dans toutes les couches à la fois, et tout ce qui les suit est recalculé : on ne peut rien lire d’autre de la phrase. Un mot ne peut pas lire ceux qui le suivent : le déterminant ne sait rien du nom. Dans le tableau par couche, l’échange a lieu après une seule couche, et ce qui a été lu dans les couches inférieures reste lu. Il n’y a ni encodeur ni attention vers lui : u1 à u3 et les quatre chemins sont laissés de côté.
forced--patch--placebos = Un seul bloc échangé, et ses témoins
forced--patch--sentence = la phrase entière
forced--patch--placebo-note = Variation moyenne de v, dans toutes les couches à la fois ; intervalles à 95 %, rééchantillonnage des métiers. La direction aléatoire et l’autre position demandent des blocs d’autant de sous-mots. Les témoins devraient rester près de 0 ; un autre nom du même genre peut avoir son propre stéréotype.
forced--column--exchanged = partenaire
forced--sanity--swap--prompt = Phrases de la paire échangées dans toutes les couches : la plus grande différence avec la probabilité de l’autre phrase est { $swap }.
forced--sanity--no-swap--prompt = Phrases de la paire échangées dans toutes les couches : rien à comparer, car dans aucune paire les deux lignes ne posent la même question après les mêmes mots.
probe--token--all = tous
inside--mt-audit--means = Ce sont des probabilités après le début de la référence : elles montrent ce que le système attend à cet endroit. Ce qu’il écrit quand il traduit librement est à la fin de la page.
inside--mt-audit--sure = Entre crochets, des intervalles à 95 % : ils rééchantillonnent les métiers de { $run-n } lignes.
inside--mt-audit--now = Ensuite : voyez ci-dessous quels noms s’en tirent le moins bien. `epicene mt intervene` montre par quels mots passe le genre ; `epicene compare` teste deux systèmes l’un contre l’autre.
probe--method = Sondes
inside--mt-probe--means = Une sonde montre ce qui se lit dans les vecteurs, non ce dont le système se sert. { $lab }
inside--mt-probe--sure = L’intervalle de la différence couvre 95 % de { $run-repetitions } partages des mêmes lignes. Un autre tirage des poids aléatoires pourrait la déplacer davantage.
inside--mt-probe--now = Ensuite : lancez `epicene mt intervene` sur le même système ; il montre si le système se sert de ce qui se lit ici. `epicene compare` teste deux systèmes l’un contre l’autre.
inside--mt-intervene--means = Quand la phrase entière est échangée avec celle de l’autre genre, le choix entre { $masculine } et { $feminine } se déplace de t* = { NUMBER($total-value, digits: 2) } [{ NUMBER($total-low, digits: 2) } ; { NUMBER($total-high, digits: 2) }] : 0, pas du tout ; 1, complètement. Les parts disent quel mot échangé en est la cause ; ce n’est pas forcément le mot fautif d’une traduction.
inside--mt-intervene--sure = { $total-n_used } { $total-n_used ->
        [one] paire
       *[other] paires
    } ; entre crochets, des intervalles à 95 % qui rééchantillonnent les métiers. Un mot n’est nommé que si son intervalle et son test, ajusté sur tous les mots, concordent.
inside--mt-intervene--now = Ensuite : vérifiez ci-dessous que les témoins et les placebos font peu, puis comparez avec un autre système (`epicene compare`), ou avec celui-ci après `epicene debias`.
forced--patch--ideal = rien
forced--word = « { $word } »
forced--word--masculine = le nom masculin
forced--word--feminine = le nom féminin
forced--patch--adds =  ; { $name } ajoute { NUMBER($share-value, digits: 0) } % [{ NUMBER($share-low, digits: 0) } ; { NUMBER($share-high, digits: 0) }]
forced--patch--at-most =  ; { $name } ajoute { NUMBER($high, digits: 0) } % au plus
forced--condition--u1 = « { $possessive } » inconnu (u1)
forced--condition--u2 = « { $possessive } » moyenné (u2)
forced--condition--u3 = nom moyenné (u3)
forced--condition--u3--early = nom moyenné après la couche 1 (u3)
forced--lab = Ne lisez pas ces trois interventions comme la part d’un mot : dans { $systems } systèmes du labo dont nous avons fixé le biais, ce qu’elles ôtent n’a pas suivi ce biais (ρ de Spearman = { NUMBER($u1, digits: 2) } pour u1, { NUMBER($u2, digits: 2) } pour u2, { NUMBER($u3, digits: 2) } pour u3), parce que le reste de la phrase redit le genre. La substitution complète, plus haut, a nommé la voie fixée 9 fois sur 9.
probe--lab = Dans { $systems } systèmes du labo dont nous avons fixé le biais, cette sonde ne l’a pas suivi (ρ de Spearman = { NUMBER($probe, digits: 2) }) : elle lisait le genre sur « son » à peu près aussi bien, que le système s’en serve toujours ou jamais.
probe--corpus--base = la phrase simple
probe--corpus--chaque = « chaque » pour article
probe--corpus--adjective = un adjectif accordé
probe--corpus--complement-masculine = un complément masculin (son travail)
probe--corpus--complement-feminine = un complément féminin (son activité)
probe--corpus--relative = une relative entre les deux
probe--corpus--distractor-masculine = un homme entre les deux
probe--corpus--distractor-feminine = une femme entre les deux
probe--corpus--chaque-distractor-masculine = « chaque », et un homme entre les deux
probe--corpus--chaque-distractor-feminine = « chaque », et une femme entre les deux
forced--lab--note = Dans des systèmes du labo dont le biais était fixé, u1 à u3 ne l’ont pas suivi (ρ = { NUMBER($u1, digits: 2) }, { NUMBER($u2, digits: 2) }, { NUMBER($u3, digits: 2) }).
probe--lab--note = Dans des systèmes du labo dont le biais était fixé, cette sonde ne l’a pas suivi (ρ = { NUMBER($probe, digits: 2) }).
