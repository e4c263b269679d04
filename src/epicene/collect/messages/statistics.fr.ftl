statistics--short--categories = Catégories
statistics--short--fluency = Fluidité
statistics--short--statements = Énoncés
statistics--short--validation = Validations
statistics--task--validation = Tests validés
statistics--validation = Validation de tests
statistics--validation-fluent = Validation : bien écrit
statistics--validation-meaning = Validation : dit ce qu’il faut
statistics--validation-known = Validation : connu ici
statistics--second =
    { $count ->
        [one] Deux avis sur { $count } énoncé ; accord sur { $same }.
       *[other] Deux avis sur { $count } énoncés ; accord sur { $same }.
    }
statistics--measure = Mesure
statistics--title = Statistiques
statistics--lead = Les phrases de contrôle ne sont pas comptées.
statistics--none = Personne n’a encore contribué.
statistics--tasks = Contributions et volontaires
statistics--task = Tâche
statistics--task--statements = Énoncés proposés
statistics--task--fluency = Jugements de fluidité
statistics--task--categories = Jugements de catégorie
statistics--contributions = Contributions
statistics--participants = Volontaires
statistics--mean = Moyenne
statistics--median = Médiane
statistics--max = Maximum
statistics--all =
    { $count ->
        [one] { $count } personne en tout.
       *[other] { $count } personnes en tout.
    }
statistics--types = Types de stéréotypes
statistics--types--caption = Énoncés retenus (type fixé par l’atelier), propositions (type choisi par les volontaires) et paires prêtes
statistics--type = Type
statistics--contributed = Proposés
statistics--accepted = Retenus
statistics--pairs = Paires
statistics--total = Total
statistics--directions = Stéréotypes, et ce qui les contredit
statistics--directions--caption = Une tâche à part demande ce qui contredit un stéréotype ; les paires ont le sens que l’atelier leur a donné.
statistics--direction = Sens
statistics--direction--stereo = exprime un stéréotype (stereo)
statistics--direction--antistereo = en contredit un (antistereo)
statistics--fluency = Fluidité
statistics--fluency--rate = { $rate } des jugements disent « oui » (intervalle à 95 % : { $low } à { $high }).
statistics--fluency--corrections =
    { $count ->
        [one] { $count } correction proposée.
       *[other] { $count } corrections proposées.
    }
statistics--fluency--yes = oui
statistics--fluency--no = non
statistics--fluency--unsure = ne sait pas
statistics--agreement = Accord entre volontaires
statistics--agreement--help = Alpha de Krippendorff : 1 pour un accord parfait, 0 pour le hasard. L’intervalle à 95 % rééchantillonne les phrases.
statistics--alpha = Alpha
statistics--interval = Intervalle
statistics--items = Phrases
statistics--judgments = Jugements
statistics--alpha--categories--nominal = Catégories, réponses entières (nominal)
statistics--alpha--categories--sets = Catégories, ensembles de types (MASI)
statistics--alpha--fluency--nominal = Fluidité (nominal)
statistics--alpha--validation-fluent--nominal = Validation, bien écrit (nominal)
statistics--alpha--validation-meaning--nominal = Validation, dit ce qu’il faut (nominal)
statistics--alpha--validation-known--nominal = Validation, connu ici (nominal)
statistics--alpha--curators--nominal = Équipe, avis donnés séparément (nominal)
statistics--alpha--none = Il faut au moins deux jugements d’une même phrase.
statistics--against = Catégories données, comparées à celle d’origine
statistics--against--same = la même
statistics--against--several = plusieurs, dont celle-là
statistics--against--none = aucun stéréotype
statistics--against--other = « autre »
statistics--against--different = une différente
statistics--controls = Phrases de contrôle : réponses attendues, { $right } sur { $judgments }.
statistics--controls--title = Phrases de contrôle
statistics--controls--people = Résultats par pseudonyme
statistics--controls--fails = échoue
statistics--controls--rule = Un test séquentiel repère les personnes qui répondent au hasard ; il se trompe pour { $error } des personnes attentives. Échecs : { $failed } sur { $participants }. Leurs réponses sont gardées et exportées, mais ne comptent pas.
statistics--controls--failed =
    { $count ->
        [one] Échecs : { $count } personne sur { $participants }.
       *[other] Échecs : { $count } personnes sur { $participants }.
    }
statistics--controls--one = { $right } sur { $judgments } comme attendu
statistics--days = Par jour
statistics--day = Jour
statistics--days--title = Contributions par jour
statistics--table = Les mêmes chiffres en tableau
statistics--json = Tous les chiffres (JSON)
statistics--agreement--all = Avec les réponses qui ne comptent pas
statistics--set-aside =
    { $count ->
        [one] { $count } réponse ne compte pas : la personne qui l’a donnée a échoué aux contrôles ou est bloquée, ou l’équipe l’a mise de côté.
       *[other] { $count } réponses ne comptent pas : les personnes qui les ont données ont échoué aux contrôles ou sont bloquées, ou l’équipe les a mises de côté.
    }
statistics--made = Calculé le { $when }.
statistics--again = Recalculer
