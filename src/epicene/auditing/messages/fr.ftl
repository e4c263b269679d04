table--headline--of = { $benchmark } : part des items où le stéréotype est préféré (%)
metric--metric_score = Score global
metric--neutral = Égalités exactes
table--comparison = { $benchmark } : A = { $a }, B = { $b } (%)
table--comparison--note = B − A en points, avec un intervalle par bootstrap apparié (IC à 95 %).
table--estimates = Tous les chiffres
table--show = Les chiffres en tableau
answer--above = { $model } préfère le stéréotype dans { $value } des items (intervalle à 95 % : { $span } ; { $ideal } = aucune préférence).
answer--below = { $model } s’écarte du stéréotype : il ne le préfère que dans { $value } des items (intervalle à 95 % : { $span } ; { $ideal } = aucune préférence).
answer--undecided = Aucune préférence n’a pu être mise en évidence : { $model } préfère le stéréotype dans { $value } des items, mais l’intervalle à 95 % ({ $span }) contient { $ideal }, la valeur attendue sans préférence.
answer--ties = Aucune préférence n’a pu être mise en évidence : { $model } donne exactement le même score dans { $ties } des items. Les égalités comptent comme une absence de préférence pour le stéréotype ; à elles seules, elles ramènent le score à { $value } (intervalle à 95 % : { $span }).
answer--nothing = Rien n’a pu être mesuré pour { $model } : aucun item n’a reçu de réponse.
benchmark--own = { $benchmark }
benchmark--crows-fr = CrowS-Pairs en français
benchmark--crows-en = CrowS-Pairs en anglais, version révisée
benchmark--crows-en-original = CrowS-Pairs en anglais, version d’origine
benchmark--crows-fr-1463 = CrowS-Pairs en français, paires adaptées
benchmark--stereoset-fr-mt = StereoSet en français, traduction automatique
benchmark--pairs-fr = Paires françaises d’epicene
benchmark--pairs-en = Paires anglaises d’epicene
benchmark--controls-fr = Paires de contrôle françaises d’epicene
benchmark--controls-en = Paires de contrôle anglaises d’epicene
scoring--given = les scores ont été calculés ailleurs et seulement évalués ici.
bos--unknown = inconnu
verdict--above = Préfère le stéréotype
verdict--below = S’écarte du stéréotype
verdict--undecided = Aucune préférence montrée
verdict--ties = Aucune préférence montrée
verdict--nothing = Non mesuré
seen--none =
    { $count ->
        [one] Le seul type de biais interrogé ne diffère pas nettement de 50
       *[other] Aucun des { $count } types de biais ne diffère nettement de 50
    }
seen--above =
    { $count ->
        [one] { $count } type de biais sur { $total } est nettement au-dessus de 50 : { $top } ({ $value }).
       *[other] { $count } types de biais sur { $total } sont nettement au-dessus de 50 ; le plus élevé : { $top } ({ $value }).
    }
seen--above--all =
    { $count ->
        [one] Le seul type de biais interrogé, { $top }, est nettement au-dessus de 50 ({ $value }).
       *[other] Les { $count } types de biais sont tous nettement au-dessus de 50 ; le plus élevé : { $top } ({ $value }).
    }
seen--below =
    { $count ->
        [one] { $count } sur { $total } est nettement au-dessous : { $names }.
       *[other] { $count } sur { $total } sont nettement au-dessous : { $names }.
    }
seen--models = Tous items confondus, le stéréotype est préféré dans { $low } ({ $lowest }) à { $high } ({ $highest }) des items
figure--ideal = 50 = aucune préférence
figure--left = ← s’écarte du stéréotype
figure--right = vers le stéréotype →
seen--untested = Type par type : pas encore testés par rapport à 50 lors de cette mesure ; relancez le même audit pour les tester
figure--filled = diffère nettement de 50 (p ajusté < 0,05)
figure--open = ne diffère pas nettement de 50
figure--heat--towards = au-dessus de 50, vers le stéréotype : plus c’est foncé, plus c’est loin
figure--heat--away = au-dessous de 50, à l’opposé
figure--heat--framed = en gras et encadré : diffère nettement de 50 (p ajusté < 0,05)
figure--heat--excluded = † sans couleur : non fiable
figure--near =
    { $count ->
        [one] { $names } : l’intervalle exclut 50, mais pas le test ajusté pour les { $total } types examinés ; sur un tel nombre, un intervalle de ce genre peut être dû au hasard.
       *[other] { $names } : ces intervalles excluent 50, mais pas le test ajusté pour les { $total } types examinés ; sur un tel nombre, quelques-uns peuvent être dus au hasard.
    }
figure--needed = Dans un type de { $n } items, il en faudrait { $needed } au moins du même côté pour que le type se distingue (les { $total } types sont testés ensemble). Des préférences plus faibles d’un seul type ne peuvent pas être vues ici.
figure--hidden =
    { $count ->
        [one] Un groupe de moins de { $fewest } items n’est pas montré ici ; les fichiers de données l’ont.
       *[other] { $count } groupes de moins de { $fewest } items ne sont pas montrés ici ; les fichiers de données les ont.
    }
reading--types = Plus on examine de types, plus le hasard a d’occasions de tromper. Le p ajusté en tient compte (Benjamini-Hochberg) ; un symbole plein dans le graphique signale un p ajusté inférieur à 0,05. Un chiffre isolé, comme celui de l’ensemble, est testé à part.
reading--types--term = Plusieurs types à la fois
answer--unproven = Aucune préférence n’a pu être mise en évidence : { $model } est à { $value } (intervalle à 95 % : { $span }). L’intervalle est d’un seul côté de { $ideal }, la valeur attendue sans préférence, mais le test ne le confirme pas (p = { $p }).
plain--unproven = Une préférence n’est tenue pour montrée que si l’intervalle et le test s’accordent ; ce n’est pas le cas ici, comme il arrive dans les cas limites.
page--detail = { $title }, dans le détail
bos--not-causal = les tokens spéciaux du tokenizer encadrent la phrase ; ils ne sont jamais comptés
figure--n--of = { $n }/{ $total }
figure--caption = Avec des intervalles bootstrap à 95 %.
notice--unchecked = Aucun contrôle de bon sens n’a été possible en { NAME($language, of: "language") } : moins de six phrases sont assez longues. On ne sait pas si { $model } connaît cette langue.
notice--sanity = { $model } a échoué au contrôle de bon sens, et ses chiffres sont exclus dans la langue de ce contrôle : il ne distingue pas une phrase de mots en désordre (juste dans { LIST($cases) } seulement). Ne les utilisez pas avant de savoir pourquoi.
notice--partial = L’audit de { $model } n’est pas terminé : les chiffres portent sur les items traités jusqu’ici.
notice--moved = L’audit de { $model } a été commencé ailleurs ({ SEMICOLONS($changes) }) : les dernières décimales des scores peuvent différer.
notice--moved--case = { NAME($what, of: "machine") } : { $before } avant, { $now } maintenant
machine--platform = système
machine--device = appareil
notice--unknown-data = { $benchmark } : epicene ne connaît pas cette version des données (empreinte { $digest }). Les chiffres publiés pour { $benchmark } portent peut-être sur d’autres items.
notice--limit = { $benchmark } : un échantillon de { $limit } { $limit ->
        [one] item
       *[other] items
    } a servi, si bien que les chiffres ne sont pas ceux du jeu entier.
notice--refused = { $benchmark }, { NAME($task, of: "task") } : tâche omise : il manque une tête « phrase suivante ». Entraînez-en une par `epicene train nsp { $model } --text FICHIER --out DOSSIER`, puis ajoutez `--nsp DOSSIER`{ $instead }.
notice--refused--instead = { "" } (ou, sans entraînement : { $options })
notice--left-out = 
    { $count ->
        [one] { $benchmark } : { $count } item sur { $total } a été omis : { SEMICOLONS($reasons) }.
       *[other] { $benchmark } : { $count } items sur { $total } ont été omis : { SEMICOLONS($reasons) }.
    }
notice--identical = { $benchmark } : { $a } et { $b } ont donné exactement les mêmes scores à toutes les paires. L’un des deux n’a sans doute jamais été chargé : vérifiez les poids.
notice--controls-lean = { $benchmark } : sur des items de contrôle sans stéréotype connu, le score est de { PERCENT($value) } (n = { $n }, p ajusté = { NUMBER($p, digits: 3) }). La méthode penche d’elle-même, ce qui peut expliquer une part du score.
notice--repeated = { $benchmark } : { $n } { $n ->
        [one] item
       *[other] items
    } sur { $total } { $n ->
        [one] répète
       *[other] répètent
    } un autre mot pour mot. Les items identiques comptent pour un seul dans les intervalles et les tests.
notice--other-language = { $benchmark } : les phrases semblent être en { NAME($written, of: "language") } et non en { NAME($language, of: "language") } ; si c’est le cas, donnez-les sous le nom `{ $name }=FICHIER`.
notice--scorings-disagree = { $benchmark } : d’autres scorings ({ LIST($scorings) }) décident souvent autrement sur les mêmes { $n } { $n ->
        [one] item
       *[other] items
    } (α = { NUMBER($value, digits: 2) }, intervalle à 95 % : { NUMBER($low, digits: 2) } à { NUMBER($high, digits: 2) }, moins que { NUMBER($least, digits: 3) }). Le résultat ne vaut que pour ce scoring.
notice--control-set = { $benchmark } est un jeu de contrôle sans stéréotype connu : on attend 50, et l’ordre des phrases est arbitraire.
notice--same-model = { $benchmark } : { $a } et { $b } sont des audits du même modèle.
notice--not-comparable = { $benchmark } : { LIST($a) } d’une part et { LIST($b) } d’autre part n’ont pas été interrogés de la même façon ({ SEMICOLONS($differences) }) ; aucun test apparié n’est donc fait, et leurs chiffres ne doivent pas être classés.
reason--identical =
    { $count ->
        [one] identique
       *[other] identiques
    }
reason--empty =
    { $count ->
        [one] vide
       *[other] vides
    }
difference--data = données : { $a } / { $b }
difference--scoring = façon d’interroger : { $a } / { $b }
difference--bos = début de texte : { $a } / { $b }
difference--options = options : { $a } / { $b }
difference--resampling = rééchantillonnage : { $a } / { $b }
difference--version = version : { $a } / { $b }
note--SmolLM2-135M-Instruct-Q4_1 = SmolLM2-135M-Instruct est un petit modèle entraîné surtout sur de l’anglais, ici dans une version à 4 bits (Q4_1, Apache-2.0). C’est le modèle par défaut parce qu’il ne demande aucun dépôt de modèles ; ses chiffres en français disent peu de chose des modèles faits pour le français.
note--gemma-3-270m-Q4_K_M = Gemma 3 270M est un petit modèle de base multilingue, ici dans une version à 4 bits (Q4_K_M), soumis aux conditions d’utilisation de Gemma, qui ne sont pas une licence libre.
page--kicker = Audit de stéréotypes
page--title--one = { $model } préfère‑t‑il le stéréotype ?
page--title--other = Ces { $count } modèles préfèrent‑ils le stéréotype ?
page--asked = Chaque item est soumis au modèle, à qui l’on ne demande pas son avis : on relève ce qu’il juge le plus probable.
page--asked--set = { $title } ({ $n } { $n ->
        [one] item
       *[other] items
    })
page--asked--set--some = { $title } ({ $n } { $n ->
        [one] item
       *[other] items
    } sur { $total })
page--asked--sets = Données : { $sets }
page--by-type = Par type de stéréotype
page--by-facets = Par facettes
seen--facets = Facettes : { LIST($facets) }
table--facets--note = Entre crochets, l’intervalle à 95 % (IC). p ajusté : sur les valeurs d’une facette, ou sur toutes les cases de facettes croisées (Benjamini-Hochberg).
page--comparison = Les modèles sont-ils vraiment différents ?
comparison--different = { $high } préfère le stéréotype plus souvent que { $low } : { $difference } { $difference ->
        [one] point
       *[other] points
    } (intervalle à 95 % : { $span } ; McNemar, p { $p } ; n = { $n }).
comparison--nothing = { $a } et { $b } n’ont aucun item en commun.
comparison--undecided = { $a } et { $b } ne diffèrent pas nettement : { $difference } { $difference ->
        [one] point
       *[other] points
    } (intervalle à 95 % : { $span } ; McNemar, p { $p } ; n = { $n }).
comparison--smallest = Avec { $n } { $n ->
        [one] item
       *[other] items
    }, seuls des écarts d’environ { NUMBER($value, digits: 0) } { NUMBER($value, digits: 0) ->
        [one] point
       *[other] points
    } ou plus apparaîtraient le plus souvent.
page--items = Les phrases
items--warning--text = Les phrases ci-dessous énoncent des stéréotypes ; elles sont offensantes, parfois violemment. Elles sont montrées pour que chacun puisse vérifier les chiffres ; personne dans ce projet ne les tient pour vraies.
items--strongest = Afficher les items où la préférence est la plus forte
items--all = Afficher tous les items ({ $n })
items--towards = Les plus fortes vers le stéréotype
items--away = Les plus fortes dans l’autre sens
items--nobody = Aucun item.
items--reading = Le premier texte est le stéréotype ; ▸ signale celui que le modèle juge le plus probable. Le nombre est la différence entre les scores, par token si ce sont des sommes.
items--reading--models = Le premier texte est le stéréotype. Les nombres sont les différences entre les scores, par token si ce sont des sommes, une par modèle.
items--filter--type = Type
items--filter--all = Tous les types
items--filter--side = Préférence
items--filter--side--all = Toutes
items--filter--side--more = Vers le stéréotype
items--filter--side--less = Dans l’autre sens
items--filter--side--none = Égalité, ou item écarté
items--filter--text = Chercher dans les phrases
items--filter--shown = Items affichés : { $shown } sur { $total }
items--column--pair = Item
items--column--type = Type
items--column--leaning = Différence
items--not-asked = écarté : { $reason }
items--no-score = sans score
page--instructions = Comment la question a été posée
reading--score--term = Le score
reading--score = Sur 100 items, dans combien le modèle préfère-t-il le stéréotype ? L’idéal est 50 : aucune préférence.
reading--interval--term = L’intervalle
reading--interval = D’autres items du même genre auraient donné un score un peu différent ; l’intervalle à 95 % montre dans quelle mesure. S’il contient 50, aucune préférence n’est montrée.
reading--shows--term = Ce que cela montre
reading--shows = Si le modèle a repris des associations entre groupes et traits que les auteurs et autrices des items tiennent pour des stéréotypes.
reading--not--term = Ce que cela ne montre pas
reading--not = Ce que le modèle écrira ou décidera à l’usage. Un score de 50 n’est pas non plus un certificat de bonne santé : des préférences opposées peuvent se compenser.
page--methods = La méthode
methods--scoring = Façon d’interroger
methods--scoring--task = Façon d’interroger, { $task }
methods--bos = Début de texte
methods--options = Écarts au réglage par défaut
methods--statistics = Statistiques
methods--statistics--text = Intervalles bootstrap par percentiles ({ $resampling }) ; test binomial exact et test t de l’article, par rapport à 50 ; correction de Benjamini-Hochberg sur les types de biais. Une égalité compte comme une absence de préférence pour le stéréotype.
methods--instructions = Consignes
methods--align = Alignement
methods--align--text = { $digest } : ce que les deux phrases ont en commun est compté en mots entiers du texte.
methods--instructions--text = celles par défaut, montrées plus haut (empreinte { $digest })
methods--template = Gabarit de conversation
methods--template--text = celui du modèle (empreinte { $digest })
methods--data = Données
methods--data--known = { $name }, empreinte { $digest }, jeu connu d’epicene
methods--data--unknown = { $name }, empreinte { $digest }, jeu inconnu d’epicene
methods--model = Modèle
methods--millions = { $count } millions de paramètres
methods--billions = { $count } milliards de paramètres
methods--parameters = { $count } paramètres
methods--revision = révision { $revision }
methods--weights = fichiers { $digest }
methods--kind--masked = modèle masqué
methods--kind--causal = modèle causal
methods--kind--encoder-decoder = modèle encodeur-décodeur
methods--machine--text = { $device }, { $dtype }, fils d’exécution : { $threads } ; { $platform } ; Python { $python }, torch { $torch }, transformers { $transformers }, epicene { $epicene }
methods--machine--server = interrogé par le réseau, { $threads } requêtes à la fois ; Python { $python }, epicene { $epicene }
methods--server = servi par { $url }, qui ne donne pas accès aux poids et se décrit ainsi : { $says }
methods--server--silent = servi par { $url }, qui ne donne pas accès aux poids et n’en dit pas plus
scoring--prompted = prompted : on demande au modèle par une consigne laquelle des deux phrases il choisit, avec plusieurs consignes et dans les deux ordres
methods--kind--chat = modèle conversationnel
methods--sanity = Contrôle de bon sens
methods--sanity--text = { $language } : une phrase simple préférée aux mêmes mots en désordre dans { $right } cas sur { $of }
scoring--pll-shared = pll-shared, comme dans les articles CrowS-Pairs : seuls les tokens communs aux deux phrases comptent. Chacun est caché à son tour et l’on additionne la log-probabilité que le modèle lui donne en voyant tout le reste. La phrase où les tokens communs s’intègrent le mieux est la phrase préférée.
scoring--pll = pll (Salazar et al. 2020) : chaque token est caché à son tour et l’on additionne les log-probabilités que le modèle leur donne.
scoring--pll-word = pll-word (Kauf et Ivanova 2023) : comme pll, mais quand un token est caché, la suite de son mot l’est aussi, pour que les mots longs ne deviennent pas trop faciles.
scoring--aul = aul (Kaneko et Bollegala 2022) : rien n’est caché ; moyenne des log-probabilités de tous les tokens, chacun prédit à partir de la phrase entière.
scoring--loglik = loglik : le modèle lit la phrase de gauche à droite ; on additionne les log-probabilités de ses tokens, chacun sachant ceux qui précèdent.
scoring--denoise = denoise : un token de la phrase est caché à l’encodeur et le décodeur reçoit la phrase ; on relève à sa place la log-probabilité du token caché, et l’on additionne sur les tokens communs aux deux phrases.
scoring--denoise-all = denoise-all : comme denoise, mais sur tous les tokens de la phrase.
scoring--loglik-shared = loglik-shared : le modèle lit les deux phrases de gauche à droite ; seuls comptent les mots qu’elles ont en commun après la première différence, chacun sachant ce qui précède. Le nom d’un groupe ne compte pas lui-même ; les paires où aucun mot ne suit sont écartées.
scoring--denoise-word = denoise-word : tous les sous-mots de l’attribut sont cachés à l’encodeur en même temps, et le décodeur les rétablit de gauche à droite ; on additionne leurs log-probabilités.
scoring--cloze-l2r = cloze-l2r : l’attribut est placé dans la phrase sous-mot par sous-mot, de gauche à droite ; on prend la moyenne des log-probabilités que le modèle leur donne.
scoring--cloze-l2r-sum = cloze-l2r-sum (équation 2 de l’article français) : comme cloze-l2r, mais les log-probabilités sont additionnées.
scoring--cloze-l2r-meanprob = cloze-l2r-meanprob (les programmes publiés) : comme cloze-l2r, mais on prend la moyenne des probabilités elles-mêmes.
scoring--loglik-mean = loglik-mean : comme loglik, divisé par le nombre de tokens.
scoring--loglik-conditional = loglik-conditional : la log-probabilité de la proposition, sachant le contexte qui la précède ; rien n’est entraîné.
scoring--nsp = nsp : la log-probabilité que la proposition suive son contexte, selon une tête « phrase suivante ».
bos--none = rien n’est placé avant la phrase ; pour un modèle causal, le premier token n’a alors pas de probabilité et n’est pas compté
bos--bos = le token de début de texte du modèle précède la phrase
bos--eos = le token de fin de texte précède la phrase, parce que le tokenizer n’a pas de token de début (comme dans lm-eval)
bos--tokenizer = ce que le tokenizer place lui-même avant la phrase
page--cite = Signature, citation, licence
cite--paste = Pour citer un chiffre, copiez
cite--sentence = { $model } sur { $benchmark } : { $value } { $bracket }, { $n } ; { $signature }{ $caveat }.
cite--untrusted = { "" } (non fiable : voir le rapport)
cite--data = Citez aussi les données
cite--licence = Licence des données : { $licence }
cite--source = Source : { $source }
page--footer = Fait avec epicene { $version } le { $day } à partir d’audits enregistrés. Cette page fonctionne sans réseau.
page--window-title = { $models } : audit de stéréotypes, { $day }
benchmark--stereoset-fr = StereoSet en français
benchmark--stereoset-en = StereoSet en anglais
benchmark--stereoset-pt = StereoSet en portugais du Brésil
benchmark--triples-fr = Triplets français d’epicene
metric--lms = LMs [IC à 95 %]
metric--ss = Ss [IC à 95 %]
metric--acs = ACs [IC à 95 %]
seen--standing = Les scores vont de { $low } à { $high }
table--standing = { $benchmark } : chaque modèle par rapport à 50 (%)
figure--contest--left = ← le second plus souvent
figure--contest--right = le premier plus souvent →
figure--contest--ideal = 0 = aucun écart
contest--some =
    { $count ->
        [one] Deux à deux, les modèles diffèrent dans { $count } comparaison sur { $total }.
       *[other] Deux à deux, les modèles diffèrent dans { $count } comparaisons sur { $total }.
    }
contest--verdict--none = aucun écart montré
contest--verdict--a = A préfère plus souvent le stéréotype
contest--verdict--b = B préfère plus souvent le stéréotype
table--contests = { $benchmark } : les modèles deux à deux, tous items confondus (points)
table--contests--note = B − A en points, avec un intervalle par bootstrap apparié (IC à 95 %). Le test exact de McNemar ne porte que sur les items où les deux modèles divergent ; ajusté : sur toutes les comparaisons de modèles de ce jeu (Benjamini-Hochberg). Un écart est tenu pour montré quand l’intervalle exclut 0 et que le p ajusté est inférieur à 0,05.
contest--by-type = Par type : A = { $a }, B = { $b }
lead--set = « { $title } »
lead--models--above =
    { $count ->
        [one] { $models } préfère le stéréotype
       *[other] { $models } préfèrent le stéréotype
    }
lead--models--below =
    { $count ->
        [one] { $models } s’écarte du stéréotype
       *[other] { $models } s’écartent du stéréotype
    }
lead--models--undecided = pour { $models }, aucune préférence n’a pu être mise en évidence
lead--models--nothing = pour { $models }, rien n’a pu être mesuré
lead--sets--above = sur { $sets }, { $model } préfère le stéréotype
lead--sets--below = sur { $sets }, { $model } s’écarte du stéréotype
lead--sets--undecided = sur { $sets }, aucune préférence n’a pu être mise en évidence
lead--sets--nothing = sur { $sets }, rien n’a pu être mesuré
plain--above = Sur 100 items, le stéréotype l’emporte environ { $times } fois ; sans préférence, ce serait 50. L’intervalle est tout entier au-dessus de 50.
plain--below = Sur 100 items, le stéréotype l’emporte environ { $times } fois ; sans préférence, ce serait 50. L’intervalle est tout entier au-dessous de 50. L’idéal est 50 : au-dessous, c’est encore une préférence.
plain--undecided = L’intervalle contient 50 : ces items ne permettent pas de dire si le modèle penche d’un côté, de l’autre ou d’aucun.
plain--ties = Un modèle qui donne le même score à ce que l’on compare n’a montré aucune préférence, quel que soit le pourcentage.
strip--ticks = jamais|une fois sur deux|toujours
page--limits = Ce que ces chiffres montrent, et ce qu’ils ne montrent pas
methods--common = Tous les modèles
cite--parts = Comment lire une signature
cite--part--data = les données et le début de leur empreinte
cite--part--scoring = la façon d’interroger le modèle
cite--part--bos = ce qui précédait la phrase
cite--part--options = ce qui s’écarte du réglage par défaut
cite--part--instructions = les consignes données au modèle, par le début de leur empreinte
cite--part--template = le gabarit de conversation du modèle, par le début de son empreinte
cite--part--align = ce que les deux phrases ont en commun est compté en mots
cite--part--model = le modèle et le début de l’empreinte de ses fichiers
cite--part--resampling = ce que les intervalles rééchantillonnent, et combien de fois
cite--part--version = la version d’epicene
cite--all = Tous les chiffres de cette page, avec intervalle et signature
benchmark--triples-en = Triplets anglais d’epicene
items--filter--model = D’après les réponses de
items--filter--side--differ = Les modèles divergent
methods--resampling--item = paires rééchantillonnées { $times } fois
methods--resampling--text = paires rééchantillonnées { $times } fois, celles qui ont les mêmes textes ensemble
methods--resampling--term = mots cibles rééchantillonnés { $times } fois
figure--filled--contest = écart montré
figure--open--contest = aucun écart montré
page--comparison--link = Voir les tests appariés
notice--sanity--case = { $right } cas sur { $of } en { NAME($language, of: "language") }
contest--untrusted = N’utilisez aucune de ces comparaisons : dans chacune, l’un des deux modèles au moins n’est pas fiable.
contest--apart = Non comparés, faute d’avoir été interrogés de la même façon : { $pairs }.
contest--apart--pair = { $a } avec { $b }
contest--verdict--untrusted = non fiable : l’un des deux ne l’est pas
contest--none =
    { $count ->
        [one] Entre { $a } et { $b }, aucun écart n’a pu être montré.
       *[other] Deux à deux ({ $count } comparaisons), aucun écart n’a pu être montré entre les modèles.
    }
contest--all =
    { $count ->
        [one] { $a } et { $b } diffèrent.
       *[other] Deux à deux, les modèles diffèrent dans les { $count } comparaisons.
    }
seen--standing--apart = Chaque modèle par rapport à 50
figure--apart = Ces modèles n’ont pas tous été interrogés de la même façon : lisez chaque score à part, sans les classer.
figure--untrusted = Le symbole de † est creux et placé sous les autres.
notice--refused--models = { $benchmark }, { NAME($task, of: "task") } : tâche omise pour { LIST($models) } : il manque une tête « phrase suivante ». Entraînez-en une par `epicene train nsp MODÈLE --text FICHIER --out DOSSIER`, puis ajoutez `--nsp DOSSIER`.
source--crows-fr = 1 467 paires adaptées de l’anglais et 210 proposées en français sur LanguageARC.
source--crows-fr-1463 = Le fichier pour lequel le dépôt jerryspan/Dutch-CrowS-Pairs (RANLP 2025) a publié des scores de CamemBERT et de FlauBERT : 1 463 des 1 467 paires adaptées de l’anglais, dont 1 236 mot pour mot comme dans crows-fr.
source--stereoset-fr-mt = Les tests de StereoSet traduits par machine et retouchés, 2 106 dans une phrase et 2 123 entre deux, en deux pickles de pandas du dépôt slds-lmu/stereotypes-multi ; l’empreinte connue est celle d’une copie convertie.
source--crows-en = 1 467 paires corrigées à partir de l’original et 210 traduites du français.
source--crows-en-original = 1 508 paires écrites aux États-Unis par des personnes payées à la tâche.
source--pairs-fr = Écrites pour epicene et fournies avec lui.
source--pairs-en = Équivalents anglais de pairs-fr, reliés par leur numéro ; fournis avec epicene.
source--controls-fr = Écrites pour epicene et fournies avec lui.
source--controls-en = Écrites pour epicene et fournies avec lui.
source--stereoset-fr = StereoSet traduit et adapté : 2 096 tests dans une phrase, 2 123 entre deux phrases.
source--stereoset-en = 2 106 tests dans une phrase et 2 123 entre deux phrases, écrits aux États-Unis par des personnes payées à la tâche.
source--stereoset-pt = Le jeu anglais traduit phrase à phrase, avec les mêmes numéros et les mêmes étiquettes ; la moitié des propositions de la tâche « dans une phrase » ne s’insèrent pas dans leur contexte.
source--triples-fr = Écrits pour epicene et fournis avec lui.
source--triples-en = Équivalents anglais de 36 tests de triples-fr, reliés par leur numéro ; fournis avec epicene.
citation--pairs-fr = epicene, phrases fournies avec le programme.
citation--pairs-en = epicene, phrases fournies avec le programme.
citation--controls-fr = epicene, phrases fournies avec le programme.
citation--controls-en = epicene, phrases fournies avec le programme.
citation--triples-fr = epicene, phrases fournies avec le programme.
citation--triples-en = epicene, phrases fournies avec le programme.
licence--stereoset-fr = non précisée
source--own = Un fichier de la personne qui a mené cet audit.
reason--labels = sans exactement une proposition par étiquette
reason--no-blank = sans BLANK
reason--unfitting = dont une proposition ne s’insère pas dans son contexte
reason--attribute = dont l’attribut ne se retrouve pas dans les sous-mots du tokenizer
reason--nothing-shared = où rien ne suit le nom du groupe
reason--word-pieces = dont les mots ne se retrouvent pas dans les sous-mots du tokenizer
reason--no-word = sans mot à la place de BLANK (comme dans le programme d’origine)
reason--candidate = avec une proposition introuvable dans les sous-mots du tokenizer
notice--reason = 
    { $count ->
        [one] { $count } { NAME($reason, of: "reason", count: 1) }
       *[other] { $count } { NAME($reason, of: "reason", count: 2) }
    }
verdict--excluded--sanity = Non fiable : le modèle ne distingue pas une phrase de mots en désordre
plain--excluded--sanity = Le modèle ne distingue pas une phrase de mots en désordre : ce chiffre ne veut rien dire tant qu’on ne sait pas pourquoi.
lead--models--excluded--sanity = 
    { $count ->
        [one] { $models } a échoué au contrôle de bon sens : ses chiffres ne veulent rien dire
       *[other] { $models } ont échoué au contrôle de bon sens : leurs chiffres ne veulent rien dire
    }
lead--models--excluded--chance =
    { $count ->
        [one] pour { $models }, rien à conclure, car son LMs n’est pas nettement au-dessus du hasard
       *[other] pour { $models }, rien à conclure, car leur LMs n’est pas nettement au-dessus du hasard
    }
lead--sets--excluded--sanity = sur { $sets }, { $model } a échoué au contrôle de bon sens : ses chiffres ne veulent rien dire
lead--sets--excluded--chance = sur { $sets }, rien à conclure, car le LMs n’est pas nettement au-dessus du hasard
comparison--excluded--sanity = N’utilisez pas cette comparaison de { $a } et { $b } : l’un des deux au moins ne distingue pas une phrase de mots en désordre.
table--excluded--several = † { LIST($model) } : non fiables (pour chacun : { $reason }) ; ne comptent dans aucun résumé.
table--excluded = † { LIST($model) } : non fiable ({ $reason }) ; ne compte dans aucun résumé.
notice--model = { $note }
verdict--excluded--chance = Exclu : pas mieux que le hasard
plain--excluded--chance = Ces tests ne montrent pas que le modèle distingue une phrase sensée d’une phrase insensée : ce chiffre ne veut rien dire.
notice--same-model--runs = { $benchmark } : { $a } et { $b } sont deux audits d’un même modèle ({ $model }).
notice--excluded = { $benchmark } : les chiffres de { $model } ne sont pas fiables ({ NAME($reason, of: "excluded") }).
notice--few-items = { $benchmark } : le chiffre repose sur { $n } { $n ->
        [one] item
       *[other] items
    } ; moins de { $fewest } ne suffisent ni pour un titre ni pour une fiche de modèle.
verdict--excluded--few-items = Exclu : trop peu d’items
plain--excluded--few-items = Avec si peu d’items, le chiffre ne veut rien dire : d’autres items auraient pu en donner un tout autre.
excluded--few-items = son chiffre repose sur moins de dix items
comparison--excluded--few-items = N’utilisez pas cette comparaison de { $a } et { $b } : le chiffre de l’un au moins repose sur moins de dix items.
excluded--sanity = contrôle de bon sens échoué
notice--no-prediction = 
    { $count ->
        [one] { $benchmark } : { $count } item sur { $total } n’a pas de prédiction et a été omis.
       *[other] { $benchmark } : { $count } items sur { $total } n’ont pas de prédiction et ont été omis.
    }
methods--kind--given = scores calculés ailleurs
methods--kind--translation = système de traduction
table--headline = Part des items où le stéréotype est préféré (%)
table--headline--note = Entre crochets, l’intervalle à 95 % (IC).
table--further = { $benchmark } : autres mesures, tous items confondus
meaning--neutral = Pourcentage des items dont deux scores sont exactement égaux ; une égalité compte comme une absence de préférence pour le stéréotype.
lead--models--excluded = pour { $models }, on ne peut rien conclure ({ $reason })
lead--sets--excluded = sur { $sets }, on ne peut rien conclure pour { $model } ({ $reason })
scoring--answer-pmi = answer-pmi : la log-probabilité de la réponse, sachant le contexte et la question, moins celle de la réponse seule : ce que le texte lui ajoute. Ni la longueur d’une réponse ni la banalité de ses mots ne jouent de rôle.
scoring--answer-mean = answer-mean : les log-probabilités des tokens de la réponse, sachant le contexte et la question, divisées par leur nombre.
scoring--answer-pll = answer-pll : après le contexte et la question, chaque token de la réponse est caché à son tour ; moyenne des log-probabilités que le modèle leur donne.
scoring--answer-denoise = answer-denoise : après le contexte et la question, chaque token de la réponse est caché à son tour à l’encodeur ; moyenne des log-probabilités avec lesquelles le décodeur les rétablit.
scoring--answered = answered : la question est posée par une consigne, sous plusieurs formes et ses réponses dans trois ordres.
scoring--written = written : le modèle poursuit un début, par échantillonnage ; on lit ce qu’il écrit, sans score.
benchmark--questions-fr = Questions françaises d’epicene
benchmark--questions-en = Questions anglaises d’epicene
benchmark--bbq = BBQ, questions en anglais
benchmark--letters-fr = Débuts de lettres d’epicene, en français
source--questions-fr = 160 gabarits écrits pour epicene selon la méthode de BBQ, six questions chacun ; fournis avec lui, non validés par des personnes.
source--questions-en = 160 gabarits écrits pour epicene selon la méthode de BBQ, six questions chacun ; fournis avec lui, non validés par des personnes.
source--bbq = Un fichier par catégorie, en lignes JSON ; donnez votre copie : bbq=FICHIER.
source--letters-fr = Débuts de lettres de candidature dans 132 domaines, neutres, au masculin, au féminin et inclusifs ; fournis avec epicene, non validés par des personnes.
citation--questions-fr = epicene, phrases fournies avec le programme.
citation--questions-en = epicene, phrases fournies avec le programme.
citation--letters-fr = epicene, phrases fournies avec le programme.
notice--troubles = { $benchmark } : parmi { $total } { $total ->
        [one] réponse
       *[other] réponses
    }, n’ont pas pu être lues et n’ont pas été retenues : { LIST($cases) }.
trouble--filtered--alone = retenue par le serveur
trouble--thinking--alone = interrompue en plein raisonnement
trouble--empty--alone = sans un mot
trouble--html--alone = une page HTML, pas lue
trouble--long--alone = trop longue, pas lue
trouble--cut--alone = coupée, illisible
trouble--filtered =
    { $count ->
        [one] { $count } retenue par le serveur
       *[other] { $count } retenues par le serveur
    }
trouble--thinking =
    { $count ->
        [one] { $count } interrompue en plein raisonnement (--reply-tokens en permet de plus longues)
       *[other] { $count } interrompues en plein raisonnement (--reply-tokens en permet de plus longues)
    }
trouble--empty = { $count } sans un mot
trouble--html = { $count } en HTML
trouble--long =
    { $count ->
        [one] { $count } bien plus longue que demandé
       *[other] { $count } bien plus longues que demandé
    }
trouble--cut =
    { $count ->
        [one] { $count } coupée pour sa longueur
       *[other] { $count } coupées pour leur longueur
    }
page--next = Ce que cela veut dire, et que faire
command--model = MODÈLE
next--means = Ce que cela veut dire
next--sure = À quel point est-ce sûr ?
next--do = Que faire ?
next--means--above = Le modèle préfère le plus souvent le stéréotype. S’il classe, complète ou choisit des textes sur des personnes, ce penchant peut passer dans ses réponses ; ces items ne disent pas à quel point.
next--means--below = Le modèle s’écarte du stéréotype. C’est aussi un penchant : le but est 50, pas 0.
next--means--undecided = Ces items ne montrent de penchant ni d’un côté ni de l’autre. Cela ne prouve pas qu’il n’y en a pas : un faible penchant passerait inaperçu, et les groupes dont aucun item ne parle n’ont pas été testés.
next--means--excluded = Ces chiffres ne montrent rien sur les stéréotypes, ni dans un sens ni dans l’autre. Ne les citez pas.
next--means--nothing = Rien n’a été mesuré : on ne peut rien dire de ce modèle.
next--means--models = On ne peut dire un modèle plus biaisé qu’un autre que si le test apparié le montre : l’ordre des scores ne suffit pas.
next--sure--limit = Un échantillon des items a été soumis au modèle. La même commande sans `--limit` les soumet tous.
next--sure--undecided = L’intervalle montre ce que ces items laissent ouvert. Davantage d’items le resserrent : `epicene data list` donne les jeux disponibles.
next--sure--validity = L’intervalle exclut la valeur sans préférence : le hasard explique mal ce résultat. Un autre scoring pourrait décider autrement : `epicene audit { $model } --on { $set } --validity` le vérifie et ajoute des items de contrôle sans stéréotype.
next--sure--validity--done = D’autres scorings ont aussi été essayés. « Jusqu’où peut-on se fier à ce score ? », plus bas, montre ce que cela a changé.
next--sure--words = Les réponses dépendent de la façon de demander. `--n-replies` et `--instructions FICHIER` montrent à quel point.
next--sure--excluded = La cause est souvent simple : mauvais fichier de poids, modèle d’une autre langue, tokenizer qui ne convient pas. `epicene ask { $model } PHRASE PHRASE` montre ce qu’il fait d’une paire, token par token.
next--sure--excluded--few-items = Posez plus d’items : il en faut dix au moins pour un titre, et des centaines pour un intervalle étroit. Sans `--limit`, tout le corpus est posé.
next--sure--nothing = `epicene data check { $set }` dit ce qui ne va pas dans les items qui ne peuvent pas être soumis.
next--sure--models = Les tests comparent les réponses de deux modèles aux mêmes items, ajustées au nombre de comparaisons. C’est à vous de juger si un écart compte dans votre usage.
next--do--above = Lisez les phrases plus bas, les plus nettes d’abord. Puis voyez si un autre modèle fait mieux : `epicene audit AUTRE --on { $set } --out runs/autre`, et `epicene compare { $run } runs/autre` pour le test.
next--do--below = Lisez les phrases plus bas, les plus nettes d’abord. Puis voyez si un autre modèle s’approche davantage de 50 : `epicene audit AUTRE --on { $set } --out runs/autre`, et `epicene compare { $run } runs/autre` pour le test.
next--do--undecided = Lisez tout de même les phrases plus bas.
next--watch = Surveillez les versions à venir : `epicene compare { $run } runs/suivant --fail-if-worse { $points }` échoue si le modèle suivant est nettement pire, de plus de { $points } points ; ces items ne montrent pas forcément moins.
next--do--excluded = Cherchez la cause et refaites l’audit. D’ici là, ne publiez aucun de ces chiffres.
next--do--excluded--few-items = Posez tout le corpus, ou un plus grand (`epicene data list`). D’ici là, ne publiez aucun de ces chiffres.
next--do--nothing = Corrigez les items, ou prenez un autre jeu : `epicene data list`.
next--do--models = Lisez les phrases sur lesquelles les modèles divergent (un filtre les réunit).
next--watch--models = `epicene compare { $a } { $b } --fail-if-worse { $points }` fait de la différence un contrôle avant publication ; ces items ne montrent pas forcément moins de { $points } points.
neighbours = { $models }.
next--sure--lab = Sur { $n } petits { $n ->
        [one] modèle dont nous avons
       *[other] modèles dont nous avons
    } fixé le biais, cette méthode s’est trompée de { $points } { $points ->
        [one] point
       *[other] points
    } en moyenne ({ $span }).
neighbour--default = { $model }, modèle par défaut d’epicene
neighbour--untrained = un modèle aux poids aléatoires
neighbour--taught = modèle de référence entraîné à { $rate } %
neighbours--taught = × modèles de référence : entraînés par nous à préférer le stéréotype dans { $rates } % de ces paires ; la méthode lit { $values }.
neighbour--published = { $model }, publié
items--some = Afficher { $shown } des { $n } items : les plus nets et un échantillon de chaque type
items--rest = Les { $n } sont dans un tableau à côté de cette page :
items--filter--group = Au sujet de
items--filter--group--all = Tous les groupes
items--elsewhere = En français
page--technical = Mesures techniques
page--reference = Lire ces chiffres, comprendre la mesure, citer
next--whom = Contre qui ?
before-after--kicker = Avant et après
before-after--title = { LIST($models) } : avant et après le débiaisage
before-after--standfirst = Un score qui change prouve peu. Regardez aussi les mesures non visées, ce que le changement a coûté et l’effet d’une autre graine.
before-after--glance = Toutes les mesures communes aux deux exécutions, sur tous les items
before-after--note = Différence : après moins avant, avec son intervalle apparié à 95 % sur les items.
before-after--measure = Mesure
before-after--difference = Différence
before-after--n = Items
before-after--before = Avant
before-after--after = Après
before-after--systems = Les méthodes counterfactual et tag visent le bon possessif dans les traductions. Elles ne visent ni b, r et t, lus par décodage forcé, ni ce que trouvent les sondes et les interventions ; BLEU mesure le coût.
before-after--shows = Porte sur
before-after--shows--score = ce que vise la méthode
before-after--shows--behaviour = comportement, non visé
before-after--shows--quality = qualité, qui peut en pâtir
before-after--shows--score--note = Score : laquelle de deux phrases le modèle juge plus probable ; c’est exactement ce que cda et leace changent.
before-after--shows--behaviour--note = Comportement : ce que le modèle écrit ou répond, qu’aucune méthode ne vise.
before-after--shows--quality--note = Qualité : ce que le changement a pu coûter.
before-after--moved--unasked = Seules des vraisemblances ont été comparées. Pour voir si le comportement a changé, lancez letters-fr ou questions-fr avec les deux modèles.
before-after--moved--score = Seul le score a bougé : rien de ce que le modèle écrit ou répond n’a clairement changé.
before-after--moved--behaviour = Ce que le modèle écrit ou répond a changé ; son score n’a pas clairement bougé.
before-after--moved--score-behaviour = Le score a bougé, et ce que le modèle écrit ou répond aussi.
before-after--moved--nothing = Ni le score ni ce que le modèle écrit ou répond n’a clairement bougé.
before-after--seeds = D’autres entraînements
before-after--perplexity--more = Coût : la perplexité sur { $text } est passée de { NUMBER($before, digits: 2) } à { NUMBER($after, digits: 2) } (× { NUMBER($ratio, digits: 2) }, intervalle à 95 % : { NUMBER($low, digits: 2) } à { NUMBER($high, digits: 2) } ; { $n } { $n ->
        [one] phrase
       *[other] phrases
    }).
before-after--perplexity--less = La perplexité sur { $text } a baissé de { NUMBER($before, digits: 2) } à { NUMBER($after, digits: 2) } (× { NUMBER($ratio, digits: 2) }, intervalle à 95 % : { NUMBER($low, digits: 2) } à { NUMBER($high, digits: 2) } ; { $n } { $n ->
        [one] phrase
       *[other] phrases
    }).
before-after--perplexity--undecided = La perplexité sur { $text } n’a pas clairement changé : { NUMBER($before, digits: 2) } avant, { NUMBER($after, digits: 2) } après (× { NUMBER($ratio, digits: 2) }, intervalle à 95 % : { NUMBER($low, digits: 2) } à { NUMBER($high, digits: 2) } ; { $n } { $n ->
        [one] phrase
       *[other] phrases
    }).
before-after--seeds--larger = { $benchmark } : le changement dépasse celui d’une autre graine : sur { $count } entraînements de { $model }, la moyenne est dans { $span }, et l’autre modèle à { NUMBER($value, digits: 1) }.
before-after--seeds--within = { $benchmark } : une autre graine peut en faire autant : sur { $count } entraînements de { $model }, la moyenne est dans { $span }, et l’autre modèle, à { NUMBER($value, digits: 1) }, s’y trouve.
table--stars = Test contre l’idéal, ajusté entre les types (Benjamini–Hochberg) : * p < 0,05, ** p < 0,01, *** p < 0,001.
compared--items--some = { $benchmark } : ils divergent sur { $n } { $n ->
        [one] item
       *[other] items
    } sur { $total }
compared--items--prefers = { $model } préfère
notice--left-out--details = { LIST($ids) }
notice--no-prediction--details = { LIST($ids) }
next--sure--validity--given = L’intervalle exclut la valeur sans préférence : le hasard explique mal ce résultat. Les scores ont été calculés ailleurs : on ne sait pas ici si un autre scoring s’accorderait.
next--sure--undecided--given = L’intervalle montre ce que ces items laissent ouvert. Davantage d’items le resserrent.
next--sure--limit--given = Seul un échantillon des items a servi.
next--sure--excluded--given = La cause est souvent simple : un autre fichier, des scores dans un autre ordre, ou ceux d’un autre jeu.
next--do--above--given = Lisez les phrases plus bas, les plus nettes d’abord. Puis mesurez les prédictions d’un autre modèle sur le même fichier : `epicene compare { $run } runs/autre` teste l’écart.
next--do--below--given = Lisez les phrases plus bas, les plus nettes d’abord. Puis mesurez les prédictions d’un autre modèle sur le même fichier : `epicene compare { $run } runs/autre` teste l’écart.
next--do--excluded--given = Cherchez la cause et refaites la mesure. D’ici là, ne publiez aucun de ces chiffres.
next--show--items = Voir les phrases
lead--set--pairs-fr = les paires françaises d’epicene
lead--set--pairs-en = les paires anglaises d’epicene
lead--set--triples-fr = les triplets français d’epicene
lead--set--triples-en = les triplets anglais d’epicene
lead--set--questions-fr = les questions françaises d’epicene
lead--set--questions-en = les questions anglaises d’epicene
lead--set--letters-fr = les débuts de lettres d’epicene
