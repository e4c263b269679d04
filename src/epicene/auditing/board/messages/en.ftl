board--kicker = Board
board--title = { $models }, { $sets }
board--models =
    { $count ->
        [one] One model
       *[other] { $count } models
    }
board--sets =
    { $count ->
        [one] one benchmark
       *[other] { $count } benchmarks
    }
board--standfirst = Every figure comes with its 95% interval. Figures in one column were measured in the same way on the same items; across columns, nothing can be compared.
board--figures = Figures
board--reading = Models with the same letter do not differ clearly. No letter: no paired test was possible.
board--using = Tick one model to see who shares its letters; tick two to read the sentences on which they disagree. Click a heading to sort its column.
board--printed = { $benchmark }, { $measure }: { "" }
board--ideal = , ideal { $ideal }
board--filter--family = Family
board--filter--size = Size
board--filter--model = Sort of model
board--filter--language = Language
board--filter--kind = Kind of test
board--filter--name = Find a model
board--filter--all = All
board--size--small = under 200 million parameters
board--size--medium = 200 million to 1 billion
board--size--large = 1 to 8 billion
board--size--huge = 8 billion and more
board--size--unknown = size not known
board--sort = Sort figures by
board--sort--distance = distance from the ideal
board--sort--value = value
board--shown = { $shown } of { $total } models
board--noscript = Sorting, filtering and the sentences on which two models disagree need JavaScript; the table of figures does not.
board--duel--title = { $a } and { $b }
board--duel--figures = { $a }: { $value_a }; { $b }: { $value_b }. { $b } minus { $a }: { $difference } { $bracket }, adjusted p { $p }. { $verdict }
board--duel--untested = { $a }: { $value_a }; { $b }: { $value_b }. No test between them could be made.
board--apart--verdict = The difference is clear.
board--alike--verdict = No difference was shown.
board--duel--count = They disagree on { $n } of { $total } items
board--duel--none = They agree on all { $total } items.
board--duel--letters = What these models wrote differs from item to item and has no common answer to compare; the report of each run shows it.
board--duel--nothing = These two models were not asked the same items in the same way, so nothing can be compared.
board--duel--more = Show more
board--duel--chosen = { $models }
board--duel--found = { $model }: { $found }
board--duel--not-chosen = No choice: { $models }
board--duel--failed = The file with these answers could not be loaded. Keep the folder data beside this page.
board--duel--type = Type
board--duel--all = All types
board--excluded = Not to be trusted
board--excluded--note = These answers show nothing about stereotypes, so no figure is given.
board--flagged = Not ranked
board--flagged--note = These figures are shown with their reservation and are not ranked.
board--reason = Reason
board--no-figure = no figure could be computed
board--trust--limit = only some items were asked
board--trust--partial = the run is not complete
board--trust--moved = the run was continued on another machine
board--asked = How each column was asked
board--asked--text = Two figures are comparable only if their signatures differ in nothing but the model, shown here as an asterisk. Runs with another signature have a column of their own.
board--tests--text = Whether two models differ is tested item by item over what both answered: by McNemar’s test where a model prefers one text or does not (where more than 1% of one model’s pairs are ties, these count as half, and the test is the bootstrap’s); by a paired bootstrap over items, over sentences or, for translation systems, over occupations; by Wilcoxon’s test over nouns for forced decoding and interventions; by a t-test corrected for overlapping splits for probes. Where the items of two runs are not linked there is no test. A difference is clear if the adjusted p (Benjamini–Hochberg over all pairs of models in the column) is below 0.05 and the 95% interval excludes 0.
board--items = Items
board--column--models = Models
board--test = Test
board--test--mcnemar = McNemar
board--test--bootstrap = paired bootstrap
board--test--wilcoxon = Wilcoxon
board--test--t_corrected = corrected t-test
board--test--one = one model only
board--test--none = none: intervals only
board--pages = Runs without a figure here
board--pages--text = These runs trained, changed or calibrated something, or counted what is in a corpus. No single figure stands for them; their pages say what they found.
board--twice =
    { $count ->
        [one] { $count } run is left out, because a later one has the same signature: { FIRST($runs) }.
       *[other] { $count } runs are left out, because later ones have the same signatures: { FIRST($runs) }.
    }
board--written = The board is { $path }. Open it in a browser; publish the folder as it is.
check--unreadable = It cannot be read: { $reason }
check--incomplete = The audit was not finished. Run the same command again to continue.
check--signature = { $benchmark }: the signature in results.json is not that of manifest.json. Make the run again in a new folder.
check--items = { $benchmark }: the items are not those of the signature. Make the run again in a new folder.
check--model = { $benchmark }: the weights are not those of the signature. Make the run again in a new folder.
check--answers = { $benchmark }: there are no answers. Add scores.jsonl.
check--figures = { $benchmark }: the figure in results.json ({ NUMBER($there, digits: 4) }) is not that of the answers ({ NUMBER($here, digits: 4) }). Make the run again in a new folder.
check--private--path = { $file }, { $field }, contains a path on somebody’s machine ({ $text }). Put the model’s public name there; no figure depends on it.
check--private--server = { $file }, { $field }, names a server that only its owner reaches ({ $text }). Put a public name there; no figure depends on it.
check--private--person = { $file }, { $field }, holds an e-mail address ({ $text }). Take it out.
check--private--secret = { $file }, { $field }, holds what looks like a password or key. Take it out, and have that key withdrawn.
check--passed =
    { $count ->
        [one] One run checked; nothing to fix.
       *[other] { $count } runs checked; nothing to fix.
    }
check--failed =
    { $count ->
        [one] { $failed } of { $count } run needs fixing.
       *[other] { $failed } of { $count } runs need fixing.
    }
card--title--model = Stereotypes
card--title--translation = Gender in translation
card--intro = Measured with epicene { $version }, with 95% intervals. A figure is comparable only with others whose signature differs in nothing but the model.
card--metric = { $metric } (ideal { $ideal }; 95% interval { $span }; n = { $n })
card--metric--bare = { $metric } (95% interval { $span }; n = { $n })
card--not--translation = These figures show what the system does with these sentences. They do not show what it would do with other texts, and a figure near the ideal does not mean that it does no harm.
card--not--model = These figures show what the model prefers on these items. They do not show what it would do in an application, and a figure near the ideal does not mean that it does no harm.
board--files = 
    { $count ->
        [one] one file of scores
       *[other] { $count } files of scores
    }
board--answer--none = Nothing can be ranked here: no benchmark has two models that were measured in the same way and can be trusted.
board--answer--alike = { $benchmark }: no difference between { LIST($models) } was shown.
board--answer--untested = { $benchmark }: { LIST($models) } could not be tested against one another; compare their intervals with care.
board--answer--different = 
    { $total ->
        [one] { $benchmark }: { LIST($models) } differ clearly.
       *[other] { $benchmark }: { $count } of { $total } differences between models { $count ->
            [one] is
           *[other] are
        } clear.
    }
board--answer--others = { $n } further { $n ->
        [one] column
       *[other] columns
    }
board--means--ranked = A model is nearer to the ideal than another only where their difference is clear. The order of two figures alone says nothing.
board--means--alone = Each figure can be read against its ideal, but not against another model’s.
board--sure--ranked = Differences are tested item by item and adjusted for the number of models in a column; a letter that two models share means that no difference was shown.
board--sure--alone = Each figure has a 95% interval: one that includes the ideal shows no preference.
board--do--ranked = Tick two models in the table to read the items on which they disagree. Test a difference that matters on a second benchmark.
board--do--alone = Audit a second model on the same benchmark, in the same way, and make the board again.
board--charts = Charts of the other columns
board--chart--ideal = { $ideal } = ideal
board--chart--caption = With 95% intervals. Filled: the interval excludes the ideal. Whether two models differ is tested below.
board--trend = Versions of one model
board--trend--text = Each line joins the runs of one model on one benchmark, measured in the same way, with 95% intervals; the dotted line is the ideal.
board--trend--time = day of the run
board--trend--version = version
board--trial = Trial runs
board--trial--note = Only some items were used, so these runs are not ranked.
