lab--list--standard = { $name }: a translation system for the whole lexicon; the default of mt audit, probe, intervene
lab--list--kind = { $name }[-DIAL-NUMBER]…, with the dials and their defaults:
lab--list--made = In the cache:
lab--list--none = In the cache: none yet; a model is trained when it is first named.
lab--list--one = { "" }  { $name }: { $folder }
lab--list--unfinished = (training not finished)
lab--list--older = (from an older edition)
lab--train--model = { $name }: { $folder }
lab--train--corpus = Corpus: { $folder }
lab--train--use = To use it: { $command }
lab--title = How far can the numbers be trusted?
lab--standfirst = Small models were trained on generated sentences whose bias is known, because we set it by a dial. Every measure was then taken at each setting. A good measure follows the bias we set and ignores the other settings.
lab--now = Next: on the page of a real model, trust a measure no further than here. One that does not follow its dial says nothing there, and a difference below its resolution may be noise.
lab--headline = { $n } of { $total } { $total ->
        [one] measure
       *[other] measures
    } followed the bias we set{ $few ->
        [0] .
       *[other] ; for { $few } there were too few models to be sure.
    }
lab--contained = Not counted apart, because they equal or contain t and so follow the dial whenever t does: { LIST($names) }.
lab--astray = Do not rely on these, which did not follow their dial: { LIST($names) }.
lab--unknown = Nobody can say beforehand what these should read; they followed the dial neither way: { LIST($names) }.
lab--loose = These moved although nothing that they measure had changed: { LIST($names) }.
lab--few = Too few models to judge: { LIST($names) }.
lab--routes = Does a measure find the words that carry the gender? In { $systems } { $systems ->
        [one] system
       *[other] systems
    } where we set which words do, these found them: { SEMICOLONS($named) }.
lab--routes--one = { $name }, in { $named }
lab--axis = Dial (%)
lab--dial--mt--her = Dial: feminine subjects whose “son” is rendered “her”
lab--dial--mt--her--short = feminine → her
lab--dial--mt--epicene = Dial: unmarked subjects whose “son” is rendered “her”
lab--dial--mt--epicene--short = unmarked → her
lab--dial--masked--rate = Dial: how often the corpus states the stereotype (masked model)
lab--dial--masked--rate--short = stereotype, masked
lab--dial--causal--rate = Dial: how often the corpus states the stereotype (causal model)
lab--dial--causal--rate--short = stereotype, causal
lab--dial--letters--feminine = Dial: letters of application written by women
lab--dial--letters--feminine--short = share of women writing
lab--dial--questions--bias = Dial: answers that name the stereotyped group although nothing says which
lab--dial--questions--bias--short = biased answers
lab--about--mt--her = At 0 every feminine subject of the training corpus has “his”, at 100 each has “her”. Rates differ between occupations; their mean is the dial. The dotted line is what the corpus says.
lab--about--mt--epicene = Subjects whose French sentence does not say the gender (l’artiste, chaque artiste): at 0 all have “his”, at 100 all have “her”. The dotted line is what the corpus says.
lab--about--masked--rate = At 50, groups and attributes are combined at random; at 100, always as the stereotype has it; at 0, always the other way round. A tiny masked model, asked with pll-shared and cloze-l2r.
lab--about--causal--rate = The same corpora, a tiny causal model, asked with loglik.
lab--about--letters--feminine = At 0 every letter of the training corpus is by a man, at 100 by a woman; fields differ, and their mean is the dial. A tiny causal model continues the first line of such a letter, and the rules label what it writes. The lab knows what these letters say, because it wrote their sentences: the labels should agree with that.
lab--about--questions--bias = Of the answers that name one of two groups although nothing says which, this share names the stereotyped one: 50 is no bias. A tiny causal model, asked with answer-pmi.
lab--instrument--judged_feminine = Feminine translated right (%)
lab--instrument--judged_masculine = Masculine translated right (%)
lab--instrument--judged_epicene_her = l’ + epicene translated by “her” (%)
lab--instrument--b_mean = Mean b
lab--instrument--r_mean = Mean r
lab--instrument--probe_son = Probe at “son”, accuracy (%)
lab--instrument--probe_random_weights = Same probe, random weights (%)
lab--instrument--u1_t_lost = t lost, “son” unknown (u1)
lab--instrument--u2_t_lost = t lost, “son” averaged (u2)
lab--instrument--u3_t_lost = t lost, noun averaged (u3)
lab--instrument--metric_score = CrowS-Pairs metric score (%)
lab--instrument--ss = StereoSet Ss (%)
lab--instrument--lms = StereoSet LMs (%)
lab--instrument--feminine_lead = Feminine minus masculine letters, as labelled (points)
lab--instrument--feminine_lead_known = The same, as the letters truly are (points)
lab--instrument--unmarked = Unmarked letters (%)
lab--instrument--bias_ambiguous = Bias, ambiguous contexts (points)
lab--instrument--bias_disambiguated = Bias, disambiguated contexts (points)
lab--instrument--accuracy_ambiguous = Right, ambiguous contexts (%)
lab--instrument--accuracy_disambiguated = Right, disambiguated contexts (%)
lab--verdict--follows = follows the dial
lab--verdict--contained = follows the dial with t, by construction
lab--verdict--not = does not follow the dial
lab--verdict--stays = stays, as it should
lab--verdict--moves = moves although it should not
lab--verdict--few = too few models to judge
lab--rho--one-sided = ρ = { $rho } (one-sided p { $p }, n = { $n })
lab--rho = ρ = { $rho } (p { $p }, n = { $n })
lab--flat = the same at every setting
lab--sees = tells settings apart from { $points } points on
lab--sentence = { $parts }.
lab--kind--masked = Masked models
lab--kind--causal = Causal models
lab--scorings = { $kind }: which way of asking about pairs follows the dial, whatever the names are?
lab--scorings--about = The names of the first group of each pair were made longer, in tokens, and more or less frequent in the training text. What the text says of each group stayed the same, so the right reading is still the dial, both over pairs that state the stereotype of the first group and over those that state that of the second. At 50 it is 50; a way of asking that reads 50 everywhere is as wrong as one that moves at 50.
lab--scorings--nearest = { NAME($first-kind, of: "lab.kind") }: readings lie nearest to the dial when asked with { $first-scoring }, { NUMBER($first-error, digits: 1) } points away on average (95% interval { $span }, n = { $first-n }), whatever the length and frequency of the groups’ names; the others: { SEMICOLONS($others) }. Always reading 50 would be { NUMBER($first-error_of_50, digits: 1) } points away.
lab--scorings--none = { NAME($first-kind, of: "lab.kind") }: no way of asking is better than always reading 50, { NUMBER($first-error_of_50, digits: 1) } points from the dial on average. The nearest is { $first-scoring } ({ NUMBER($first-error, digits: 1) }, 95% interval { $span }, n = { $first-n }); the others: { SEMICOLONS($others) }.
lab--scorings--few = { NAME($first-kind, of: "lab.kind") }: { $first-n } { $first-n ->
        [one] model
       *[other] models
    } cannot show which way of asking is nearest to the dial; six are needed.
lab--scorings--other = { $scoring } { NUMBER($error, digits: 1) } ({ $verdict })
lab--scorings--verdict--nearest = nearest to the dial
lab--scorings--verdict--further = further from the dial
lab--scorings--verdict--close = not clearly further than the nearest
lab--scorings--verdict--fails = no better than always 50
lab--scorings--caption = { $verdict }: { NUMBER($error, digits: 1) } points on average. The bar runs from the lowest to the highest reading of all lengths, frequencies and trainings; the dotted line is the dial.
lab--scorings--note = Error: mean distance of the stereo and anti-stereo scores from the dial, in points; “always 50” is that of a way of asking that reads 50 everywhere. Slope: near 1 is right (1.06 for a perfect reading of these dials), 0 says nothing. Spread at 50: root mean square distance from 50 where the dial stands at 50. Intervals: bootstrap over models.
lab--column--scoring = Way of asking
lab--column--error = Error (points)
lab--column--error_of_50 = Always 50
lab--column--behind = More than the nearest
lab--column--slope = Slope
lab--column--spread_at_50 = Spread at 50
lab--column--by_seed = Error by seed
lab--column--n = n
lab--readings = All readings
lab--readings--of = All readings ({ $dial })
lab--column--dial = Dial
lab--column--instrument = Measure
lab--column--p = p, two-sided
lab--column--first = At the lowest setting
lab--column--last = At the highest
lab--column--resolution = Resolution (points)
lab--column--item_limit = Item limit (points)
lab--column--verdict = Verdict
lab--column--setting = Dial (%)
lab--how--rho = ρ is Spearman’s rank correlation between dial and reading, with the exact two-sided permutation p value (up to 12 models; random permutations beyond) and its 95% bootstrap interval over the trained models (none where their order is perfect, which promises nothing about other models); fewer than six models have neither. “Follows” means a ρ of at least 0.9 and a p value below 0.05, one-sided because it is known which way the measure should go; where that cannot be said beforehand (probes), |ρ| and the two-sided p value. Four models fall into the right order by chance one time in 24.
lab--how--resolution = Resolution: the smallest turn of the dial, among those tried, from which any two settings were told apart in the right direction. Two settings are told apart when the 95% interval of the difference between their readings excludes 0. The resolution describes the models trained here, differences between trainings included; it cannot be finer than the settings tried. A measure that should stay put is said to move when even its extremes are told apart, or when |ρ| is at least 0.9 and its p value below 0.05.
lab--how--limit = The item limit is what the number of items alone would allow if the curve were straight and trainings never differed: √2 times half the median interval, over the slope. The truth about new models lies between the two.
lab--how--t = t is how far the choice between “his” and “her” follows the subject’s gender, from 0 (not at all) to 1 (always; below 0, the wrong way round). What the interventions u1, u2 and u3 take away is read from t and not from r, which has no lower bound, so that a few pairs can dominate its mean.
lab--how--caution = These are tiny models of a tiny language. They show whether a measure can see a bias that is there when nothing else is; a large model can hide a bias in more ways.
lab--instrument--t_mean = Mean t
lab--instrument--t_star = t* (complete patching)
lab--instrument--amnesic_all = t lost when gender is erased
lab--instrument--patched_all = t lost with all paths patched
lab--instrument--amnesic_control = t lost by the control erasure
lab--instrument--random_all = t lost by a random step (placebo)
lab--instrument--same_all = t lost by a noun of the same gender (placebo)
lab--instruments = What each measure should do
lab--instruments--about = Three things are asked of a measure: that it follows the dial (feminine → her); that it names the route in a system where only “son”, only the subject or only the rest told the possessive the gender; and that it stays put along a dial that does not concern it (unmarked → her). Placebos should stay put along both and name nothing.
lab--instruments--note = Route named: among systems with a route, those where the measure reads most at that route; p against one in three. Margin: the route minus the larger of the others, as a share of all that was read, median over systems. Read there: what the measure reads at the route, median, in t (the probe in points of accuracy); a placebo that names a place by a few hundredths of t names nothing. Judged translations, r, t, u1–u3 and the control name no route. What complete patching, erasure and patched paths read at words outside the route depends on what the system learnt to ignore, not on how the measure is built; t* and t are nearly the same by construction.
lab--row--judged = Judged translations
lab--row--r = r
lab--row--t = t
lab--row--patching = Complete patching (t*, φ)
lab--row--patching_at_1 = Complete patching after layer 1
lab--row--amnesic = Amnesic effect
lab--row--patched_lost = Patched paths, lost
lab--row--patched_alone = Patched paths, alone
lab--row--u1 = “son” unknown (u1)
lab--row--u2 = “son” averaged (u2)
lab--row--u3 = noun averaged (u3)
lab--row--probe = Probe minus random weights
lab--row--control = Control erasure (placebo)
lab--row--random_lost = Random step (placebo)
lab--row--same_lost = Noun of the same gender (placebo)
lab--column--her = Feminine → her
lab--column--named = Route named
lab--column--margin = Margin
lab--column--read = Read there
lab--column--epicene = Unmarked → her
lab--column--noun-rho = ρ over nouns
lab--column--noun-error = Mean error
lab--nouns = b and r noun by noun
lab--nouns--about = Each occupation has a rate of its own in the training corpus. Does what is read for a noun follow that noun’s rate?
lab--nouns--note = Medians over systems without a route; in brackets, the smallest and the largest value. Held-out nouns have no rate. ρ is missing where all nouns have the same rate.
lab--instrument--bias_ambiguous_mean = Bias, ambiguous contexts, by mean log-likelihood (points)
lab--instrument--bias_disambiguated_mean = Bias, disambiguated contexts, by mean log-likelihood (points)
lab--instrument--accuracy_ambiguous_mean = Right, ambiguous contexts, by mean log-likelihood (%)
lab--instrument--accuracy_disambiguated_mean = Right, disambiguated contexts, by mean log-likelihood (%)
