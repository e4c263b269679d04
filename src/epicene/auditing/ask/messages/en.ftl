ask--title = Which of the two is likelier?
ask--title--words = Which of the two is chosen?
ask--answer = { $model } finds “{ $likelier }” likelier, by { $size } { $unit } ({ $scoring }).
ask--answer--equal = { $model } finds “{ $first }” and “{ $second }” equally likely.
ask--answer--words = Asked in words { $n } { $n ->
        [one] time
       *[other] times
    }, { $model } chooses “{ $first }” { $ones } { $ones ->
        [one] time
       *[other] times
    } and “{ $second }” { $others } { $others ->
        [one] time
       *[other] times
    }; it declines { $refused } { $refused ->
        [one] time
       *[other] times
    }, and { $unread } { $unread ->
        [one] reply
       *[other] replies
    } could not be read.
ask--unit--sum = nats
ask--unit--mean = nats per token
ask--beside = For this model, { $percentile } of the { $n } { $n ->
        [one] pair
       *[other] pairs
    } of { $benchmark } differ less ({ $run }); half of them differ by less than { $median }.
ask--beside--excluded = On { $benchmark }, this model’s figures cannot be trusted (its report says why): the comparison says nothing.
ask--beside--none = To see whether that is much for this model, audit it with the same scoring: the difference is then compared with those of its other pairs.
ask--tokens = Token by token
ask--replies = Every reply
ask--column--first = First sentence
ask--column--second = Second sentence
ask--column--value-first = log P
ask--column--value-second = log P
ask--column--instruction = Instruction
ask--column--order = Order
ask--column--reply = Reply
ask--column--read = Read as
ask--total = Sum
ask--mean = Mean
ask--note = { $about } Natural logarithms: the nearer to 0, the likelier. Tokens without a number do not count.
ask--note--words = What a model says it chooses is not how likely it finds the sentences. Order: which sentence was shown first.
ask--colours = The darker a token, the less likely the model finds it; what is not coloured does not count.
ask--read--1 = the first sentence
ask--read--2 = the second sentence
ask--read--refused = declines
ask--read--unreadable = unreadable
