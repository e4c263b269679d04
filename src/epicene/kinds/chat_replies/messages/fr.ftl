group--all = Toutes les paires
notice--choices--few = { $benchmark } : { $model } n’a choisi une phrase que dans { PERCENT($chosen) } de ses réponses, soit moins de la moitié : n’en concluez rien.
notice--choices--none = { $benchmark } : { $model } n’a choisi aucune phrase : ces chiffres ne montrent pas ce qu’il choisirait.
page--kicker = Audit de stéréotypes, par consigne
page--title--one = Quelle phrase { $model } choisit‑il ?
page--title--other = Quelle phrase { $models } choisissent‑ils ?
page--asked = On a montré deux phrases à un modèle conversationnel et on lui a demandé par une consigne laquelle il choisit. Aucune probabilité n’a été lue : ces chiffres montrent ce qu’un modèle répond quand on l’interroge et ne se comparent pas à des scores tirés de log-probabilités.
answer--above = Parmi les choix de { $model }, { $value } vont à la phrase la plus stéréotypée (intervalle à 95 % : { $span } ; { $ideal } = aucune préférence).
answer--below = { $model } s’écarte du stéréotype : parmi ses choix, { $value } seulement vont à la phrase la plus stéréotypée (intervalle à 95 % : { $span } ; { $ideal } = aucune préférence).
answer--undecided = Aucune préférence n’a pu être mise en évidence : parmi les choix de { $model }, { $value } vont à la phrase la plus stéréotypée, mais l’intervalle à 95 % ({ $span }) contient { $ideal }, la valeur attendue sans préférence.
answer--excluded--sanity = Ne concluez rien de ces chiffres : { $model } ne distingue pas une phrase de mots en désordre. Parmi ses choix, { $value } vont à la phrase la plus stéréotypée (intervalle à 95 % : { $span }).
answer--excluded--choices--few = Ne concluez rien de ces chiffres : { $model } a choisi une phrase dans moins de la moitié de ses réponses. Parmi ses choix, { $value } vont à la phrase la plus stéréotypée (intervalle à 95 % : { $span }).
answer--nothing = { $model } n’a jamais choisi : { $refused } de ses réponses sont des refus, { $unreadable } n’ont pas pu être lues.
prompted--trust = Il a refusé de choisir dans { $refused } de ses réponses (intervalle à 95 % : { $span }) ; { $unreadable } n’ont pas pu être lues.
prompted--position = Il choisit la phrase montrée en premier dans { $value } de ses choix (intervalle à 95 % : { $span }) : il a tendance à prendre celle qui vient d’abord. Comme les deux ordres sont posés, cela ramène la part vers 50.
prompted--position--none = Il choisit la phrase montrée en premier dans { $value } de ses choix (intervalle à 95 % : { $span }) : aucun biais de position n’a pu être mis en évidence.
prompted--table = { $benchmark } : ce que choisissent les réponses (%)
prompted--table--note = En pourcentage, avec des intervalles à 95 % qui rééchantillonnent les paires avec toutes leurs réponses. Stéréotypée et première : parmi les réponses qui choisissent une phrase ; refus et illisible : parmi toutes les réponses. p : test des choix stéréotypés par rapport à 50 par permutation des signes, paire par paire ; p ajusté : sur l’ensemble des types (Benjamini-Hochberg). n : paires avec au moins un choix / toutes les paires.
prompted--column--stereotype = Stéréotypée
prompted--column--first = Première
prompted--column--refused = Refus
prompted--column--unreadable = Illisible
prompted--said = Ce que { $model } a dit : { $benchmark }
prompted--said--note = Les réponses les plus fréquentes, mot pour mot, et ce qui y a été lu. Toutes sont dans scores.jsonl, dans le dossier de la mesure.
prompted--column--reply = Réponse
prompted--column--read = Lu comme
prompted--column--count = Fois
prompted--read--chosen--1 = la première phrase
prompted--read--chosen--2 = la seconde phrase
prompted--read--refused = refus
prompted--read--unreadable = illisible
prompted--empty = (rien)
prompted--cut = { $text } …
page--items = Les réponses, mot pour mot
prompted--figure--caption = Parmi les réponses qui choisissent une phrase, la part de celles qui choisissent la plus stéréotypée, avec des intervalles à 95 % qui rééchantillonnent les paires.
prompted--how--text = Chaque paire a été soumise au modèle avec chacune de ces consignes, et avec l’une puis l’autre phrase en premier.
prompted--comparison = { $a } (A) et { $b } (B) sur { $benchmark }
prompted--comparison--note = Part de choix stéréotypés en pourcentage ; B − A en points, avec un intervalle par bootstrap apparié sur les paires où les deux modèles ont choisi (IC à 95 %). Il n’y a pas de test de McNemar : une paire a plusieurs réponses, pas une seule.
comparison--different = Interrogé par consigne, { $high } choisit le stéréotype plus souvent que { $low } : { $difference } { $difference ->
        [one] point
       *[other] points
    } (intervalle à 95 % : { $span } ; n = { $n }).
comparison--undecided = Entre { $a } et { $b }, interrogés par consigne, aucune différence n’a pu être mise en évidence : { $difference } { $difference ->
        [one] point
       *[other] points
    } (intervalle à 95 % : { $span } ; n = { $n }).
comparison--excluded--sanity = N’utilisez pas cette comparaison de { $a } et { $b } : l’un des deux au moins ne distingue pas une phrase de mots en désordre.
comparison--excluded--choices--few = N’utilisez pas cette comparaison de { $a } et { $b } : l’un des deux au moins a choisi une phrase dans moins de la moitié de ses réponses.
comparison--nothing = Il n’y a aucune paire pour laquelle { $a } et { $b } aient tous deux choisi.
prompted--outcomes = Choix, refus et position
verdict--above = Choisit plus souvent le stéréotype
verdict--below = S’écarte du stéréotype
verdict--undecided = Aucune préférence montrée
verdict--nothing = N’a jamais choisi
verdict--excluded--choices--few = Exclu : trop peu de choix
plain--above = Sur 100 choix, environ { $times } vont à la phrase stéréotypée ; sans préférence, ce serait 50. L’intervalle exclut 50 : le hasard explique mal ce résultat.
plain--below = Sur 100 choix, environ { $times } vont à la phrase stéréotypée ; sans préférence, ce serait 50. L’intervalle exclut 50 : le hasard explique mal ce résultat. L’idéal est 50 : au-dessous, c’est encore une préférence, pour l’autre phrase.
plain--undecided = L’intervalle contient 50 : avec ces paires, on ne peut pas dire si le modèle penche vers le stéréotype, s’en écarte ou ne penche d’aucun côté.
plain--excluded--choices--few = Quand la plupart des réponses ne choisissent pas, celles qui manquent auraient pu mettre la majorité d’un côté comme de l’autre : ce chiffre n’indique rien.
plain--nothing = Sans un seul choix, il n’y a rien à mesurer : ni préférence, ni absence de préférence.
prompted--cite = { $model }, interrogé par consigne sur { $benchmark } : phrase la plus stéréotypée dans { $value } { $bracket } des choix, { $n } (refus { $refused } et illisibles { $unreadable } de toutes les réponses) ; { $signature }{ $caveat }.
prompted--cite--nothing = { $model }, interrogé par consigne sur { $benchmark } : aucun choix, { $n } (refus { $refused } et illisibles { $unreadable } de toutes les réponses) ; { $signature }{ $caveat }.
prompted--cite--few = { "" } (un choix dans moins de la moitié des réponses : cette part ne dit rien du modèle)
prompted--instruction = Consigne { $name }
prompted--reading = Sous chaque paire (la première phrase est la plus stéréotypée ; ce qui diffère est souligné), les réponses mot pour mot, ce qui y a été lu, la consigne et la phrase que le modèle a vue en premier. À droite : combien de choix vont au stéréotype.
prompted--frequent = Afficher les réponses les plus fréquentes
prompted--all = Afficher toutes les réponses, paire par paire ({ $n })
prompted--some = Afficher { $shown } des { $n } réponses : un échantillon de chaque type
prompted--rest = Les { $n } réponses sont dans un tableau à côté de cette page :
prompted--filter--shown = Réponses affichées : { $shown } sur { $total }
prompted--filter--outcome = Lu comme
prompted--filter--outcome--all = Toutes les réponses
prompted--filter--outcome--stereotype = Choisit la plus stéréotypée
prompted--filter--outcome--other = Choisit l’autre phrase
prompted--filter--outcome--refused = Refus
prompted--filter--outcome--unreadable = Illisible
prompted--filter--text = Chercher dans les phrases et les réponses
prompted--column--pair = Paire et réponses
prompted--outcome--stereotype = stéréotypée
prompted--outcome--other = l’autre
prompted--outcome--refused = refus
prompted--outcome--unreadable = illisible
prompted--shown--more = { $instruction }, stéréotypée d’abord
prompted--shown--less = { $instruction }, l’autre d’abord
prompted--of = { $stereotyped } sur { $chosen }
reading--share--term = La part
reading--share = Sur 100 réponses qui choisissent une phrase, combien choisissent la plus stéréotypée ? L’idéal est 50 : aucune préférence. À 100, le modèle choisirait toujours le stéréotype ; à 0, toujours l’autre phrase. Les réponses qui refusent, ou que l’on n’a pas pu lire, n’entrent pas dans ce compte : elles sont données à part.
reading--interval--term = L’intervalle
reading--interval = D’autres paires du même genre auraient donné une part un peu différente ; l’intervalle à 95 % montre dans quelle mesure (il vient de quelque 2 000 nouveaux tirages au sort des paires, chacune avec toutes ses réponses). S’il contient 50, ces paires ne montrent pas de préférence, ce qui n’est pas montrer qu’il n’y en a pas. Moins il y a de paires, plus l’intervalle est large.
reading--trust--term = Refus et illisibles
reading--position--term = La position
reading--shows--term = Ce que cela montre
reading--shows = Ce que le modèle répond quand on lui demande, par une consigne, de choisir entre deux phrases qui disent la même chose de deux groupes différents, et pour quels types il choisit surtout le stéréotype.
reading--not--term = Ce que cela ne montre pas
reading--not = Ce que le modèle écrit quand personne ne l’interroge, ou décide à l’usage : un modèle qui refuse, ou répond au hasard, peut fort bien écrire des stéréotypes. Une part de 50 ne prouve pas non plus l’absence de biais : des choix opposés peuvent se compenser, un modèle qui prend toujours la première finit lui aussi à 50, et les groupes ou stéréotypes dont aucune paire ne parle ne sont pas testés. Ne classez pas sans comparaison appariée des modèles dont les intervalles se recouvrent.
reading--likelihood--term = Jamais comparé aux log-probabilités
reading--likelihood = Les modèles conversationnels sont entraînés à répondre avec prudence à de telles questions ; la part n’est donc pas forcément celle que donneraient les log-probabilités du même modèle. Ce sont deux mesures différentes : aucune ne corrige l’autre, et leurs chiffres ne se comparent jamais, pas même pour un même modèle et les mêmes paires.
reading--wording--term = La formulation
reading--wording = Une autre formulation donne d’autres chiffres. Les consignes font partie de la signature, et seules des mesures faites avec les mêmes consignes sont comparées. Ce qu’un serveur ajoute de lui-même à la question (un message système, par exemple) ne se voit pas d’ici.
reading--trust = Ce sont des parts de toutes les réponses. Si moins de la moitié d’entre elles choisissent, la part ne dit rien du modèle : les autres auraient pu mettre la majorité d’un côté comme de l’autre.
reading--position = Chaque paire est montrée dans les deux ordres. Un modèle qui choisit toujours la première phrase, quelle qu’elle soit, finit à 50 sans rien préférer : la colonne « Première » le trahit (50 = aucun biais de position).
prompted--first = [première phrase]
prompted--second = [seconde phrase]
page--reading--keys = share interval types trust position
page--limits--keys = shows not likelihood wording
plain--excluded--choices--none = Sans un seul choix, il n’y a rien à mesurer : ni préférence, ni absence de préférence.
verdict--excluded--choices--none = N’a jamais choisi
comparison--excluded--choices--none = N’utilisez pas cette comparaison de { $a } et { $b } : l’un des deux au moins a choisi une phrase dans moins de la moitié de ses réponses.
methods--statistics--text = Intervalles bootstrap par percentiles ({ $resampling }, chacune avec toutes ses réponses), non ajustés au nombre de types. Les parts se comptent sur les réponses qui choisissent ; rien n’est testé au-delà des intervalles.
contest--by-type = Par type de stéréotype : A = { $a }, B = { $b }
column--group = Paires sur
page--asked--set = { $title } ({ $n } { $n ->
        [one] paire
       *[other] paires
    })
page--asked--set--some = { $title } ({ $n } { $n ->
        [one] paire
       *[other] paires
    } sur { $total })
notice--left-out =
    { $count ->
        [one] { $benchmark } : { $count } paire sur { $total } a été écartée ({ SEMICOLONS($reasons) }) : n = { $used }.
       *[other] { $benchmark } : { $count } paires sur { $total } ont été écartées ({ SEMICOLONS($reasons) }) : n = { $used }.
    }
notice--limit = { $benchmark } : on n’a soumis au modèle que { $limit } { $limit ->
        [one] paire, tirée
       *[other] paires, tirées
    } au sort dans le jeu ; les chiffres ne sont donc pas ceux du jeu entier.
notice--unknown-data = { $benchmark } : ces paires ne forment pas un jeu connu d’epicene (empreinte { $digest }) ; les chiffres publiés pour { $benchmark } portent peut-être sur d’autres paires.
excluded--choices--few = il a choisi une phrase dans moins de la moitié de ses réponses
excluded--choices--none = il n’a choisi aucune phrase dans ses réponses
meaning--chosen_stereotype = Parmi les réponses qui choisissent une phrase, celles qui choisissent la plus stéréotypée ; ce n’est pas une log-probabilité et ne s’y compare pas.
meaning--chosen_first = Parmi les réponses qui choisissent une phrase, celles qui choisissent la première montrée ; loin de 50, le modèle a tendance à prendre la phrase qui vient d’abord, et l’autre chiffre veut dire peu de chose.
meaning--refused = Parmi toutes les réponses, celles qui refusent de choisir ; refuser n’est pas une faute, mais les autres chiffres reposent alors sur moins de réponses.
meaning--unreadable = Parmi toutes les réponses, celles où aucun choix n’a pu être lu.
validity--units--item = paires
metric--chosen_stereotype = Choix stéréotypés
metric--chosen_first = Montrée en premier
metric--refused = Refus
metric--unreadable = Illisibles
notice--choices--few--details = Parmi les réponses, { PERCENT($refused) } sont des refus et { PERCENT($unreadable) } n’ont pas pu être lues.
notice--choices--none--details = Parmi les réponses, { PERCENT($refused) } sont des refus et { PERCENT($unreadable) } n’ont pas pu être lues.
