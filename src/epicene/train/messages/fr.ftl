train--kicker = Entraînement
train--use = Pour s’en servir : { $command }
train--step = Pas
train--course = Déroulement de l’entraînement
train--validations = Les chiffres à chaque point de reprise
train--settings = Réglages
train--setting = Réglage
train--value = Valeur
train--value--none = aucun
train--value--true = oui
train--value--false = non
train--model = Modèle
train--body = Ses propres poids
train--text = Texte
train--end = Fin
train--threads = fils d’exécution : { $n }
train--left-out = { $n } { NAME($reason, of: "train.reason") }
train--reason--duplicate = en double
train--reason--an_20_empty_20_side = dont un côté est vide
train--reason--lengths_20_too_20_different = de longueurs trop différentes
train--reason--too_20_long = trop longues
train--ended--epochs = toutes les époques étaient terminées
train--ended--no_20_better_20_validation_20_BLEU = la validation ne progressait plus
train--ended--minutes = le temps imparti était écoulé
methods--cost--asking = { $duration } de travail, pour { $tokens } tokens ({ $rate } tokens par seconde pendant l’entraînement)
train-nsp--title = Une tête « phrase suivante » pour { $model }
train-nsp--standfirst = La tête dit si la seconde de deux phrases suit la première. Elle a été entraînée pour moitié sur des phrases voisines d’un même article, pour moitié sur des phrases de deux articles, puis testée sur des articles qu’elle n’avait jamais vus.
train-nsp--answer = La tête juge correctement { PERCENT($accuracy-value) } des paires mises de côté (intervalle à 95 % : { SPAN($accuracy-low, $accuracy-high) } ; 50 = au hasard ; { $accuracy-n_pairs } { $accuracy-n_pairs ->
        [one] paire
       *[other] paires
    } de { $accuracy-n_articles } { $accuracy-n_articles ->
        [one] article
       *[other] articles
    }).
train-nsp--answer--chance = Rien ne montre que la tête fasse mieux que le hasard : elle juge correctement { PERCENT($accuracy-value) } des paires mises de côté (intervalle à 95 % : { SPAN($accuracy-low, $accuracy-high) } ; 50 = au hasard ; { $accuracy-n_pairs } { $accuracy-n_pairs ->
        [one] paire
       *[other] paires
    } de { $accuracy-n_articles } { $accuracy-n_articles ->
        [one] article
       *[other] articles
    }).
train-nsp--meaning = Cette tête dira, dans StereoSet, quelle phrase suit l’autre. Elle a été testée sur du texte semblable au sien : ailleurs, attendez-vous à plus d’erreurs, et lisez ces scores avec ce chiffre.
train-nsp--folder = Tête : { $path }
train-nsp--validation = Paires mises de côté jugées correctement (%)
train-nsp--loss = Perte à l’entraînement (nats par paire)
train-nsp--text = { $text-source } : { $text-sentences } { $text-sentences ->
        [one] phrase
       *[other] phrases
    } de { $text-articles } { $text-articles ->
        [one] article
       *[other] articles
    }, dont { $text-held_out_articles } mis de côté
train-nsp--body--trained = entraînés aussi
train-nsp--body--kept = laissés tels quels ; seule la tête a été entraînée
train-nsp--end = après { $steps } pas
train-mt--title = Un système de traduction, { $source } → { $target }
train-mt--standfirst = Le système a été entraîné à partir de zéro sur des phrases et leurs traductions. À chaque point de reprise, il a traduit des phrases qu’il n’avait jamais vues ; les poids qui donnaient le meilleur BLEU ont été gardés.
train-mt--answer = Le système atteint un BLEU de { NUMBER($validation-bleu, digits: 2) } sur { $validation-n } { $validation-n ->
        [one] phrase
       *[other] phrases
    } de validation (décodage glouton, après le pas { $validation-step }).
train-mt--meaning = BLEU compare chaque traduction à une seule référence. Il classe des systèmes sur les mêmes phrases et ne dit rien du genre. C’est ici la meilleure de plusieurs validations : sur un jeu de test, attendez-vous à un peu moins.
train-mt--summary--size = { NUMBER($millions, digits: 1) } { $millions ->
        [one] million
       *[other] millions
    } de paramètres, { $steps } pas ; fin : { NAME($ended, of: "train.ended") }
train-mt--folder = Système : { $path }
train-mt--validation = BLEU de validation
train-mt--loss = Perte à l’entraînement (nats par sous-mot, étiquettes lissées)
train-mt--size = { $run-parameters } paramètres ; { $run-pieces-source } { $run-pieces-source ->
        [one] sous-mot
       *[other] sous-mots
    } dans le vocabulaire source, { $run-pieces-target } dans celui de la cible
train-mt--text = { $run-pairs-used } { $run-pairs-used ->
        [one] paire
       *[other] paires
    } sur { $run-pairs-total }
train-mt--end = après { $run-steps } pas, { $run-epochs } { $run-epochs ->
        [one] époque entière
       *[other] époques entières
    } : { NAME($run-ended_by, of: "train.ended") }
notice--train--chance = L’intervalle de l’exactitude ({ NUMBER($low, digits: 1) } à { NUMBER($high, digits: 1) }) contient 50, ce que donne le hasard : les scores obtenus avec cette tête n’indiquent rien. Donnez plus de texte, plus de `--epochs` ou d’autres taux d’apprentissage.
notice--train--warmup = Le texte donne { $steps } pas, pas plus que les { $warmup } de l’échauffement : les taux d’apprentissage n’ont jamais atteint leur maximum. Donnez plus de texte, plus de `--epochs` ou un `--warmup` plus court.
notice--train--clock = Le temps imparti a mis fin à l’entraînement après { $steps } pas ; un autre entraînement n’irait pas forcément aussi loin. Avec plus de `--minutes`, la même commande le poursuit.
notice--train--left-out = Paires retenues pour l’entraînement : { $used } sur { $total } ; écartées : { $reasons }.
train-nsp--sure = L’intervalle couvre d’autres articles de ce texte, non un autre entraînement.
train-mt--sure = Ce chiffre n’a pas d’intervalle : il vient d’un seul entraînement et d’un seul jeu de phrases.
