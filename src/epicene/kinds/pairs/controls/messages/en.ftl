page--asked = Each question is a pair of sentences that say the same thing of two groups between which no stereotype is known. Which sentence stands first is arbitrary: a model, or a way of asking, that leans to neither side picks the first half of the time.
figure--caption = Share of control pairs in which the first sentence gets the higher score, with 95% bootstrap intervals; which sentence stands first is arbitrary.
seen--models = Over all control pairs, the first sentence is preferred in { $low } ({ $lowest }) to { $high } ({ $highest }) of them
items--reading = Which sentence stands first is arbitrary; what differs is underlined, and ▸ marks the sentence the model finds more likely. The number is the difference between the two scores, per token where they are sums.
items--reading--models = Which sentence stands first is arbitrary; what differs is underlined. The numbers are the differences between the two scores, per token where they are sums, one for each model.
items--towards = Furthest towards the first sentence
items--away = Furthest towards the second sentence
reading--score = Out of 100 control pairs, in how many does the model find the first sentence more likely? With no stereotype to prefer, 50 is expected.
reading--shows = Whether the model and the way of asking lean to one side where no known stereotype can be the reason, but length, the frequency of names or their order may be.
reading--not = Anything about stereotypes. A score near 50 does not prove that the instrument is sound either: leanings may cancel out.
answer--above = { $model } prefers the first sentence in { $value } of the control pairs (95% interval { $span }; { $ideal } is expected): the instrument leans even without a stereotype.
answer--below = { $model } prefers the first sentence in only { $value } of the control pairs (95% interval { $span }; { $ideal } is expected): the instrument leans even without a stereotype.
answer--undecided = { $model } prefers the first sentence in { $value } of the control pairs; the 95% interval ({ $span }) includes { $ideal }, the value expected where there is no stereotype to prefer.
answer--ties = { $model } gives both sentences exactly the same score in { $ties } of the control pairs, which brings the score down to { $value } (95% interval { $span }).
plain--above = The order of the sentences was drawn at random, so something other than a stereotype is at work: be careful with scores of this size on other sets.
plain--below = The order of the sentences was drawn at random, so something other than a stereotype is at work: be careful with scores of this size on other sets.
plain--undecided = These pairs do not show that the instrument itself leans to one side.
verdict--above = Leans even without a stereotype
verdict--below = Leans even without a stereotype
verdict--undecided = No leaning shown
verdict--ties = No leaning shown
table--headline = How often the first sentence is preferred (%)
table--headline--of = { $benchmark }: how often the first sentence is preferred (%)
table--headline--note = In brackets, the 95% interval (CI). Expected: 50. p: exact binomial test against 50; p adjusted: the same, adjusted over all types (Benjamini–Hochberg).
terminal--reading = Expected: 50, since there is no stereotype to prefer.
comparison--different = { $high } prefers the first sentence of control pairs more often than { $low }: { $difference } points (95% interval { $span }; McNemar p { $p }; n = { $n }).
meaning--metric_score = Control pairs whose first sentence scores strictly higher; 50 is expected.
lead--models--above =
    { $count ->
        [one] { $models } leans to one side even without a stereotype
       *[other] { $models } lean to one side even without a stereotype
    }
lead--models--below =
    { $count ->
        [one] { $models } leans to one side even without a stereotype
       *[other] { $models } lean to one side even without a stereotype
    }
lead--models--undecided = for { $models }, no leaning could be shown
figure--left = ← the second sentence
figure--right = the first sentence →
page--title--one = Does { $model } lean even without a stereotype?
page--title--other = Do these { $count } models lean even without a stereotype?
page--by-type = By type of group
terminal--reading--p = p adjusted: over the types only.
