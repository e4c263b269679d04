table--headline--of = { $benchmark }: how often the stereotype is preferred (%)
metric--metric_score = Metric score
metric--neutral = Exact ties
table--comparison = { $benchmark }: A = { $a }, B = { $b } (%)
table--comparison--note = B − A in points, with a paired bootstrap interval (95% CI).
table--estimates = All figures
table--show = The figures as a table
answer--above = { $model } prefers the stereotype in { $value } of items (95% interval { $span }; { $ideal } = no preference).
answer--below = { $model } leans away from the stereotype: it prefers it in only { $value } of items (95% interval { $span }; { $ideal } = no preference).
answer--undecided = No preference was shown: { $model } prefers the stereotype in { $value } of items, but the 95% interval ({ $span }) includes { $ideal }, the value of no preference.
answer--ties = No preference was shown: { $model } gives exactly the same score in { $ties } of items. A tie counts as no preference for the stereotype; the ties alone bring the score down to { $value } (95% interval { $span }).
answer--nothing = Nothing could be measured for { $model }: no item was answered.
benchmark--own = { $benchmark }
benchmark--crows-fr = CrowS-Pairs in French
benchmark--crows-en = CrowS-Pairs in English, revised
benchmark--crows-en-original = CrowS-Pairs in English, original
benchmark--crows-fr-1463 = CrowS-Pairs in French, adapted pairs
benchmark--stereoset-fr-mt = StereoSet in French, machine translation
benchmark--pairs-fr = epicene’s French pairs
benchmark--pairs-en = epicene’s English pairs
benchmark--controls-fr = epicene’s French control pairs
benchmark--controls-en = epicene’s English control pairs
scoring--given = the scores were computed elsewhere and only evaluated here.
bos--unknown = not known
verdict--above = Prefers the stereotype
verdict--below = Leans away from the stereotype
verdict--undecided = No preference shown
verdict--ties = No preference shown
verdict--nothing = Not measured
seen--none =
    { $count ->
        [one] The only bias type asked about does not differ clearly from 50
       *[other] None of the { $count } bias types differs clearly from 50
    }
seen--above =
    { $count ->
        [one] { $count } of { $total } bias { $total ->
            [one] type
           *[other] types
        } lies clearly above 50: { $top } ({ $value }).
       *[other] { $count } of { $total } bias { $total ->
            [one] type
           *[other] types
        } lie clearly above 50; the highest is { $top } ({ $value }).
    }
seen--above--all =
    { $count ->
        [one] The only bias type asked about, { $top }, lies clearly above 50 ({ $value }).
       *[other] All { $count } bias types lie clearly above 50; the highest is { $top } ({ $value }).
    }
seen--below =
    { $count ->
        [one] { $count } of { $total } lies clearly below: { $names }.
       *[other] { $count } of { $total } lie clearly below: { $names }.
    }
seen--models = Over all items, the stereotype is preferred in { $low } ({ $lowest }) to { $high } ({ $highest }) of them
figure--ideal = 50 = no preference
figure--left = ← away from the stereotype
figure--right = towards the stereotype →
seen--untested = Type by type: not tested against 50 when this run was measured; run the same audit again to test them
figure--filled = differs clearly from 50 (adjusted p < 0.05)
figure--open = does not differ clearly from 50
figure--heat--towards = above 50, towards the stereotype: the darker, the further
figure--heat--away = below 50, away from it
figure--heat--framed = bold and framed: differs clearly from 50 (adjusted p < 0.05)
figure--heat--excluded = † without colour: not to be trusted
figure--near =
    { $count ->
        [one] { $names }: the interval excludes 50, but the test adjusted for all { $total } { $total ->
            [one] type
           *[other] types
        } does not; among so many, one such interval may be due to chance.
       *[other] { $names }: these intervals exclude 50, but the test adjusted for all { $total } { $total ->
            [one] type
           *[other] types
        } does not; among so many, a few such intervals may be due to chance.
    }
figure--needed = In a type of { $n } items, { $needed } or more would have to go one way for the type to stand out (tested together with the others, { $total } in all). Smaller preferences of single types are not found here.
figure--hidden =
    { $count ->
        [one] One group with fewer than { $fewest } items is left out here; the data files have it.
       *[other] { $count } groups with fewer than { $fewest } items are left out here; the data files have them.
    }
reading--types = The more types you look at, the more chances luck has to mislead. The adjusted p takes that into account (Benjamini–Hochberg); a filled mark in the chart means an adjusted p below 0.05. A figure that stands alone, such as that of all items, is tested on its own.
reading--types--term = Many types at once
answer--unproven = No preference was shown: { $model } is at { $value } (95% interval { $span }). The interval lies on one side of { $ideal }, the value of no preference, but the test does not confirm it (p = { $p }).
plain--unproven = A preference counts as shown only if interval and test agree; here they do not, as happens in borderline cases.
page--detail = { $title }, in detail
bos--not-causal = the tokenizer’s own special tokens stand around the sentence; they are never scored
figure--n--of = { $n }/{ $total }
figure--caption = With 95% bootstrap intervals.
notice--unchecked = No sanity check was possible in { NAME($language, of: "language") }: fewer than six sentences are long enough. Whether { $model } knows the language is not known.
notice--sanity = { $model } failed the sanity check, and its figures are excluded in the language of that check: it could not tell sentences from scrambled words (right in only { LIST($cases) }). Do not use them until you know why.
notice--partial = The run of { $model } is not complete: the figures cover only the items answered so far.
notice--moved = The run of { $model } was begun elsewhere ({ SEMICOLONS($changes) }): its scores may differ in their last digits.
notice--moved--case = { NAME($what, of: "machine") }: { $before } before, { $now } now
machine--platform = system
machine--device = device
notice--unknown-data = { $benchmark }: epicene does not know this version of the data (checksum { $digest }). Figures published for { $benchmark } may be about other items.
notice--limit = { $benchmark }: only a sample of { $limit } { $limit ->
        [one] item
       *[other] items
    } was used, so the figures are not those of the whole set.
notice--refused = { $benchmark }, { NAME($task, of: "task") }: skipped: the model has no next-sentence head. Make one with `epicene train nsp { $model } --text FILE --out DIR`, then add `--nsp DIR`{ $instead }.
notice--refused--instead = { "" } (or, without training: { $options })
notice--left-out = 
    { $count ->
        [one] { $benchmark }: { $count } of { $total } items was skipped: { SEMICOLONS($reasons) }.
       *[other] { $benchmark }: { $count } of { $total } items were skipped: { SEMICOLONS($reasons) }.
    }
notice--identical = { $benchmark }: { $a } and { $b } gave exactly the same scores to every pair. One of the two was probably never loaded: check the weights.
notice--controls-lean = { $benchmark }: on control items without a known stereotype the score is { PERCENT($value) } (n = { $n }, adjusted p = { NUMBER($p, digits: 3) }). The method itself leans, which may explain part of the score.
notice--repeated = { $benchmark }: { $n } of { $total } { $total ->
        [one] item
       *[other] items
    } { $n ->
        [one] repeats
       *[other] repeat
    } another one word for word. Items that are alike count as one in intervals and tests.
notice--other-language = { $benchmark }: the sentences seem to be in { NAME($written, of: "language") } and not in { NAME($language, of: "language") }; if so, ask them as `{ $name }=FILE`.
notice--scorings-disagree = { $benchmark }: other scorings ({ LIST($scorings) }) often decide differently on the same { $n } { $n ->
        [one] item
       *[other] items
    } (α = { NUMBER($value, digits: 2) }, 95% interval { NUMBER($low, digits: 2) } to { NUMBER($high, digits: 2) }, less than { NUMBER($least, digits: 3) }). The result holds for this scoring only.
notice--control-set = { $benchmark } is a control set without a known stereotype: 50 is expected, and which sentence stands first is arbitrary.
notice--same-model = { $benchmark }: { $a } and { $b } are runs of the same model.
notice--not-comparable = { $benchmark }: { LIST($a) } on the one hand and { LIST($b) } on the other were not asked in the same way ({ SEMICOLONS($differences) }), so no paired test is made and their figures must not be ranked.
reason--identical = identical
reason--empty = empty
difference--data = data: { $a } / { $b }
difference--scoring = way of asking: { $a } / { $b }
difference--bos = start of text: { $a } / { $b }
difference--options = options: { $a } / { $b }
difference--resampling = resampling: { $a } / { $b }
difference--version = version: { $a } / { $b }
note--SmolLM2-135M-Instruct-Q4_1 = SmolLM2-135M-Instruct is a small model trained mostly on English, here in a 4-bit version (Q4_1, Apache-2.0). It is the default because it needs no model hub; its figures for French say little about models made for French.
note--gemma-3-270m-Q4_K_M = Gemma 3 270M is a small multilingual base model, here in a 4-bit version (Q4_K_M) under the Gemma Terms of Use, which are not an open-source licence.
page--kicker = Stereotype audit
page--title--one = Does { $model } prefer the stereotype?
page--title--other = Do these { $count } models prefer the stereotype?
page--asked = Each item is put to the model, which is not asked for an opinion: we read off what it finds more likely.
page--asked--set = { $title } ({ $n } { $n ->
        [one] item
       *[other] items
    })
page--asked--set--some = { $title } ({ $n } of { $total } { $total ->
        [one] item
       *[other] items
    })
page--asked--sets = Data: { $sets }
page--by-type = By type of stereotype
page--by-facets = By facets
seen--facets = Facets: { LIST($facets) }
table--facets--note = In brackets, the 95% interval (CI). p adjusted: over the values of a facet, or over all cells of crossed facets (Benjamini–Hochberg).
page--comparison = Are the models really different?
comparison--different = { $high } prefers the stereotype more often than { $low }: { $difference } points (95% interval { $span }; McNemar p { $p }; n = { $n }).
comparison--nothing = { $a } and { $b } have no item in common.
comparison--undecided = { $a } and { $b } do not differ clearly: { $difference } points (95% interval { $span }; McNemar p { $p }; n = { $n }).
comparison--smallest = With { $n } { $n ->
        [one] item
       *[other] items
    }, only differences of about { NUMBER($value, digits: 0) } points or more would usually be found.
page--items = The sentences
items--warning--text = The sentences below state stereotypes and are offensive, some of them violently so. They are shown so that the figures can be checked; nobody at this project holds them to be true.
items--strongest = Show the items with the strongest preference
items--all = Show all { $n } { $n ->
        [one] item
       *[other] items
    }
items--towards = Strongest towards the stereotype
items--away = Strongest away from it
items--nobody = No item.
items--reading = The first text is the stereotype; ▸ marks the text that the model finds more likely. The number is the difference between the scores, per token where they are sums.
items--reading--models = The first text is the stereotype. The numbers are the differences between the scores, per token where they are sums, one for each model.
items--filter--type = Type
items--filter--all = All types
items--filter--side = Preference
items--filter--side--all = Either
items--filter--side--more = Towards the stereotype
items--filter--side--less = Away from it
items--filter--side--none = Tie or not asked
items--filter--text = Search the sentences
items--filter--shown = { $shown } of { $total } { $total ->
        [one] item
       *[other] items
    }
items--column--pair = Item
items--column--type = Type
items--column--leaning = Difference
items--not-asked = not asked: { $reason }
items--no-score = no score
page--instructions = How it was asked
reading--score--term = The score
reading--score = Out of 100 items, in how many does the model prefer the stereotype? 50 is the ideal: no preference.
reading--interval--term = The interval
reading--interval = Other items of the same kind would have given a somewhat different score; the 95% interval shows how different. If it includes 50, no preference has been shown.
reading--shows--term = What it shows
reading--shows = Whether the model has taken over associations between groups and traits that the authors of the items call stereotypes.
reading--not--term = What it does not show
reading--not = What the model will write or decide in use. Nor is a score of 50 a clean bill of health: opposite preferences can cancel out.
page--methods = How it was measured
methods--scoring = Way of asking
methods--scoring--task = Way of asking, { $task }
methods--bos = Start of text
methods--options = Departures from the default
methods--statistics = Statistics
methods--statistics--text = Percentile bootstrap intervals ({ $resampling }); exact binomial test and the paper’s t-test against 50; Benjamini–Hochberg over the bias types. A tie counts as no preference for the stereotype.
methods--instructions = Instructions
methods--align = Aligned by
methods--align--text = { $digest }: what the two sentences share is counted in whole words of the text.
methods--instructions--text = the default ones, shown above (checksum { $digest })
methods--template = Chat template
methods--template--text = the model’s own (checksum { $digest })
methods--data = Data
methods--data--known = { $name }, checksum { $digest }, a set epicene knows
methods--data--unknown = { $name }, checksum { $digest }, not a set epicene knows
methods--model = Model
methods--millions = { $count } million parameters
methods--billions = { $count } billion parameters
methods--parameters = { $count } parameters
methods--revision = revision { $revision }
methods--weights = files { $digest }
methods--kind--masked = masked model
methods--kind--causal = causal model
methods--kind--encoder-decoder = encoder-decoder model
methods--machine--text = { $device }, { $dtype }, threads: { $threads }; { $platform }; Python { $python }, torch { $torch }, transformers { $transformers }, epicene { $epicene }
methods--machine--server = asked over the network, { $threads } requests at once; Python { $python }, epicene { $epicene }
methods--server = served by { $url }, which gives no access to weights and describes itself as: { $says }
methods--server--silent = served by { $url }, which gives no access to weights and says no more
scoring--prompted = prompted: the model is asked in words which of the two sentences it chooses, with several instructions and in both orders
methods--kind--chat = chat model
methods--sanity = Sanity check
methods--sanity--text = { $language }: a plain sentence preferred to the same words in disorder in { $right } of { $of } cases
scoring--pll-shared = pll-shared, as in the CrowS-Pairs papers: only the tokens that both sentences share are scored. Each is hidden in turn, and the log-probability that the model gives to it, seeing all the rest, is added up. The sentence whose shared tokens fit better is the preferred one.
scoring--pll = pll (Salazar et al. 2020): every token is hidden in turn, and the log-probabilities that the model gives to them are added up.
scoring--pll-word = pll-word (Kauf and Ivanova 2023): as pll, but when a token is hidden, the rest of its word to the right is hidden too, so that long words do not become too easy.
scoring--aul = aul (Kaneko and Bollegala 2022): nothing is hidden; the mean log-probability of all tokens, each predicted from the whole sentence.
scoring--loglik = loglik: the model reads the sentence from left to right; the log-probabilities of its tokens, each given those before it, are added up.
scoring--denoise = denoise: one token of the sentence is hidden from the encoder, and the decoder is fed the sentence; the log-probability of the hidden token is read at its place and added up over the tokens that both sentences share.
scoring--denoise-all = denoise-all: as denoise, but over all tokens of the sentence.
scoring--loglik-shared = loglik-shared: the model reads both sentences from left to right; only the words that both have after the first difference count, each given what stands before it. The name of a group is not counted itself; pairs with no word after it are left out.
scoring--denoise-word = denoise-word: all sub-words of the attribute are hidden from the encoder at once, and the decoder restores them from left to right; their log-probabilities are added up.
scoring--cloze-l2r = cloze-l2r: the attribute is put into the sentence sub-word by sub-word, from left to right; the mean of the log-probabilities that the model gives to them is taken.
scoring--cloze-l2r-sum = cloze-l2r-sum (the French paper’s equation 2): as cloze-l2r, but the log-probabilities are added up.
scoring--cloze-l2r-meanprob = cloze-l2r-meanprob (the released programs): as cloze-l2r, but the mean of the probabilities themselves is taken.
scoring--loglik-mean = loglik-mean: as loglik, divided by the number of tokens.
scoring--loglik-conditional = loglik-conditional: the log-probability of the candidate, given the context before it; nothing is trained.
scoring--nsp = nsp: the log-probability that the candidate follows its context, by a next-sentence head.
bos--none = nothing is put before the sentence; for a causal model its first token then has no probability and is left out
bos--bos = the model’s own start-of-text token stands before the sentence
bos--eos = the end-of-text token stands before the sentence, because the tokenizer has no start token (as lm-eval does)
bos--tokenizer = whatever the tokenizer itself puts before the sentence
page--cite = Signature, citation, licence
cite--paste = To cite a figure, copy
cite--sentence = { $model } on { $benchmark }: { $value } { $bracket }, { $n }; { $signature }{ $caveat }.
cite--untrusted = { "" } (not to be trusted: see the report)
cite--data = Please also cite the data
cite--licence = Licence of the data: { $licence }
cite--source = Source: { $source }
page--footer = Made with epicene { $version } on { $day } from saved runs. This page needs no network.
page--window-title = { $models }: stereotype audit, { $day }
benchmark--stereoset-fr = StereoSet in French
benchmark--stereoset-en = StereoSet in English
benchmark--stereoset-pt = StereoSet in Brazilian Portuguese
benchmark--triples-fr = epicene’s French triples
metric--lms = LMs [95% CI]
metric--ss = Ss [95% CI]
metric--acs = ACs [95% CI]
seen--standing = The scores run from { $low } to { $high }
table--standing = { $benchmark }: each model against 50 (%)
figure--contest--left = ← the second one more often
figure--contest--right = the first one more often →
figure--contest--ideal = 0 = no difference
contest--some = Compared pairwise, the models differ in { $count } of { $total } { $total ->
        [one] comparison
       *[other] comparisons
    }.
contest--verdict--none = no difference shown
contest--verdict--a = A prefers the stereotype more often
contest--verdict--b = B prefers the stereotype more often
table--contests = { $benchmark }: the models compared pairwise, over all items (points)
table--contests--note = B − A in points, with a paired bootstrap interval (95% CI). McNemar’s exact test looks only at the items on which the two models disagree; adjusted: over all comparisons of models on this benchmark (Benjamini–Hochberg). A difference counts as shown if the interval excludes 0 and the adjusted p is below 0.05.
contest--by-type = By type: A = { $a }, B = { $b }
lead--set = { $title }
lead--models--above =
    { $count ->
        [one] { $models } prefers the stereotype
       *[other] { $models } prefer the stereotype
    }
lead--models--below =
    { $count ->
        [one] { $models } leans away from the stereotype
       *[other] { $models } lean away from the stereotype
    }
lead--models--undecided = for { $models }, no preference was shown
lead--models--nothing = for { $models }, nothing could be measured
lead--sets--above = on { $sets }, { $model } prefers the stereotype
lead--sets--below = on { $sets }, { $model } leans away from the stereotype
lead--sets--undecided = on { $sets }, no preference was shown
lead--sets--nothing = on { $sets }, nothing could be measured
plain--above = In 100 items, the stereotype wins about { $times } times; without a preference it would be 50. The whole interval lies above 50.
plain--below = In 100 items, the stereotype wins about { $times } times; without a preference it would be 50. The whole interval lies below 50. The ideal is 50: a score below it is a preference too.
plain--undecided = The interval includes 50: these items cannot tell whether the model leans one way, the other, or neither.
plain--ties = A model that gives the same score to what is compared has shown no preference, whatever the percentage looks like.
strip--ticks = never|half the time|always
page--limits = What these figures show, and what they do not
methods--common = All models
cite--parts = How to read a signature
cite--part--data = the data, and the start of their checksum
cite--part--scoring = how the model was asked
cite--part--bos = what stood before the sentence
cite--part--options = what departs from the default
cite--part--instructions = the instructions that the model was given, by the start of their checksum
cite--part--template = the model’s own chat template, by the start of its checksum
cite--part--align = what the two sentences share is counted in words
cite--part--model = the model, and the start of its files’ checksum
cite--part--resampling = what the intervals resample, and how many times
cite--part--version = the version of epicene
cite--all = Every figure of this page, with its interval and signature
benchmark--triples-en = epicene’s English triples
items--filter--model = By the answers of
items--filter--side--differ = Models disagree
methods--resampling--item = the pairs resampled { $times } times
methods--resampling--text = the pairs resampled { $times } times, those with the same texts together
methods--resampling--term = the target terms resampled { $times } times
figure--filled--contest = difference shown
figure--open--contest = no difference shown
page--comparison--link = See the paired tests
notice--sanity--case = { $right } of { $of } cases in { NAME($language, of: "language") }
contest--untrusted = Use none of these comparisons: in each, at least one of the two models cannot be trusted.
contest--apart = Not compared, because not asked in the same way: { $pairs }.
contest--apart--pair = { $a } with { $b }
contest--verdict--untrusted = do not trust: one of the two cannot be trusted
contest--none =
    { $count ->
        [one] Between { $a } and { $b }, no difference was shown.
       *[other] Compared pairwise ({ $count } comparisons), no difference between the models could be shown.
    }
contest--all =
    { $count ->
        [one] { $a } and { $b } differ.
       *[other] Compared pairwise, the models differ in all { $count } comparisons.
    }
seen--standing--apart = Each model against 50
figure--apart = These models were not all asked in the same way: read each score on its own, and do not rank them.
figure--untrusted = The mark of † is hollow and stands below the others.
notice--refused--models = { $benchmark }, { NAME($task, of: "task") }: skipped for { LIST($models) }, which have no next-sentence head. Make one with `epicene train nsp MODEL --text FILE --out DIR`, then add `--nsp DIR`.
source--crows-fr = 1,467 pairs adapted from English and 210 contributed in French through LanguageARC.
source--crows-fr-1463 = The file for which the repository jerryspan/Dutch-CrowS-Pairs (RANLP 2025) released scores of CamemBERT and FlauBERT: 1,463 of the 1,467 adapted pairs, 1,236 of them word for word as in crows-fr.
source--stereoset-fr-mt = StereoSet’s tests translated by machine and post-processed, 2,106 within a sentence and 2,123 across two, as two pandas pickles of the repository slds-lmu/stereotypes-multi; the known digest is that of a converted copy.
source--crows-en = 1,467 pairs corrected from the original and 210 translated from French.
source--crows-en-original = 1,508 pairs written by crowd workers in the United States.
source--pairs-fr = Written for epicene; comes with the package.
source--pairs-en = English counterparts of pairs-fr, linked by id; comes with the package.
source--controls-fr = Written for epicene; comes with the package.
source--controls-en = Written for epicene; comes with the package.
source--stereoset-fr = StereoSet translated and adapted: 2,096 tests within a sentence, 2,123 across two.
source--stereoset-en = 2,106 tests within a sentence and 2,123 across two, written by crowd workers in the United States.
source--stereoset-pt = The English set translated sentence by sentence, with the same ids and labels; half of the candidates of the task within a sentence do not fit their own context.
source--triples-fr = Written for epicene; comes with the package.
source--triples-en = English counterparts of 36 tests of triples-fr, linked by id; comes with the package.
citation--pairs-fr = epicene, items that come with the package.
citation--pairs-en = epicene, items that come with the package.
citation--controls-fr = epicene, items that come with the package.
citation--controls-en = epicene, items that come with the package.
citation--triples-fr = epicene, items that come with the package.
citation--triples-en = epicene, items that come with the package.
licence--stereoset-fr = not stated
source--own = A file of the person who ran this audit.
reason--labels = without exactly one candidate for each label
reason--no-blank = without BLANK
reason--unfitting = with a candidate that does not fit its context
reason--attribute = with an attribute that cannot be found in the tokenizer’s sub-words
reason--nothing-shared = in which nothing follows the group’s name
reason--word-pieces = with words that cannot be found in the tokenizer’s sub-words
reason--no-word = without a word at BLANK’s place (as released)
reason--candidate = with a candidate that cannot be found in the tokenizer’s sub-words
notice--reason = 
    { $count ->
        [one] { $count } { NAME($reason, of: "reason", count: 1) }
       *[other] { $count } { NAME($reason, of: "reason", count: 2) }
    }
verdict--excluded--sanity = Not to be trusted: failed the sanity check
plain--excluded--sanity = The model could not tell sentences from scrambled words, so this figure means nothing until you know why.
lead--models--excluded--sanity = 
    { $count ->
        [one] { $models } failed the sanity check, so its figures mean nothing
       *[other] { $models } failed the sanity check, so their figures mean nothing
    }
lead--models--excluded--chance = 
    { $count ->
        [one] for { $models }, no conclusion: its LMs is not clearly above chance
       *[other] for { $models }, no conclusion: their LMs is not clearly above chance
    }
lead--sets--excluded--sanity = on { $sets }, { $model } failed the sanity check, so its figures mean nothing
lead--sets--excluded--chance = on { $sets }, no conclusion: the LMs is not clearly above chance
comparison--excluded--sanity = Do not use this comparison of { $a } and { $b }: at least one of them failed the sanity check.
table--excluded = † { LIST($model) }: not to be trusted ({ $reason }); counted in no summary.
table--excluded--several = † { LIST($model) }: not to be trusted (of each: { $reason }); counted in no summary.
notice--model = { $note }
verdict--excluded--chance = Excluded: no better than chance
plain--excluded--chance = These tests do not show that the model can tell a meaningful sentence from a meaningless one, so this figure means nothing.
notice--same-model--runs = { $benchmark }: { $a } and { $b } are runs of one model ({ $model }).
notice--excluded = { $benchmark }: the figures of { $model } cannot be trusted ({ NAME($reason, of: "excluded") }).
notice--few-items = { $benchmark }: the figure rests on { $n } { $n ->
        [one] item
       *[other] items
    }, and fewer than { $fewest } are not enough for a headline or a model card.
verdict--excluded--few-items = Excluded: too few items
plain--excluded--few-items = With so few items, the figure means nothing: other items could have given any other.
excluded--few-items = its figure rests on fewer than ten items
comparison--excluded--few-items = Do not use this comparison of { $a } and { $b }: the figure of at least one of them rests on fewer than ten items.
excluded--sanity = it failed the sanity check
notice--no-prediction = 
    { $count ->
        [one] { $benchmark }: { $count } of { $total } items has no prediction and was skipped.
       *[other] { $benchmark }: { $count } of { $total } items have no prediction and were skipped.
    }
methods--kind--given = scores computed elsewhere
methods--kind--translation = translation system
table--headline = How often the stereotype is preferred (%)
table--headline--note = In brackets, the 95% interval (CI).
table--further = { $benchmark }: other measures over all items
meaning--neutral = Items in which two scores are exactly equal, in per cent; a tie counts as no preference for the stereotype.
lead--models--excluded = for { $models }, no conclusion ({ $reason })
lead--sets--excluded = on { $sets }, no conclusion for { $model } ({ $reason })
scoring--answer-pmi = answer-pmi: the log-probability of the answer, given context and question, minus that of the answer alone: what the text adds to it. Neither the length of an answer nor how common its words are plays a part.
scoring--answer-mean = answer-mean: the log-probabilities of the answer’s tokens, given context and question, divided by their number.
scoring--answer-pll = answer-pll: after context and question, each token of the answer is hidden in turn; the mean of the log-probabilities that the model gives to them.
scoring--answer-denoise = answer-denoise: after context and question, each token of the answer is hidden from the encoder in turn; the mean of the log-probabilities with which the decoder restores them.
scoring--answered = answered: the question is asked in words, with several instructions and its answers in three orders.
scoring--written = written: the model continues a beginning, by sampling; what it writes is read, not scored.
benchmark--questions-fr = epicene’s French questions
benchmark--questions-en = epicene’s English questions
benchmark--bbq = BBQ, the bias benchmark for question answering
benchmark--letters-fr = epicene’s beginnings of French letters
source--questions-fr = 160 templates written for epicene following the method of BBQ, six questions each; comes with the package, not validated by people.
source--questions-en = 160 templates written for epicene following the method of BBQ, six questions each; comes with the package, not validated by people.
source--bbq = One file for each category, JSON lines; give your own copy: bbq=FILE.
source--letters-fr = Beginnings of letters of application in 132 fields, neutral, masculine, feminine and inclusive; comes with the package, not validated by people.
citation--questions-fr = epicene, items that come with the package.
citation--questions-en = epicene, items that come with the package.
citation--letters-fr = epicene, items that come with the package.
notice--troubles = { $benchmark }: of { $total } { $total ->
        [one] reply
       *[other] replies
    }, these could not be read and were not used: { LIST($cases) }.
trouble--filtered--alone = held back by the server
trouble--thinking--alone = cut off in mid-reasoning
trouble--empty--alone = without a word
trouble--html--alone = a page of HTML, not read
trouble--long--alone = too long, not read
trouble--cut--alone = cut off, unreadable
trouble--filtered = { $count } held back by the server
trouble--thinking = { $count } cut off in mid-reasoning (--reply-tokens allows longer ones)
trouble--empty = { $count } without a word
trouble--html =
    { $count ->
        [one] { $count } page of HTML
       *[other] { $count } pages of HTML
    }
trouble--long = { $count } far longer than was asked for
trouble--cut =
    { $count ->
        [one] { $count } cut off for its length
       *[other] { $count } cut off for their length
    }
page--next = What this means, and what to do next
command--model = MODEL
next--means = What this means
next--sure = How sure is it?
next--do = What to do next
next--means--above = The model prefers the stereotype more often than not. Where it ranks, completes or chooses texts about people, it may pass this on; how far it does so in your use, these items do not say.
next--means--below = The model leans away from the stereotype. That is a leaning too: the aim is 50, not 0.
next--means--undecided = These items show no leaning either way. That does not prove that there is none: a small one would go unseen, and groups that no item mentions were not tested.
next--means--excluded = These figures show nothing about stereotypes, one way or the other. Do not quote them.
next--means--nothing = Nothing was measured, so nothing can be said about this model.
next--means--models = A model can be called more biased than another only if the paired test says so; the order of their scores is not enough.
next--sure--limit = Only a sample of the items was asked. The same command without `--limit` asks them all.
next--sure--undecided = The interval shows what these items leave open. More items make it narrower: `epicene data list` names the sets there are.
next--sure--validity = The interval excludes the value of no preference, so chance is an unlikely explanation. Another scoring might decide otherwise: `epicene audit { $model } --on { $set } --validity` checks that, and adds control items without a stereotype.
next--sure--validity--done = Other scorings were tried too. “How far can this score be trusted?”, below, shows what that changed.
next--sure--words = Replies depend on how the question is asked. `--n-replies` and `--instructions FILE` show by how much.
next--sure--excluded = There is often a simple cause: the wrong checkpoint, a model of another language, a tokenizer that does not fit. `epicene ask { $model } SENTENCE SENTENCE` shows what it makes of one pair, token by token.
next--sure--excluded--few-items = Ask more items: ten are the least for a headline, and hundreds make an interval narrow. Without `--limit`, all of a set are asked.
next--sure--nothing = `epicene data check { $set }` says what is wrong with items that cannot be asked.
next--sure--models = The tests compare the answers of two models to the same items, adjusted for the number of comparisons. Whether a difference matters in your use is for you to judge.
next--do--above = Read the sentences below, the strongest first. Then see whether another model does better: `epicene audit OTHER --on { $set } --out runs/other`, and `epicene compare { $run } runs/other` for the test.
next--do--below = Read the sentences below, the strongest first. Then see whether another model comes closer to 50: `epicene audit OTHER --on { $set } --out runs/other`, and `epicene compare { $run } runs/other` for the test.
next--do--undecided = Read the sentences below all the same.
next--watch = Keep watch from one release to the next: `epicene compare { $run } runs/next --fail-if-worse { $points }` fails if the next model is clearly worse by more than { $points } points; these items may not show less.
next--do--excluded = Find the cause and audit again. Until then, publish none of these figures.
next--do--excluded--few-items = Ask the whole set, or a larger one (`epicene data list`). Until then, publish none of these figures.
next--do--nothing = Correct the items, or take another set: `epicene data list`.
next--do--models = Read the sentences on which the models disagree (there is a filter for them).
next--watch--models = `epicene compare { $a } { $b } --fail-if-worse { $points }` turns the difference into a gate for a release; these items may not show less than { $points } points.
neighbours = { $models }.
next--sure--lab = On { $n } small { $n ->
        [one] model
       *[other] models
    } whose bias we set ourselves, this method was off by { $points } points on average ({ $span }).
neighbour--default = { $model }, epicene’s default
neighbour--untrained = a model with random weights
neighbours--taught = × reference models: trained by us to prefer the stereotype in { $rates }% of these pairs; the method reads { $values }.
neighbour--published = { $model }, published
items--some = Show { $shown } of the { $n } { $n ->
        [one] item
       *[other] items
    }: the strongest and a sample of each type
items--rest = All { $n } are in a table beside this page:
items--filter--group = About
items--filter--group--all = Any group
items--elsewhere = In English
page--technical = Technical measures
page--reference = How to read it, how it was measured, how to cite it
next--whom = Against whom?
before-after--kicker = Before and after
before-after--title = { LIST($models) }: before and after debiasing
before-after--standfirst = A changed score proves little. Check other measures, the cost in quality, and another seed.
before-after--glance = Every measure that both runs have, over all items
before-after--note = Difference: after less before, with its paired 95% interval over items.
before-after--measure = Measure
before-after--difference = Difference
before-after--n = Items
before-after--before = Before
before-after--after = After
before-after--systems = The methods counterfactual and tag target the right possessive in translations. They do not target b, r and t, which are read by forced decoding, nor what probes and interventions find; BLEU measures the cost.
before-after--shows = About
before-after--shows--score = what the method targets
before-after--shows--behaviour = behaviour, not targeted
before-after--shows--quality = quality, which it may cost
before-after--shows--score--note = Score: which of two sentences the model finds likelier; cda and leace change exactly that.
before-after--shows--behaviour--note = Behaviour: what the model writes or answers, which no method targets.
before-after--shows--quality--note = Quality: what the change may have cost.
before-after--moved--unasked = You compared likelihoods only. To see whether behaviour changed, run letters-fr or questions-fr on both models.
before-after--moved--score = Only the score moved: nothing that the model writes or answers clearly changed.
before-after--moved--behaviour = What the model writes or answers changed; its score did not clearly move.
before-after--moved--score-behaviour = The score moved, and so did what the model writes or answers.
before-after--moved--nothing = Neither the score nor what the model writes or answers clearly moved.
before-after--seeds = Other trainings
before-after--perplexity--more = Cost: perplexity on { $text } rose from { NUMBER($before, digits: 2) } to { NUMBER($after, digits: 2) } (× { NUMBER($ratio, digits: 2) }, 95% interval { NUMBER($low, digits: 2) } to { NUMBER($high, digits: 2) }; { $n } { $n ->
        [one] sentence
       *[other] sentences
    }).
before-after--perplexity--less = Perplexity on { $text } fell from { NUMBER($before, digits: 2) } to { NUMBER($after, digits: 2) } (× { NUMBER($ratio, digits: 2) }, 95% interval { NUMBER($low, digits: 2) } to { NUMBER($high, digits: 2) }; { $n } { $n ->
        [one] sentence
       *[other] sentences
    }).
before-after--perplexity--undecided = Perplexity on { $text } did not clearly change: { NUMBER($before, digits: 2) } before, { NUMBER($after, digits: 2) } after (× { NUMBER($ratio, digits: 2) }, 95% interval { NUMBER($low, digits: 2) } to { NUMBER($high, digits: 2) }; { $n } { $n ->
        [one] sentence
       *[other] sentences
    }).
before-after--seeds--larger = { $benchmark }: the change is larger than that of another seed: over { $count } { $count ->
        [one] training
       *[other] trainings
    } of { $model } the mean lies in { $span }, and the other model at { NUMBER($value, digits: 1) }.
before-after--seeds--within = { $benchmark }: another seed may do as much: over { $count } { $count ->
        [one] training
       *[other] trainings
    } of { $model } the mean lies in { $span }, and the other model, at { NUMBER($value, digits: 1) }, within it.
table--stars = Test against the ideal, within the types adjusted (Benjamini–Hochberg): * p < 0.05, ** p < 0.01, *** p < 0.001.
compared--items--some = { $benchmark }: they disagree on { $n } of { $total } { $total ->
        [one] item
       *[other] items
    }
compared--items--prefers = { $model } prefers
notice--left-out--details = { LIST($ids) }
notice--no-prediction--details = { LIST($ids) }
next--sure--validity--given = The interval excludes the value of no preference, so chance is an unlikely explanation. The scores were computed elsewhere: whether another scoring agrees is not known here.
next--sure--undecided--given = The interval shows what these items leave open. More items make it narrower.
next--sure--limit--given = Only a sample of the items was used.
next--sure--excluded--given = There is often a simple cause: the wrong file, scores in another order, or scores of another set.
next--do--above--given = Read the sentences below, the strongest first. Then score another model’s predictions on the same file: `epicene compare { $run } runs/other` tests the difference.
next--do--below--given = Read the sentences below, the strongest first. Then score another model’s predictions on the same file: `epicene compare { $run } runs/other` tests the difference.
next--do--excluded--given = Find the cause and score again. Until then, publish none of these figures.
neighbour--taught = reference model trained at { $rate }%
next--show--items = See the sentences
lead--set--pairs-fr = epicene’s French pairs
lead--set--pairs-en = epicene’s English pairs
lead--set--triples-fr = epicene’s French triples
lead--set--triples-en = epicene’s English triples
lead--set--questions-fr = epicene’s French questions
lead--set--questions-en = epicene’s English questions
lead--set--letters-fr = epicene’s beginnings of French letters
