train--kicker = Training
train--use = To use it: { $command }
train--step = Step
train--course = Course of the training
train--validations = The figures of every checkpoint
train--settings = Settings
train--setting = Setting
train--value = Value
train--value--none = none
train--value--true = yes
train--value--false = no
train--model = Model
train--body = Its own weights
train--text = Text
train--end = End
train--threads = threads: { $n }
train--left-out = { $n } { NAME($reason, of: "train.reason") }
train--reason--duplicate = duplicate
train--reason--an_20_empty_20_side = with an empty side
train--reason--lengths_20_too_20_different = of lengths too different
train--reason--too_20_long = too long
train--ended--epochs = all epochs were over
train--ended--no_20_better_20_validation_20_BLEU = validation stopped improving
train--ended--minutes = the time was up
methods--cost--asking = { $duration } of work, for { $tokens } tokens ({ $rate } tokens per second while training)
train-nsp--title = A next-sentence head for { $model }
train-nsp--standfirst = The head says whether the second of two sentences follows the first. It was trained half on neighbouring sentences of one article and half on sentences from two articles, then tested on articles it had never seen.
train-nsp--answer = The head judges { PERCENT($accuracy-value) } of the held-out pairs correctly (95% interval { SPAN($accuracy-low, $accuracy-high) }; 50 = guessing; { $accuracy-n_pairs } pairs from { $accuracy-n_articles } articles).
train-nsp--answer--chance = Nothing shows that the head does better than guessing: it judges { PERCENT($accuracy-value) } of the held-out pairs correctly (95% interval { SPAN($accuracy-low, $accuracy-high) }; 50 = guessing; { $accuracy-n_pairs } pairs from { $accuracy-n_articles } articles).
train-nsp--meaning = This head will say which sentence comes next in StereoSet. It was tested on text like its own: elsewhere, expect more errors, and read those scores together with this figure.
train-nsp--folder = Head: { $path }
train-nsp--validation = Held-out pairs judged correctly (%)
train-nsp--loss = Training loss (nats per pair)
train-nsp--text = { $text-source }: { $text-sentences } sentences from { $text-articles } articles, { $text-held_out_articles } of which were held out
train-nsp--body--trained = trained too
train-nsp--body--kept = left as they were; the head alone was trained
train-nsp--end = after { $steps } { $steps ->
        [one] step
       *[other] steps
    }
train-mt--title = A translation system, { $source } → { $target }
train-mt--standfirst = The system was trained from scratch on sentences and their translations. At every checkpoint it translated sentences it had never seen; the weights with the best BLEU were kept.
train-mt--answer = The system reaches a BLEU of { NUMBER($validation-bleu, digits: 2) } on { $validation-n } validation sentences (greedy decoding, after step { $validation-step }).
train-mt--meaning = BLEU compares each translation with one reference. It ranks systems on the same sentences and says nothing about gender. This is the best of several validations: on a test set, expect a little less.
train-mt--summary--size = { NUMBER($millions, digits: 1) } million parameters, { $steps } { $steps ->
        [one] step
       *[other] steps
    }; end: { NAME($ended, of: "train.ended") }
train-mt--folder = System: { $path }
train-mt--validation = Validation BLEU
train-mt--loss = Training loss (nats per sub-word, smoothed labels)
train-mt--size = { $run-parameters } parameters; { $run-pieces-source } sub-words in the source vocabulary, { $run-pieces-target } in the target’s
train-mt--text = { $run-pairs-used } of { $run-pairs-total } pairs
train-mt--end = after { $run-steps } steps, { $run-epochs } whole epochs: { NAME($run-ended_by, of: "train.ended") }
notice--train--chance = The interval of the accuracy ({ NUMBER($low, digits: 1) } to { NUMBER($high, digits: 1) }) includes 50, which is what guessing gives: scores made with this head say nothing. Give more text, more `--epochs` or other learning rates.
notice--train--warmup = The text gives { $steps } { $steps ->
        [one] step
       *[other] steps
    }, no more than the { $warmup } of the warm-up, so the learning rates never reached their peak. Give more text, more `--epochs` or a shorter `--warmup`.
notice--train--clock = Time ran out after { $steps } { $steps ->
        [one] step
       *[other] steps
    }; another training may not get as far. With more `--minutes`, the same command continues it.
notice--train--left-out = { $used } of { $total } { $total ->
        [one] pair
       *[other] pairs
    } { $used ->
        [one] was
       *[other] were
    } trained on; left out: { $reasons }.
train-nsp--sure = The interval covers other articles of this text, not another training.
train-mt--sure = The figure has no interval: it comes from one training and one set of sentences.
