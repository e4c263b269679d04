table--comparison--note = B − A in points, with a paired bootstrap interval over target terms (95% CI); the last two columns are p values. McNemar’s exact test looks at the tests in which only one of the models prefers the stereotype to the anti-stereotype, as if tests about one term were independent; adjusted: over the domains of a task (Benjamini–Hochberg).
seen--models = Over all tests, the stereotype is preferred in { $low } ({ $lowest }) to { $high } ({ $highest }) of them
figure--caption = Ss: share of tests in which the stereotype scores higher than the anti-stereotype, with 95% bootstrap intervals over target terms.
notice--limit = { $benchmark }: only a sample of { $limit } { $limit ->
        [one] test
       *[other] tests
    } of each task was asked, so the figures are not those of the whole set.
notice--unknown-data = { $benchmark }: these tests are not a set that epicene knows (checksum { $digest }); figures published for { $benchmark } may be about other tests.
notice--left-out = { $benchmark }: { $count } of { $total } { $total ->
        [one] test
       *[other] tests
    } { $count ->
        [one] was
       *[other] were
    } skipped ({ SEMICOLONS($reasons) }): n = { $used }.
page--asked--set = { $title } ({ $n } { $n ->
        [one] test
       *[other] tests
    })
page--asked--set--some = { $title } ({ $n } of { $total } { $total ->
        [one] test
       *[other] tests
    })
page--asked = Each test offers three candidates: a stereotype, its opposite, and an unrelated one that makes no sense. The model is not asked for an opinion: we read off which one it finds most likely. A model without preference would pick the stereotype over its opposite half of the time, and the unrelated one never.
items--strongest = Show the tests with the strongest preference
items--all = Show all { $n } { $n ->
        [one] test
       *[other] tests
    }
items--nobody = No test.
items--reading = In each test the first sentence is the stereotype, the second the anti-stereotype, the third the unrelated one; across sentences, the context stands above them in italics. What fills the blank is underlined, and ▸ marks the sentence the model finds most likely. The number is the stereotype’s score (per token where it is a sum) minus the anti-stereotype’s: above 0 the model leans towards the stereotype.
items--reading--models = In each test the first sentence is the stereotype, the second the anti-stereotype, the third the unrelated one; across sentences, the context stands above them in italics. What fills the blank is underlined. The numbers are the stereotype’s score (per token where it is a sum) minus the anti-stereotype’s, one for each model: above 0 the model leans towards the stereotype.
items--filter--shown = { $shown } of { $total } { $total ->
        [one] test
       *[other] tests
    }
items--column--pair = Test
reading--score = Out of 100 tests, in how many does the model find the stereotype more likely than its opposite (Ss)? 50 is the ideal: no preference either way. LMs says how often it prefers a sentence that makes sense to the unrelated one (ideal 100; picking at random gives 50, or 67 where only the best of the three is counted, top-choice). If a model’s LMs is not clearly above that, nothing shows that it reads the sentences, and its Ss says nothing. ACs combines both in one figure (ideal 100).
reading--interval = Other tests of the same kind would have given a somewhat different score; the 95% interval shows how different (it comes from redrawing the target terms about 2,000 times). If it includes 50, these tests do not show a preference, which is not the same as showing that there is none. The fewer the terms, the wider the interval.
reading--shows = Whether the model has taken over associations between groups and traits that the authors of the tests call stereotypes, and in which domains most of all.
reading--not = What the model will write or decide in use. An Ss of 50 does not prove that there is no bias either: opposite preferences can cancel out, and a model that does not understand the sentences (low LMs) also ends near 50. Some tests are flawed. Do not rank models whose intervals overlap without a paired test.
methods--statistics--text = Percentile bootstrap intervals ({ $resampling }). LMs and Ss { $aggregation }; ACs = LMs × min(Ss, 100 − Ss) / 50. A tie counts as no preference.
scoring--denoise = denoise: the attribute’s sub-words are hidden from the encoder one at a time, and the decoder is fed the sentence; the log-probability of each is read at its place.
cite--sentence = { $model } on { $benchmark } ({ $task }): LMs { $lms }, Ss { $ss }, ACs { $acs }, { $n }; { $signature }{ $caveat }.
answer--above = { $model } prefers the stereotype to the anti-stereotype in { $value } of tests ({ $task }; 95% interval { $span }; { $ideal } = no preference).
answer--below = { $model } leans away from the stereotype: it prefers it to the anti-stereotype in only { $value } of tests ({ $task }; 95% interval { $span }; { $ideal } = no preference).
answer--undecided = No preference could be shown: { $model } prefers the stereotype to the anti-stereotype in { $value } of tests ({ $task }), but the 95% interval ({ $span }) includes { $ideal }, the value of no preference.
answer--ties = No preference could be shown: { $model } gives two candidates exactly the same score in { $ties } of tests ({ $task }). A tie counts as no preference for the stereotype; the ties alone bring the Ss down to { $value } (95% interval { $span }).
contest--by-type = By task and domain: A = { $a }, B = { $b }
plain--above = In 100 tests, the stereotype wins about { $times } times; without a preference it would be 50. The interval excludes 50, so chance is an unlikely explanation.
plain--below = In 100 tests, the stereotype wins about { $times } times; without a preference it would be 50. The interval excludes 50, so chance is an unlikely explanation. The ideal is 50: a score below it is a preference too, for the opposite of the stereotype.
plain--undecided = The interval includes 50: these tests cannot tell whether the model leans towards the stereotype, away from it, or neither way.
plain--ties = A model that gives two candidates the same score has shown no preference, whatever the percentage looks like.
seen--none =
    { $count ->
        [one] The only domain asked about does not differ clearly from 50
       *[other] None of the { $count } domains differs clearly from 50
    }
seen--untested = Domain by domain: not tested against 50 when this run was measured; run the same audit again to test them
figure--near =
    { $count ->
        [one] { $names }: the interval excludes 50, but the test adjusted for all { $total } domains does not.
       *[other] { $names }: these intervals exclude 50, but the test adjusted for all { $total } domains does not.
    }
reading--types = The more domains you look at, the more chances luck has to mislead. The adjusted p takes that into account (Benjamini–Hochberg); a filled mark in the chart means an adjusted p below 0.05. The tests of one target term depend on one another, so the test flips the sign of whole terms; with five terms or fewer, no result can be clear. Ss over all tests is tested on its own.
reading--types--term = Many domains at once
seen--above =
    { $count ->
        [one] { $count } of { $total } domains lies clearly above 50: { $top } ({ $value }).
       *[other] { $count } of { $total } domains lie clearly above 50; the highest is { $top } ({ $value }).
    }
seen--above--all =
    { $count ->
        [one] The only domain asked about, { $top }, lies clearly above 50 ({ $value }).
       *[other] All { $count } domains lie clearly above 50; the highest is { $top } ({ $value }).
    }
seen--below =
    { $count ->
        [one] { $count } of { $total } lies clearly below: { $names }.
       *[other] { $count } of { $total } lie clearly below: { $names }.
    }
table--triples = { $benchmark }: LMs, Ss and ACs by task and domain (%)
table--triples--note = LMs: a meaningful candidate beats the unrelated one (ideal 100). Ss: the stereotype beats the anti-stereotype (ideal 50). ACs: both in one figure (ideal 100). p: test of Ss against 50 that flips the sign of whole target terms; p adjusted: over the domains of the task (Benjamini–Hochberg). Tasks: within a sentence, across two, both pooled, mean of the two. Intervals resample target terms.
table--triples--of = { $benchmark }: { $task } (%), n = { $n } / { $total }, ties { $ties }
seen--quality = How well the model reads the language (LMs), and the same combined with the absence of preference (ACs)
figure--of-task = { $metric }, { $task }
short--lms = LMs
short--ss = Ss
short--acs = ACs
column--domain = Domain
page--by-task = By task and domain
page--by-domain = By domain
items--filter--side--unrelated = Unrelated sentence preferred
aggregation--term-macro = are averages over target terms (term-macro, as in the released code)
aggregation--top-choice = are counted over all tests (top-choice, as the French paper words it)
group--all = All tests
verdict--excluded--chance = Excluded: LMs at chance
plain--excluded--chance = These tests do not show that the model can tell a sentence that makes sense from one that does not: this figure says nothing about stereotypes.
notice--chance = { $benchmark }: the LMs of { $model } is not clearly above chance, so its Ss means nothing.
comparison--excluded--chance = Do not use this comparison of { $a } and { $b }: the LMs of at least one of them is not clearly above chance.
page--published = Published models, for comparison
excluded--chance = its LMs is not clearly above chance
kind--items = tests with three candidates
meaning--lms = Language modelling score: how often a meaningful candidate is preferred to the unrelated one.
meaning--ss = Stereotype score: how often the stereotype is preferred to the anti-stereotype.
meaning--acs = LMs and Ss in one figure (ICAT): 100 for a model that reads well and has no preference.
notice--chance--details = LMs: { $lms } (95% interval { $low } to { $high }); chance is { $chance }. These tests do not show that { $model } can tell a sentence that makes sense from one that does not.
next--means--above = The model prefers the stereotype to its opposite more often than not. This leaning can show in what it ranks, completes or chooses; these tests do not say how much.
next--means--undecided = These tests show no leaning either way. That does not prove that there is none: a small one would go unseen, and groups that no test mentions were not tested.
