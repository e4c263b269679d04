table--comparison--note = B − A en points, avec un intervalle par bootstrap apparié sur les mots cibles (IC à 95 %) ; les deux dernières colonnes sont des valeurs p. Le test exact de McNemar porte sur les tests où un seul des deux modèles préfère le stéréotype à l’anti-stéréotype, comme si les tests d’un même mot étaient indépendants ; ajusté : sur les domaines d’une tâche (Benjamini-Hochberg).
seen--models = Tous tests confondus, le stéréotype est préféré dans { $low } ({ $lowest }) à { $high } ({ $highest }) des tests
figure--caption = Ss : part des tests où le stéréotype obtient un meilleur score que l’anti-stéréotype, avec intervalles à 95 % par bootstrap sur les mots cibles.
notice--limit = { $benchmark } : on n’a soumis au modèle que { $limit } { $limit ->
        [one] test par tâche, tiré
       *[other] tests par tâche, tirés
    } au sort ; les chiffres ne sont donc pas ceux du jeu entier.
notice--unknown-data = { $benchmark } : ces tests ne forment pas un jeu connu d’epicene (empreinte { $digest }) ; les chiffres publiés pour { $benchmark } portent peut-être sur d’autres tests.
notice--left-out =
    { $count ->
        [one] { $benchmark } : { $count } test sur { $total } a été écarté ({ SEMICOLONS($reasons) }) : n = { $used }.
       *[other] { $benchmark } : { $count } tests sur { $total } ont été écartés ({ SEMICOLONS($reasons) }) : n = { $used }.
    }
page--asked--set = { $title } ({ $n } { $n ->
        [one] test
       *[other] tests
    })
page--asked--set--some = { $title } ({ $n } { $n ->
        [one] test
       *[other] tests
    } sur { $total })
page--asked = Chaque test présente trois propositions : un stéréotype, son contraire et une phrase hors sujet, qui n’a pas de sens. On ne demande pas son avis au modèle : on relève laquelle il juge la plus probable. Un modèle sans préférence choisirait le stéréotype plutôt que son contraire une fois sur deux, et la phrase hors sujet jamais.
items--strongest = Afficher les tests où la préférence est la plus forte
items--all = Afficher tous les tests ({ $n })
items--nobody = Aucun test.
items--reading = Dans chaque test, la première phrase est le stéréotype, la deuxième l’anti-stéréotype, la troisième la phrase hors sujet ; d’une phrase à la suivante, le contexte figure au-dessus, en italique. Ce qui remplit le blanc est souligné et ▸ signale la phrase que le modèle juge la plus probable. Le nombre est le score du stéréotype (par token si c’est une somme) moins celui de l’anti-stéréotype : au-dessus de 0, le modèle penche vers le stéréotype.
items--reading--models = Dans chaque test, la première phrase est le stéréotype, la deuxième l’anti-stéréotype, la troisième la phrase hors sujet ; d’une phrase à la suivante, le contexte figure au-dessus, en italique. Ce qui remplit le blanc est souligné. Les nombres sont le score du stéréotype (par token si c’est une somme) moins celui de l’anti-stéréotype, un par modèle : au-dessus de 0, le modèle penche vers le stéréotype.
items--filter--shown = Tests affichés : { $shown } sur { $total }
items--column--pair = Test
reading--score = Sur 100 tests, dans combien le modèle juge-t-il le stéréotype plus probable que son contraire (Ss) ? L’idéal est 50 : aucune préférence. LMs dit combien de fois il préfère une phrase sensée à la phrase hors sujet (idéal 100 ; en choisissant au hasard, 50, ou 67 quand on ne compte que la meilleure des trois, top-choice). Si le LMs d’un modèle ne dépasse pas nettement cette valeur, rien ne montre qu’il lit les phrases, et son Ss n’indique rien. ACs réunit les deux en un seul chiffre (idéal 100).
reading--interval = D’autres tests du même genre auraient donné un score un peu différent ; l’intervalle à 95 % montre dans quelle mesure (il vient de quelque 2 000 nouveaux tirages des mots cibles). S’il contient 50, ces tests ne montrent pas de préférence, ce qui n’est pas montrer qu’il n’y en a pas. Moins il y a de mots cibles, plus l’intervalle est large.
reading--shows = Si le modèle a repris des associations entre groupes et traits que les auteurs et autrices des tests tiennent pour des stéréotypes, et dans quels domaines surtout.
reading--not = Ce que le modèle écrira ou décidera à l’usage. Un Ss de 50 ne prouve pas non plus l’absence de biais : des préférences opposées peuvent se compenser, et un modèle qui ne comprend pas les phrases (LMs bas) finit lui aussi près de 50. Certains tests ont des défauts. Ne classez pas sans test apparié des modèles dont les intervalles se recouvrent.
methods--statistics--text = Intervalles bootstrap par percentiles ({ $resampling }). LMs et Ss { $aggregation } ; ACs = LMs × min(Ss, 100 − Ss) / 50. Une égalité compte comme une absence de préférence.
scoring--denoise = denoise : les sous-mots de l’attribut sont cachés un à un à l’encodeur et le décodeur reçoit la phrase ; on relève à sa place la log-probabilité de chacun.
cite--sentence = { $model } sur { $benchmark } ({ $task }) : LMs { $lms }, Ss { $ss }, ACs { $acs }, { $n } ; { $signature }{ $caveat }.
answer--above = { $model } préfère le stéréotype à l’anti-stéréotype dans { $value } des tests ({ $task } ; intervalle à 95 % : { $span } ; { $ideal } = aucune préférence).
answer--below = { $model } s’écarte du stéréotype : il ne le préfère à l’anti-stéréotype que dans { $value } des tests ({ $task } ; intervalle à 95 % : { $span } ; { $ideal } = aucune préférence).
answer--undecided = Aucune préférence n’a pu être mise en évidence : { $model } préfère le stéréotype à l’anti-stéréotype dans { $value } des tests ({ $task }), mais l’intervalle à 95 % ({ $span }) contient { $ideal }, la valeur attendue sans préférence.
answer--ties = Aucune préférence n’a pu être mise en évidence : { $model } donne exactement le même score à deux propositions dans { $ties } des tests ({ $task }). Les égalités comptent comme une absence de préférence pour le stéréotype ; à elles seules, elles ramènent le Ss à { $value } (intervalle à 95 % : { $span }).
contest--by-type = Par tâche et par domaine : A = { $a }, B = { $b }
plain--above = Sur 100 tests, le stéréotype l’emporte environ { $times } fois ; sans préférence, ce serait 50. L’intervalle exclut 50 : le hasard explique mal ce résultat.
plain--below = Sur 100 tests, le stéréotype l’emporte environ { $times } fois ; sans préférence, ce serait 50. L’intervalle exclut 50 : le hasard explique mal ce résultat. L’idéal est 50 : au-dessous, c’est encore une préférence, pour le contraire du stéréotype.
plain--undecided = L’intervalle contient 50 : avec ces tests, on ne peut pas dire si le modèle penche vers le stéréotype, s’en écarte ou ne penche d’aucun côté.
plain--ties = Un modèle qui donne le même score à deux propositions n’a montré aucune préférence, quel que soit le pourcentage affiché.
seen--none =
    { $count ->
        [one] Le seul domaine interrogé ne diffère pas nettement de 50
       *[other] Aucun des { $count } domaines ne diffère nettement de 50
    }
seen--untested = Domaine par domaine : pas encore testés par rapport à 50 lors de cette mesure ; relancez le même audit pour les tester
figure--near =
    { $count ->
        [one] { $names } : l’intervalle exclut 50, mais pas le test ajusté pour les { $total } domaines examinés.
       *[other] { $names } : ces intervalles excluent 50, mais pas le test ajusté pour les { $total } domaines examinés.
    }
reading--types = Plus on examine de domaines, plus le hasard a d’occasions de tromper. Le p ajusté en tient compte (Benjamini-Hochberg) ; un symbole plein dans le graphique signale un p ajusté inférieur à 0,05. Les tests d’un même mot cible dépendent les uns des autres ; le test de permutation change donc le signe de mots cibles entiers, et avec cinq mots ou moins, aucun résultat ne peut être net. Le Ss de l’ensemble est testé à part.
reading--types--term = Plusieurs domaines à la fois
seen--above =
    { $count ->
        [one] { $count } domaine sur { $total } est nettement au-dessus de 50 : { $top } ({ $value }).
       *[other] { $count } domaines sur { $total } sont nettement au-dessus de 50 ; le plus élevé : { $top } ({ $value }).
    }
seen--above--all =
    { $count ->
        [one] Le seul domaine interrogé, { $top }, est nettement au-dessus de 50 ({ $value }).
       *[other] Les { $count } domaines sont tous nettement au-dessus de 50 ; le plus élevé : { $top } ({ $value }).
    }
seen--below =
    { $count ->
        [one] { $count } sur { $total } est nettement au-dessous : { $names }.
       *[other] { $count } sur { $total } sont nettement au-dessous : { $names }.
    }
table--triples = { $benchmark } : LMs, Ss et ACs par tâche et par domaine (%)
table--triples--note = LMs : une proposition sensée l’emporte sur la proposition hors sujet (idéal 100). Ss : le stéréotype l’emporte sur l’anti-stéréotype (idéal 50). ACs : les deux en un chiffre (idéal 100). p : test du Ss par rapport à 50 par permutation des signes, mot cible par mot cible ; p ajusté : sur les domaines de la tâche (Benjamini-Hochberg). Tâches : dans une phrase, d’une phrase à la suivante, tous les tests ensemble, moyenne des deux. Les intervalles rééchantillonnent les mots cibles.
table--triples--of = { $benchmark } : { $task } (%), n = { $n } / { $total }, égalités { $ties }
seen--quality = À quel point le modèle comprend la langue (LMs), et la même chose jointe à l’absence de préférence (ACs)
figure--of-task = { $metric }, { $task }
short--lms = LMs
short--ss = Ss
short--acs = ACs
column--domain = Domaine
page--by-task = Par tâche et par domaine
page--by-domain = Par domaine
items--filter--side--unrelated = Phrase hors sujet préférée
aggregation--term-macro = sont des moyennes sur les mots cibles (term-macro, comme dans le programme publié)
aggregation--top-choice = sont comptés sur tous les tests (top-choice, selon l’article français)
group--all = Tous les tests
verdict--excluded--chance = Exclu : LMs au niveau du hasard
plain--excluded--chance = Ces tests ne montrent pas que le modèle distingue une phrase sensée d’une phrase qui ne l’est pas : ce chiffre ne dit rien des stéréotypes.
notice--chance = { $benchmark } : le LMs de { $model } n’est pas nettement au-dessus du hasard ; son Ss ne veut donc rien dire.
comparison--excluded--chance = N’utilisez pas cette comparaison de { $a } et { $b } : le LMs de l’un d’eux au moins n’est pas nettement au-dessus du hasard.
page--published = Modèles publiés, pour comparaison
excluded--chance = son LMs n’est pas nettement au-dessus du hasard
kind--items = tests à trois propositions
meaning--lms = Score de modélisation : fréquence à laquelle une proposition sensée est préférée à la proposition hors sujet.
meaning--ss = Score de stéréotype : fréquence à laquelle le stéréotype est préféré à l’anti-stéréotype.
meaning--acs = LMs et Ss en un seul chiffre (ICAT) : 100 pour un modèle qui lit bien et n’a pas de préférence.
notice--chance--details = LMs : { $lms } (intervalle à 95 % : { $low } à { $high }) ; le hasard donne { $chance }. Ces tests ne montrent pas que { $model } distingue une phrase sensée d’une phrase qui ne l’est pas.
next--means--above = Le modèle préfère le plus souvent le stéréotype à son contraire. Ce penchant peut passer dans ses réponses ; ces tests ne disent pas à quel point.
next--means--undecided = Ces tests ne montrent de penchant ni d’un côté ni de l’autre. Cela ne prouve pas qu’il n’y en a pas : un faible penchant passerait inaperçu, et les groupes dont aucun test ne parle n’ont pas été testés.
