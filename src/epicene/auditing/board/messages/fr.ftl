board--kicker = Tableau comparatif
board--title = { $models }, { $sets }
board--models =
    { $count ->
        [one] Un modèle
       *[other] { $count } modèles
    }
board--sets =
    { $count ->
        [one] un jeu de données
       *[other] { $count } jeux de données
    }
board--standfirst = Chaque chiffre est donné avec son intervalle à 95 %. Dans une colonne, tout a été mesuré de la même façon, sur les mêmes items ; d’une colonne à l’autre, rien ne se compare.
board--figures = Les chiffres
board--reading = Les modèles qui ont la même lettre ne diffèrent pas nettement. Sans lettre : aucun test apparié n’a été possible.
board--using = Cochez un modèle pour voir qui partage ses lettres ; cochez-en deux pour lire les phrases sur lesquelles ils divergent. Cliquez sur un en-tête pour trier sa colonne.
board--printed = { $benchmark }, { $measure } : { "" }
board--ideal = , idéal { $ideal }
board--filter--family = Famille
board--filter--size = Taille
board--filter--model = Sorte de modèle
board--filter--language = Langue
board--filter--kind = Type de test
board--filter--name = Chercher un modèle
board--filter--all = Tout
board--size--small = moins de 200 millions de paramètres
board--size--medium = de 200 millions à 1 milliard
board--size--large = de 1 à 8 milliards
board--size--huge = 8 milliards et plus
board--size--unknown = taille inconnue
board--sort = Trier les chiffres par
board--sort--distance = écart à l’idéal
board--sort--value = valeur
board--shown = Modèles affichés : { $shown } sur { $total }
board--noscript = Pour trier, filtrer et lire les phrases sur lesquelles deux modèles divergent, il faut JavaScript ; pas pour lire les chiffres.
board--duel--title = { $a } et { $b }
board--duel--figures = { $a } : { $value_a } ; { $b } : { $value_b }. { $b } moins { $a } : { $difference } { $bracket }, p ajusté { $p }. { $verdict }
board--duel--untested = { $a } : { $value_a } ; { $b } : { $value_b }. Aucun test n’a pu les comparer.
board--apart--verdict = La différence est nette.
board--alike--verdict = Aucune différence n’a pu être mise en évidence.
board--duel--count = Ils divergent sur { $n } items sur { $total }
board--duel--none = Ils s’accordent sur les { $total } items.
board--duel--letters = Ce que ces modèles ont écrit diffère d’un item à l’autre et n’a pas de réponse commune à comparer ; le rapport de chacun le montre.
board--duel--nothing = Ces deux modèles n’ont pas été interrogés sur les mêmes items de la même façon : rien ne se compare.
board--duel--more = Afficher davantage
board--duel--chosen = { $models }
board--duel--found = { $model } : { $found }
board--duel--not-chosen = Sans choix : { $models }
board--duel--failed = Le fichier de ces réponses n’a pas pu être chargé. Gardez le dossier data à côté de cette page.
board--duel--type = Type
board--duel--all = Tous les types
board--excluded = Non fiables
board--excluded--note = Ces réponses ne montrent rien sur les stéréotypes : aucun chiffre n’est donné.
board--flagged = Non classés
board--flagged--note = Ces chiffres sont donnés avec leur réserve et ne sont pas classés.
board--reason = Raison
board--no-figure = aucun chiffre n’a pu être calculé
board--trust--limit = une partie seulement des items a été soumise
board--trust--partial = la mesure n’est pas terminée
board--trust--moved = la mesure a été poursuivie sur une autre machine
board--asked = Comment chaque colonne a été mesurée
board--asked--text = Deux chiffres ne sont comparables que si leurs signatures ne diffèrent que par le modèle, ici un astérisque. Une autre signature a sa propre colonne.
board--tests--text = Pour savoir si deux modèles diffèrent, on compare leurs réponses item par item, sur ce à quoi tous deux ont répondu : par le test de McNemar quand un modèle préfère ou non l’un des textes (quand plus de 1 % des paires d’un modèle sont des égalités, elles comptent pour moitié, et le test est celui du bootstrap) ; par un bootstrap apparié sur les items, sur les phrases ou, pour les systèmes de traduction, sur les métiers ; par le test de Wilcoxon sur les noms pour le décodage forcé et les interventions ; par un test t corrigé du recouvrement des découpages pour les sondes. Quand les items de deux mesures ne se correspondent pas, il n’y a pas de test. Une différence est nette quand le p ajusté (Benjamini-Hochberg sur toutes les paires de modèles de la colonne) est inférieur à 0,05 et que l’intervalle à 95 % exclut 0.
board--items = Items
board--column--models = Modèles
board--test = Test
board--test--mcnemar = McNemar
board--test--bootstrap = bootstrap apparié
board--test--none = aucun : intervalles seulement
board--test--wilcoxon = Wilcoxon
board--test--t_corrected = test t corrigé
board--test--one = un seul modèle
board--pages = Sans chiffre dans ce tableau
board--pages--text = Ici, on a entraîné, modifié ou étalonné quelque chose, ou compté ce que contient un corpus. Aucun chiffre ne le résume à lui seul ; chaque page dit ce qui a été trouvé.
board--twice =
    { $count ->
        [one] { $count } mesure est écartée, car une plus récente a la même signature : { FIRST($runs) }.
       *[other] { $count } mesures sont écartées, car de plus récentes ont les mêmes signatures : { FIRST($runs) }.
    }
board--written = Le tableau est { $path }. Ouvrez-le dans un navigateur ; le dossier se publie tel quel.
check--unreadable = Illisible : { $reason }
check--incomplete = L’audit n’est pas terminé. Relancez la même commande pour le poursuivre.
check--signature = { $benchmark } : la signature de results.json n’est pas celle de manifest.json. Refaites la mesure dans un nouveau dossier.
check--items = { $benchmark } : les items ne sont pas ceux de la signature. Refaites la mesure dans un nouveau dossier.
check--model = { $benchmark } : les poids ne sont pas ceux de la signature. Refaites la mesure dans un nouveau dossier.
check--answers = { $benchmark } : aucune réponse. Ajoutez scores.jsonl.
check--figures = { $benchmark } : le chiffre de results.json ({ NUMBER($there, digits: 4) }) n’est pas celui des réponses ({ NUMBER($here, digits: 4) }). Refaites la mesure dans un nouveau dossier.
check--private--path = { $file }, { $field }, contient un chemin propre à une machine ({ $text }). Mettez-y le nom public du modèle ; aucun chiffre n’en dépend.
check--private--server = { $file }, { $field }, nomme un serveur que seul son propriétaire atteint ({ $text }). Mettez-y un nom public ; aucun chiffre n’en dépend.
check--private--person = { $file }, { $field }, contient une adresse électronique ({ $text }). Retirez-la.
check--private--secret = { $file }, { $field }, contient ce qui ressemble à un mot de passe ou à une clé. Retirez-le et faites révoquer cette clé.
check--passed =
    { $count ->
        [one] Un dossier vérifié ; rien à corriger.
       *[other] { $count } dossiers vérifiés ; rien à corriger.
    }
check--failed =
    { $count ->
        [one] { $failed } dossier sur { $count } est à corriger.
       *[other] { $failed } dossiers sur { $count } sont à corriger.
    }
card--intro = Mesuré avec epicene { $version }, avec des intervalles à 95 %. Un chiffre ne se compare qu’à ceux dont la signature ne diffère que par le modèle.
card--metric = { $metric } (idéal { $ideal } ; intervalle à 95 % : { $span } ; n = { $n })
card--title--model = Stéréotypes
card--title--translation = Le genre en traduction
card--metric--bare = { $metric } (intervalle à 95 % : { $span } ; n = { $n })
card--not--model = Ces chiffres montrent ce que le modèle préfère sur ces items. Ils ne montrent pas ce qu’il ferait dans une application, et un chiffre proche de l’idéal ne veut pas dire qu’il est sans danger.
card--not--translation = Ces chiffres montrent ce que le système fait de ces phrases. Ils ne disent pas ce qu’il ferait d’autres textes, et un chiffre proche de l’idéal ne signifie pas qu’il ne nuit à personne.
board--files = 
    { $count ->
        [one] un fichier de scores
       *[other] { $count } fichiers de scores
    }
board--answer--none = Rien ne peut être classé ici : sur aucun jeu, deux modèles fiables n’ont été mesurés de la même façon.
board--answer--alike = { $benchmark } : aucun écart n’a été mis en évidence entre { LIST($models) }.
board--answer--untested = { $benchmark } : { LIST($models) } n’ont pas pu être testés l’un contre l’autre ; comparez leurs intervalles avec prudence.
board--answer--different = 
    { $total ->
        [one] { $benchmark } : { LIST($models) } diffèrent nettement.
       *[other] { $benchmark } : { $count } { $count ->
            [one] écart
           *[other] écarts
        } sur { $total } entre modèles { $count ->
            [one] est net
           *[other] sont nets
        }.
    }
board--answer--others = { $n } { $n ->
        [one] autre colonne
       *[other] autres colonnes
    }
board--means--ranked = Un modèle n’est plus près de l’idéal qu’un autre que si leur écart est net. L’ordre de deux chiffres ne dit rien à lui seul.
board--means--alone = Chaque chiffre se lit par rapport à son idéal, mais pas par rapport à celui d’un autre modèle.
board--sure--ranked = Les écarts sont testés item par item et ajustés au nombre de modèles d’une colonne ; une lettre commune à deux modèles veut dire qu’aucun écart n’a été mis en évidence.
board--sure--alone = Chaque chiffre a un intervalle à 95 % : s’il contient l’idéal, aucune préférence n’a été mise en évidence.
board--do--ranked = Cochez deux modèles dans le tableau pour lire les items sur lesquels ils divergent. Vérifiez sur un second jeu un écart qui compte.
board--do--alone = Interrogez un second modèle sur le même jeu, de la même façon, et refaites ce tableau.
board--charts = Graphiques des autres colonnes
board--chart--ideal = { $ideal } = idéal
board--chart--caption = Avec des intervalles à 95 %. Plein : l’intervalle exclut l’idéal. Les tests ci-dessous disent si deux modèles diffèrent.
board--trend = Versions d’un même modèle
board--trend--text = Chaque ligne relie les exécutions d’un modèle sur un jeu, mesurées de la même façon, avec des intervalles à 95 % ; le pointillé est l’idéal.
board--trend--time = jour de l’exécution
board--trend--version = version
board--trial = Essais
board--trial--note = Une partie seulement des items a servi : ces exécutions ne sont pas classées.
