data-statement--day = Contributions reçues le { $day }.
data-statement--pair = Dans une paire, `more` exprime le stéréotype et `less` dit la même chose d’un autre groupe ; `direction` vaut `stereo` si le groupe défavorisé est dans `more`, `antistereo` s’il est dans `less`.
data-statement--title = Fiche descriptive : { $title }
data-statement--warning = **Contenu sensible.** Les phrases expriment des stéréotypes, parce qu’elles servent à tester des modèles de langue. Elles n’expriment l’opinion de personne, et ne doivent pas servir à entraîner des modèles : un modèle qui les a vues ne peut plus être testé avec elles.
data-statement--what--title = Ce que contient le corpus
data-statement--where--title = Quand et par qui
data-statement--who--title = Les volontaires
data-statement--how--title = La procédure
data-statement--agreement--title = Qualité et accord
data-statement--files--title = Les fichiers
data-statement--complete--title = À compléter par l’équipe organisatrice
data-statement--pairs =
    { $count ->
        [one] { $count } paire minimale, langue : { $language } (dont « antistereo » : { $anti }). Types : { $listed }.
       *[other] { $count } paires minimales, langue : { $language } (dont « antistereo » : { $anti }). Types : { $listed }.
    }
data-statement--no-pairs = Aucune paire n’est encore prête.
data-statement--dates = Contributions reçues du { $first } au { $last }.
data-statement--organiser = Organisation : { $organiser }.
data-statement--made = Export fait avec epicene { $version } le { $day }.
data-statement--participants =
    { $count ->
        [one] { $count } volontaire a contribué, sans compte et sous pseudonyme, après avoir donné son consentement.
       *[other] { $count } volontaires ont contribué, sans compte et sous pseudonyme, après avoir donné leur consentement.
    }
data-statement--task--statements = Énoncés : { $contributions } ; personnes : { $participants } (par personne : moyenne { NUMBER($mean, digits: 1) }, médiane { NUMBER($median, digits: 1) }, maximum { $max }).
data-statement--task--fluency = Jugements de fluidité : { $contributions } ; personnes : { $participants } (par personne : moyenne { NUMBER($mean, digits: 1) }, médiane { NUMBER($median, digits: 1) }, maximum { $max }).
data-statement--task--categories = Jugements de catégorie : { $contributions } ; personnes : { $participants } (par personne : moyenne { NUMBER($mean, digits: 1) }, médiane { NUMBER($median, digits: 1) }, maximum { $max }).
data-statement--task--validation = Tests validés : { $contributions } ; personnes : { $participants } (par personne : moyenne { NUMBER($mean, digits: 1) }, médiane { NUMBER($median, digits: 1) }, maximum { $max }).
data-statement--about = { $question }, selon celles et ceux qui ont répondu : { $listed }.
data-statement--about--age = Âge
data-statement--about--gender = Genre
data-statement--about--first_language = Langue de la campagne comme langue maternelle
data-statement--about--country = Pays de résidence
data-statement--rare = réponses de moins de { $fewest } personnes, ensemble
data-statement--privacy = Ni nom, ni adresse, ni adresse IP n’ont été conservés. Les pseudonymes des fichiers sont tirés au hasard et restent les mêmes d’un export à l’autre ; les personnes qui ont demandé l’effacement n’y figurent pas.
data-statement--curating = { $contributed } énoncés reçus. Les doublons stricts (casse et ponctuation mises à part) ont été fusionnés automatiquement, les quasi-doublons examinés à la main ; les énoncés qui contenaient plusieurs stéréotypes ont été scindés. Parties comprises, retenus avec une seule catégorie : { $accepted } ; fusionnés : { $merged } ; scindés : { $split } ; écartés avec un motif : { $rejected } ; encore à examiner : { $new }.
data-statement--curators =
    { $count ->
        [one] { $count } personne a pris les décisions ({ $decisions } en tout), toutes dans l’historique.
       *[other] { $count } personnes ont pris les décisions ({ $decisions } en tout), toutes dans l’historique.
    }
data-statement--antistereo =
    { $count ->
        [one] { $count } énoncé vient d’une tâche qui demande ce qui contredit un stéréotype.
       *[other] { $count } énoncés viennent d’une tâche qui demande ce qui contredit un stéréotype.
    }
data-statement--pair-writing = La phrase contrastée de chaque paire a été écrite ou relue par une personne, et vérifiée par `epicene data check` : rien ne doit changer, sauf le groupe et ce qui s’accorde avec lui.
data-statement--translating = Personnes qui ont traduit : { $translators } ; qui ont révisé et retraduit : { $editors }. Personne n’a révisé son propre travail.
data-statement--judging = Les phrases à juger ont été réparties également, sans que personne voie deux fois la même ni juge la sienne, et sans montrer les réponses des autres.
data-statement--controls =
    { $count ->
        [one] Des phrases de contrôle, dont la réponse est connue, étaient cachées parmi elles : { $count } jugement, réponses attendues : { $right }.
       *[other] Des phrases de contrôle, dont la réponse est connue, étaient cachées parmi elles : { $count } jugements, réponses attendues : { $right }.
    }
data-statement--controls--failed = Personnes qui répondent au hasard, selon un test séquentiel (il se trompe pour { $error } des personnes attentives) : { $failed }. Elles sont signalées dans `controls.jsonl`.
data-statement--fluency = { PERCENT($percent) } des jugements trouvent la phrase fluide (intervalle à 95 % : { NUMBER($low, digits: 1) } à { NUMBER($high, digits: 1) }) ; corrections proposées : { $corrections }.
data-statement--alpha--nominal = Alpha de Krippendorff des catégories, nominal (réponses entières) : { NUMBER($value, digits: 2) } (intervalle à 95 % : { NUMBER($low, digits: 2) } à { NUMBER($high, digits: 2) } ; { $n_items } phrases, { $n_judgments } jugements).
data-statement--alpha--sets = Alpha de Krippendorff des catégories, ensembles (distance MASI) : { NUMBER($value, digits: 2) } (intervalle à 95 % : { NUMBER($low, digits: 2) } à { NUMBER($high, digits: 2) } ; { $n_items } phrases, { $n_judgments } jugements).
data-statement--alpha--validation = Alpha de Krippendorff, « { $question } » : { NUMBER($value, digits: 2) } (intervalle à 95 % : { NUMBER($low, digits: 2) } à { NUMBER($high, digits: 2) } ; { $n_items } items, { $n_judgments } jugements).
data-statement--second =
    { $count ->
        [one] Deux personnes ont décidé, indépendamment l’une de l’autre, de { $count } énoncé ; accord sur { $same }.
       *[other] Deux personnes ont décidé, indépendamment l’une de l’autre, de { $count } énoncés ; accord sur { $same }.
    }
data-statement--against = Catégories données, comparées à celle d’origine : la même { $same }, plusieurs dont celle-là { $several }, aucune { $none }, « autre » { $other }, une différente { $different }.
data-statement--files = `pairs-LANGUE.tsv` (CrowS-Pairs) et `pairs-LANGUE.jsonl` (epicene) : les paires ; `frames-LANGUE.tsv` : le groupe dont parle une paire, le groupe opposé, le stéréotype en quelques mots et, si quelqu’un y a répondu, l’intention d’offenser et l’appartenance au groupe de qui parle ; `statements.jsonl`, `fluency.jsonl`, `categories.jsonl`, `validation.jsonl`, `sentences.jsonl`, `controls.jsonl`, `opinions.jsonl` : les contributions, les jugements, les résultats de chaque personne aux phrases de contrôle et les avis de l’équipe, donnés séparément, dont `statistics.json` se recalcule.
data-statement--complete--recruiting = Comment les volontaires ont été recrutés : *à compléter*.
data-statement--complete--licence = Licence : *à compléter*.
data-statement--complete--limits = Limites et usages déconseillés : *à compléter*.
data-statement--set-aside =
    { $count ->
        [one] { $count } réponse ne compte pas (`counted` : false) : la personne qui l’a donnée a échoué aux contrôles ou est bloquée, ou l’équipe l’a mise de côté.
       *[other] { $count } réponses ne comptent pas (`counted` : false) : les personnes qui les ont données ont échoué aux contrôles ou sont bloquées, ou l’équipe les a mises de côté.
    }
data-statement--alpha-all--sets = Le même avec les réponses qui ne comptent pas, ensembles (distance MASI) : { NUMBER($value, digits: 2) } (intervalle à 95 % : { NUMBER($low, digits: 2) } à { NUMBER($high, digits: 2) } ; { $n_items } phrases, { $n_judgments } jugements).
data-statement--alpha-all--nominal = Le même avec les réponses qui ne comptent pas, nominal (réponses entières) : { NUMBER($value, digits: 2) } (intervalle à 95 % : { NUMBER($low, digits: 2) } à { NUMBER($high, digits: 2) } ; { $n_items } phrases, { $n_judgments } jugements).
