kind--items = histoires de trois phrases
group--all = Toutes les histoires
group--story = Histoires
metric--right_order = Bon ordre
meaning--right_order = Histoires dont les phrases sont plus probables dans leur ordre qu’avec la fin d’abord.
metric--clear_preference = Préférence nette
meaning--clear_preference = Items dont le premier texte est plus probable que tous les autres de plus d’un nat.
page--kicker = Audit de lecture
page--title--one = { $model } sait-il remettre une histoire dans l’ordre ?
page--asked = Chaque histoire est soumise deux fois au modèle, dans son ordre et avec la fin d’abord : on relève laquelle il trouve plus probable.
table--headline = Fréquence du bon ordre (%)
table--headline--of = { $benchmark } : fréquence du bon ordre (%)
terminal--reading = Idéal : 100 ; un modèle qui ne sait rien de l’ordre est à 50.
answer--below = { $model } trouve le bon ordre plus probable dans { $value } des histoires (intervalle à 95 % : { $span } ; { $ideal } = toujours).
answer--undecided = { $model } trouve le bon ordre plus probable dans { $value } des histoires (intervalle à 95 % : { $span }), donc peut-être toujours.
verdict--below = Pas toujours le bon ordre
verdict--undecided = Peut-être toujours le bon ordre
plain--below = Sur 100 histoires, cela fait environ { $times } fois le bon ordre.
plain--undecided = L’intervalle contient 100.
comparison--different = { $high } trouve le bon ordre plus probable plus souvent que { $low } : { $difference } points (intervalle à 95 % : { $span } ; n = { $n }).
comparison--undecided = Entre { $a } et { $b }, aucune différence n’a pu être montrée : { $difference } points (intervalle à 95 % : { $span } ; n = { $n }).
