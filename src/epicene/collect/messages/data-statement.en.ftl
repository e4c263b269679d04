data-statement--day = Contributions came in on { $day }.
data-statement--pair = In a pair, `more` expresses the stereotype and `less` says the same of another group; `direction` is `stereo` where the disadvantaged group is in `more`, `antistereo` where it is in `less`.
data-statement--title = Data statement: { $title }
data-statement--warning = **Content warning.** The sentences express stereotypes, because language models are tested with them. They are nobody’s opinion here, and must not be used to train models: a model that has seen them cannot be tested with them.
data-statement--what--title = What is in it
data-statement--where--title = When and by whom
data-statement--who--title = The participants
data-statement--how--title = The procedure
data-statement--agreement--title = Quality and agreement
data-statement--files--title = The files
data-statement--complete--title = For the organisers to complete
data-statement--pairs =
    { $count ->
        [one] { $count } minimal pair, language: { $language } (of which “antistereo”: { $anti }). Types: { $listed }.
       *[other] { $count } minimal pairs, language: { $language } (of which “antistereo”: { $anti }). Types: { $listed }.
    }
data-statement--no-pairs = No pair is ready yet.
data-statement--dates = Contributions came in from { $first } to { $last }.
data-statement--organiser = Organised by { $organiser }.
data-statement--made = Exported with epicene { $version } on { $day }.
data-statement--participants =
    { $count ->
        [one] { $count } volunteer contributed, without an account and under a pseudonym, after giving consent.
       *[other] { $count } volunteers contributed, without an account and under a pseudonym, after giving consent.
    }
data-statement--task--statements = Statements: { $contributions }; people: { $participants } (per person: mean { NUMBER($mean, digits: 1) }, median { NUMBER($median, digits: 1) }, maximum { $max }).
data-statement--task--fluency = Fluency judgments: { $contributions }; people: { $participants } (per person: mean { NUMBER($mean, digits: 1) }, median { NUMBER($median, digits: 1) }, maximum { $max }).
data-statement--task--categories = Category judgments: { $contributions }; people: { $participants } (per person: mean { NUMBER($mean, digits: 1) }, median { NUMBER($median, digits: 1) }, maximum { $max }).
data-statement--task--validation = Tests validated: { $contributions }; people: { $participants } (per person: mean { NUMBER($mean, digits: 1) }, median { NUMBER($median, digits: 1) }, maximum { $max }).
data-statement--about = { $question }, among those who answered: { $listed }.
data-statement--about--age = Age
data-statement--about--gender = Gender
data-statement--about--first_language = The campaign’s language as first language
data-statement--about--country = Country of residence
data-statement--rare = answers of fewer than { $fewest } people, together
data-statement--privacy = No name, address or IP address was kept. The participants’ names in the files are drawn at random and stay the same from one export to the next; people who asked to be erased are not in them.
data-statement--curating = { $contributed } statements came in. Exact duplicates (ignoring case and punctuation) were merged automatically, near-duplicates examined by hand; statements with several stereotypes were split. Parts included, accepted with a single category: { $accepted }; merged: { $merged }; split: { $split }; rejected with a reason: { $rejected }; still to be examined: { $new }.
data-statement--curators =
    { $count ->
        [one] { $count } person took the decisions ({ $decisions } in all), all of which are in the history.
       *[other] { $count } people took the decisions ({ $decisions } in all), all of which are in the history.
    }
data-statement--antistereo = { $count } of the statements came from a task that asks for what contradicts a stereotype.
data-statement--pair-writing = The contrasting sentence of every pair was written or read by a person, and checked by `epicene data check`: nothing may change except the group and what agrees with it.
data-statement--translating = People who translated: { $translators }; who edited and translated back: { $editors }. Nobody edited their own work.
data-statement--judging = The sentences to judge were distributed evenly; nobody saw one twice, judged their own, or was shown what others had answered.
data-statement--controls =
    { $count ->
        [one] Control sentences with a known answer were hidden among them: { $count } judgment, as expected: { $right }.
       *[other] Control sentences with a known answer were hidden among them: { $count } judgments, as expected: { $right }.
    }
data-statement--controls--failed = People who answer at random, according to a sequential test (it wrongly fails { $error } of attentive people): { $failed }. They are marked in `controls.jsonl`.
data-statement--fluency = { PERCENT($percent) } of the judgments find the sentence fluent (95% interval: { NUMBER($low, digits: 1) } to { NUMBER($high, digits: 1) }); corrections suggested: { $corrections }.
data-statement--alpha--nominal = Krippendorff’s alpha of the categories, nominal (whole answers): { NUMBER($value, digits: 2) } (95% interval: { NUMBER($low, digits: 2) } to { NUMBER($high, digits: 2) }; { $n_items } sentences, { $n_judgments } judgments).
data-statement--alpha--sets = Krippendorff’s alpha of the categories, sets (MASI distance): { NUMBER($value, digits: 2) } (95% interval: { NUMBER($low, digits: 2) } to { NUMBER($high, digits: 2) }; { $n_items } sentences, { $n_judgments } judgments).
data-statement--alpha--validation = Krippendorff’s alpha, “{ $question }”: { NUMBER($value, digits: 2) } (95% interval: { NUMBER($low, digits: 2) } to { NUMBER($high, digits: 2) }; { $n_items } items, { $n_judgments } judgments).
data-statement--second =
    { $count ->
        [one] Two people decided independently on { $count } statement; they agreed on { $same }.
       *[other] Two people decided independently on { $count } statements; they agreed on { $same }.
    }
data-statement--against = Categories given, compared with the original’s: the same { $same }, several including it { $several }, none { $none }, “other” { $other }, a different one { $different }.
data-statement--files = `pairs-LANGUAGE.tsv` (CrowS-Pairs) and `pairs-LANGUAGE.jsonl` (epicene): the pairs; `frames-LANGUAGE.tsv`: the group that a pair is about, the contrasting one, the stereotype in a few words and, where a curator answered, whether it is meant to offend and said from within the group; `statements.jsonl`, `fluency.jsonl`, `categories.jsonl`, `validation.jsonl`, `sentences.jsonl`, `controls.jsonl`, `opinions.jsonl`: contributions, judgments, how each person did on the control sentences and the curators’ independent opinions; `statistics.json` can be recomputed from these.
data-statement--complete--recruiting = How volunteers were recruited: *to be completed*.
data-statement--complete--licence = Licence: *to be completed*.
data-statement--complete--limits = Limits, and uses to be avoided: *to be completed*.
data-statement--set-aside =
    { $count ->
        [one] { $count } answer does not count (`counted`: false): the person who gave it failed the controls or is blocked, or the team set it aside.
       *[other] { $count } answers do not count (`counted`: false): the people who gave them failed the controls or are blocked, or the team set them aside.
    }
data-statement--alpha-all--sets = The same with the answers that do not count, sets (MASI distance): { NUMBER($value, digits: 2) } (95% interval: { NUMBER($low, digits: 2) } to { NUMBER($high, digits: 2) }; { $n_items } sentences, { $n_judgments } judgments).
data-statement--alpha-all--nominal = The same with the answers that do not count, nominal (whole answers): { NUMBER($value, digits: 2) } (95% interval: { NUMBER($low, digits: 2) } to { NUMBER($high, digits: 2) }; { $n_items } sentences, { $n_judgments } judgments).
