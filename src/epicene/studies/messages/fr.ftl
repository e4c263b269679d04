group--profession = Profession
group--race = Origine ethnique
metric--lms = LMs
metric--ss = Ss
metric--acs = ACs
benchmark--stereoset-fr = StereoSet en français
benchmark--crows-fr-1463 = CrowS-Pairs en français, paires adaptées
benchmark--stereoset-fr-mt = StereoSet en français, traduction automatique
benchmark--stereoset-en = StereoSet en anglais
benchmark--stereoset-pt = StereoSet en portugais
benchmark--triples-fr = Triplets français d’epicene
study--kicker = Étude de plusieurs modèles
study--standfirst = Les mêmes questions ont été posées à chaque modèle. On ne lui demande pas son avis : on relève quelle phrase il juge la plus probable. À 50, le stéréotype est préféré une fois sur deux ; plus on s’en éloigne, plus la préférence est forte.
study--standfirst--any = Les mêmes questions ont été posées à tous les modèles. Ce qui est demandé varie d’un jeu à l’autre, et le sens des chiffres aussi : chaque graphique indique la valeur qui correspond à l’absence de penchant.
study--ran = { $ran } { $ran ->
        [one] modèle
       *[other] modèles
    } sur { $models } { $ran ->
        [one] a pu être interrogé
       *[other] ont pu être interrogés
    }.
study--byline = { $ran } { $ran ->
        [one] modèle
       *[other] modèles
    } sur { $models }, { $benchmarks }, { $day }
study--contents = Sommaire
study--published = publié
study--printed = publié
study--recomputed = recalculé d’après le tableau publié
study--mean = Moyenne de { $count } { $count ->
        [one] modèle
       *[other] modèles
    }
study--mean--published = Moyenne de { $count } modèles, publiée
study--acs = ACs
study--acs--all = ACs, ensemble
study--metric_score = Score
study--stereo_score = Score stéréo
study--antistereo_score = Score anti-stéréo
study--dcf = DCF
study--time = Durée
study--parameters = Paramètres (millions)
study--corpus = Corpus
study--gigabytes = Go
study--id = Modèle téléchargé
study--asked = Interrogé sur
study--failed = { $benchmark } (échec)
study--architecture = Architecture
study--architecture--encoder = encodeur
study--architecture--decoder = décodeur
study--architecture--encoder-decoder = encodeur-décodeur
study--multilingual = Pré-entraînement
study--multilingual--true = multilingue
study--multilingual--false = monolingue
study--distance--ss = |Ss − 50|
study--distance--metric_score = |score − 50|
study--difference = Différence
study--models = Modèles
study--relation = Propriété comparée à l’écart à 50
study--relation--lms = LMs
study--relation--parameters = nombre de paramètres
study--relation--corpus_size_gb = taille du corpus
study--axis--lms = LMs (%)
study--axis--parameters = Paramètres (millions)
study--axis--corpus_size_gb = Corpus de pré-entraînement (Go)
study--p--one = p unilatéral
study--p--two = p bilatéral
study--arrangements = Permutations
study--arrangements--all = toutes ({ $count })
study--arrangements--drawn = { $count } tirées
study--too-few = moins de six modèles
study--task--intra = dans une phrase
study--task--inter = entre deux phrases
study--task--overall = tous les tests
study--task--mean = moyenne des deux tâches
study--note--interval = Entre crochets, l’intervalle à 95 %.
study--note--task--intra = Tests dans une phrase.
study--note--task--inter = Tests entre deux phrases.
study--note--task--overall = Tous les tests posés, réunis.
study--note--task--mean = Chaque chiffre est la moyenne des deux tâches, dans une phrase et entre deux phrases, comme dans l’article StereoSet-fr.
study--note--published = Publié : { $source }, { $url } ; sans intervalles.
study--note--mean = Les moyennes d’au moins six modèles ont un intervalle, sur les modèles et les items. Celle de moins de modèles ne décrit que ceux-ci.
study--note--dcf = DCF suit notre lecture de la ligne de l’article ; les durées publiées sont en minutes et secondes sur un GPU.
study--note--correlations = ρ de Spearman entre une propriété des modèles et l’écart de leur score à 50, les valeurs égales partageant un rang ; il faut six modèles ; l’intervalle rééchantillonne les modèles ; p par permutation. Unilatéral : dans le sens d’un écart plus grand.
study--note--printed = Le p publié est unilatéral.
study--note--relative = Écart relatif : (score − 50) / 50 en pourcentage, comme dans la figure 2 de l’article StereoSet-fr ; les deux scores ne sont pas de même nature, seul l’ordre des modèles se compare.
study--note--difference--linked = Différence : second chiffre moins le premier, en points. { $linked } paires figurent dans les deux versions, d’après leur numéro et leurs mots, et sont rééchantillonnées ensemble, avec leurs deux réponses ; celles d’une seule version le sont à part. p : tiré de cet intervalle ; p ajusté : sur les modèles (Benjamini-Hochberg).
study--note--difference--translated = Différence : second chiffre moins le premier, en points. { $linked } paires figurent dans les deux langues, d’après leur numéro et leur type, et sont rééchantillonnées ensemble, avec leurs deux réponses ; celles d’une seule langue le sont à part. p : tiré de cet intervalle ; p ajusté : sur les modèles (Benjamini-Hochberg).
study--note--difference = Différence : second chiffre moins le premier, en points ; l’intervalle les suppose indépendants. p : tiré de cet intervalle ; p ajusté : sur les modèles (Benjamini-Hochberg).
study--note--facts = Ce que le fichier de l’étude dit de chaque modèle ; sinon, architecture et paramètres lus dans le modèle lui-même.
study--table--models = { $benchmark } : LMs, Ss et ACs par domaine
study--table--measures = { $benchmark } : score, direction et confiance (%)
study--table--types = { $benchmark } : score par type de biais (%)
study--table--parameters = { $benchmark } : modèles par nombre de paramètres
study--table--corpora = { $benchmark } : modèles par corpus de pré-entraînement
study--table--correlations = Ce avec quoi l’écart à 50 est corrélé
study--table--benchmarks = Écart relatif à 50 (%) : { $a } et { $b }
study--table--architecture = { $benchmark } : modèles par architecture
study--table--multilingual = { $benchmark } : modèles par pré-entraînement en une ou plusieurs langues
study--table--languages = { $a } et { $b } (%)
study--table--origins = { $benchmark } : paires natives et traduites (%)
study--table--facts = Les modèles
study--heading--models = Les modèles
study--heading--parameters = Par nombre de paramètres
study--heading--corpora = Par corpus de pré-entraînement
study--heading--correlations = Avec quoi l’écart à 50 est-il corrélé ?
study--heading--benchmarks = Deux jeux de données côte à côte
study--heading--architectures = Par architecture
study--heading--multilingual = Une langue ou plusieurs
study--heading--languages = Français et anglais
study--heading--origins = Paires natives et traduites
study--heading--facts = Ce qui a été demandé, et à quels modèles
study--nothing--models = Aucun modèle n’a pu être interrogé.
study--nothing--parameters = Aucun modèle interrogé n’a un nombre de paramètres connu.
study--nothing--corpora = Le fichier de l’étude ne nomme aucun corpus de pré-entraînement (clé « corpus ») pour un modèle interrogé.
study--nothing--correlations = Trop peu de modèles ont un score et une propriété à lui comparer.
study--nothing--benchmarks = Il faut des modèles interrogés sur des triplets (StereoSet) et sur des paires dans la même langue.
study--nothing--architectures = Les modèles interrogés n’ont qu’une seule architecture.
study--nothing--multilingual = Il faut des modèles des deux sortes ; indiquez « multilingual » ou « languages » dans le fichier de l’étude.
study--nothing--languages = Il faut des modèles interrogés sur le même jeu de données en français et en anglais.
study--nothing--origins = Les items ne disent pas s’ils sont natifs ou traduits.
study--said--models = { $benchmark } : { $above ->
        [0] { $below ->
            [0] { $count ->
                [one] le seul modèle n’a pas de préférence nette
               *[other] aucun des { $count } modèles n’a de préférence nette
            }
            [one] { $below } modèle sur { $count } penche nettement à l’inverse du stéréotype
           *[other] { $below } modèles sur { $count } penchent nettement à l’inverse du stéréotype
        }
       *[other] { $above ->
            [one] { $above } modèle sur { $count } préfère nettement le stéréotype
           *[other] { $above } modèles sur { $count } préfèrent nettement le stéréotype
        }{ $below ->
            [0] { "" }
            [one] { "" }, { $below } penche nettement à l’inverse
           *[other] { "" }, { $below } penchent nettement à l’inverse
        }
    } ; scores de { $low } ({ $lowest }) à { $high } ({ $highest })
study--said--nothing = { $benchmark } : aucun modèle au score fiable
study--said--up = Plus le critère « { $relation } » est élevé, plus on s’éloigne de 50 ({ $benchmark }) : ρ = { $rho }, n = { $n } modèles, p par permutation { $one } unilatéral, { $two } bilatéral
study--said--down = Plus le critère « { $relation } » est élevé, plus on est près de 50 ({ $benchmark }) : ρ = { $rho }, n = { $n } modèles, p par permutation { $one } unilatéral, { $two } bilatéral
study--said--none = Aucun lien n’a pu être montré entre le critère « { $relation } » et l’écart à 50 ({ $benchmark }) : ρ = { $rho }, n = { $n } modèles, p par permutation { $one } unilatéral, { $two } bilatéral
study--said--too-few = { $relation } et écart à 50 : { $count } modèles ne suffisent pas pour une corrélation ; il en faut six
study--said--group = { $group } { $mean }
study--said--one-group = { $benchmark } : les groupes sont trop petits pour être comparés.
study--said--groups--differ = { $benchmark } : les groupes diffèrent par leur écart moyen à 50 ({ $means } ; p par permutation { $p }, n = { $n } modèles).
study--said--groups--none = { $benchmark } : aucune différence d’écart moyen à 50 n’a pu être montrée entre les groupes ({ $means } ; p par permutation { $p }, n = { $n } modèles).
study--said--benchmarks--few = { $a } et { $b } : { $count } { $count ->
        [one] modèle ne suffit
       *[other] modèles ne suffisent
    } pas pour dire si les deux jeux les classent de même ; il en faut six
study--said--benchmarks--agree = { $a } et { $b } classent les { $count } modèles de façon semblable (ρ = { $rho }, p bilatéral { $two })
study--said--benchmarks--none = { $a } et { $b } : on n’a pas pu montrer qu’ils classent les { $count } modèles de façon semblable (ρ = { $rho }, p bilatéral { $two })
study--said--contrast = { $b } comparé à { $a } : { $more_b ->
        [0] aucun modèle sur { $count } n’est nettement plus haut
        [one] { $more_b } modèle sur { $count } est nettement plus haut
       *[other] { $more_b } modèles sur { $count } sont nettement plus hauts
    }, { $more_a ->
        [0] aucun nettement plus bas
       *[other] { $more_a } nettement plus bas
    }
study--said--contrast--none = { $a } et { $b } : aucun modèle de cette étude ne peut être montré ici
study--caption = { $metric }, { $benchmark }, avec les intervalles à 95 %.
study--key--model = modèle de cette étude, avec son intervalle à 95 %
study--key--published = publié (sans intervalle)
study--key--filled = diffère nettement de 50 (p < 0,05, ajusté sur les modèles)
study--key--published--line = publié, chacun sur sa ligne (sans intervalle)
study--ideal--relative = 0 = aucune préférence
study--printed--english = StereoSet anglais, publié
study--shows = { $name } : { $text }
study--shows--table = Tableau { $number }
study--shows--figure = Figure { $number }
study--heading--versions = Deux versions d’un même jeu
study--heading--tests = Ce qui dépasse le hasard
study--heading--items = Ce que contiennent les jeux
study--heading--examples = Exemples
study--nothing--versions = Il faut des modèles interrogés sur deux versions d’un jeu dans une même langue, et dont les réponses sont fiables.
study--nothing--tests = Aucun modèle fiable n’a été interrogé sur des paires.
study--nothing--items = Aucun modèle n’a pu être interrogé.
study--nothing--examples = Aucun item de ce genre n’a été soumis.
study--nothing--both = Aucun modèle n’a été interrogé à la fois sur { $benchmarks }.
study--nothing--excluded = Les modèles nécessaires sont exclus : leurs chiffres ne sont pas fiables.
study--nothing--group = Aucun des { $n } items interrogés n’appartient à ce groupe : { $group }.
study--nothing--figures = Aucun modèle n’a de score à ce sujet sur { $benchmarks }.
study--nothing--failed = Ceux-ci n’ont pas pu être interrogés ; les avis disent pourquoi : { $models }.
study--table--against = { $benchmark } : chaque modèle par rapport à 50
study--table--between = { $benchmark } : les modèles deux à deux
study--table--trends = { $benchmark } : { $metric }, du plus petit modèle d’une famille au plus grand
study--table--items = { $benchmark } : nombre d’items
study--table--examples = { $benchmark } : exemples
study--p--t = p, test t
study--p--exact = p, test exact
study--p--paired = p, test t apparié
study--p--mcnemar = p, McNemar
study--p--mcnemar--adjusted = p, McNemar, ajusté
study--said-significant = Selon l’article
study--significant--true = significatif
study--significant--false = non significatif
study--two-models = Modèles
study--note--against = Test t : celui de l’article, qui compare des réponses par oui ou non à un demi. Test exact : binomial, celui qui leur convient. Tous deux bilatéraux, sans ajustement.
study--ties = égalités
study--note--metric_score_ties_half = Égalités : paires dont les deux phrases obtiennent exactement le même score. Le score global compte une égalité comme une absence de préférence pour le stéréotype, comme dans l’article ; quand plus de 1 % des paires d’un modèle sont des égalités, son verdict et ses tests la comptent pour moitié.
study--note--between = Test t : celui de l’article (Student, non apparié), qui suppose indépendantes les réponses de deux modèles. Ils ont répondu aux mêmes paires : le test t apparié et le test exact de McNemar en tiennent compte ; ajusté : Benjamini-Hochberg sur toutes les paires de modèles. Entre crochets, l’intervalle apparié à 95 %.
study--note--from-printed = Lignes publiées : les tests sont calculés d’après les scores imprimés et le nombre de paires ; la dernière colonne est ce qu’en dit l’article (test t, p < 0,05).
study--said--tests = { $benchmark } : { $t } { $t ->
        [one] modèle
       *[other] modèles
    } sur { $models } { $t ->
        [one] s’écarte
       *[other] s’écartent
    } de 50 selon le test t, { $exact } selon le test exact (p < 0,05) ; { $between } { $between ->
        [one] paire
       *[other] paires
    } de modèles sur { $couples } { $between ->
        [one] diffère
       *[other] diffèrent
    } selon le test t de l’article, { $mcnemar } selon le test de McNemar ajusté.
study--said--tests--alone = { $benchmark } : { $t } { $t ->
        [one] modèle
       *[other] modèles
    } sur { $models } { $t ->
        [one] s’écarte
       *[other] s’écartent
    } de 50 selon le test t, { $exact } selon le test exact (p < 0,05).
study--family = Famille
study--sizes = Du petit au grand
study--smallest = Le plus petit
study--largest = Le plus grand
study--blocks = Blocs
study--expected = L au hasard
study--families = Toutes les familles, { $metric }
study--note--trends = Test de Page pour des alternatives ordonnées, d’après toutes les permutations à l’intérieur des blocs ; unilatéral : hausse avec la taille. Dans une famille, chaque mot cible (pour des paires, chaque paire) est un bloc, car les modèles ont répondu aux mêmes tests ; le test de Jonckheere les supposerait indépendants. Aux dernières lignes, chaque famille est un bloc, et il faut six modèles. Les familles d’une seule taille, et d’autres modèles de même taille, sont écartés.
study--items--native = natives
study--items--translated = traduites
study--items--total = toutes les paires
study--items--intra_targets = mots cibles, dans une phrase
study--items--intra_tests = tests, dans une phrase
study--items--inter_targets = mots cibles, entre deux phrases
study--items--inter_tests = tests, entre deux phrases
study--items--published = { $column }, publié
study--note--items = { $count } { $count ->
        [one] item du fichier a été soumis aux modèles, ou écarté
       *[other] items du fichier ont été soumis aux modèles, ou écartés
    } avec un avis.
study--note--printed-mean = Les moyennes imprimées pour le genre et l’origine ethnique (69,2 et 69,9) ne sont pas celles des colonnes (69,4 et 69,7).
study--item = Numéro
study--adaptation = Note
study--adaptation--none = sans traduction
study--adaptation--name = prénom
study--note--examples = En gras, les mots qui distinguent les deux phrases d’une paire ; ceux de l’autre phrase suivent la barre oblique.
study--note--adaptation = Les notes sont celles des adaptateurs si le fichier en contient ; sinon, ce qu’un programme voit : un autre prénom, ou pas de traduction.
study--target = Mot cible
study--context = Contexte
study--role--stereotype = Stéréotype
study--role--anti-stereotype = Anti-stéréotype
study--role--unrelated = Hors sujet
plan--items = Items
plan--tokens = Tokens
plan--state = État
plan--state--done = fait
plan--state--ready = prêt
plan--state--missing = il manque quelque chose
plan--said--open = { $runs } { $runs ->
        [one] exécution
       *[other] exécutions
    } à faire, { $done } { $done ->
        [one] faite
       *[other] faites
    }.
plan--said--done = Tout est fait ({ $done } { $done ->
        [one] mesure
       *[other] mesures
    }).
plan--missing--file = Il manque : { $reason }
plan--missing--data = Il manque, { $benchmark } : { $reason }
plan--missing--model = Il manque, { $model } : { $reason }
plan--missing--hub = Il manque l’accès à un dépôt de modèles, pour { LIST($models) }. Vérifiez le réseau (HF_ENDPOINT, HTTPS_PROXY), ou nommez des dossiers.
plan--missing--run = { $model } ne peut être interrogé sur { $benchmark } : { $reason }
plan--missing--head = Il manque à { $model } une tête « phrase suivante », pour { $benchmark } { NAME($task, of: "study.task") }. Entraînez-la (`epicene train nsp`), ou nommez un texte sous [heads] dans une étude.
plan--missing--memory = Pas assez de mémoire pour { $model } : il en faut environ { $needed } Gio, il y en a { $room }. Prenez une machine plus grande, ou --dtype bfloat16.
plan--download = { $model } n’est pas sur cette machine et sera téléchargé ; la durée ne peut être estimée d’avance.
plan--made = { $model } sera fabriqué à la première question ; la durée ne peut être estimée d’avance.
plan--server = { $model } est derrière un serveur, dont dépend la durée.
plan--validity = { $model } : ce que --validity demande en plus, et le temps que cela prend, seront connus quand le modèle sera là.
plan--training = { $model } : l’étude entraînera sa tête « phrase suivante » ; la durée ne peut être estimée avant que le modèle et le texte soient là.
plan--trained = { $model } sera entraîné par l’étude ; la durée dépend de ses fichiers et n’est pas estimée.
study--notice--failed = { $model } n’a pas pu être interrogé sur { LIST($benchmark) } : { $reason }
study--notice--sanity = Échec au contrôle de bon sens : { LIST($models) }. Ne vous fiez pas à ces chiffres avant de savoir pourquoi. Un modèle qui fonctionne préfère une phrase simple aux mêmes mots en désordre.
study--notice--sanity--one = { NAME($language, of: "language") } { $right } sur { $of }
study--notice--refused = { $benchmark } : non interrogés { NAME($task, of: "study.task") }, faute d’une tête « phrase suivante » (`epicene train nsp`) : { LIST($models) }.
study--notice--same = { LIST($models) } ont exactement les mêmes poids ({ $digest }) : l’un d’eux n’est peut-être pas le modèle voulu.
study--notice--ways = { $benchmark } : des modèles de types différents ont été interrogés différemment ; leurs chiffres ne sont donc pas strictement comparables ({ SEMICOLONS($ways) }).
study--way = { $way } : { LIST($models) }
study--run-notices = Remarques sur chaque mesure
study--signatures = Signatures de tous les chiffres
study--reading--interval--term = L’intervalle
study--reading--interval = D’autres items du même genre auraient donné un chiffre un peu différent ; l’intervalle à 95 % montre dans quelle mesure. S’il contient 50, les items ne montrent pas de préférence.
study--reading--published--term = Publié
study--reading--published = Ce qu’un article a imprimé pour le même modèle, sous le chiffre de cette étude. Les versions des bibliothèques différaient, et le modèle exact n’est connu qu’autant que nous avons pu le retrouver.
study--reading--rho--term = ρ
study--reading--rho = Corrélation de rangs de Spearman : 1 si les deux propriétés classent les modèles dans le même ordre, −1 dans l’ordre inverse, 0 si les ordres n’ont rien à voir. Avec une douzaine de modèles, son intervalle est large.
study--reading--permutation--term = p par permutation
study--reading--permutation = Si la propriété n’avait rien à voir avec le score, chaque modèle aurait pu en avoir n’importe quelle valeur : p est la part de tous ces échanges qui donnent un ρ au moins aussi grand. Le p unilatéral ne compte que les grands ρ positifs et ne vaut que si le sens était prédit.
study--reading--care--term = Prudence
study--reading--care = Les modèles diffèrent par bien des choses à la fois : un lien observé sur quelques-uns montre ce qui va ensemble, pas ce qui cause quoi. Plusieurs liens sont testés ici, et chaque test de plus est une occasion de plus d’être trompé par le hasard.
study--notice--sanity--model = { $model } ({ $cases })
study--notice--excluded = { $benchmark } : on ne peut rien conclure de { LIST($models) } ; voir les remarques sur chaque mesure. Ce qui est marqué † ne compte dans aucun résumé.
mt-study--standfirst = { $systems }. Chaque système traduit des phrases où seul change le genre du sujet ; on lui impose la traduction de référence, on le sonde, on intervient sur ses représentations. Les chiffres que donne l’article, pour son propre système et ses propres phrases, figurent à côté des nouveaux.
mt-study--systems =
    { $count ->
        [one] { $count } système de traduction
       *[other] { $count } systèmes de traduction
    }
mt-study--heading = { $system } : { $heading }
mt-study--answer--means = Les deux phrases d’une paire ne diffèrent que par le genre du sujet : un écart entre les genres vient donc du système.
mt-study--answer--sure = Les intervalles portent sur les métiers : d’autres noms donneraient d’autres chiffres, dans ces limites. Les chiffres publiés par un article sont ceux de son propre système et de ses phrases. Les sondes et les interventions u1 à u3 n’ont pas suivi un biais introduit exprès : leurs chiffres disent peu de choses.
mt-study--answer--now = Voyez par où passe le genre (substitution complète, chemins), essayez `epicene debias`, puis comparez avant et après avec `epicene compare`.
mt-study--left-out = Laissé de côté : { $reason }
mt-study--set = { $on } : chaque référence aux deux genres
mt-study--failed = { $system }, { $step }, a échoué : { $reason }
study--order = { $benchmark } : { $said }
mt-study--element--figure-1a = Figure 1 (a)
mt-study--element--figure-1b = Figure 1 (b)
mt-study--element--bleu = Section 4.1
mt-study--element--table-1 = Tableau 1
mt-study--element--rates = Section 4.2.2
mt-study--element--table-2 = Tableau 2
mt-study--element--table-3 = Tableau 3
mt-study--element--table-4 = Tableau 4
mt-study--element--table-5 = Tableau 5
mt-study--element--figure-3 = Figure 3
mt-study--element--figure-4 = Figure 4
mt-study--about--figure-1a = Fréquence des noms de métier dans le corpus d’entraînement
mt-study--about--figure-1b = Nombre de sous-mots des noms de métier
mt-study--about--bleu = BLEU sur un corpus de test
mt-study--about--table-1 = WinoMT : le genre que les systèmes donnent aux entités
mt-study--about--rates = Ce qui est traduit avec le bon genre, dans les deux sens
mt-study--about--table-2 = Possessifs selon la manière dont le sujet exprime son genre
mt-study--about--table-3 = Avec quoi « son » est aligné dans le corpus d’entraînement
mt-study--about--table-4 = Sondes : le genre lu dans chaque couche et chaque token
mt-study--about--table-5 = Sondes de phrases manipulées
mt-study--about--figure-3 = Distributions de b et de r
mt-study--about--figure-4 = Distributions de b et de r sous intervention
mt-study--missing = – (il faut { $needs })
mt-study--needs--figure-1a = les deux côtés du corpus d’entraînement d’un système vers l’anglais, et l’étape corpus
mt-study--needs--figure-1b = les poids et les deux côtés du corpus d’entraînement d’un système vers l’anglais, et l’étape corpus
mt-study--needs--bleu = un corpus de test sous [test], un système avec ses poids, et l’étape bleu
mt-study--needs--table-1 = les phrases de WinoMT sous [winomt], des traductions ou un système vers le français, et l’étape winomt
mt-study--needs--rates = un système avec ses poids et l’étape audit, ou des traductions et l’étape judge
mt-study--needs--table-2 = un système vers l’anglais et l’étape audit, ou des traductions et l’étape judge
mt-study--needs--table-3 = les deux côtés du corpus d’entraînement d’un système vers l’anglais, et l’étape corpus
mt-study--needs--table-4 = un système vers l’anglais avec ses poids, et l’étape probe
mt-study--needs--table-5 = un système vers l’anglais avec ses poids, l’étape probe et des manipulations
mt-study--needs--figure-3 = un système vers l’anglais avec ses poids, et l’étape audit
mt-study--needs--figure-4 = un système vers l’anglais avec ses poids, et l’étape intervene
mt-study--named = { $element }. { $title }
mt-study--figure = { $title } ({ $system })
mt-study--contents--heading = Les tableaux et figures de l’article
mt-study--contents--title = Wisniewski et al. 2022, et ce qu’en reprend cette étude
mt-study--contents--element = Dans l’article
mt-study--contents--about = Ce qu’on y voit
mt-study--contents--systems = Ici
mt-study--winomt--published = { LIST($systems) } : publié, tableau 1. L’exactitude de l’article figure à côté de la nôtre sur toutes les phrases, où un genre non trouvé compte comme faux : c’est notre lecture de sa note 6. Son ΔG figure à côté des nôtres, par règles et, là où spaCy est installé, selon spaCy.
study--in-words = { $heading }, par consigne
study--table--words = { $benchmark } : choix par consigne (%)
study--notice--words = { LIST($models) } ont répondu à des consignes, les autres par des log-probabilités. Ce sont deux mesures différentes : chacune a ses tableaux, et rien ne compare l’une à l’autre.
study--standfirst--words = Les mêmes questions ont été posées à chaque modèle, par consigne : quelle phrase choisit-il ? À 50, le stéréotype est choisi une fois sur deux ; plus on s’en éloigne, plus la préférence est forte.
study--standfirst--both = Les mêmes questions ont été posées à chaque modèle : pour les uns, on relève quelle phrase ils jugent la plus probable ; aux autres, on a demandé par consigne laquelle ils choisissent. À 50, le stéréotype est préféré une fois sur deux ; plus on s’en éloigne, plus la préférence est forte.
study--answer--sure = { $trusted } { $trusted ->
        [one] modèle est fiable
       *[other] modèles sont fiables
    } sur { $models }, pour tout ce qui a été demandé ; les autres portent † et ne comptent dans aucune phrase, aucune moyenne, aucun test.
study--answer--now = Un écart entre deux scores n’est pas encore un résultat : les tests de cette page disent lesquels dépassent le hasard, et `epicene compare` teste deux exécutions quelconques.
study--answer--sure--all = { $trusted } { $trusted ->
        [one] modèle est fiable
       *[other] modèles sont fiables
    } sur { $models }, pour tout ce qui a été demandé.
