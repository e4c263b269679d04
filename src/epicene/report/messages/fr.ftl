number--to = à
language--fr = français
language--en = anglais
language--es = espagnol
language--pt = portugais
language--de = allemand
language--it = italien
language--nl = néerlandais
language--ca = catalan
language--ro = roumain
language--pl = polonais
language--ru = russe
language--ar = arabe
language--zh = chinois
language--ja = japonais
language--ko = coréen
language--tr = turc
group--all = Tous les items
group--race-color = Origine ethnique, couleur
group--gender = Genre
group--socioeconomic = Statut socio-économique
group--nationality = Nationalité
group--religion = Religion
group--age = Âge
group--sexual-orientation = Orientation sexuelle
group--physical-appearance = Apparence physique
group--disability = Handicap
group--other = Autre
group--facet = { $facet } : { $value }
facet--bias_type = type de biais
facet--direction = sens
facet--origin = origine
facet--condition = texte
facet--polarity = question
facet--task = tâche
facet--direction--stereo = stéréotype
facet--direction--antistereo = anti-stéréotype
facet--condition--ambiguous = ouvert
facet--condition--disambiguated = explicite
facet--polarity--negative = négative
facet--polarity--nonnegative = non négative
facet--task--intra = dans une phrase
facet--task--inter = entre deux phrases
group--native = Paires natives
group--translated = Paires traduites
column--model = Modèle
column--benchmark = Jeu de données
column--task = Tâche
column--metric = Mesure
column--measure = Mesure
column--group = Items sur
column--score = Score [IC à 95 %]
column--value = Valeur [IC à 95 %]
column--n = n / total
column--n--compared = n
column--p = p
column--p_adjusted = p ajusté
column--sanity_check = Contrôle de bon sens
column--scoring = Façon d’interroger
column--ideal = Idéal
column--difference = B − A [IC à 95 %]
column--p_mcnemar = McNemar
column--p_mcnemar_adjusted = ajusté
column--p_t = test t
column--signature = Signature
column--p_wilcoxon = Wilcoxon
column--p_sign = test du signe
column--p_t_corrected = t corrigé
compared--heading = Diffèrent-ils vraiment ?
compared--section = Chiffre par chiffre
compared--title = { LIST($models) } : diffèrent-ils vraiment ?
compared--table = { $benchmark } : A = { $a }, B = { $b }
compared--named =
    { $count ->
        [one] { $a } et { $b } diffèrent nettement dans { $count } chiffre sur { $total } : { SEMICOLONS($figures) }.
       *[other] { $a } et { $b } diffèrent nettement dans { $count } { $count ->
            [one] chiffre
           *[other] chiffres
        } sur { $total } : { SEMICOLONS($figures) }.
    }
compared--many = { $a } et { $b } diffèrent nettement dans { $count } { $count ->
        [one] chiffre
       *[other] chiffres
    } sur { $total }.
compared--none = Entre { $a } et { $b }, aucun écart net n’a pu être montré dans les { $total } chiffres comparés.
compared--excluded = N’utilisez pas cette comparaison de { $a } et { $b } : l’un des deux au moins n’est pas fiable.
compared--note = « p ajusté » tient compte de tous les chiffres comparés ici (Benjamini-Hochberg). Un écart est dit net quand son intervalle exclut 0 et que le p ajusté est inférieur à 0,05.
notice--compared--identical = { $a } et { $b } ne font qu’un : mêmes poids, ou sorties identiques mot pour mot. Vérifiez quels fichiers ont été donnés avant de vous fier à la moindre comparaison.
table--download = Télécharger en CSV
terminal--facets = Facettes : p ajusté sur les valeurs de chaque facette, ou sur toutes les cases de facettes croisées.
terminal--reading = Idéal : 50, aucune préférence. Au-dessus de 50, le stéréotype est préféré ; au-dessous, l’autre.
terminal--warning = Attention :
terminal--notice = Avis :
terminal--signature = Signature ({ $benchmark }) : { $signature }
answer--on = { $benchmark } : { $answer }
figure--printed =
    { $count ->
        [one] publié
       *[other] publiés
    }
figure--n = n = { $n }
n--of = n = { $n }/{ $total }
notice--heading = À lire d’abord
punctuation--semicolon =  ; { "" }
items--warning = Avertissement
items--column--id = Nº
page--figures = Les chiffres
page--reading = Comment lire ces chiffres
punctuation--colon =  :
methods--machine = Machine
methods--cost = Durée
methods--cost--time = { $duration } de travail
methods--cost--asking = { $duration } de travail, pour { $tokens } tokens ({ $rate } tokens par seconde pendant les questions, chargement non compris)
methods--cost--memory = { $gigabytes } Go de mémoire au plus
methods--cost--memory--gpu = { $gigabytes } Go de mémoire du GPU au plus
methods--cost--energy--measured = la machine entière a consommé { $energy } Wh en { $duration } (processeur mesuré, mémoire estimée)
methods--cost--energy--estimated = la machine entière a consommé environ { $energy } Wh en { $duration } (estimation d’après la charge et la puissance usuelle, faute de compteur)
cite--signature = Deux chiffres ne sont comparables que si leurs signatures ne diffèrent que par le modèle.
group--profession = Profession
group--race = Origine ethnique
task--intra = dans une phrase
task--inter = entre deux phrases
task--overall = les deux tâches
task--mean = moyenne des tâches
column--verdict = Ce qu’on peut en dire
page--contents = Sur cette page
notice--heading--quiet = Bon à savoir
number--words = aucun un deux trois quatre cinq six sept huit neuf dix
cite--software = Et le programme
cite--software--text = L’équipe d’epicene : epicene { $version }, programme qui mesure les stéréotypes et les biais de genre dans les modèles de langue et la traduction automatique. Apache-2.0.
terminal--report = Rapport : { $path }
terminal--folder = Scores et résultats : { $path }
terminal--results = Résultats : { $path }
terminal--study = Tableaux, figures et mesures : { $path }
terminal--steps = Étapes et figures : { $path }
distribution--row = { $label } : moyenne { $mean }, médiane { $median }, n = { $n }{ $below }
distribution--short = { $label } : moyenne { $mean }, médiane { $median }
distribution--below = { "" } ({ $n } au-dessous de −1, placés au bord)
column--trust = Confiance
page--signatures = Signatures
figure--ideal--quality = 100 = idéal
figure--better = meilleur →
notice--left-aside = { $run } : { $benchmarks } n’est pas comparé, car tous les audits ne portent pas dessus.
terminal--all = Avec --verbose : les valeurs p et d’autres chiffres pour spécialistes.
cite--copy = Copier le BibTeX
cite--copied = Copié
compared--kicker = Comparaison
compared--standfirst = Les mêmes items ont été soumis à tous les modèles, et chaque écart est testé item par item.
compared--means--different = Un écart au moins dépasse ce que le hasard expliquerait sur ces items. Le meilleur modèle est celui qui est le plus près de l’idéal, de quelque côté que ce soit.
compared--means--undecided = Aucun écart n’a été mis en évidence. Cela ne prouve pas que les modèles se valent : un petit écart passerait inaperçu.
compared--means--excluded = On ne peut rien conclure sur ce qui les distingue.
compared--sure--different = Un écart ne compte que si son intervalle à 95 % exclut 0 et si le test le confirme.
compared--sure--undecided = L’intervalle montre quels écarts ces items laissent possibles.
compared--sure--excluded = L’avis en haut de la page dit quel modèle a échoué, et à quoi.
compared--do--different = Lisez les chiffres ci-dessous et les items qu’ils résument. Confirmez l’écart sur un autre jeu avant de choisir d’après lui : `epicene data list`.
compared--do--undecided = Prenez plus d’items pour voir de plus petits écarts (`epicene data list`). D’ici là, ne classez pas ces modèles.
compared--do--excluded = Cherchez la cause, réinterrogez ce modèle et refaites la comparaison. Ne publiez aucun de ces écarts.
compared--items = Les items où ils divergent
figure--compared--left = ← plus bas chez le second
figure--compared--right = plus haut chez le second →
notice--details = Détails
