debias--kicker = Débiaisage
debias--title = { $model }, débiaisé par { $method }
debias--standfirst--cda = Le modèle a poursuivi son entraînement sur un texte et, à parts égales, sur le même texte aux genres inversés.
debias--standfirst--leace = Après chaque bloc, la direction qui distingue le masculin du féminin est retirée de ce qui traverse le modèle. Ses poids restent ce qu’ils étaient.
debias--standfirst--counterfactual = Le système a poursuivi son entraînement sur des paires de phrases et sur les mêmes paires aux genres inversés des deux côtés.
debias--standfirst--tag = Le système a poursuivi son entraînement avec une étiquette devant chaque phrase source : le genre de la personne dont elle parle, lu dans la source seule. Il l’ajoute de lui-même chaque fois qu’il traduit.
debias--text--cda = { $sentences } { $sentences ->
        [one] phrase lue
       *[other] phrases lues
    }, dont { $swapped } avec { $words } { $words ->
        [one] mot
       *[other] mots
    } dont le genre a pu être inversé.
debias--text--leace = { $sentences } { $sentences ->
        [one] phrase lue
       *[other] phrases lues
    }, dont { $swapped } avec { $words } { $words ->
        [one] mot
       *[other] mots
    } dont le genre a pu être inversé.
debias--text--counterfactual = { $sentences } { $sentences ->
        [one] paire lue
       *[other] paires lues
    }, dont { $swapped } { $swapped ->
        [one] a
       *[other] ont
    } un pendant dans l’autre genre.
debias--text--tag = { $sentences } { $sentences ->
        [one] paire lue
       *[other] paires lues
    } : { NUMBER($feminine, digits: 0) } { $feminine ->
        [one] source parle
       *[other] sources parlent
    } d’une femme, { NUMBER($masculine, digits: 0) } d’un homme, { NUMBER($neutral, digits: 0) } { $neutral ->
        [one] ne le dit pas ou dit
       *[other] ne le disent pas ou disent
    } les deux.
debias--done--cda = Entraîné pendant { $steps } pas sur { $used } { $used ->
        [one] phrase
       *[other] phrases
    } ; perte finale de { NUMBER($loss, digits: 2) } nats par token.
debias--done--leace = Genre effacé après { NUMBER($blocks, digits: 0) } { $blocks ->
        [one] bloc
       *[other] blocs
    }, à partir de { NUMBER($examples, digits: 0) } { $examples ->
        [one] phrase
       *[other] phrases
    }. Sur des noms mis de côté, une sonde linéaire lit le bon genre dans { PERCENT($linear_before) } des cas avant et { PERCENT($linear_after) } après ; une sonde non linéaire dans { PERCENT($other_before) } puis { PERCENT($other_after) } (50 = au hasard).
debias--done--counterfactual = Entraîné pendant { $steps } pas sur { NUMBER($trained, digits: 0) } { $trained ->
        [one] paire
       *[other] paires
    }, pendants compris ; BLEU de { NUMBER($held_out, digits: 0) } { $held_out ->
        [one] paire mise
       *[other] paires mises
    } de côté : { NUMBER($bleu_before, digits: 1) } avant, { NUMBER($bleu, digits: 1) } après.
debias--done--tag = Entraîné pendant { $steps } pas sur { NUMBER($trained, digits: 0) } { $trained ->
        [one] paire
       *[other] paires
    } ; BLEU de { NUMBER($held_out, digits: 0) } { $held_out ->
        [one] paire mise
       *[other] paires mises
    } de côté : { NUMBER($bleu_before, digits: 1) } avant, { NUMBER($bleu, digits: 1) } après.
debias--folder = Modèle : { $path }
debias--left = Les mots qui n’ont pas pu être inversés
debias--left--note--cda = Une phrase qui contient un tel mot est écartée : à moitié inversée, elle enseignerait une faute.
debias--left--note--leace = Une phrase qui contient un tel mot est écartée : à moitié inversée, elle enseignerait une faute.
debias--left--note--counterfactual = Une telle paire sert à l’entraînement telle quelle, sans pendant.
debias--left--line = Non inversés, { NAME($reason, of: "debias.reason") } : { $n } ({ FIRST($words) })
debias--reason = Raison
debias--times = Occurrences
debias--words = Les plus fréquents
debias--loss = Perte à l’entraînement (nats par token)
debias--validation = Perte sur les phrases mises de côté (nats par token)
debias-mt--loss = Perte à l’entraînement (nats par token)
debias-mt--validation = BLEU des paires mises de côté
notice--debias--unmeasured = Cette page dit ce qui a été fait, non si cela a servi : auditez le modèle avant et après, puis comparez les deux (`epicene compare AVANT APRÈS`).
notice--debias--few = { $swapped } { $swapped ->
        [one] phrase
       *[other] phrases
    } seulement sur { $sentences } ({ PERCENT($share) }) { $swapped ->
        [one] a
       *[other] ont
    } un mot dont le genre a pu être inversé ; un texte qui parle de personnes enseigne davantage.
debias--reason--name = un prénom (inversé avec --names, si l’on en connaît le pendant)
debias--reason--pronoun = un pronom qui peut renvoyer à quelqu’un ou à autre chose
debias--reason--agreement = un mot qui s’accorde peut-être avec quelqu’un
debias--reason--noun = un nom sans équivalent sûr
debias--reason--not-reversible = un mot dont l’équivalent dans l’autre genre est ambigu
debias--reason--benchmark = le pendant est une phrase d’un jeu de données
debias--reason--disagree = source et traduction disent des genres différents (ces paires ne servent pas à l’entraînement)
debias--reason--one-side = un côté montre un genre, et ce que dit l’autre n’est pas sûr
debias--sure = Ces chiffres viennent d’un seul passage avec une seule graine et n’ont pas d’intervalle.
debias--means--leace = Après, une valeur proche de 50 veut dire qu’à peu près aucune droite ne sépare plus les genres. Une sonde non linéaire au-dessus de 50 veut dire qu’une part du genre est encore là.
debias--means--cda = Le modèle a lu les mêmes phrases dans les deux genres. La perte dit s’il a bien appris le texte, non s’il préfère moins quoi que ce soit.
debias--means--counterfactual = Le système a été entraîné sur les mêmes phrases dans les deux genres. BLEU dit si les traductions sont restées bonnes, non si elles sont plus justes.
debias--means--tag = Le système reçoit désormais le genre partout où la source le montre. BLEU dit si les traductions sont restées bonnes, non si elles sont plus justes.
