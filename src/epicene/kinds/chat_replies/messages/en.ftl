group--all = All pairs
notice--choices--few = { $benchmark }: { $model } chose a sentence in only { PERCENT($chosen) } of its replies, fewer than half: draw no conclusion from them.
notice--choices--none = { $benchmark }: { $model } never chose a sentence: these figures do not show what it would choose.
page--kicker = Stereotype audit, in words
page--title--one = Which sentence does { $model } choose?
page--title--other = Which sentence do { $models } choose?
page--asked = A chat model was shown two sentences and asked in words which one it chooses. No probability was read: these figures show what a model answers when it is asked, and are not comparable with scores from log-probabilities.
answer--above = Of the choices of { $model }, { $value } are the more stereotyped sentence (95% interval: { $span }; { $ideal } = no preference).
answer--below = { $model } leans away from the stereotype: of its choices, only { $value } are the more stereotyped sentence (95% interval: { $span }; { $ideal } = no preference).
answer--undecided = No preference could be shown: of the choices of { $model }, { $value } are the more stereotyped sentence, but the 95% interval ({ $span }) includes { $ideal }, the value of no preference.
answer--excluded--sanity = Draw no conclusion from these figures: { $model } could not tell sentences from scrambled words. Of its choices, { $value } are the more stereotyped sentence (95% interval: { $span }).
answer--excluded--choices--few = Draw no conclusion from these figures: { $model } chose a sentence in fewer than half of its replies. Of its choices, { $value } are the more stereotyped sentence (95% interval: { $span }).
answer--nothing = { $model } never chose: { $refused } of its replies decline, { $unreadable } could not be read.
prompted--trust = It declined in { $refused } of its replies (95% interval: { $span }); { $unreadable } could not be read.
prompted--position = It chooses the sentence shown first in { $value } of its choices (95% interval: { $span }): it tends to choose whichever comes first. Since both orders are asked, this pulls the share towards 50.
prompted--position--none = It chooses the sentence shown first in { $value } of its choices (95% interval: { $span }): no position bias could be shown.
prompted--table = { $benchmark }: what the replies choose (%)
prompted--table--note = In per cent, with 95% intervals that resample pairs with all their replies. Stereotyped and first: of the replies that choose a sentence; declined and unreadable: of all replies. p: test of the stereotyped choices against 50 that flips the sign of whole pairs; p adjusted: over all types (Benjamini–Hochberg). n: pairs with at least one choice / all pairs.
prompted--column--stereotype = Stereotyped
prompted--column--first = First
prompted--column--refused = Declined
prompted--column--unreadable = Unreadable
prompted--said = What { $model } said: { $benchmark }
prompted--said--note = The most frequent replies, word for word, and what was read in them. All replies are in scores.jsonl, in the run folder.
prompted--column--reply = Reply
prompted--column--read = Read as
prompted--column--count = Times
prompted--read--chosen--1 = the first sentence
prompted--read--chosen--2 = the second sentence
prompted--read--refused = declined
prompted--read--unreadable = unreadable
prompted--empty = (nothing)
prompted--cut = { $text } …
page--items = The replies, word for word
prompted--figure--caption = Of the replies that choose a sentence, the share that choose the more stereotyped one, with 95% intervals that resample pairs.
prompted--how--text = Every pair was put to the model with each of these instructions, and with either sentence first.
prompted--comparison = { $a } (A) and { $b } (B) on { $benchmark }
prompted--comparison--note = Share of stereotyped choices in per cent; B − A in points, with a paired bootstrap interval over the pairs on which both models chose (95% CI). There is no McNemar test: a pair has several replies, not one answer.
comparison--different = Asked in words, { $high } chooses the stereotype more often than { $low }: { $difference } points (95% interval: { $span }; n = { $n }).
comparison--undecided = Asked in words, no difference between { $a } and { $b } could be shown: { $difference } points (95% interval: { $span }; n = { $n }).
comparison--excluded--sanity = Do not use this comparison of { $a } and { $b }: at least one of them could not tell sentences from scrambled words.
comparison--excluded--choices--few = Do not use this comparison of { $a } and { $b }: at least one of them chose a sentence in fewer than half of its replies.
comparison--nothing = There is no pair on which both { $a } and { $b } made a choice.
prompted--outcomes = Choices, refusals and position
verdict--above = Chooses the stereotype more often
verdict--below = Leans away from the stereotype
verdict--undecided = No preference shown
verdict--nothing = Never chose
verdict--excluded--choices--few = Excluded: too few choices
plain--above = Of 100 choices, about { $times } are the stereotyped sentence; without a preference it would be 50. The interval excludes 50, so chance is an unlikely explanation.
plain--below = Of 100 choices, about { $times } are the stereotyped sentence; without a preference it would be 50. The interval excludes 50, so chance is an unlikely explanation. The ideal is 50: a score below it is a preference too, for the other sentence.
plain--undecided = The interval includes 50: these pairs cannot tell whether the model leans towards the stereotype, away from it, or neither way.
plain--excluded--choices--few = When most replies make no choice, the missing ones could have put the majority on either side: this figure says nothing.
plain--nothing = Without a single choice there is nothing to measure: neither a preference nor the lack of one.
prompted--cite = { $model }, asked in words on { $benchmark }: the more stereotyped sentence in { $value } { $bracket } of its choices, { $n } (declined { $refused }, unreadable { $unreadable } of all replies); { $signature }{ $caveat }.
prompted--cite--nothing = { $model }, asked in words on { $benchmark }: no choice, { $n } (declined { $refused }, unreadable { $unreadable } of all replies); { $signature }{ $caveat }.
prompted--cite--few = { "" } (a choice in fewer than half of the replies: this share says nothing about the model)
prompted--instruction = Instruction { $name }
prompted--reading = Below each pair (the first sentence is the more stereotyped one; what differs is underlined) stand the replies word for word, what was read in them, the instruction and the sentence that the model saw first. On the right: how many choices are the stereotype.
prompted--frequent = Show the most frequent replies
prompted--all = Show all { $n } { $n ->
        [one] reply
       *[other] replies
    }, pair by pair
prompted--some = Show { $shown } of the { $n } { $n ->
        [one] reply
       *[other] replies
    }: a sample of each type
prompted--rest = All { $n } are in a table beside this page:
prompted--filter--shown = { $shown } of { $total } { $total ->
        [one] reply
       *[other] replies
    }
prompted--filter--outcome = Read as
prompted--filter--outcome--all = All replies
prompted--filter--outcome--stereotype = Chooses the more stereotyped one
prompted--filter--outcome--other = Chooses the other sentence
prompted--filter--outcome--refused = Declined
prompted--filter--outcome--unreadable = Unreadable
prompted--filter--text = Search sentences and replies
prompted--column--pair = Pair and replies
prompted--outcome--stereotype = stereotyped
prompted--outcome--other = the other
prompted--outcome--refused = declined
prompted--outcome--unreadable = unreadable
prompted--shown--more = { $instruction }, stereotype first
prompted--shown--less = { $instruction }, the other first
prompted--of = { $stereotyped } of { $chosen }
reading--share--term = The share
reading--share = Of 100 replies that choose a sentence, how many choose the more stereotyped one? The ideal is 50: no preference. At 100 a model would always choose the stereotype; at 0, always the other sentence. Replies that decline, or could not be read, are not counted here: they are given separately.
reading--interval--term = The interval
reading--interval = Other pairs of the same kind would have given a somewhat different share; the 95% interval shows how different (it comes from redrawing the pairs, each with all its replies, about 2,000 times). If it includes 50, these pairs do not show a preference, which is not the same as showing that there is none. The fewer the pairs, the wider the interval.
reading--trust--term = Declined and unreadable
reading--position--term = Position
reading--shows--term = What this shows
reading--shows = What the model answers when it is asked in words to choose between two sentences that say the same thing of two different groups, and for which types it chooses the stereotype most.
reading--not--term = What it does not show
reading--not = What the model writes when nobody asks, or decides in use: a model that declines, or answers at random, may still write stereotypes. A share of 50 does not prove that there is no bias either: opposite choices can cancel out, a model that always takes the first ends at 50 too, and groups or stereotypes that no pair mentions are not tested. Do not rank models whose intervals overlap without a paired comparison.
reading--likelihood--term = Never compared with log-probabilities
reading--likelihood = Chat models are trained to answer such questions with care, so the share need not agree with what the same model’s log-probabilities would give. The two are different measurements: neither corrects the other, and their figures are never comparable, not even for the same model and the same pairs.
reading--wording--term = The wording
reading--wording = Another wording gives other figures. The instructions are part of the signature, and only runs with the same instructions are compared. What a server itself adds to the question (a system message, for example) cannot be seen from here.
reading--trust = Both are shares of all replies. If fewer than half of them choose, the share says nothing about the model: the others could have put the majority on either side.
reading--position = Every pair is shown in both orders. A model that always chooses the first sentence, whichever it is, ends at 50 without preferring anything: the column “First” gives it away (50 = no position bias).
prompted--first = [first sentence]
prompted--second = [second sentence]
page--reading--keys = share interval types trust position
page--limits--keys = shows not likelihood wording
plain--excluded--choices--none = Without a single choice there is nothing to measure: neither a preference nor the lack of one.
verdict--excluded--choices--none = Never chose
comparison--excluded--choices--none = Do not use this comparison of { $a } and { $b }: at least one of them chose a sentence in fewer than half of its replies.
methods--statistics--text = Percentile bootstrap intervals ({ $resampling }, each with all its replies), not adjusted for the number of types. Shares are of the replies that choose; nothing is tested beyond the intervals.
contest--by-type = By type of stereotype: A = { $a }, B = { $b }
column--group = Pairs about
page--asked--set = { $title } ({ $n } { $n ->
        [one] pair
       *[other] pairs
    })
page--asked--set--some = { $title } ({ $n } of { $total } { $total ->
        [one] pair
       *[other] pairs
    })
notice--left-out = { $benchmark }: { $count } of { $total } { $total ->
        [one] pair
       *[other] pairs
    } { $count ->
        [one] was
       *[other] were
    } skipped ({ SEMICOLONS($reasons) }): n = { $used }.
notice--limit = { $benchmark }: only a sample of { $limit } { $limit ->
        [one] pair
       *[other] pairs
    } was asked, so the figures are not those of the whole set.
notice--unknown-data = { $benchmark }: these pairs are not a set that epicene knows (checksum { $digest }); figures published for { $benchmark } may be about other pairs.
excluded--choices--few = it chose a sentence in fewer than half of its replies
excluded--choices--none = it chose a sentence in none of its replies
meaning--chosen_stereotype = Of the replies that choose a sentence, those that choose the more stereotyped one; this is not a log-probability and cannot be compared with one.
meaning--chosen_first = Of the replies that choose a sentence, those that choose the one shown first; far from 50 the model tends to choose whichever comes first, and the other figure means little.
meaning--refused = Of all replies, those that decline to choose; declining is no fault in a model, but the other figures then rest on fewer replies.
meaning--unreadable = Of all replies, those in which no choice could be read.
validity--units--item = pairs
metric--chosen_stereotype = Stereotyped choices
metric--chosen_first = Shown first
metric--refused = Declines
metric--unreadable = Unreadable
notice--choices--few--details = Of the replies, { PERCENT($refused) } decline and { PERCENT($unreadable) } could not be read.
notice--choices--none--details = Of the replies, { PERCENT($refused) } decline and { PERCENT($unreadable) } could not be read.
