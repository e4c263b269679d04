mt--judge--title = { $about }: right translations, in % ({ $n } { $n ->
        [one] line
       *[other] lines
    })
mt--judge--fr-en--classes = Which possessive translates “son”, by determiner and noun (%)
mt--judge--en-fr--classes = Subject group right, by determiner and noun of the reference (%)
mt--judge--note = All lines: where the source shows no gender (l’ + épicène), the gender for which the line was written counts, as in the published totals. Source shows it: lines whose source shows the gender. 95% intervals, occupations resampled.
mt--judge--reader--rules = The rules that read translations agreed with two readers on { $agreed } of { $total } hard outputs that were set aside while the rules were written.
mt--judge--reader--spacy = spaCy, used where the rules could not decide, agreed on { $agreed } of { $total } by itself.
mt--winomt--title = WinoMT: right gender of the person, in % ({ $n } { $n ->
        [one] sentence
       *[other] sentences
    }, gender read by { $gender })
mt--gender--rules = rules
mt--gender--spacy = spaCy
mt--winomt--note = Neutral items and people whose gender is not marked count as wrong. 95% intervals, occupations resampled.
mt--winomt--warning = Many of these sentences are built on stereotypes about who does which work, and translations repeat or add to them. They are shown so that the figures can be checked, and express nobody’s opinion here.
mt--page--kicker = Gender in translation
mt--compared--told = A and B in per cent, B − A in points. Intervals and bootstrap p resample occupations (in sets with references in both genders: pairs or sentences), because lines about one occupation are not independent. McNemar’s exact test compares the lines that only one system gets right, and treats lines as independent; “adjusted” corrects it for the number of figures that have this test. Where a figure does not use every line, each system has its own lines; n and McNemar’s test are over the lines that both use.
mt--bleu--compared--told = BLEU of both systems on the same sentences, B − A in points. Interval and p resample the sentences of the test set.
notice--mt--not-compared = { NAME($metric, of: "mt.metric") } is not compared: the lines of at least one run do not say which list they are on. Run it again with --pro and --anti, in a new folder.
mt--seen--pronoun_correct = { $system } gives the right possessive in { PERCENT($feminine-value) } of feminine lines and in { PERCENT($masculine-value) } of masculine ones whose source shows the gender
mt--seen--group_correct = { $system } has determiner and noun right in { PERCENT($feminine-value) } of feminine lines and in { PERCENT($masculine-value) } of masculine ones
mt--seen--accuracy = { $system } gives the right gender to { PERCENT($feminine-value) } of women and to { PERCENT($masculine-value) } of men
mt--lines = { $cell }, { $found } ({ $n })
mt--lines--of = The lines behind the figures: { $system }
mt--lines--hypothesis = Translation
mt--column--figure = { "" }
mt--column--class = Class
mt--column--n = n
mt--column--outcome = Result
mt--published = { $system }, publ.
mt--of = { $metric }: { $group }
mt--metric--pronoun_correct = Right possessive
mt--metric--determiner_correct = Right determiner
mt--metric--noun_correct = Right noun
mt--metric--group_correct = Right determiner and noun
mt--metric--pronoun_gap = Possessive, masculine minus feminine
mt--metric--determiner_gap = Determiner, masculine minus feminine
mt--metric--noun_gap = Noun, masculine minus feminine
mt--metric--group_gap = Determiner and noun, masculine minus feminine
mt--metric--identical_pairs = Same translation for both genders
mt--metric--accuracy = Accuracy
mt--metric--f1_masculine = F1 masculine
mt--metric--f1_feminine = F1 feminine
mt--metric--delta_g = ΔG, F1 masculine minus feminine
mt--metric--delta_g_spacy = ΔG by spaCy’s reading
mt--metric--delta_s = ΔS, pro- minus anti-stereotypical
mt--metric--unknown = Gender not marked
mt--group--all = all lines
mt--group--marked = source shows it
mt--group--feminine = feminine
mt--group--masculine = masculine
mt--group--feminine_20_marked = feminine, source shows it
mt--group--masculine_20_marked = masculine, source shows it
mt--group--pro-stereotypical = pro-stereotypical
mt--group--anti-stereotypical = anti-stereotypical
mt--class--epicene = { $determiner } + épicène
mt--class--feminine = { $determiner } + feminine
mt--class--masculine = { $determiner } + masculine
mt--outcome--her = her
mt--outcome--his = his
mt--outcome--both = both
mt--outcome--other = other
mt--outcome--inclusive = inclusive form (·, iel)
mt--outcome--avoided = gender avoided
mt--outcome--of_other--their = of other: their
mt--outcome--of_other--inclusive = of other: an inclusive form
mt--outcome--of_other--avoided = of other: no possessive
mt--outcome--of_other--wrong = of other: wrong (its, my…)
mt--outcome--right = both right
mt--outcome--determiner = only the determiner right
mt--outcome--noun = only the noun right
mt--outcome--wrong = both wrong
mt--bleu--title = BLEU of translations
mt--bleu--system = System
mt--bleu--direction = Direction
mt--bleu--validation = Validation
mt--bleu--published = Published ({ $test })
mt--bleu--note = 95% intervals, sentences resampled. Signature: { SEMICOLONS($signatures) }. Published: { $source }; the paper gives neither its signature nor its beam size.
mt--bleu--validated = Validation: other sentences, { SEMICOLONS($signatures) }.
mt--bleu--test = Test set
mt--bleu--kicker = Translation quality
mt--bleu--page = BLEU of { $systems } on { $test }
mt--bleu--answer = { $run-model } reaches a BLEU of { $bleu-value } (95% interval { SPAN($bleu-low, $bleu-high) }) on { $run-test }: { $run-n } { $run-n ->
        [one] sentence
       *[other] sentences
    }, { $direction }.
mt--stats--kicker = Gender in translation: the training corpus
mt--stats--title =
    { $count ->
        [one] What one sentence pair teaches about occupations
       *[other] What { $count } sentence pairs teach about occupations
    }
mt--stats--answer--nouns = { $absent } of { $n } occupation { $n ->
        [one] noun
       *[other] nouns
    } never occur in the French side: a system trained on it has not seen them.
mt--stats--answer--son = “son” is aligned with “his” in { $his } of { $links } { $links ->
        [one] link
       *[other] links
    }, with “her” in { $her } and with “its” in { $its }.
mt--stats--file--fr = French side
mt--stats--file--en = English side
mt--stats--heading--possessives = Possessives on both sides
mt--stats--possessives = How often possessives occur
mt--stats--language = Language
mt--stats--language--fr = French
mt--stats--language--en = English
mt--stats--count = Occurrences
mt--stats--forms--file = Every noun, how often it occurs and into how many sub-words it is split:
mt--stats--forms = Every noun and how often it occurs
mt--stats--noun = Noun
mt--stats--gender = Gender
mt--stats--gender--feminine = feminine
mt--stats--gender--masculine = masculine
mt--stats--gender--epicene = epicene
mt--stats--frequency = How often { $n } occupation { $n ->
        [one] noun occurs
       *[other] nouns occur
    } in { $pairs } sentence { $pairs ->
        [one] pair
       *[other] pairs
    } (cumulative, %)
mt--stats--pieces = Sub-words of a noun
mt--stats--son = What “son” is aligned with: { $links } { $links ->
        [one] link
       *[other] links
    } in { $pairs } { $pairs ->
        [one] pair
       *[other] pairs
    }, { $types } different words (%)
mt--stats--at-most = Occurrences, at most
mt--stats--nouns = Nouns
mt--stats--share = Share of nouns
mt--stats--subwords = Sub-words
mt--stats--word = Word
mt--stats--links = Links
mt--stats--link-share = Share of links
mt--stats--son--pieces = What “son” is aligned with, in sub-words: { $links } { $links ->
        [one] link
       *[other] links
    } in { $pairs } { $pairs ->
        [one] pair
       *[other] pairs
    }, { $types } different sub-words (%)
mt--stats--piece = Sub-word
mt--stats--others = others
mt--stats--published = Published
mt--stats--published--note = Published: { $source }, of its own training corpus and nouns.
mt--stats--son--note = Published: { $source }, table 3, of its own training corpus, aligned in sub-words; { $types } different ones.
mt--stats--figure--frequency = Share of { $n } occupation { $n ->
        [one] noun
       *[other] nouns
    } that occur at most this often in { $pairs } sentence { $pairs ->
        [one] pair
       *[other] pairs
    } (%)
mt--stats--figure--pieces = Share of the { $n } { $n ->
        [one] noun
       *[other] nouns
    } by number of sub-words (%)
mt--stats--heading--nouns = How rare the nouns are in the training corpus
mt--stats--subject = Subject
mt--stats--subjects = What “son”, “sa” and “ses” are aligned with, by the subject’s gender
mt--stats--subjects--his = “his”
mt--stats--subjects--her = “her”
mt--stats--subjects--other = other or none
mt--stats--subjects--share = “her” out of both (%)
mt--stats--subjects--note = Sentences that begin with “il”, “elle” or an occupation whose gender can be read. A possessive may refer to somebody other than the subject, and “il” or “elle” to a thing. Exact intervals, as if occurrences were independent.
mt--stats--heading--son = What “son” is aligned with in the training corpus
mt--page--title =
    { $count ->
        [one] Does { $systems } keep the gender?
       *[other] Do { $systems } keep the gender?
    }
mt--page--asked--fr-en = From French into English, short sentences name an occupation once in the masculine and once in the feminine: which possessive, his or her, does the translation choose?
mt--page--asked--en-fr = From English into French, short sentences use his or her about somebody named by occupation: does the French subject take that gender?
mt--page--asked--winomt = WinoMT takes English sentences in which a pronoun reveals somebody’s gender: which gender does that person have in the French translation?
mt--section--fr-en = French into English: { $n } { $n ->
        [one] sentence
       *[other] sentences
    } about occupations
mt--section--en-fr = English into French: { $n } { $n ->
        [one] sentence
       *[other] sentences
    } about occupations
mt--section--winomt = WinoMT, English into French: { $n } { $n ->
        [one] sentence
       *[other] sentences
    }
mt--gap--masculine = { $seen }: a gap of { $gap } points at the feminine’s expense (95% interval { $span }).
mt--gap--feminine = { $seen }: a gap of { $gap } points at the masculine’s expense (95% interval { $span }).
mt--gap--undecided = { $seen }: no clear gap between the genders ({ $gap } points; 95% interval { $span }, which includes 0).
mt--gap--few = { $seen }: { $n } independent { $n ->
        [one] case is
       *[other] cases are
    } too few to show a gap between the genders ({ $gap } points; six are needed).
mt--gap--delta_g--masculine = { $seen }; ΔG, the gap between the two F1 scores, is { $gap } points at the feminine’s expense (95% interval { $span }).
mt--gap--delta_g--feminine = { $seen }; ΔG, the gap between the two F1 scores, is { $gap } points at the masculine’s expense (95% interval { $span }).
mt--gap--delta_g--undecided = { $seen }; ΔG, the gap between the two F1 scores, does not differ clearly from 0 ({ $gap } points; 95% interval { $span }).
mt--reading--ideal--term = The ideal
mt--reading--ideal = 100% right for both genders, and a gap of 0. A system that always writes the masculine gets every masculine line right, so look at the gap and not at the total.
mt--reading--interval--term = The interval
mt--reading--interval = Other sentences would have given somewhat different figures; the 95% interval shows how different, by resampling them (all sentences about an occupation together, where they are about occupations). If the interval of a gap includes 0, these sentences show no gap; that does not prove that there is none.
mt--reading--epicene--term = l’ + épicène
mt--reading--epicene = After l’, an épicène noun (l’architecte) does not show its gender, so that no possessive is right or wrong. Figures called “source shows it” leave these lines out.
mt--reading--shows--term = What this shows
mt--reading--shows = Whether, in these sentences, the translation keeps a gender that the source states (or leaves open one that the source leaves open), and whether it does so as often for women as for men.
mt--reading--not--term = What it does not show
mt--reading--not = How the system does on ordinary text: the sentences follow a pattern, or were written or chosen for the test, and know two genders only. The output is read by rules or by word alignment, which err at times. A system without a gap may still translate badly.
mt--lines--class = Class
notice--mt--limit = Only { $n } of { $total } { $total ->
        [one] line
       *[other] lines
    } { $n ->
        [one] is
       *[other] are
    } judged (--limit).
notice--mt--limit--items = Only { $n } of { $total } { $total ->
        [one] item
       *[other] items
    } { $n ->
        [one] is
       *[other] are
    } used (--limit).
notice--mt--empty =
    { $count ->
        [one] 1 empty line of the output counts as wrong (line { $line }).
       *[other] { $count } empty lines of the output count as wrong (the first is line { $line }).
    }
notice--mt--by-spacy =
    { $count ->
        [one] spaCy read 1 subject that the rules could not (--gender spacy).
       *[other] spaCy read { $count } subjects that the rules could not (--gender spacy).
    }
notice--mt--unreadable = Draw no conclusion: only { $count } of { $total } { $total ->
        [one] line
       *[other] lines
    } could be read. Look at the translations first.
mt--cleaned--notes = notes ({ $n })
mt--cleaned--quotes = quotation marks ({ $n })
mt--cleaned--bullets = bullets or numbers ({ $n })
mt--cleaned--labels = labels such as “Translation:” ({ $n })
mt--cleaned--markup = markup ({ $n })
mt--cleaned--entities = character entities ({ $n })
mt--cleaned--lines = other lines of a reply ({ $n })
notice--mt--cleaned = { $count } of { $total } { $total ->
        [one] output was
       *[other] outputs were
    } cleaned before judging: { LIST($kinds) }.
notice--mt--aspirated =
    { $count ->
        [one] { $count } noun with h aspiré after l’: { FIRST($nouns) }.
       *[other] { $count } nouns with h aspiré after l’: { FIRST($nouns) }.
    }
notice--mt--unelided =
    { $count ->
        [one] { $count } noun that lacks its elision: { FIRST($nouns) }.
       *[other] { $count } nouns that lack their elision: { FIRST($nouns) }.
    }
notice--mt--two-nouns =
    { $count ->
        [one] { $count } pair has two English nouns, which show the gender: { FIRST($nouns) }.
       *[other] { $count } pairs have two English nouns, which show the gender: { FIRST($nouns) }.
    }
notice--mt--repeated =
    { $count ->
        [one] { $count } noun in several pairs: { FIRST($nouns) }.
       *[other] { $count } nouns in several pairs: { FIRST($nouns) }.
    }
notice--mt--stray-spaces =
    { $count ->
        [one] { $file }: { $count } line with stray spaces: { FIRST($lines) }.
       *[other] { $file }: { $count } lines with stray spaces: { FIRST($lines) }.
    }
notice--mt--no-newline = { $file }: the last line has no newline, so `wc -l` counts one line too few.
notice--mt--unknown-rows = { $file }: the rows are not those of the version we know (digest { $digest }).
notice--mt--changed =
    { $count ->
        [one] Line { $lines } of the file has another English sentence than the item; it was matched by its number and left out of ΔS.
       *[other] { $count } lines of the file have another English sentence than the item ({ FIRST($lines) }); they were matched by their numbers and left out of ΔS.
    }
notice--mt--untranslated =
    { $count ->
        [one] { $count } of { $total } { $total ->
            [one] translation
           *[other] translations
        } is empty.
       *[other] { $count } of { $total } { $total ->
            [one] translation
           *[other] translations
        } are empty.
    }
notice--mt--unfinished = { $done } of { $total } { $total ->
        [one] line
       *[other] lines
    } { $done ->
        [one] is
       *[other] are
    } translated so far; run the same command to continue.
mt--translate--kicker = A translated file
mt--translate--title =
    { $count ->
        [one] { $system } translated { $count } line from { NAME($source, of: "language") } into { NAME($target, of: "language") }
       *[other] { $system } translated { $count } lines from { NAME($source, of: "language") } into { NAME($target, of: "language") }
    }
mt--translate--done = { $done } of { $total } { $total ->
        [one] line is
       *[other] lines are
    } translated, in { $out } ({ $rate } lines per second).
mt--translate--facts = What was done
mt--translate--out = Translations
mt--translate--source = Digest of the source lines
mt--translate--fact--command = Command
mt--translate--fact--model = Model
mt--translate--fact--revision = Revision
mt--translate--fact--weights = Digest of the weights
mt--translate--fact--beams = Beam size
mt--translate--fact--max_new_tokens = Longest translation, in tokens
mt--translate--fact--limit = Longest translation of a line of n tokens
mt--translate--fact--prefix = Put before each line
mt--translate--fact--dtype = Number format
mt--translate--lines = The first lines, side by side
mt--translate--line = Line
mt--translate--of = Source
mt--translate--text = Translation
mt--translate--title--several = What { LIST($systems) } translated
mt--metric--ambiguity_kept = Gender left open, as in the source
mt--metric--her_share = “her” among “his” and “her”, gender open in the source
mt--metric--tgbi = Bias index of Cho et al. (0–1; 1: all left open)
mt--metric--feminine_chosen = Feminine among gendered translations, gender open in the source
mt--kept--en-fr = Where the English names no gender ({ $kept-n_used } { $kept-n_used ->
        [one] line
       *[other] lines
    }), { $system } leaves it open in { PERCENT($kept-value) } of translations (95% interval { SPAN($kept-low, $kept-high) }; ideal 100); of those with a gender, { PERCENT($her-value) } are feminine (an even split would be 50).
mt--kept--always--en-fr = Where the English names no gender ({ $kept-n_used } { $kept-n_used ->
        [one] line
       *[other] lines
    }), { $system } leaves it open in { PERCENT($kept-value) } of translations (95% interval { SPAN($kept-low, $kept-high) }; ideal 100).
mt--class--open = gender left open by the source
mt--outcome--kept = left open
mt--outcome--feminine = feminine
mt--outcome--masculine = masculine
mt--outcome--unreadable = no gender found
mt--kept--fr-en = Where the French shows no gender (l’ + épicène, { $kept-n_used } { $kept-n_used ->
        [one] line
       *[other] lines
    }), { $system } leaves it open in { PERCENT($kept-value) } of translations (95% interval { SPAN($kept-low, $kept-high) }; ideal 100); of those that say “his” or “her”, { PERCENT($her-value) } say “her” (an even split would be 50).
mt--kept--always--fr-en = Where the French shows no gender (l’ + épicène, { $kept-n_used } { $kept-n_used ->
        [one] line
       *[other] lines
    }), { $system } leaves it open in { PERCENT($kept-value) } of translations (95% interval { SPAN($kept-low, $kept-high) }; ideal 100).
mt--metric--accuracy_determined = Accuracy, neutral items left out
mt--metric--accuracy_neutral = Accuracy, neutral items right if unmarked
mt--entity--masculine = Men
mt--entity--feminine = Women
mt--entity--neutral = Gender not given
mt--entity--found--masculine = masculine in French
mt--entity--found--feminine = feminine in French
mt--entity--found--unknown = not marked in French
mt--entity--found--both = in both genders (doublet)
mt--entity--found--inclusive = inclusive form (·, iel)
mt--entity--found--avoided = gender avoided (la victime)
mt--winomt--outcomes = Gender of each person in French (sentences)
mt--set--outcomes = Results by gender of the source (translations)
mt--set--found--inclusive = inclusive form (·, iel)
mt--set--found--avoided = gender avoided
mt--winomt--cell = { $gold }, { $found }: { $shown } of { $n }
mt--lines--phrase = Words for the entity
mt--set--title = { $on }: gender of the translations, in % ({ $n } { $n ->
        [one] translation
       *[other] translations
    })
mt--set--note = A translation is read by the words that only the feminine or only the masculine reference contains; one with such a word is readable. As released: right unless it contains such a word of the other gender, so that a translation without any, even an empty one, counts as right. 95% intervals, sentences (or pairs of sentences) resampled.
mt--set--label = Label
mt--set--labels = { $system }: what becomes of the gender, by label (%)
mt--set--words = Words that show the gender
mt--set--reference--feminine = Feminine reference
mt--set--reference--masculine = Masculine reference
mt--set--reference--original = Reference
mt--set--reference--flipped = Reference in the other gender
mt--set--class--feminine = Feminine sentences
mt--set--class--masculine = Masculine sentences
mt--set--class--unknown = Sentences whose context has no pronoun
mt--set--class--open = Gender left open by the source
mt--set--found--right = right
mt--set--found--wrong = a word of the other gender
mt--set--found--uncovered = no word shows the gender
mt--set--found--empty = empty
mt--set--found--masculine = masculine only
mt--set--found--feminine = feminine only
mt--set--found--both = both genders
mt--set--found--kept = left open
mt--set--found--unreadable = no word shows the gender
mt--set--covered = Where a word shows the gender ({ $covered-n_used } of { $coverage-n_used } translations), { $system } has it right in { PERCENT($covered-value) } of cases (95% interval { SPAN($covered-low, $covered-high) }).
mt--set--open = Where the source names no gender ({ $ambiguity_kept-n_used } { $ambiguity_kept-n_used ->
        [one] sentence
       *[other] sentences
    }), { $system } leaves it open in { PERCENT($ambiguity_kept-value) } of translations (95% interval { SPAN($ambiguity_kept-low, $ambiguity_kept-high) }; ideal 100): { PERCENT($masculine_share-value) } are masculine, { PERCENT($feminine_share-value) } feminine, { PERCENT($both_share-value) } mix both, and { PERCENT($unreadable-value) } could not be read.
mt--seen--accuracy_covered = Where a word shows the gender, { $system } has it right in { PERCENT($feminine-value) } of feminine sentences and in { PERCENT($masculine-value) } of masculine ones
mt--metric--feminine_correct = Feminine right, as released
mt--metric--masculine_correct = Masculine right, as released
mt--metric--both_correct = Both of a pair right, as released
mt--metric--coverage = Readable
mt--metric--accuracy_covered = Right, if readable
mt--metric--covered_gap = Masculine minus feminine, if readable
mt--metric--masculine_share = Masculine only
mt--metric--feminine_share = Feminine only
mt--metric--both_share = Both genders mixed
mt--metric--unreadable = No word shows the gender
mt--page--asked--mt-geneval = MT-GenEval has sentences of Wikipedia in two versions, one about a woman and one about a man: do the words that agree with that person take the right gender?
mt--page--asked--mt-geneval-context = In MT-GenEval’s contextual sentences, only the sentence before reveals the gender: does the translation follow it?
mt--page--asked--gate = GATE has English sentences that do not say a person’s gender: does the translation choose one, or leave it open too?
mt--page--asked--table = Each sentence has a reference in the feminine and one in the masculine: which of them does the translation follow, or does it leave the gender open?
mt--section--mt-geneval = MT-GenEval: { $n } { $n ->
        [one] translation
       *[other] translations
    }
mt--section--mt-geneval-context = MT-GenEval in context: { $n } { $n ->
        [one] translation
       *[other] translations
    }
mt--section--gate = GATE: { $n } { $n ->
        [one] translation
       *[other] translations
    }
mt--section--table = References in both genders: { $n } { $n ->
        [one] translation
       *[other] translations
    }
mt--reading--unique--term = Words that show the gender
mt--reading--unique = A translation is read by the words that only the feminine or only the masculine reference contains. One that says the same thing in other words cannot be read; the table gives the share that can. In French, épicène nouns (les élèves), doublets (étudiantes et étudiants) and abbreviated forms (étudiant·e) count as leaving the gender open.
notice--mt--set--empty =
    { $count ->
        [one] 1 translation is empty (line { $line }): it shows no gender, and accuracy as released counts it as right.
       *[other] { $count } translations are empty (the first in line { $line }): they show no gender, and accuracy as released counts them as right.
    }
notice--mt--set--mute =
    { $count ->
        [one] In 1 of { $total } lines (line { $line }), one reference has no word of its own, so that its gender cannot be recognised.
       *[other] In { $count } of { $total } lines (the first is { $line }), one reference has no word of its own, so that its gender cannot be recognised.
    }
notice--mt--no-delta-s = ΔS is missing: all the items used are on one list, pro- or anti-stereotypical.
mt--kind = translations
mt--short--fr-en = Occupations, French into English
mt--short--en-fr = Occupations, English into French
mt--short--winomt = WinoMT
mt--short--mt-geneval = MT-GenEval
mt--short--mt-geneval-context = MT-GenEval in context
mt--short--gate = GATE
mt--short--table = References in both genders
mt--short--test-set = Test set { $test }
mt--judge--forward--classes = Which possessive the translation has, by determiner and noun (%)
mt--judge--back--classes = Subject group right, by determiner and noun of the reference (%)
mt--page--asked--pair = From { $direction }: short sentences name an occupation once in the masculine and once in the feminine. Is the translation about a person of the same gender?
mt--section--pair = { $direction }: { $n } { $n ->
        [one] sentence
       *[other] sentences
    } about occupations
mt--kept--pair = Where the source names no gender ({ $kept-n_used } { $kept-n_used ->
        [one] line
       *[other] lines
    }), { $system } leaves it open in { PERCENT($kept-value) } of translations (95% interval { SPAN($kept-low, $kept-high) }; ideal 100); of those with a gender, { PERCENT($her-value) } are feminine (an even split would be 50).
mt--kept--always--pair = Where the source names no gender ({ $kept-n_used } { $kept-n_used ->
        [one] line
       *[other] lines
    }), { $system } leaves it open in { PERCENT($kept-value) } of translations (95% interval { SPAN($kept-low, $kept-high) }; ideal 100).
mt--bleu--signed = { $signature }, beam { $beams }
mt--means--term = What it means
mt--means--masculine = The translation loses the feminine more often than the masculine: women become men more often than men become women.
mt--means--feminine = The translation loses the masculine more often than the feminine: men become women more often than women become men.
mt--means--none = These sentences do not show that one gender is lost more often than the other. That does not prove that none is.
mt--sure--term = How sure it is
mt--sure = The 95% intervals show how the figures would change with other occupations or sentences of the same kind; they say nothing about other texts. A gap is called clear only if its interval excludes 0 and at least six independent cases support it.
mt--now--term = What now
mt--now--gap = Read the lines behind the figures first. Then compare systems on the same lines (`epicene compare`) or, if you have the model, see where the gender gets lost (`epicene mt audit`, `epicene mt probe`).
mt--now = Read the lines behind the figures. Add sentences where the intervals are wide, and try another test: each looks at one way of losing a gender.
mt--method--judge = Rules read the possessive, or the determiner and noun of the subject, in each translation, and nothing else.
mt--method--set = Each translation is read by the words that only one of its two references contains.
mt--method--winomt = The entity is found in the translation by word alignment ({ $aligner }), its gender by { $gender }.
mt--translate--means = The file has a translation for each line, in order. Nothing here says how good they are.
mt--translate--sure = The lines were not judged. Look at the first ones below: a wrong language or direction shows there.
mt--translate--now = Judge the file: `epicene mt judge --hyp FILE` for the gender of controlled sentences; `epicene mt winomt --translations FILE` for WinoMT.
mt--bleu--means = BLEU counts the words shared with one reference. It measures quality, not fairness: a system may lose every feminine and hardly any BLEU.
mt--bleu--sure = The 95% intervals resample the sentences of this test set. Another test set, tokenisation or case gives another BLEU; the signature says which one this is.
mt--bleu--now = Compare systems on the same sentences (`epicene compare`), and look at the gender with `epicene mt judge`.
mt--stats--means = A system learns badly what its training corpus hardly contains: nouns that never occur, nouns cut into many pieces, and “son” as “her” where it nearly always stands for “his”.
mt--stats--sure = Counts are exact, over the whole corpus; a form counts whatever it means there (avocat, the fruit, too). Alignments come from a sample and are sometimes wrong.
mt--stats--now = Judge a system that was trained on this corpus (`epicene mt judge`), and compare with the count of another corpus.
mt--reading--ideal--open--term = The ideal
mt--reading--ideal--open = 100% left open: the source names no gender, so that the translation need not choose one. Where it chooses, as many feminine as masculine forms are second best.
mt--means--unread = Too few translations could be read, so that the figures mean nothing.
mt--means--open--kept = The source names no gender, and most translations leave it open too.
mt--means--open--masculine = The source names no gender, but translations choose the masculine more often than the feminine: people of unknown gender become men.
mt--means--open--feminine = The source names no gender, but translations choose the feminine more often than the masculine.
mt--means--open--none = The source names no gender; the question is whether the translation leaves it open or chooses. Neither gender is clearly chosen more often.
mt--means--of = { LIST($systems) }: { $meaning }
mt--now--unread = Read the translations: are they in the right language, and in the order of the source? Then translate and judge again.
mt--chart--feminine = Feminine
mt--chart--masculine = Masculine
mt--chart--open = Gender left open
mt--chart--title--pronoun_correct = Right possessive where the source shows the gender (%)
mt--chart--title--group_correct = Right determiner and noun (%)
mt--chart--title--accuracy = Right gender of the person (%)
mt--chart--title--accuracy_covered = Right gender where a word shows it (%)
mt--chart--title--ambiguity_kept = Gender left open, as in the source (%)
mt--direction = { $source } into { $target }
