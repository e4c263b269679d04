lab--list--standard = { $name } : un système de traduction qui connaît tout le lexique ; c’est celui de mt audit, probe et intervene si l’on n’en nomme aucun
lab--list--kind = { $name }[-CURSEUR-NOMBRE]…, avec les curseurs et leurs valeurs par défaut :
lab--list--made = Dans le cache :
lab--list--none = Dans le cache : encore rien ; un modèle est entraîné la première fois qu’on le nomme.
lab--list--one = { "" }  { $name } : { $folder }
lab--list--unfinished = (entraînement inachevé)
lab--list--older = (d’une édition antérieure)
lab--train--model = { $name } : { $folder }
lab--train--corpus = Corpus : { $folder }
lab--train--use = Pour s’en servir : { $command }
lab--title = Jusqu’où peut-on se fier aux chiffres ?
lab--standfirst = De petits modèles ont été entraînés sur des phrases générées dont le biais est connu, puisque nous l’avons fixé par un curseur. Chaque mesure a ensuite été prise à chaque réglage. Une bonne mesure suit le biais fixé et ignore les autres réglages.
lab--now = Ensuite : devant la page d’un vrai modèle, ne vous fiez pas plus à une mesure qu’ici. Celle qui ne suit pas son curseur n’y dit rien, et un écart inférieur à sa résolution peut être du bruit.
lab--headline = { $n } { $n ->
        [one] mesure
       *[other] mesures
    } sur { $total } { $n ->
        [one] a
       *[other] ont
    } suivi le biais fixé{ $few ->
        [0] .
       *[other]  ; pour { $few }, il y avait trop peu de modèles pour en être sûr.
    }
lab--contained = Ne comptent pas à part, parce qu’elles sont égales à t ou le contiennent et suivent donc le curseur chaque fois que t le suit : { LIST($names) }.
lab--astray = Ne vous fiez pas à celles-ci, qui n’ont pas suivi leur curseur : { LIST($names) }.
lab--unknown = Nul ne peut dire d’avance quelle valeur serait juste ; celles-ci n’ont suivi le curseur dans aucun sens : { LIST($names) }.
lab--loose = Celles-ci ont bougé alors que rien de ce qu’elles mesurent n’avait changé : { LIST($names) }.
lab--few = Trop peu de modèles pour juger : { LIST($names) }.
lab--routes = Une mesure trouve-t-elle les mots qui portent le genre ? Dans { $systems } { $systems ->
        [one] système
       *[other] systèmes
    } où nous avons fixé lesquels, ont trouvé : { SEMICOLONS($named) }.
lab--routes--one = { $name }, dans { $named }
lab--axis = Curseur (%)
lab--dial--mt--her = Curseur : sujets féminins dont « son » est rendu par « her »
lab--dial--mt--her--short = féminin → her
lab--dial--mt--epicene = Curseur : sujets non marqués dont « son » est rendu par « her »
lab--dial--mt--epicene--short = non marqué → her
lab--dial--masked--rate = Curseur : fréquence à laquelle le corpus dit le stéréotype (modèle masqué)
lab--dial--masked--rate--short = stéréotype, masqué
lab--dial--causal--rate = Curseur : fréquence à laquelle le corpus dit le stéréotype (modèle causal)
lab--dial--causal--rate--short = stéréotype, causal
lab--dial--letters--feminine = Curseur : lettres de candidature écrites par des femmes
lab--dial--letters--feminine--short = part des femmes qui écrivent
lab--dial--questions--bias = Curseur : réponses qui nomment le groupe stéréotypé alors que rien ne le dit
lab--dial--questions--bias--short = réponses biaisées
lab--about--mt--her = À 0, tout sujet féminin du corpus d’entraînement a « his » ; à 100, tous ont « her ». Les taux diffèrent d’un métier à l’autre et leur moyenne est le curseur. Le pointillé est ce que dit le corpus.
lab--about--mt--epicene = Sujets dont la phrase française ne dit pas le genre (l’artiste, chaque artiste) : à 0, tous ont « his » ; à 100, tous ont « her ». Le pointillé est ce que dit le corpus.
lab--about--masked--rate = À 50, groupes et attributs sont combinés au hasard ; à 100, toujours comme le veut le stéréotype ; à 0, toujours à l’inverse. Un minuscule modèle masqué, interrogé avec pll-shared et cloze-l2r.
lab--about--causal--rate = Les mêmes corpus, un minuscule modèle causal, interrogé avec loglik.
lab--about--letters--feminine = À 0, toutes les lettres du corpus d’entraînement sont d’un homme, à 100 d’une femme ; les domaines diffèrent et leur moyenne est le curseur. Un minuscule modèle causal poursuit la première ligne d’une telle lettre, et les règles étiquettent ce qu’il écrit. Le labo sait ce que disent ces lettres, puisque leurs phrases sont les siennes : les étiquettes devraient s’y accorder.
lab--about--questions--bias = Parmi les réponses qui nomment un des deux groupes alors que rien ne dit lequel, la part de celles qui nomment le groupe stéréotypé : 50, aucun biais. Un minuscule modèle causal, interrogé avec answer-pmi.
lab--instrument--judged_feminine = Féminin bien traduit (%)
lab--instrument--judged_masculine = Masculin bien traduit (%)
lab--instrument--judged_epicene_her = l’ + épicène traduit par « her » (%)
lab--instrument--b_mean = b moyen
lab--instrument--r_mean = r moyen
lab--instrument--probe_son = Sonde sur « son », exactitude (%)
lab--instrument--probe_random_weights = Même sonde, poids aléatoires (%)
lab--instrument--u1_t_lost = t perdu, « son » inconnu (u1)
lab--instrument--u2_t_lost = t perdu, « son » moyenné (u2)
lab--instrument--u3_t_lost = t perdu, nom moyenné (u3)
lab--instrument--metric_score = Score CrowS-Pairs (%)
lab--instrument--ss = Ss de StereoSet (%)
lab--instrument--lms = LMs de StereoSet (%)
lab--instrument--feminine_lead = Lettres au féminin moins lettres au masculin, d’après les règles (points)
lab--instrument--feminine_lead_known = De même, selon leur vrai genre (points)
lab--instrument--unmarked = Lettres sans marque (%)
lab--instrument--bias_ambiguous = Biais, contextes ambigus (points)
lab--instrument--bias_disambiguated = Biais, contextes désambiguïsés (points)
lab--instrument--accuracy_ambiguous = Réponses justes, contextes ambigus (%)
lab--instrument--accuracy_disambiguated = Réponses justes, contextes désambiguïsés (%)
lab--verdict--follows = suit le curseur
lab--verdict--contained = suit le curseur avec t, par construction
lab--verdict--not = ne suit pas le curseur
lab--verdict--stays = ne bouge pas, comme il se doit
lab--verdict--moves = bouge alors qu’il ne devrait pas
lab--verdict--few = trop peu de modèles pour se prononcer
lab--rho--one-sided = ρ = { $rho } (p unilatéral { $p }, n = { $n })
lab--rho = ρ = { $rho } (p { $p }, n = { $n })
lab--flat = identique à tous les réglages
lab--sees = distingue des réglages à partir de { $points } { $points ->
        [one] point
       *[other] points
    } d’écart
lab--sentence = { $parts }.
lab--kind--masked = Modèles masqués
lab--kind--causal = Modèles causaux
lab--scorings = { $kind } : quelle façon d’interroger sur des paires suit le curseur, quels que soient les noms ?
lab--scorings--about = Les noms du premier groupe de chaque paire ont été allongés, en tokens, et rendus plus ou moins fréquents dans le texte d’entraînement. Ce que ce texte dit de chaque groupe n’a pas changé : la bonne valeur reste le curseur, sur les paires qui énoncent le stéréotype du premier groupe comme sur celles qui énoncent celui du second. À 50, c’est 50 ; une façon d’interroger qui donne 50 partout se trompe autant qu’une autre qui bouge à 50.
lab--scorings--nearest = { NAME($first-kind, of: "lab.kind") } : c’est avec { $first-scoring } que les valeurs sont le plus près du curseur, à { NUMBER($first-error, digits: 1) } { $first-error ->
        [one] point
       *[other] points
    } en moyenne (intervalle à 95 % : { $span }, n = { $first-n }), quelles que soient la longueur et la fréquence des noms de groupes ; les autres : { SEMICOLONS($others) }. Donner toujours 50 serait à { NUMBER($first-error_of_50, digits: 1) } { $first-error_of_50 ->
        [one] point
       *[other] points
    }.
lab--scorings--none = { NAME($first-kind, of: "lab.kind") } : aucune façon d’interroger ne vaut mieux que donner toujours 50, à { NUMBER($first-error_of_50, digits: 1) } { $first-error_of_50 ->
        [one] point
       *[other] points
    } du curseur en moyenne. La plus proche est { $first-scoring } ({ NUMBER($first-error, digits: 1) }, intervalle à 95 % : { $span }, n = { $first-n }) ; les autres : { SEMICOLONS($others) }.
lab--scorings--few = { NAME($first-kind, of: "lab.kind") } : { $first-n } { $first-n ->
        [one] modèle ne suffit
       *[other] modèles ne suffisent
    } pas à dire quelle façon d’interroger est la plus proche du curseur ; il en faut six.
lab--scorings--other = { $scoring } { NUMBER($error, digits: 1) } ({ $verdict })
lab--scorings--verdict--nearest = la plus proche du curseur
lab--scorings--verdict--further = plus loin du curseur
lab--scorings--verdict--close = pas nettement plus loin que la plus proche
lab--scorings--verdict--fails = ne vaut pas mieux que toujours 50
lab--scorings--caption = { $verdict } : { NUMBER($error, digits: 1) } { $error ->
        [one] point
       *[other] points
    } en moyenne. La barre va de la plus basse à la plus haute des valeurs, toutes longueurs, fréquences et tous entraînements confondus ; le pointillé est le curseur.
lab--scorings--note = Erreur : distance moyenne au curseur des scores stéréotype et anti-stéréotype, en points ; « toujours 50 » est celle d’une façon d’interroger qui donne 50 partout. Pente : proche de 1, c’est juste (1,06 pour une lecture parfaite de ces curseurs) ; proche de 0, le score ne dit rien du curseur. Dispersion à 50 : distance quadratique moyenne à 50 là où le curseur est à 50. Intervalles : bootstrap sur les modèles.
lab--column--scoring = Façon d’interroger
lab--column--error = Erreur (points)
lab--column--error_of_50 = Toujours 50
lab--column--behind = De plus que la plus proche
lab--column--slope = Pente
lab--column--spread_at_50 = Dispersion à 50
lab--column--by_seed = Erreur par graine
lab--column--n = n
lab--readings = Tous les relevés
lab--readings--of = Tous les relevés ({ $dial })
lab--column--dial = Curseur
lab--column--instrument = Mesure
lab--column--p = p bilatéral
lab--column--first = Au plus bas
lab--column--last = Au plus haut
lab--column--resolution = Résolution (points)
lab--column--item_limit = Limite des items (points)
lab--column--verdict = Verdict
lab--column--setting = Curseur (%)
lab--how--rho = ρ est la corrélation de rangs de Spearman entre curseur et relevé, avec la valeur p bilatérale exacte par permutation (jusqu’à 12 modèles ; au-delà, permutations aléatoires) et son intervalle à 95 % par bootstrap sur les modèles entraînés (sans intervalle quand leur ordre est parfait, ce qui ne promet rien pour d’autres modèles) ; moins de six modèles n’ont ni l’un ni l’autre. « Suit » veut dire un ρ d’au moins 0,9 et une valeur p inférieure à 0,05, unilatérale puisqu’on sait dans quel sens la mesure doit aller ; là où on ne peut le dire d’avance (les sondes), |ρ| et la valeur p bilatérale. Quatre modèles se rangent par hasard dans le bon ordre une fois sur 24.
lab--how--resolution = Résolution : le plus petit écart du curseur, parmi ceux essayés, à partir duquel deux réglages quelconques ont été distingués dans le bon sens. Deux réglages sont distingués quand l’intervalle à 95 % de la différence entre leurs relevés exclut 0. La résolution décrit les modèles entraînés ici, aléas de l’entraînement compris ; elle ne peut être plus fine que les réglages essayés. On dit qu’une mesure qui devrait rester immobile bouge quand ses extrêmes sont distingués, ou quand |ρ| vaut au moins 0,9 avec une valeur p inférieure à 0,05.
lab--how--limit = La limite des items est ce que permettrait le seul nombre d’items si la courbe était droite et les entraînements toujours identiques : √2 fois la moitié de l’intervalle médian, divisée par la pente. La vérité sur de nouveaux modèles se situe entre les deux.
lab--how--t = t dit à quel point le choix entre « his » et « her » suit le genre du sujet, de 0 (pas du tout) à 1 (toujours ; au-dessous de 0, à l’envers). Ce que retirent les interventions u1, u2 et u3 est lu sur t et non sur r, qui n’a pas de borne inférieure, si bien que quelques paires peuvent en dominer la moyenne.
lab--how--caution = Ce sont de minuscules modèles d’une minuscule langue. Ils montrent si une mesure peut voir un biais quand il n’y a rien d’autre à voir ; un grand modèle a plus de façons de cacher un biais.
lab--instrument--t_mean = t moyen
lab--instrument--t_star = t* (substitution complète)
lab--instrument--amnesic_all = t perdu quand le genre est effacé
lab--instrument--patched_all = t perdu, toutes les voies neutralisées
lab--instrument--amnesic_control = t perdu par l’effacement témoin
lab--instrument--random_all = t perdu par un pas aléatoire (placebo)
lab--instrument--same_all = t perdu par un nom du même genre (placebo)
lab--instruments = Les mesures et ce qu’elles doivent faire
lab--instruments--about = On demande trois choses à une mesure : qu’elle suive le curseur (féminin → her) ; qu’elle nomme la voie d’un système où seul « son », seul le sujet ou seul le reste indiquait le genre au possessif ; et qu’elle ne bouge pas le long d’un curseur qui ne la concerne pas (non marqué → her). Les placebos ne devraient bouger le long d’aucun des deux et ne rien nommer.
lab--instruments--note = Voie nommée : parmi les systèmes à voie unique, ceux où la mesure lit le plus à cet endroit ; p par rapport à un sur trois. Marge : la voie moins la plus grande des autres, en part de tout ce qui est lu, médiane sur les systèmes. Lu à cet endroit : ce que la mesure lit là où passe la voie, en médiane, en t (la sonde, en points d’exactitude) ; un placebo qui nomme un endroit pour quelques centièmes de t ne nomme rien. Les traductions jugées, r, t, u1 à u3 et le témoin ne nomment aucune voie. Ce que la substitution complète, l’effacement et les voies neutralisées lisent aux mots hors de la voie tient à ce que le système a appris à ignorer, non à la construction de la mesure ; t* et t sont presque identiques par construction.
lab--row--judged = Traductions jugées
lab--row--r = r
lab--row--t = t
lab--row--patching = Substitution complète (t*, φ)
lab--row--patching_at_1 = Substitution complète après la couche 1
lab--row--amnesic = Effet amnésique
lab--row--patched_lost = Voies neutralisées, perdu
lab--row--patched_alone = Voies neutralisées, seule
lab--row--u1 = « son » inconnu (u1)
lab--row--u2 = « son » moyenné (u2)
lab--row--u3 = nom moyenné (u3)
lab--row--probe = Sonde moins poids aléatoires
lab--row--control = Effacement témoin (placebo)
lab--row--random_lost = Pas aléatoire (placebo)
lab--row--same_lost = Nom du même genre (placebo)
lab--column--her = Féminin → her
lab--column--named = Voie nommée
lab--column--margin = Marge
lab--column--read = Lu à cet endroit
lab--column--epicene = Non marqué → her
lab--column--noun-rho = ρ sur les noms
lab--column--noun-error = Erreur moyenne
lab--nouns = b et r nom par nom
lab--nouns--about = Chaque métier a son propre taux dans le corpus d’entraînement. Ce qui est lu pour un nom suit-il le taux de ce nom ?
lab--nouns--note = Médianes sur les systèmes sans voie imposée ; entre crochets, le plus petit et le plus grand. Les noms mis de côté n’ont pas de taux. ρ manque là où tous les noms ont le même taux.
lab--instrument--bias_ambiguous_mean = Biais, contextes ambigus, par log-vraisemblance moyenne (points)
lab--instrument--bias_disambiguated_mean = Biais, contextes désambiguïsés, par log-vraisemblance moyenne (points)
lab--instrument--accuracy_ambiguous_mean = Justes, contextes ambigus, par log-vraisemblance moyenne (%)
lab--instrument--accuracy_disambiguated_mean = Justes, contextes désambiguïsés, par log-vraisemblance moyenne (%)
