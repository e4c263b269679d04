template =
    # Pairs of sentences that differ in the group they speak of, a row each; lines that begin with # are left out.
    # sent_more: the sentence that expresses the stereotype more. sent_less: the same about the other group.
    # The columns from here on may be left out:
    # stereo_antistereo: stereo if sent_more speaks of the disadvantaged group, antistereo if it speaks of the other one.
    # bias_type: what groups the figures, one of epicene's (age, gender, religion, ...) or your own word.
    # Any further column is a facet: with columns named gender and age, --facet gender,age gives figures for each and crossed.
    # Ask a model:  epicene audit MODEL --on pairs-fr=FILE  (fr: the language of the sentences)
    # Check it:     epicene data check pairs-fr=FILE
    id,sent_more,sent_less,stereo_antistereo,bias_type
    example-1,"Replace this sentence: gardeners are patient.","Replace this sentence: sailors are patient.",stereo,other
    { "" }
group--all = All pairs
table--comparison--note = B − A in points, with a paired bootstrap interval (95% CI); the last three columns are p values. McNemar’s exact test looks at the pairs on which the two models disagree; adjusted: over the bias types (Benjamini–Hochberg). The t-test is that of the French CrowS-Pairs paper and assumes independent answers.
seen--models = Over all pairs, the stereotype is preferred in { $low } ({ $lowest }) to { $high } ({ $highest }) of them
figure--caption = Share of pairs in which the more stereotyped sentence gets the higher score, with 95% bootstrap intervals.
figure--needed = In a type of { $n } pairs, { $needed } or more would have to go one way for the type to stand out (tested together with the others, { $total } in all). Smaller preferences of single types are not found here.
notice--limit = { $benchmark }: only a sample of { $limit } { $limit ->
        [one] pair
       *[other] pairs
    } was asked, so the figures are not those of the whole set.
notice--unknown-data = { $benchmark }: these pairs are not a set that epicene knows (checksum { $digest }); figures published for { $benchmark } may be about other pairs.
notice--left-out = { $benchmark }: { $count } of { $total } { $total ->
        [one] pair
       *[other] pairs
    } { $count ->
        [one] was
       *[other] were
    } skipped ({ SEMICOLONS($reasons) }): n = { $used }.
notice--length = { $benchmark }: sentence length affects the score of { $model }.
notice--length--equal = Over the { $n } { $n ->
        [one] pair
       *[other] pairs
    } of equal length the score is { PERCENT($value) } ({ $low } to { $high }).
notice--length--none = No pair has two sentences of equal length.
notice--shared-pieces = { $benchmark }: { $scoring } also counts pieces of the words that differ, as the papers do, so the names of the groups themselves affect the score.
notice--ties = { $benchmark }: { $model } gives both sentences exactly the same score in { PERCENT($share) } of pairs; the verdict counts such a tie as half.
page--asked--set = { $title } ({ $n } { $n ->
        [one] pair
       *[other] pairs
    })
page--asked--set--some = { $title } ({ $n } of { $total } { $total ->
        [one] pair
       *[other] pairs
    })
page--asked = Each question is a pair of sentences that say the same thing of two different groups. The model is not asked for an opinion: we read off which of the two it finds more likely. A model without preference would pick the more stereotyped sentence half of the time.
items--strongest = Show the pairs with the strongest preference
items--all = Show all { $n } { $n ->
        [one] pair
       *[other] pairs
    }
items--nobody = No pair.
items--reading = In each pair the first sentence is the more stereotyped one; what differs is underlined, and ▸ marks the sentence the model finds more likely. The number is the difference between the two scores, per token where they are sums: above 0 the model leans towards the stereotype. Where it contradicts the mark, the length of the sentences made the difference.
items--reading--models = In each pair the first sentence is the more stereotyped one; what differs is underlined. The numbers are the differences between the two scores, per token where they are sums, one for each model: above 0 the model leans towards the stereotype.
items--filter--shown = { $shown } of { $total } { $total ->
        [one] pair
       *[other] pairs
    }
items--column--pair = Pair
reading--score = Out of 100 pairs, in how many does the model find the more stereotyped sentence more likely? 50 is the ideal: no preference either way. 100 would be a model that always prefers the stereotype, 0 one that always prefers the other sentence.
reading--interval = Other pairs of the same kind would have given a somewhat different score; the 95% interval shows how different (it comes from redrawing the pairs about 2,000 times). If it includes 50, these pairs do not show a preference, which is not the same as showing that there is none. The fewer the pairs, the wider the interval.
reading--shows = Whether the model has taken over associations between groups and traits that the authors of the pairs call stereotypes, and about which groups most of all. The names of the two groups also differ in length and frequency, which can affect the score.
reading--not = What the model will write or decide in use. A score of 50 does not prove that there is no bias either: opposite preferences can cancel out, and groups or stereotypes that no pair mentions are not tested. Some pairs are flawed, and translated ones may sound foreign. Do not rank models whose intervals overlap without a paired test.
methods--statistics--text = Percentile bootstrap intervals ({ $resampling }); exact binomial test and the paper’s t-test against 50; Benjamini–Hochberg over the bias types. A tie counts as no preference for the stereotype; where more than 1% of the pairs are ties, the verdict and its test count it as half (the exact test is then over the other pairs). Pairs that repeat one another are drawn together.
scoring--denoise = denoise: one token of the sentence is hidden from the encoder, and the decoder is fed the sentence; the log-probability of the hidden token is read at its place and added up over the tokens that both sentences share.
cite--sentence = { $model } on { $benchmark }: metric score { $value } { $bracket }, { $n }; { $signature }{ $caveat }.
cite--deciding = ; ties counted as half: { $value } { $bracket }
answer--above = { $model } prefers the stereotyped sentence in { $value } of pairs (95% interval { $span }; { $ideal } = no preference).
answer--below = { $model } leans away from the stereotype: it prefers the stereotyped sentence in only { $value } of pairs (95% interval { $span }; { $ideal } = no preference).
answer--undecided = No preference could be shown: { $model } prefers the stereotyped sentence in { $value } of pairs, but the 95% interval ({ $span }) includes { $ideal }, the value of no preference.
answer--ties = No preference could be shown: { $model } gives both sentences exactly the same score in { $ties } of pairs. A tie counts as no preference for the stereotype; the ties alone bring the score down to { $value } (95% interval { $span }).
answer--counted--metric_score_ties_half = ties counted as half
contest--by-type = By type of stereotype: A = { $a }, B = { $b }
plain--above = In 100 pairs, the stereotyped sentence wins about { $times } times; without a preference it would be 50. The interval excludes 50, so chance is an unlikely explanation.
plain--below = In 100 pairs, the stereotyped sentence wins about { $times } times; without a preference it would be 50. The interval excludes 50, so chance is an unlikely explanation. The ideal is 50: a score below it is a preference too, for the other sentence.
plain--undecided = The interval includes 50: these pairs cannot tell whether the model leans towards the stereotype, away from it, or neither way.
plain--ties = A model that gives both sentences the same score has shown no preference, whatever the percentage looks like.
table--headline = How often the stereotyped sentence is preferred (%)
table--headline--of = { $benchmark }: how often the stereotyped sentence is preferred (%)
table--headline--note = In brackets, the 95% interval (CI). Ideal: 50, no preference; above 50, the stereotyped sentence is preferred. p: exact binomial test against 50; p adjusted: the same, adjusted over all bias types (Benjamini–Hochberg). The rows for all, native and translated pairs belong to no family of tests, so nothing is adjusted there.
table--further = { $benchmark }: other measures over all pairs
metric--stereo_score = Stereotype pairs
metric--antistereo_score = Anti-stereotype pairs
meaning--stereo_score = The score over pairs that state a stereotype about a disadvantaged group (stereo score).
meaning--antistereo_score = The score over pairs in which the disadvantaged group stands in the less stereotyped sentence (anti-stereo score).
meaning--neutral = Pairs whose two sentences got exactly the same score, in per cent; a tie counts as no preference for the stereotype.
meaning--dcf = How much surer the model is when it prefers the stereotype than when it does not; 0 = equally sure. This is our reading of the DCF row of the French CrowS-Pairs paper.
meaning--pct_stereotype = The same preference as counted by lm-eval, which keeps unusable pairs; for comparison only.
meaning--likelihood_diff = Mean absolute difference of the two log-likelihoods, in nats, as lm-eval computes it; for comparison only.
metric--dcf = DCF, difference in confidence
metric--pct_stereotype = pct_stereotype (lm-eval)
metric--likelihood_diff = likelihood_diff (lm-eval)
column--group = Pairs about
table--published = { $benchmark }: these models and published ones (%)
page--published = Published models, for comparison
page--published--caveat = The published models were queried in 2022 with { $scoring }, and the paper gives no intervals. Small differences mean little.
page--published--other-scoring = ‡ { $models }: { $scoring ->
        [given] the scores were computed elsewhere
       *[other] asked with { $scoring } instead
    }, so this is a rough comparison only.
page--published--untrusted = † { $models }: not trusted, do not use these figures.
page--published--unranked = In the chart, models marked † or ‡ stand below the others and are not ranked with them; the mark of † is hollow.
published--source = Source: { $source }, { $url }
seen--origin--overlap = Native and translated pairs: the intervals overlap
seen--origin--native = Native pairs score higher than translated ones; the intervals do not overlap
seen--origin--translated = Translated pairs score higher than native ones; the intervals do not overlap
seen--direction--overlap = Stereotype and anti-stereotype pairs: the intervals overlap
seen--direction--stereo = The preference is stronger where the stereotype is stated than where it is reversed
seen--direction--antistereo = The preference is stronger where the stereotype is reversed than where it is stated
seen--splits--models = By direction and origin of the pairs
seen--published--models = These models and { $total } published ones
seen--published = { $model }: { $value }; the { $total } published { $total ->
        [one] model
       *[other] models
    }: { $low } to { $high }
figure--published = published models (no intervals given)
terminal--reading = Ideal: 50, no preference. Above 50, the stereotyped sentence is preferred; below, the other one.
methods--cost--published = published for { $benchmark } on one GPU (min:s): { $times }
comparison--nothing = { $a } and { $b } have no pair in common.
comparison--different--metric_score_ties_half = { $high } prefers the stereotype more often than { $low }, ties counted as half: { $difference } points (95% interval { $span }; bootstrap p { $p }; n = { $n }).
comparison--undecided--metric_score_ties_half = Between { $a } and { $b }, ties counted as half, no difference could be shown: { $difference } points (95% interval { $span }; bootstrap p { $p }; n = { $n }).
answer--nothing = Nothing could be measured for { $model }: no pair has both scores.
kind--items = minimal pairs
meaning--metric_score = Pairs whose more stereotyped sentence scores strictly higher; above 50 the model prefers stereotypes.
metric--metric_score_ties_half = Metric score, ties as half
meaning--metric_score_ties_half = The metric score in which a pair whose two sentences get exactly the same score counts as half a preference; given where more than 1% of the pairs are such ties.
metric--shorter_preferred = Shorter sentence preferred
meaning--shorter_preferred = Of the pairs whose sentences differ in their number of tokens, how often the shorter one scores higher. Far from 50, length decides, whatever the sentences say.
metric--metric_score_equal_length = Metric score, equal length
meaning--metric_score_equal_length = The score over the pairs whose two sentences have the same number of tokens.
metric--metric_score_adjusted = Metric score, adjusted for length
meaning--metric_score_adjusted = The score that a logistic regression on the difference in tokens predicts where that difference is zero.
validity--units--item = pairs
next--means--above = When two sentences differ only in the group they speak of, the model finds the stereotyped one likelier more often than not. This leaning can show in what it ranks, completes or chooses; these pairs do not say how much.
next--means--undecided = These pairs show no leaning either way. That does not prove that there is none: a small one would go unseen, opposite ones cancel out, and groups that no pair mentions were not tested.
next--sure--undecided = The interval shows what these pairs leave open. More pairs make it narrower: `epicene audit { $model } --on crows-fr` asks the 1,677 of French CrowS-Pairs, `--on crows-en` the English ones.
items--some = Show { $shown } of the { $n } { $n ->
        [one] pair
       *[other] pairs
    }: the strongest and a sample of each type
page--spoken-of = Against whom, group by group
spoken-of--reading = For each group, in how many of the pairs about it the model prefers the stereotype. Most groups have few pairs and wide intervals, and nothing was tested: use this to see where to look, and read the pairs (filter “About”).
column--spoken-of = Stereotypes about
column--preferred = Preferred in
table--spoken-of = How often the stereotype is preferred, by the group it is about (%)
table--spoken-of--note = Exact 95% intervals (Clopper–Pearson). Groups with fewer than ten pairs are left out.
group--about-women = Women
group--about-black = Black people
group--about-arabs = Arabs and North Africans
group--about-asian-descent = People of Asian descent
group--about-latinos = Latin Americans
group--about-regions = People from French regions
group--about-eastern-europeans = Eastern Europeans
group--about-southern-europeans = Southern Europeans
group--about-western-europeans = Western Europeans
group--about-africans = Africans, by nationality
group--about-asians = Asians, by nationality
group--about-muslims = Muslims
group--about-jews = Jews
group--about-small-faiths = Smaller faiths and atheists
group--about-older = Older people
group--about-young = Young people
group--about-poor = Poor or unemployed people
group--about-workers = Workers and low-paid jobs
group--about-poor-places = People from poor areas
group--about-common-names = Working-class first names
group--about-public-service = Public employees
group--about-mental-illness = People with a mental illness
group--about-learning = Autism, learning disabilities
group--about-deaf-blind = Deaf or blind people
group--about-disabled = Disabled or chronically ill people
group--about-fat = Fat people
group--about-red-haired = Red-haired people
group--about-plain = People considered unattractive
group--about-tattooed = Tattoos, dyed hair, unusual looks
group--about-gay = Gay men
group--about-lesbians = Lesbians
group--about-bi-asexual = Bisexual or asexual people
group--about-little-schooling = People with little schooling
group--about-provincials = People from the provinces
group--about-families = Single or divorced people, unusual families
terminal--reading--p = p adjusted: over the bias types only.
notice--length--details = Of the { $n } { $n ->
        [one] pair
       *[other] pairs
    } whose two sentences differ in their number of tokens, { $model } finds the shorter one likelier in { PERCENT($value) } (95% interval { $low } to { $high }, asked with { $scoring }); it would be 50% if length did not matter. { $even }
notice--shared-pieces--details = This happens in { $n } of { $total } { $total ->
        [one] pair
       *[other] pairs
    } ({ PERCENT($share) }); the “me” of “femme” and “homme” is such a piece.
notice--ties--details = Ties: { $n } of { $total } { $total ->
        [one] pair
       *[other] pairs
    }. The metric score ({ $score }) counts them as not preferring the stereotype, as the papers do. Counted as half, they give { $value } (95% interval { $low } to { $high }).
