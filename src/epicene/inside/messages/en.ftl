inside--mt-audit--title = Gender under forced decoding: { $model }
inside--mt-audit--standfirst = The model is made to write the reference up to the word that shows the gender; how likely it then finds each of two words shows what it has understood, whatever it would have translated on its own.
forced--verdict--preferred = Where the source does not say the gender, the system expects { $word } rather than { $other }: { $word } gets { $share } { $span } of the probability of both words (b = { $b }; 50% would be no preference).
forced--verdict--neither = Where the source does not say the gender, the system shows no clear preference: { $word } gets { $share } { $span } of the probability of both words (b = { $b }; 50% would be none).
forced--verdict--few = Where the source does not say the gender, { $word } gets { $share } of the probability of both words (b = { $b }), over { $n } { $n ->
        [one] occupation
       *[other] occupations
    }: too few to say whether the system prefers a gender (six are needed).
forced--verdict--right = Where the source does say the gender, the right word is the likelier one in { $feminine } of feminine and { $masculine } of masculine lines.
forced--contrast--heading = Which word comes next ({ $contrast })?
forced--contrast--noun = the noun’s two forms
forced--said--b = b(u) = 1 − 2·P({ $masculine }) / (P({ $masculine }) + P({ $feminine })), where the source does not say the gender. 0: both are as likely; −1: only the masculine; 1: only the feminine.
forced--said--r = r(u) = 1 − P(masculine | feminine subject) / P(masculine | masculine subject), for pairs that differ in gender only. 1: the gender is transferred; 0: it changes nothing; below 0: it works the wrong way round.
forced--figure-3--b = Distribution of b over lines that do not show the gender ({ $contrast }); the white point is the mean, the short line the median
forced--figure-3--r = Distribution of r over pairs ({ $contrast }); the white point is the mean, the short line the median
forced--ideal--b = even
forced--ideal--r = full transfer
forced--spread--title = b, r and t, forced decoding of { $contrast }, { $direction }
forced--spread--note = 5% to 95%: quantiles. One noun: without the pairs whose references have different nouns ({ $example }), where the reference gives the gender away. 95% intervals, occupations resampled.
forced--group--all = all
forced--group--same_20_noun = one noun
forced--count--b = lines (b)
forced--count--r = pairs (r)
forced--figure--mean = { $measure }, mean
forced--figure--median = { $measure }, median
forced--figure--q05 = { $measure }, 5%
forced--figure--q25 = { $measure }, 25%
forced--figure--q75 = { $measure }, 75%
forced--figure--q95 = { $measure }, 95%
forced--share-below = { $measure } < { $threshold } (%)
forced--choices--title = How often the word of the right gender is the likelier of the two ({ $contrast })
forced--possessives--title = How likely each possessive is (%)
forced--possessives--note = Mean probability after the reference’s beginning; what is missing to 100 goes to other words. Where the source leaves the gender open, “{ $their }” leaves it open too: b compares the other two alone.
forced--possessives--open = Source leaves the gender open (the lines of b)
forced--possessives--feminine = Source says the feminine
forced--possessives--masculine = Source says the masculine
forced--nouns--b = b: most feminine and most masculine nouns ({ $contrast })
forced--nouns--r = r: nouns whose gender is transferred best and worst ({ $contrast })
forced--nouns--highest = highest
forced--nouns--lowest = lowest
forced--correlations--title = What b, r and t are correlated with ({ $contrast })
forced--correlations--note = Spearman’s ρ over nouns; for a pair, the feminine noun. 95% bootstrap intervals; p: permutations, two-sided.
forced--with--subwords = { $measure } and the noun’s number of sub-words
forced--with--frequency = { $measure } and the noun’s frequency in training
forced--judged--heading = What the model translates
forced--judged--said = The same lines, translated freely and judged as epicene mt judge does.
forced--notice--limit = Only a sample of { $n } of { $total } { $total ->
        [one] line
       *[other] lines
    } was asked about.
forced--judged--published--others = JoeyNMT and e-translation: published, { $source }, on the authors’ 3,392 sentences; those judged here are others.
forced--judged--published--same = JoeyNMT and e-translation: published, { $source }, on these sentences (the paper counts 3,392; the released file has one pair more).
forced--judged--published--some = JoeyNMT and e-translation: published, { $source }, on all 3,392 sentences of the authors; { $n } of them are judged here.
forced--notice--single = { $measure } rests on one occupation ({ $noun }), so its mean and quantiles have no interval.
forced--notice--empty = Empty translations, judged as wrong: { $n }.
forced--notice--no-possessive = { $n } of { $total } { $total ->
        [one] reference
       *[other] references
    } { $n ->
        [one] has
       *[other] have
    } no possessive that shows the gender, so no translation of them can be judged right.
forced--notice--left-out = { $left } of { $n } { $n ->
        [one] line
       *[other] lines
    } { $left ->
        [one] does
       *[other] do
    } not have { NAME($contrast, of: "forced.contrast") } and { $left ->
        [one] is
       *[other] are
    } left out.
forced--group--without_20_outliers = without outliers
forced--column--before = before
forced--column--after = after
forced--column--change = mean change
forced--compared--told = Means of b (lines whose source does not show the gender), r and t (pairs whose source does) over the n lines or pairs that both systems were asked. Intervals resample nouns, each with the values of both systems. Wilcoxon’s signed-rank test and the sign test look at the difference for each noun: a few pairs with a huge r sway neither, though they can dominate the mean of r. “p adjusted” is that of Wilcoxon’s test. For the translations: per cent right, with intervals over occupations and McNemar’s exact test over lines, and the share of the feminine possessive among lines whose source does not show the gender and whose translation decides. BLEU resamples the sentences of the test set, each with the translations of both systems.
forced--compared--bleu = BLEU on { $test }
forced--compared--change = { $intervention }: change of { $measure }
forced--compared--changes = What each block carries of t (φ) and what each intervention changes (after minus before; for a path, what is lost or carried alone, in t), as means over the n lines or pairs that both systems were asked. Intervals resample nouns, each with the values of both systems. Wilcoxon’s signed-rank test and the sign test look at the difference for each noun: a few pairs with a huge r sway neither, though they can dominate the mean of r. “p adjusted” is that of Wilcoxon’s test.
probe--compared--figure = { NAME($corpus, of: "probe.corpus") }, { NAME($side, of: "probe.side") } { $layer }, { $token }: { NAME($figure, of: "probe.figure") }
probe--compared--told = Per cent correct, mean over the n repetitions, which split the lines of both systems alike; “Difference” is accuracy minus that with random weights. The repetitions share most of their training lines and are not independent: interval and p are those of the corrected resampled t-test (Nadeau and Bengio 2003), whose variance is (1/n + test share / training share) times that of the differences. A plain t-test would find a difference nearly everywhere.
probe--notice--not-compared = { $n } of { $total } { $total ->
        [one] figure
       *[other] figures
    } { $n ->
        [one] is
       *[other] are
    } not compared: only one of the two systems has that cell, its probe uses no feature there, or both are right equally often in every repetition.
forced--column--layer = Layer
forced--column--path = Path
forced--column--lost = lost
forced--column--alone = carried alone
forced--interventions--heading = Neutralising “{ $possessive }” and the noun
forced--interventions--title = b, r and t before and after each intervention
forced--interventions--note = Before and after are over the same lines. 95% intervals, occupations resampled.
forced--outliers = Outliers are the pairs with the smallest r(u1), seven of them as in the paper (at most a tenth of the pairs), left out both before and after: { $nouns }.
forced--layer--embedding = embedding
forced--layer--layer = layer { $layer }
forced--layer--output = output ({ $layer })
forced--paths--heading = Four paths from the subject to the possessive
forced--paths--said = (a) directly, by cross-attention to the { NAME($source, of: "language") } subject; (b) by way of the { NAME($target, of: "language") } noun, through the decoder’s own attention; (c) by way of “{ $possessive }”, (d) by way of the other words, through cross-attention to them. What the decoder’s positions after the { NAME($target, of: "language") } noun see there is replaced by the mean of the pair’s two versions, in all layers. Every word keeps its place, so attention is not redistributed.
forced--paths--measured = Lost: how much t falls when only this path is patched. Alone: how much of t is left when the three others are patched, beyond what is left when all four are. Three placebos should take nothing away: the mean with a noun of the same gender, a step of the same length in a random direction, and the same step at another position. t is the choice between the two words, P({ $masculine }) / (P({ $masculine }) + P({ $feminine })), masculine minus feminine.
forced--paths--title = What each path carries of t
forced--paths--note = Mean differences over the n pairs whose words have the same number of sub-words on both sides; 95% intervals, occupations resampled.
forced--path--a = (a) direct: the subject
forced--path--b = (b) indirect: the { NAME($target, of: "language") } noun
forced--path--c = (c) indirect: “{ $possessive }”
inside--mt-intervene--title = Where the gender passes through { $model }
inside--mt-intervene--standfirst = The model is made to write the reference while vectors inside it are exchanged, averaged or erased. How the probabilities of { $masculine } and { $feminine } change shows which way the subject’s gender takes.
forced--said--u1 = “{ $possessive }” unknown (u1): its embedding is replaced by that of the unknown word.
forced--said--u2 = “{ $possessive }” averaged (u2): what the encoder gives for it is replaced by the mean of the pair’s two versions.
forced--said--u3 = Noun averaged (u3): the same for the noun, sub-word by sub-word, where both forms have the same number; in the last rows already after the first layer.
forced--figure-4--a = Figure 4 (a): b before and after “{ $possessive }” is unknown (u1), lines that do not show the gender
forced--figure-4--b = Figure 4 (b): r before and after “{ $possessive }” is unknown (u1), pairs
forced--figure-4--c = Figure 4 (c): r before and after “{ $possessive }” (u2) or the noun (u3) is averaged, pairs
forced--sanity--heading = Do the instruments work?
forced--sanity--said = Vectors replaced by themselves: the largest change of a probability is { $itself }.
forced--sanity--swap = A pair’s encoder outputs swapped: the largest distance from the partner’s probability is { $swap }.
forced--sanity--no-swap = A pair’s encoder outputs swapped: nothing to compare, because in no pair are the two lines asked the same thing after the same words.
forced--sanity--limit = Beyond { $limit } the command would have stopped.
forced--sanity--none = none
forced--notice--u3 = Averaging the noun (u3) leaves out { $n } { $n ->
        [one] pair, whose forms differ
       *[other] pairs, whose forms differ
    } in their number of sub-words.
forced--said--t = t(u) = q(masculine subject) − q(feminine subject) with q = P({ $masculine }) / (P({ $masculine }) + P({ $feminine })): how far the choice between the two words follows the subject. This measure is ours, and bounded where r is not: a few pairs can dominate the mean of r.
forced--figure-3--t = Distribution of t over pairs ({ $contrast })
forced--ideal--t = full transfer
forced--count--t = pairs (t)
forced--nouns--t = t: nouns whose gender decides the choice most and least ({ $contrast })
forced--column--published = published
forced--published--note = Published: { $source }, for its own system and sentences.
inside--mt-probe--title = Where gender can be read inside { $model }
probe--standfirst--left = At “{ $cell-token }” in layer { $cell-layer } of the encoder, a linear probe finds the subject’s gender in { PERCENT($cell-accuracy-value) } of the lines it was not trained on; on the same architecture with random weights, in { PERCENT($cell-random_weights-value) }. The difference, { $difference } points ({ SPAN($cell-difference-low, $cell-difference-high) }), is what training put there.
probe--standfirst--nothing = At “{ $cell-token }” in layer { $cell-layer } of the encoder, a linear probe finds the subject’s gender in { PERCENT($cell-accuracy-value) } of the lines it was not trained on; but on the same architecture with random weights, in { PERCENT($cell-random_weights-value) }. The difference, { $difference } points ({ SPAN($cell-difference-low, $cell-difference-high) }), may be zero.
probe--standfirst--less = At “{ $cell-token }” in layer { $cell-layer } of the encoder, a linear probe finds the subject’s gender in { PERCENT($cell-accuracy-value) } of the lines it was not trained on; but on the same architecture with random weights, in { PERCENT($cell-random_weights-value) }. The difference, { $difference } points ({ SPAN($cell-difference-low, $cell-difference-high) }), means that training made the gender harder to read there, not easier.
probe--standfirst--guessed = Nothing can be said here about what training put into the encoder: at every token and in every layer, the system’s probe or that of random weights used no feature in at least half of its fits, and only guesses. Give a larger --strength or more lines.
probe--heading--grid = Every layer and token: { NAME($corpus, of: "probe.corpus") }
probe--heading--manipulations = Manipulated sentences
probe--heading--details = Every figure with its interval
probe--said--corpus = { $corpus-n_lines } lines, { $corpus-n_pairs } pairs (“{ $corpus-example }”). In { $corpus-n_identical } of the pairs both genders have the same sentence, so no probe can exceed { PERCENT($corpus-ceiling) }.
probe--said--how = ℓ1 logistic regression (C = { NUMBER($run-strength, digits: 2) }) on { $vectors }, trained on 75% and tested on 25%, { $run-repetitions } times; { NAME($run-split, of: "probe.split") } Decoder states follow { NAME($run-follow, of: "probe.follow") }. Random weights are drawn once; the interval of the difference covers other splits, not another draw.
probe--vectors--standardised = standardised vectors
probe--vectors--raw = vectors as they are
probe--split--grouped = both genders of one noun on the same side of the split.
probe--split--plain = lines split as in the paper, without regard to the noun (all target tokens still by noun).
probe--follow--own_20_translation = the system’s own translation
probe--follow--reference = the reference, up to the possessive and only where both genders have one English noun
probe--table--grid = Accuracy of probes by layer and token: { NAME($corpus, of: "probe.corpus") } (%)
probe--table--manipulations = Accuracy of probes on manipulated sentences (%)
probe--table--details = Probes with their controls (%)
probe--note--grid = Random weights: the same architecture, untrained, fed the same tokens. Difference: accuracy minus random weights. Random labels should be near 50. Description length: the bits needed to give a line’s gender when probes learn as they go (online code); a coin toss takes 1. All this shows what the vectors hold of the input, not what the system uses: for that, see the interventions. { $published }
probe--note--guessed = { $mark } The probe used no feature in at least half of its fits and only guesses, so the difference says nothing.
probe--note--published = Published: tables 4 and 5 of { $source }; another system and corpus, split without regard to the noun; the paper gives neither C nor whether it standardised.
probe--note--details = Means; in brackets what 95% of the { $repetitions } splits give. ±: half the 95% interval of the mean, as the paper prints it.
probe--column--figure = { "" }
probe--column--corpus = Sentence
probe--column--side = Side
probe--column--layer = Layer
probe--column--token = Token
probe--column--n = n
probe--column--error = ±
probe--figure--accuracy = Accuracy
probe--figure--feminine = Feminine
probe--figure--masculine = Masculine
probe--figure--random_labels = Random labels
probe--figure--random_weights = Random weights
probe--figure--difference = Difference
probe--published--accuracy = Published accuracy
probe--published--random_labels = Published random labels
probe--side--encoder = encoder
probe--side--decoder = decoder
probe--heat--accuracy = Accuracy by layer and token (%): white is chance (50), full colour 100.
probe--heat--difference = What is left after subtracting random weights (points): full colour is 20 or more; blue where the untrained architecture does better.
probe--heat--empty = Empty where a probe only guesses.
probe--heat--layer = layer
probe--ceiling = Ceiling of { NAME($corpus-name, of: "probe.corpus") }: { PERCENT($corpus-ceiling) } (in { $corpus-n_identical } of { $corpus-n_pairs } pairs both genders have the same sentence).
probe--notice--limit = Only a sample of { $n } { $n ->
        [one] occupation
       *[other] occupations
    } was probed (--limit).
probe--notice--two-nouns = { NAME($corpus, of: "probe.corpus") }: { $n } of { $total } { $total ->
        [one] line
       *[other] lines
    } { $n ->
        [one] is
       *[other] are
    } left out of the decoder’s columns, because their pair has two English nouns.
probe--notice--empty = { NAME($corpus, of: "probe.corpus") }: { $n } of { $total } { $total ->
        [one] line
       *[other] lines
    } { $n ->
        [one] is
       *[other] are
    } left out of the decoder’s columns, because their translation is empty.
probe--notice--unused = In { $n } of { $total } { $total ->
        [one] cell
       *[other] cells
    } the system’s probe or that of random weights used no feature in at least half of its fits (every coefficient is 0), so its accuracy is that of guessing and the difference says nothing; give a larger --strength or more lines.
probe--notice--unconverged = { $n } of { $total } { $total ->
        [one] fit
       *[other] fits
    } did not converge within liblinear’s 100 iterations; they are counted as they are.
forced--patch--heading = Which words the gender passes through
forced--patch--title = What each block of the source carries of t
forced--patch--block = Block
forced--patch--share = % of the whole
forced--patch--same = φ, one noun
forced--patch--total = all together (t*)
forced--patch--note = Means over { $n } { $n ->
        [one] pair
       *[other] pairs
    }; 95% intervals, occupations resampled. Article: what precedes the noun; verb: what stands between the noun and the possessive; rest: what follows, including the end mark.
forced--patch--layers = What each block carries (φ), exchanged after each layer
forced--patch--layers-note = Each row sums to t*. At the embedding, only the words that differ can carry anything; higher up, φ shows where the gender has moved. In lab systems whose route we set, φ at the encoder’s output named the route in 9 of 9, φ after layer 1 of 2 in only 5 of 9.
forced--patch--said = Complete patching: the feminine sentence is read with every possible choice of its five blocks taken from its masculine partner, 32 in all; v is P({ $masculine }) / (P({ $masculine }) + P({ $feminine })), after the feminine line’s own beginning. φ is a block’s Shapley share of t*, the change when all five are exchanged: what the block adds, averaged over all orders of exchange. The shares sum to t* exactly.
forced--patch--headline = { $amount ->
        [all] Nearly all
        [most] Most
       *[part] Part
    } of the gender reaches the translation through { $name }: { NUMBER($share-value, digits: 0) }% [{ NUMBER($share-low, digits: 0) }, { NUMBER($share-high, digits: 0) }]{ $others }.
forced--patch--carries = { $name } ({ NUMBER($share-value, digits: 0) }% [{ NUMBER($share-low, digits: 0) }, { NUMBER($share-high, digits: 0) }])
forced--patch--undecided = The subject’s gender changes the choice (t* = { NUMBER($total-value, digits: 2) } [{ NUMBER($total-low, digits: 2) }, { NUMBER($total-high, digits: 2) }]), but these pairs do not show which words carry it. The largest share is that of { $carried }.
forced--patch--nothing = The subject’s gender changes almost nothing here (t* = { NUMBER($total-value, digits: 2) } [{ NUMBER($total-low, digits: 2) }, { NUMBER($total-high, digits: 2) }]), so no word can be named.
forced--patch--few = t* = { NUMBER($total-value, digits: 2) }, over { $n } { $n ->
        [one] occupation
       *[other] occupations
    }: too few to say which words carry the gender (six are needed).
forced--block--determiner = article
forced--block--noun = noun
forced--block--verb = verb
forced--block--possessive = possessive
forced--block--rest = rest
forced--block--the--determiner = the article
forced--block--the--noun = the noun
forced--block--the--verb = the verb
forced--block--the--possessive = the possessive
forced--block--the--rest = the rest of the sentence
forced--notice--patch = Complete patching leaves out { $n } of { $total } { $total ->
        [one] pair
       *[other] pairs
    }, in which a sub-word spans two blocks.
forced--amnesic--heading = What is lost when gender is erased
forced--amnesic--title = How much of t is lost when gender is erased (amnesic effect)
forced--amnesic--said = LEACE removes from each word’s vector what a linear probe could read of gender, and as little else as possible. If t stays, what was readable there was not used in that form. Each word has its own eraser, fitted on other nouns than those it is applied to; everywhere at once, then at one block alone. The control’s erasers were fitted on labels flipped at random, pair by pair: what they remove is the price of erasing anything.
forced--amnesic--note = Means over { $n } { $n ->
        [one] pair
       *[other] pairs
    } of t before minus t after; 95% intervals, occupations resampled.
forced--amnesic--all = everywhere
forced--amnesic--control = control
forced--mark--as-much = { $mark } Not clearly more than its control or placebo takes: this is the price of intervening at all, and says nothing about gender.
forced--mark--failed = { $mark } Should do nothing, and does a tenth or more of what stands in its row: read that row with care.
forced--column--same = same gender
forced--column--random = random direction
forced--column--elsewhere = another position
forced--path--d = (d) indirect: other words
probe--figure--bits = Description length (bits)
probe--figure--bits_random_labels = Bits, random labels
probe--figure--bits_random_weights = Bits, random weights
inside--kind = inside a translation system
inside--short--mt-audit = Forced decoding, { $contrast }
inside--short--mt-intervene = Interventions, { $contrast }
inside--short--mt-probe = Probe, { $place }
inside--place = encoder, layer { $layer }, { $token }
inside--share = Share of t through { $block }, %
inside--probe--accuracy = Accuracy, %
inside--probe--difference = Accuracy minus that with random weights
forced--layer--all = all layers at once
forced--patch--note--prompt = Means over { $n } { $n ->
        [one] pair
       *[other] pairs
    }; 95% intervals, occupations resampled. Article: what precedes the noun; verb: what stands between the noun and the possessive; rest: what follows in the sentence. The rest of the prompt is no block.
forced--patch--layers-note--prompt = Each row sums to its own t*: what was read of the sentence in the layers below stays, and after the last layer nothing would be left to exchange. The placebos are those of the whole sentence: another sentence of the same gender, a step of the same length in a random direction, the same step at the token before the sentence.
forced--patch--prompt = This is a language model, and the sentence is a part of its prompt. In the first table the sentence’s own tokens are exchanged in all layers at once, and everything behind them is computed anew: it can read no more of the sentence than that. A word cannot read those that follow it, so the determiner knows nothing of the noun. In the table by layer, the exchange is made after one layer, and what has been read in the layers below stays. There is no encoder, and no attention to one: u1 to u3 and the four paths are left out.
forced--patch--placebos = One block exchanged alone, and its placebos
forced--patch--sentence = the whole sentence
forced--patch--placebo-note = Mean change of v in all layers at once; 95% intervals, occupations resampled. The random step and the step elsewhere need blocks with the same number of sub-words. Placebos should stay near 0; another noun of the same gender may have a stereotype of its own.
forced--column--exchanged = partner
forced--sanity--swap--prompt = A pair’s sentences exchanged in all layers: the largest distance from the partner’s probability is { $swap }.
forced--sanity--no-swap--prompt = A pair’s sentences exchanged in all layers: nothing to compare, because in no pair are the two lines asked the same thing after the same words.
probe--token--all = all
inside--mt-audit--means = These are likelihoods after the reference’s own beginning: they show what the system expects there. What it writes when it translates freely is at the end of this page.
inside--mt-audit--sure = Brackets hold 95% intervals: they resample the occupations behind { $run-n } lines.
inside--mt-audit--now = Next: see which nouns fare worst below. `epicene mt intervene` shows which words the gender passes through; `epicene compare` tests two systems against each other.
probe--method = Probes
inside--mt-probe--means = A probe shows what can be read from the vectors, not what the system uses. { $lab }
inside--mt-probe--sure = The interval of the difference covers 95% of { $run-repetitions } splits of the same lines. Another draw of random weights could move it further.
inside--mt-probe--now = Next: run `epicene mt intervene` on the same system; it shows whether the system uses what is readable here. `epicene compare` tests two systems against each other.
inside--mt-intervene--means = When the whole sentence is exchanged with its partner of the other gender, the choice between { $masculine } and { $feminine } moves by t* = { NUMBER($total-value, digits: 2) } [{ NUMBER($total-low, digits: 2) }, { NUMBER($total-high, digits: 2) }]: 0 would be not at all, 1 completely. The shares say which word’s exchange does it; that need not be the word that is wrong in a translation.
inside--mt-intervene--sure = { $total-n_used } { $total-n_used ->
        [one] pair
       *[other] pairs
    }; brackets hold 95% intervals that resample occupations. A word is named only if its interval and its test, adjusted over all words, agree.
inside--mt-intervene--now = Next: check below that the controls and placebos do little, then compare with another system (`epicene compare`), or with this one after `epicene debias`.
forced--patch--ideal = none
forced--word = “{ $word }”
forced--word--masculine = the masculine noun
forced--word--feminine = the feminine noun
forced--patch--adds = ; { $name } adds { NUMBER($share-value, digits: 0) }% [{ NUMBER($share-low, digits: 0) }, { NUMBER($share-high, digits: 0) }]
forced--patch--at-most = ; { $name } adds { NUMBER($high, digits: 0) }% at most
forced--condition--u1 = “{ $possessive }” unknown (u1)
forced--condition--u2 = “{ $possessive }” averaged (u2)
forced--condition--u3 = noun averaged (u3)
forced--condition--u3--early = noun averaged after layer 1 (u3)
forced--lab = Do not read these three as the share of a word: in { $systems } lab systems whose bias we set, what they took away did not follow that bias (Spearman’s ρ = { NUMBER($u1, digits: 2) } for u1, { NUMBER($u2, digits: 2) } for u2, { NUMBER($u3, digits: 2) } for u3), because the rest of the sentence says the gender again. Complete patching, above, named the route that we set in 9 of 9.
probe--lab = In { $systems } lab systems whose bias we set, this probe did not follow it (Spearman’s ρ = { NUMBER($probe, digits: 2) }): it read the gender at “son” about equally well whether the system always used it or never.
probe--corpus--base = the plain sentence
probe--corpus--chaque = “chaque” for the article
probe--corpus--adjective = an adjective that agrees
probe--corpus--complement-masculine = a masculine object (son travail)
probe--corpus--complement-feminine = a feminine object (son activité)
probe--corpus--relative = a relative clause between
probe--corpus--distractor-masculine = a man between
probe--corpus--distractor-feminine = a woman between
probe--corpus--chaque-distractor-masculine = “chaque”, and a man between
probe--corpus--chaque-distractor-feminine = “chaque”, and a woman between
forced--lab--note = In lab systems whose bias was set, u1 to u3 did not follow it (ρ = { NUMBER($u1, digits: 2) }, { NUMBER($u2, digits: 2) }, { NUMBER($u3, digits: 2) }).
probe--lab--note = In lab systems whose bias was set, this probe did not follow it (ρ = { NUMBER($probe, digits: 2) }).
