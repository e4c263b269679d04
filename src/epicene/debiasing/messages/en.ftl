debias--kicker = Debiasing
debias--title = { $model }, debiased by { $method }
debias--standfirst--cda = The model was trained further on a text and, in equal parts, on the same text with the genders exchanged.
debias--standfirst--leace = After every block, the direction that separates masculine from feminine is removed from what passes through the model. Its weights stay as they were.
debias--standfirst--counterfactual = The system was trained further on sentence pairs and on the same pairs with the genders exchanged on both sides.
debias--standfirst--tag = The system was trained further with a tag before each source sentence: the gender of the person it is about, read from the source alone. It adds the tag by itself whenever it translates.
debias--text--cda = { $sentences } { $sentences ->
        [one] sentence
       *[other] sentences
    } read, { $swapped } of them with { $words } words whose gender could be exchanged.
debias--text--leace = { $sentences } { $sentences ->
        [one] sentence
       *[other] sentences
    } read, { $swapped } of them with { $words } words whose gender could be exchanged.
debias--text--counterfactual = { $sentences } { $sentences ->
        [one] pair
       *[other] pairs
    } read, { $swapped } of them with a counterpart in the other gender.
debias--text--tag = { $sentences } { $sentences ->
        [one] pair
       *[other] pairs
    } read: { NUMBER($feminine, digits: 0) } sources are about a woman, { NUMBER($masculine, digits: 0) } about a man, { NUMBER($neutral, digits: 0) } say neither or both.
debias--done--cda = Trained for { $steps } { $steps ->
        [one] step
       *[other] steps
    } on { $used } sentences; final loss { NUMBER($loss, digits: 2) } nats per token.
debias--done--leace = Gender erased after { NUMBER($blocks, digits: 0) } blocks, fitted on { NUMBER($examples, digits: 0) } sentences. On held-out nouns, a linear probe reads the right gender in { PERCENT($linear_before) } of cases before and { PERCENT($linear_after) } after; a non-linear one in { PERCENT($other_before) } and { PERCENT($other_after) } (50 = guessing).
debias--done--counterfactual = Trained for { $steps } { $steps ->
        [one] step
       *[other] steps
    } on { NUMBER($trained, digits: 0) } pairs, counterparts included; BLEU of { NUMBER($held_out, digits: 0) } held-out pairs: { NUMBER($bleu_before, digits: 1) } before, { NUMBER($bleu, digits: 1) } after.
debias--done--tag = Trained for { $steps } { $steps ->
        [one] step
       *[other] steps
    } on { NUMBER($trained, digits: 0) } pairs; BLEU of { NUMBER($held_out, digits: 0) } held-out pairs: { NUMBER($bleu_before, digits: 1) } before, { NUMBER($bleu, digits: 1) } after.
debias--folder = Model: { $path }
debias--left = Words that could not be exchanged
debias--left--note--cda = A sentence with such a word is left out: half swapped, it would teach a mistake.
debias--left--note--leace = A sentence with such a word is left out: half swapped, it would teach a mistake.
debias--left--note--counterfactual = Such a pair is trained on as it is, without a counterpart.
debias--left--line = Not exchanged, { NAME($reason, of: "debias.reason") }: { $n } ({ FIRST($words) })
debias--reason = Reason
debias--times = Times
debias--words = The most frequent
debias--loss = Training loss (nats per token)
debias--validation = Held-out loss (nats per token)
debias-mt--loss = Training loss (nats per token)
debias-mt--validation = BLEU of held-out pairs
notice--debias--unmeasured = This says what was done, not whether it helped: audit the model before and after, and compare the two (`epicene compare BEFORE AFTER`).
notice--debias--few = Only { $swapped } of { $sentences } { $sentences ->
        [one] sentence
       *[other] sentences
    } ({ PERCENT($share) }) { $swapped ->
        [one] has
       *[other] have
    } a word whose gender could be exchanged; text about people teaches more.
debias--reason--name = a first name (exchanged with --names where its counterpart is known)
debias--reason--pronoun = a pronoun that may stand for somebody or something else
debias--reason--agreement = a word that may or may not agree with somebody
debias--reason--noun = a noun without a certain counterpart
debias--reason--not-reversible = a word whose swap is ambiguous
debias--reason--benchmark = the counterpart is a benchmark’s sentence
debias--reason--disagree = source and translation name different genders (such pairs are not trained on)
debias--reason--one-side = one side shows a gender, and it is not certain what the other says
debias--sure = These figures come from one run with one seed and have no interval.
debias--means--leace = Near 50 after means that hardly any straight line separates the genders now. A non-linear probe above 50 means that some of the gender is still there.
debias--means--cda = The model has read the same sentences in both genders. The loss says how well it learnt the text, not whether it prefers anything less.
debias--means--counterfactual = The system was trained on the same sentences in both genders. BLEU says whether translations stayed good, not whether they are fairer.
debias--means--tag = The system is now told the gender wherever the source shows it. BLEU says whether translations stayed good, not whether they are fairer.
