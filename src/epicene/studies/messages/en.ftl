group--profession = Profession
group--race = Ethnicity
metric--lms = LMs
metric--ss = Ss
metric--acs = ACs
benchmark--stereoset-fr = StereoSet in French
benchmark--crows-fr-1463 = CrowS-Pairs in French, adapted pairs
benchmark--stereoset-fr-mt = StereoSet in French, machine translation
benchmark--stereoset-en = StereoSet in English
benchmark--stereoset-pt = StereoSet in Portuguese
benchmark--triples-fr = epicene’s French triples
study--kicker = Study of several models
study--standfirst = The same questions were put to every model. None was asked for an opinion: we read off which sentence each model finds more likely. 50 means that the stereotype is preferred half of the time; the further from 50, the stronger the preference.
study--standfirst--any = The same questions were put to every model. What was asked differs from set to set, and so does what a figure means: each chart says which value stands for no leaning.
study--ran = { $ran } of { $models } models could be asked.
study--byline = { $ran } of { $models } models on { $benchmarks }, { $day }
study--contents = Contents
study--published = as published
study--printed = as published
study--recomputed = recomputed from the published table
study--mean = Mean of { $count } models
study--mean--published = Mean of { $count } models, as published
study--acs = ACs
study--acs--all = ACs, all
study--metric_score = Metric score
study--stereo_score = Stereo score
study--antistereo_score = Anti-stereo score
study--dcf = DCF
study--time = Run time
study--parameters = Parameters (millions)
study--corpus = Corpus
study--gigabytes = GB
study--id = Checkpoint
study--asked = Asked about
study--failed = { $benchmark } (failed)
study--architecture = Architecture
study--architecture--encoder = encoder
study--architecture--decoder = decoder
study--architecture--encoder-decoder = encoder-decoder
study--multilingual = Pre-training
study--multilingual--true = multilingual
study--multilingual--false = monolingual
study--distance--ss = |Ss − 50|
study--distance--metric_score = |score − 50|
study--difference = Difference
study--models = Models
study--relation = Property compared with the distance from 50
study--relation--lms = LMs
study--relation--parameters = number of parameters
study--relation--corpus_size_gb = size of the corpus
study--axis--lms = LMs (%)
study--axis--parameters = Parameters (millions)
study--axis--corpus_size_gb = Pre-training corpus (GB)
study--p--one = p, one-sided
study--p--two = p, two-sided
study--arrangements = Permutations
study--arrangements--all = all { $count }
study--arrangements--drawn = { $count } drawn
study--too-few = fewer than six models
study--task--intra = within a sentence
study--task--inter = across two sentences
study--task--overall = all tests
study--task--mean = mean of both tasks
study--note--interval = In brackets, the 95% interval.
study--note--task--intra = Tests within a sentence.
study--note--task--inter = Tests across two sentences.
study--note--task--overall = All tests asked, pooled.
study--note--task--mean = Each figure is the mean of the task within a sentence and the task across two sentences, as in the French StereoSet paper.
study--note--published = As published: { $source }, { $url }; printed without intervals.
study--note--mean = Means over six models or more have an interval, over models and items. The mean of fewer models describes these models only.
study--note--dcf = DCF is our reading of the paper’s row; published run times are minutes:seconds on one GPU.
study--note--correlations = Spearman’s ρ between a property of the models and how far their score lies from 50, equal values sharing a rank; six models are needed; the interval resamples models; p by permutation. One-sided: in the direction of a larger distance.
study--note--printed = The published p is one-sided.
study--note--relative = Relative deviation: (score − 50) / 50 in per cent, as in figure 2 of the French StereoSet paper; the two scores are of different kinds, and only the order of the models can be compared.
study--note--difference--linked = Difference: second figure minus first, in points. { $linked } pairs are in both versions, by their number and words, and are resampled together, with both answers; those of only one version are resampled separately. p: from that interval; p adjusted: over the models (Benjamini–Hochberg).
study--note--difference--translated = Difference: second figure minus first, in points. { $linked } pairs are in both languages, by their number and type, and are resampled together, with both answers; those of only one language are resampled separately. p: from that interval; p adjusted: over the models (Benjamini–Hochberg).
study--note--difference = Difference: second figure minus first, in points; its interval treats the two as independent. p: from that interval; p adjusted: over the models (Benjamini–Hochberg).
study--note--facts = What the study file says of each model; where it says nothing, architecture and parameters come from the checkpoint itself.
study--table--models = { $benchmark }: LMs, Ss and ACs by domain
study--table--measures = { $benchmark }: score, direction and confidence (%)
study--table--types = { $benchmark }: score by bias type (%)
study--table--parameters = { $benchmark }: models by number of parameters
study--table--corpora = { $benchmark }: models by pre-training corpus
study--table--correlations = What a distance from 50 is correlated with
study--table--benchmarks = Relative deviation from 50 (%): { $a } and { $b }
study--table--architecture = { $benchmark }: models by architecture
study--table--multilingual = { $benchmark }: models by pre-training in one or several languages
study--table--languages = { $a } and { $b } (%)
study--table--origins = { $benchmark }: native and translated pairs (%)
study--table--facts = The models
study--heading--models = The models
study--heading--parameters = By number of parameters
study--heading--corpora = By pre-training corpus
study--heading--correlations = What is a distance from 50 correlated with?
study--heading--benchmarks = Two benchmarks side by side
study--heading--architectures = By architecture
study--heading--multilingual = One language or several
study--heading--languages = French and English
study--heading--origins = Native and translated pairs
study--heading--facts = What was asked, and of which models
study--nothing--models = No model could be asked.
study--nothing--parameters = No model that was asked has a known number of parameters.
study--nothing--corpora = The study file names no pre-training corpus (key `corpus`) for a model that was asked.
study--nothing--correlations = Too few models have a score and a property to set against it.
study--nothing--benchmarks = This needs models that were asked about StereoSet-like triples and about pairs in the same language.
study--nothing--architectures = The models that were asked have one architecture only.
study--nothing--multilingual = This needs models of both kinds; give `multilingual` or `languages` in the study file.
study--nothing--languages = This needs models that were asked about the same benchmark in French and English.
study--nothing--origins = The items do not say whether they are native or translated.
study--said--models = { $benchmark }: { $above ->
        [0] { $below ->
            [0] { $count ->
                [one] the only model has no clear preference
               *[other] none of the { $count } models has a clear preference
            }
           *[other] a clear leaning away from the stereotype in { $below } of { $count } { $count ->
                [one] model
               *[other] models
            }
        }
       *[other] a clear preference for the stereotype in { $above } of { $count } { $count ->
            [one] model
           *[other] models
        }{ $below ->
            [0] { "" }
           *[other] { "" }, a clear leaning away from it in { $below }
        }
    }; scores from { $low } ({ $lowest }) to { $high } ({ $highest })
study--said--nothing = { $benchmark }: no model whose score can be trusted
study--said--up = The higher the { $relation }, the further from 50 ({ $benchmark }): ρ = { $rho }, n = { $n } models, permutation p { $one } one-sided, { $two } two-sided
study--said--down = The higher the { $relation }, the nearer to 50 ({ $benchmark }): ρ = { $rho }, n = { $n } models, permutation p { $one } one-sided, { $two } two-sided
study--said--none = No relation could be shown between { $relation } and distance from 50 ({ $benchmark }): ρ = { $rho }, n = { $n } models, permutation p { $one } one-sided, { $two } two-sided
study--said--too-few = { $relation } and distance from 50: { $count } models are too few for a correlation; six are needed
study--said--group = { $group } { $mean }
study--said--one-group = { $benchmark }: the groups are too small to compare.
study--said--groups--differ = { $benchmark }: the groups differ in their mean distance from 50 ({ $means }; permutation p { $p }, n = { $n } models).
study--said--groups--none = { $benchmark }: no difference could be shown between the groups in their mean distance from 50 ({ $means }; permutation p { $p }, n = { $n } models).
study--said--benchmarks--few = { $a } and { $b }: { $count } models are too few to tell whether the two agree on their order; six are needed
study--said--benchmarks--agree = { $a } and { $b } put the { $count } models in a similar order (ρ = { $rho }, two-sided p { $two })
study--said--benchmarks--none = { $a } and { $b }: it could not be shown that they put the { $count } models in a similar order (ρ = { $rho }, two-sided p { $two })
study--said--contrast = { $b } compared with { $a }: { $more_b ->
        [0] none of { $count } models is clearly higher
        [one] { $more_b } of { $count } models is clearly higher
       *[other] { $more_b } of { $count } models are clearly higher
    }, { $more_a ->
        [0] none clearly lower
       *[other] { $more_a } clearly lower
    }
study--said--contrast--none = { $a } and { $b }: no model of this study can be shown here
study--caption = { $metric }, { $benchmark }, with 95% intervals.
study--key--model = model of this study, with its 95% interval
study--key--published = as published (no interval given)
study--key--filled = differs clearly from 50 (p < 0.05, adjusted over the models)
study--key--published--line = as published, each on its own line (no interval given)
study--ideal--relative = 0 = no preference
study--printed--english = English StereoSet, as published
study--shows = { $name }: { $text }
study--shows--table = Table { $number }
study--shows--figure = Figure { $number }
study--heading--versions = Two versions of a set
study--heading--tests = What is more than chance?
study--heading--items = What the sets hold
study--heading--examples = Examples
study--nothing--versions = This needs models that were asked about two versions of a set in one language, and whose answers can be trusted.
study--nothing--tests = No model that can be trusted was asked about pairs.
study--nothing--items = No model could be asked.
study--nothing--examples = No such item was asked about.
study--nothing--both = No model was asked about both { $benchmarks }.
study--nothing--excluded = The models that this needs are excluded: their figures cannot be trusted.
study--nothing--group = None of the { $n } items that were asked is in this group: { $group }.
study--nothing--figures = No model has a score on { $benchmarks } for this.
study--nothing--failed = These could not be asked, and the notices say why: { $models }.
study--table--against = { $benchmark }: each model against 50
study--table--between = { $benchmark }: models compared pairwise
study--table--trends = { $benchmark }: { $metric } from the smallest model of a family to the largest
study--table--items = { $benchmark }: number of items
study--table--examples = { $benchmark }: examples
study--p--t = p, t-test
study--p--exact = p, exact
study--p--paired = p, paired t-test
study--p--mcnemar = p, McNemar
study--p--mcnemar--adjusted = p, McNemar, adjusted
study--said-significant = The paper says
study--significant--true = significant
study--significant--false = not significant
study--two-models = Models
study--note--against = t-test: the paper’s, which compares yes/no answers with one half. Exact: the binomial test, which is the right one for them. Both two-sided, not adjusted.
study--ties = ties
study--note--metric_score_ties_half = Ties: pairs whose two sentences get exactly the same score. The metric score counts a tie as not preferring the stereotype, as in the paper; where more than 1% of a model’s pairs are ties, its verdict and its tests count a tie as half.
study--note--between = t-test: the paper’s (Student’s, unpaired), which treats the answers of two models as independent. They answered the same pairs: the paired t-test and McNemar’s exact test take that into account; adjusted: Benjamini–Hochberg over all pairs of models. In brackets, the paired 95% interval.
study--note--from-printed = Published rows: the tests were computed from the printed scores and the number of pairs; the last column is what the paper says about them (t-test, p < 0.05).
study--said--tests = { $benchmark }: { $t } of { $models } { $models ->
        [one] model
       *[other] models
    } { $t ->
        [one] differs
       *[other] differ
    } from 50 by the t-test, { $exact } by the exact test (p < 0.05); { $between } of { $couples } pairs of models differ by the paper’s t-test, { $mcnemar } by McNemar’s test, adjusted.
study--said--tests--alone = { $benchmark }: { $t } of { $models } { $models ->
        [one] model
       *[other] models
    } { $t ->
        [one] differs
       *[other] differ
    } from 50 by the t-test, { $exact } by the exact test (p < 0.05).
study--family = Family
study--sizes = From small to large
study--smallest = Smallest
study--largest = Largest
study--blocks = Blocks
study--expected = L by chance
study--families = All families, { $metric }
study--note--trends = Page’s test for ordered alternatives, from all permutations within blocks; one-sided: rising with size. Within a family each target term (for pairs, each pair) is a block, because the models answered the same tests; Jonckheere’s test would treat them as independent. In the last rows each family is a block, and six models are needed. Families of a single size, and further models of the same size, are left out.
study--items--native = native
study--items--translated = translated
study--items--total = all pairs
study--items--intra_targets = target terms, within a sentence
study--items--intra_tests = tests, within a sentence
study--items--inter_targets = target terms, across two sentences
study--items--inter_tests = tests, across two sentences
study--items--published = { $column }, as published
study--note--items = { $count } { $count ->
        [one] item of the file was
       *[other] items of the file were
    } asked about, or left out with a notice.
study--note--printed-mean = The paper’s means for gender and ethnicity (69.2, 69.9) are not those of its own columns (69.4, 69.7).
study--item = Id
study--adaptation = Note
study--adaptation--none = no translation
study--adaptation--name = first name
study--note--examples = In bold, the words in which the two sentences of a pair differ; those of the other sentence stand behind the slash.
study--note--adaptation = Notes are those of the adapters where the file has them; else what a program sees: another first name, or no translation.
study--target = Target term
study--context = Context
study--role--stereotype = Stereotype
study--role--anti-stereotype = Anti-stereotype
study--role--unrelated = Unrelated
plan--items = Items
plan--tokens = Tokens
plan--state = State
plan--state--done = done
plan--state--ready = ready
plan--state--missing = something is missing
plan--said--open = { $runs } { $runs ->
        [one] run
       *[other] runs
    } to do, { $done } done.
plan--said--done = Everything is done ({ $done } { $done ->
        [one] run
       *[other] runs
    }).
plan--missing--file = Missing: { $reason }
plan--missing--data = Missing, { $benchmark }: { $reason }
plan--missing--model = Missing, { $model }: { $reason }
plan--missing--hub = Missing: access to a model hub, for { LIST($models) }. Check the network (HF_ENDPOINT, HTTPS_PROXY), or name folders.
plan--missing--run = { $model } cannot be asked about { $benchmark }: { $reason }
plan--missing--head = Missing, { $model }: a next-sentence head, for { $benchmark } { NAME($task, of: "study.task") }. Train it (`epicene train nsp`), or name a text under [heads] of a study.
plan--missing--memory = Not enough memory for { $model }: it needs about { $needed } GiB, and there are { $room }. Take a larger machine, or --dtype bfloat16.
plan--download = { $model } is not on this machine and will be downloaded; how long it takes cannot be estimated beforehand.
plan--made = { $model } will be made when it is first asked; how long it takes cannot be estimated beforehand.
plan--server = { $model } is behind a server, and how long it takes depends on that server.
plan--validity = { $model }: what --validity asks in addition, and how long that takes, will be known once the model is here.
plan--training = { $model }: the study will train its next-sentence head; how long that takes cannot be estimated before model and text are here.
plan--trained = { $model } will be trained by the study; how long that takes depends on its files and was not estimated.
study--notice--failed = { $model } could not be asked about { LIST($benchmark) }: { $reason }
study--notice--sanity = These failed the sanity check; do not trust their figures until you know why: { LIST($models) }. A working model prefers a plain sentence to the same words in disorder.
study--notice--sanity--one = { NAME($language, of: "language") } { $right } of { $of }
study--notice--refused = { $benchmark }: not asked { NAME($task, of: "study.task") }, for want of a next-sentence head (`epicene train nsp`): { LIST($models) }.
study--notice--same = { LIST($models) } have exactly the same weights ({ $digest }): one of them may not be the model that was meant.
study--notice--ways = { $benchmark }: models of different kinds were asked in different ways, so their figures are not strictly comparable ({ SEMICOLONS($ways) }).
study--way = { $way }: { LIST($models) }
study--run-notices = Notices of the individual runs
study--signatures = Signatures of all figures
study--reading--interval--term = The interval
study--reading--interval = Other items of the same kind would have given a somewhat different figure; the 95% interval shows how different. If it includes 50, the items do not show a preference.
study--reading--published--term = As published
study--reading--published = What a paper printed for the same model, below the figure of this study. The papers used other library versions, and which exact checkpoint they used is known only as far as we could find out.
study--reading--rho--term = ρ
study--reading--rho = Spearman’s rank correlation: 1 if the two properties put the models in the same order, −1 if in opposite orders, 0 if the orders are unrelated. With a dozen models its interval is wide.
study--reading--permutation--term = p by permutation
study--reading--permutation = If the property had nothing to do with the score, any model could have had any value of it: p is the share of all such exchanges that give a ρ at least as large. The one-sided p counts large positive ρ only and should be used only where the direction was predicted.
study--reading--care--term = A word of caution
study--reading--care = Models differ in many ways at once: a relation over a few of them shows what goes together, not what causes what. Several relations are tested here, and every further test is one more chance to be misled by luck.
study--notice--sanity--model = { $model } ({ $cases })
study--notice--excluded = { $benchmark }: nothing can be concluded from { LIST($models) }; see the notices of the runs. They are marked † and counted in no summary.
mt-study--standfirst = { $systems }. Each system translates sentences in which only the subject’s gender changes, is made to write the reference, is probed, and has its inner states altered. Figures that the paper prints, for its own system and sentences, stand beside the new ones.
mt-study--systems =
    { $count ->
        [one] { $count } translation system
       *[other] { $count } translation systems
    }
mt-study--heading = { $system }: { $heading }
mt-study--answer--means = The two sentences of a pair differ in the subject’s gender alone, so that a difference between the genders is the system’s own.
mt-study--answer--sure = Intervals are over occupations: other nouns could give other figures within them. Figures that a paper printed are of its own system and sentences. Probes, and the interventions u1 to u3, did not follow a bias that was put in on purpose: their figures say little.
mt-study--answer--now = Read where the gender passes (complete patching, paths), try `epicene debias`, and compare before and after with `epicene compare`.
mt-study--left-out = Left out: { $reason }
mt-study--set = { $on }: each reference in both genders
mt-study--failed = { $system }, { $step }, failed: { $reason }
study--order = { $benchmark }: { $said }
mt-study--element--figure-1a = Figure 1 (a)
mt-study--element--figure-1b = Figure 1 (b)
mt-study--element--bleu = Section 4.1
mt-study--element--table-1 = Table 1
mt-study--element--rates = Section 4.2.2
mt-study--element--table-2 = Table 2
mt-study--element--table-3 = Table 3
mt-study--element--table-4 = Table 4
mt-study--element--table-5 = Table 5
mt-study--element--figure-3 = Figure 3
mt-study--element--figure-4 = Figure 4
mt-study--about--figure-1a = How often the occupation nouns occur in the training corpus
mt-study--about--figure-1b = Into how many sub-words the occupation nouns are split
mt-study--about--bleu = BLEU on a test set
mt-study--about--table-1 = WinoMT: the gender that systems give to entities
mt-study--about--rates = What is translated with the right gender, in both directions
mt-study--about--table-2 = Possessives by how the subject shows its gender
mt-study--about--table-3 = What “son” is aligned with in the training corpus
mt-study--about--table-4 = Probes: gender read in each layer and token
mt-study--about--table-5 = Probes of manipulated sentences
mt-study--about--figure-3 = Distributions of b and r
mt-study--about--figure-4 = Distributions of b and r under interventions
mt-study--missing = – (needs { $needs })
mt-study--needs--figure-1a = both sides of a training corpus of a system into English, and the step corpus
mt-study--needs--figure-1b = the weights and both sides of the training corpus of a system into English, and the step corpus
mt-study--needs--bleu = a test set under [test], a system with weights, and the step bleu
mt-study--needs--table-1 = WinoMT’s items under [winomt], outputs or a system into French, and the step winomt
mt-study--needs--rates = a system with weights and the step audit, or translations and the step judge
mt-study--needs--table-2 = a system into English and the step audit, or translations and the step judge
mt-study--needs--table-3 = both sides of a training corpus of a system into English, and the step corpus
mt-study--needs--table-4 = a system into English with weights, and the step probe
mt-study--needs--table-5 = a system into English with weights, the step probe, and manipulations
mt-study--needs--figure-3 = a system into English with weights, and the step audit
mt-study--needs--figure-4 = a system into English with weights, and the step intervene
mt-study--named = { $element }. { $title }
mt-study--figure = { $title } ({ $system })
mt-study--contents--heading = The paper’s tables and figures
mt-study--contents--title = Wisniewski et al. 2022, and what this study reproduces of it
mt-study--contents--element = In the paper
mt-study--contents--about = What it shows
mt-study--contents--systems = Here
mt-study--winomt--published = { LIST($systems) }: published, table 1. The paper’s accuracy stands beside ours over all sentences, in which a gender that was not found counts as wrong: that is our reading of its footnote 6. Its ΔG stands beside ours by rules and, where spaCy is installed, by spaCy.
study--in-words = { $heading }, asked in words
study--table--words = { $benchmark }: choices in words (%)
study--notice--words = { LIST($models) } answered in words, the others by log-probabilities. These are two different measurements: each has its own tables, and nothing compares one with the other.
study--standfirst--words = The same questions were put to every model, in words: which sentence does it choose? 50 means that the stereotype is chosen half of the time; the further from 50, the stronger the preference.
study--standfirst--both = The same questions were put to every model: for some, we read off which sentence they find more likely; others were asked in words which one they choose. 50 means that the stereotype is preferred half of the time; the further from 50, the stronger the preference.
study--answer--sure = { $trusted } of { $models } models can be trusted on all that they were asked; the others are marked † and counted in no sentence, mean or test.
study--answer--now = A difference between two scores is not yet a finding: the tests of this page say which are more than chance, and `epicene compare` tests any two runs.
study--answer--sure--all = { $trusted } of { $models } { $models ->
        [one] model can be trusted on all that it was
       *[other] models can be trusted on all that they were
    } asked.
