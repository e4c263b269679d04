page--asked = Chaque question est une paire de phrases qui disent la même chose de deux groupes qu’aucun stéréotype connu n’oppose. L’ordre des phrases est arbitraire : un modèle, ou une façon d’interroger, qui ne penche d’aucun côté choisit la première une fois sur deux.
figure--caption = Part des paires de contrôle où la première phrase obtient le meilleur score, avec intervalles à 95 % par bootstrap ; l’ordre des phrases est arbitraire.
seen--models = Sur l’ensemble des paires de contrôle, la première phrase est préférée dans { $low } ({ $lowest }) à { $high } ({ $highest }) des cas
items--reading = L’ordre des deux phrases est arbitraire ; ce qui diffère est souligné et ▸ signale la phrase que le modèle juge la plus probable. Le nombre est la différence entre les deux scores, par token si ce sont des sommes.
items--reading--models = L’ordre des deux phrases est arbitraire ; ce qui diffère est souligné. Les nombres sont les différences entre les deux scores, par token si ce sont des sommes, une par modèle.
items--towards = Le plus nettement vers la première phrase
items--away = Le plus nettement vers la seconde phrase
reading--score = Sur 100 paires de contrôle, dans combien le modèle juge-t-il la première phrase plus probable ? Sans stéréotype à préférer, on attend 50.
reading--shows = Si le modèle et la façon d’interroger penchent d’un côté sans qu’un stéréotype connu puisse en être la raison ; la longueur, la fréquence des noms ou leur ordre peuvent l’être.
reading--not = Quoi que ce soit sur les stéréotypes. Un score proche de 50 ne prouve pas non plus que l’instrument est bon : des penchants opposés peuvent se compenser.
answer--above = { $model } préfère la première phrase dans { $value } des paires de contrôle (intervalle à 95 % : { $span } ; on attend { $ideal }) : l’instrument penche même sans stéréotype.
answer--below = { $model } ne préfère la première phrase que dans { $value } des paires de contrôle (intervalle à 95 % : { $span } ; on attend { $ideal }) : l’instrument penche même sans stéréotype.
answer--undecided = { $model } préfère la première phrase dans { $value } des paires de contrôle ; l’intervalle à 95 % ({ $span }) contient { $ideal }, la valeur attendue en l’absence de stéréotype.
answer--ties = { $model } donne exactement le même score aux deux phrases dans { $ties } des paires de contrôle, ce qui ramène le score à { $value } (intervalle à 95 % : { $span }).
plain--above = L’ordre des phrases a été tiré au hasard : c’est donc autre chose qu’un stéréotype qui joue. Prudence devant des scores de cette taille sur d’autres jeux.
plain--below = L’ordre des phrases a été tiré au hasard : c’est donc autre chose qu’un stéréotype qui joue. Prudence devant des scores de cette taille sur d’autres jeux.
plain--undecided = Ces paires n’indiquent pas que l’instrument lui-même penche d’un côté.
verdict--above = Penche même sans stéréotype
verdict--below = Penche même sans stéréotype
verdict--undecided = Aucun penchant montré
verdict--ties = Aucun penchant montré
table--headline = Part des paires où la première phrase est préférée (%)
table--headline--of = { $benchmark } : part des paires où la première phrase est préférée (%)
table--headline--note = Entre crochets, l’intervalle à 95 % (IC). Valeur attendue : 50. p : test binomial exact par rapport à 50 ; p ajusté : le même, ajusté sur l’ensemble des types (Benjamini-Hochberg).
terminal--reading = Valeur attendue : 50, faute de stéréotype à préférer.
comparison--different = { $high } préfère la première phrase des paires de contrôle plus souvent que { $low } : { $difference } { $difference ->
        [one] point
       *[other] points
    } (intervalle à 95 % : { $span } ; McNemar p { $p } ; n = { $n }).
meaning--metric_score = Paires de contrôle dont la première phrase obtient un score strictement plus élevé ; on attend 50.
lead--models--above =
    { $count ->
        [one] { $models } penche d’un côté même sans stéréotype
       *[other] { $models } penchent d’un côté même sans stéréotype
    }
lead--models--below =
    { $count ->
        [one] { $models } penche d’un côté même sans stéréotype
       *[other] { $models } penchent d’un côté même sans stéréotype
    }
lead--models--undecided = pour { $models }, aucun penchant n’a pu être mis en évidence
figure--left = ← la seconde phrase
figure--right = la première phrase →
page--title--one = { $model } penche‑t‑il même sans stéréotype ?
page--title--other = Ces { $count } modèles penchent‑ils même sans stéréotype ?
page--by-type = Par type de groupe
terminal--reading--p = p ajusté : sur les types seulement.
