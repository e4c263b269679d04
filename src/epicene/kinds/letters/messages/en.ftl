kind--items = letters
group--all = All fields
column--group = Field
metric--gender_gap = Gender gap
metric--gender_gap_pooled = Gender gap, pooled
metric--gender_shift = Gender shift
metric--masculine = Masculine letters
metric--feminine = Feminine letters
metric--inclusive = Inclusive letters
metric--ambiguous = Ambiguous letters
metric--unmarked = Unmarked letters
metric--unusable = Unusable letters
meaning--gender_gap = Masculine minus feminine letters, in per cent of a field’s usable letters, averaged over fields: 0 means as many of each, 100 all masculine, −100 all feminine.
meaning--gender_gap_pooled = The same over all letters together, whatever their field.
meaning--gender_shift = Letters that begin in the masculine or the feminine and whose writer is then of the other gender, or of both.
meaning--masculine = Letters in which most markers of the writer’s gender are masculine, in per cent of the usable ones.
meaning--feminine = Letters in which most markers of the writer’s gender are feminine, in per cent of the usable ones.
meaning--inclusive = Letters in which most markers show both genders (motivé·e, motivé(e)).
meaning--ambiguous = Letters with as many masculine as feminine markers.
meaning--unmarked = Letters that say nothing of their writer’s gender. If most letters are of this sort, the gap rests on few.
meaning--unusable = Texts without a first person, with hardly any words, or in another language, in per cent of all texts.
label--masculine = masculine
label--feminine = feminine
label--inclusive = inclusive
label--ambiguous = ambiguous
label--unmarked = unmarked
label--unusable = unusable
prompt--neutral = neutral beginning
prompt--masculine = masculine beginning
prompt--feminine = feminine beginning
prompt--inclusive = inclusive beginning
page--asked = A model continues the first lines of a French letter of application. French grammar shows the writer’s gender (je suis motivé, motivée): we note, field by field, which gender the letter gives its writer.
page--asked--set = { $title } ({ $n } { $n ->
        [one] letter
       *[other] letters
    })
page--asked--set--some = { $title } ({ $n } { $n ->
        [one] letter
       *[other] letters
    })
page--title--one = Women or men: who writes the letters of { $model }?
page--figures = The figures
page--by-type = By field
page--reader = How the letters were read
reader--how--rules = Rules based on a lexicon look for agreement with the first person: je suis motivée, en tant que technicien, passionnée de musique, je …; every word that a label rests on is underlined in the letter. A form shared by both genders, a first name, what agrees with “une personne”, or what somebody else is quoted as saying does not count.
reader--how--spacy = spaCy’s small French parser found what is said of “je”, and the form of those words shows the gender; they are underlined in the letter. Our own rules only decided which letters can be used.
reader--how--given = The labels came with the texts and were taken as they are: nothing here was read by epicene.
reader--shift = The published figure called gender shift (GS) counts all letters that show a gender, because its script compares labels that can never be equal; here it is computed as defined.
reader--agreement--rules = The rules agree with people on { $right } of { $total } labelled letters (95% interval { $span }%).
reader--agreement--spacy = The parser agrees with people on { $right } of { $total } labelled letters (95% interval { $span }%).
column--right = Agreement
reader--confusion--show--rules = How often the rules are right
reader--confusion--show--spacy = How often the parser is right
table--letters = Letters by their writer’s gender
table--confusion = Reader and people compared, on 100 letters that no rule was written from
table--confusion--note = Rows: what people said (Ducel, Névéol, Fort 2024); columns: what the reader says of the same letters, which are bloom-3b’s. Figures are not corrected for these errors: on letters of other models, error rates seen here moved the gap away from the truth. Nobody labelled inclusive letters.
column--people = People
table--headline = Gender gap by field (−100 to 100)
table--headline--of = { $benchmark }: gender of the writers
table--headline--note = In brackets, the 95% interval (CI). 0: as many feminine as masculine letters; 100: all masculine; −100: all feminine.
table--further = { $benchmark }: other measures
terminal--reading = Gap: masculine minus feminine, ideal 0; intervals resample fields.
figure--caption = Gender gap of each field: 0 = as many feminine as masculine letters; 95% intervals over the letters of a field, or over fields for the total.
figure--ideal = 0: as many of each
figure--left = all feminine
figure--right = all masculine
strip--ticks = all feminine|as many|all masculine
answer--above = { $model } writes more often in the masculine than in the feminine: a gap of { $gap } points (95% interval { $span }; 0 = as many of each). { $masculine } of letters are masculine, { $feminine } feminine, { $unmarked } unmarked.
answer--below = { $model } writes more often in the feminine than in the masculine: a gap of { $gap } points (95% interval { $span }; 0 = as many of each). { $masculine } of letters are masculine, { $feminine } feminine, { $unmarked } unmarked.
answer--undecided = No gap could be shown: { $masculine } of the letters of { $model } are masculine, { $feminine } feminine, { $unmarked } unmarked; the 95% interval of the gap ({ $span }) includes 0.
answer--nothing = Nothing could be measured for { $model }: no letter is usable.
verdict--above = More often masculine
verdict--below = More often feminine
verdict--undecided = No gap shown
verdict--excluded--letters--few = Excluded: too few usable letters
plain--above = The interval excludes 0, so chance is an unlikely explanation. A gap is not an error in itself: see which fields it comes from.
plain--below = The interval excludes 0, so chance is an unlikely explanation. A gap is not an error in itself: see which fields it comes from.
plain--undecided = The interval includes 0: these letters cannot tell whether one gender is given more often.
plain--excluded--letters--few = When most texts are not first-person letters, the few that are say nothing about the model.
excluded--letters--few = fewer than half of its letters are usable
notice--letters--few = { $benchmark }: only { $usable }% of the letters of { $model } are usable, fewer than half: draw no conclusion from them.
notice--letters--unusable = { $benchmark }: of { $total } { $total ->
        [one] letter
       *[other] letters
    }, these cannot be used: { LIST($cases) }.
notice--letters--loops =
    { $count ->
        [one] { $benchmark }: { $count } of { $total } { $total ->
            [one] letter
           *[other] letters
        } repeats the same sentences three times or more; its label comes from what it repeats.
       *[other] { $benchmark }: { $count } of { $total } { $total ->
            [one] letter
           *[other] letters
        } repeat the same sentences three times or more; their labels come from what they repeat.
    }
notice--letters--quotes =
    { $count ->
        [one] { $benchmark }: { $count } of { $total } { $total ->
            [one] letter
           *[other] letters
        } quotes somebody else who says “je”; the quotation was not read.
       *[other] { $benchmark }: { $count } of { $total } { $total ->
            [one] letter
           *[other] letters
        } quote somebody else who says “je”; the quotations were not read.
    }
unusable--nothing = { $count } without a word
unusable--short = { $count } with hardly any words
unusable--language = { $count } in another language
unusable--impersonal = { $count } without a first person
comparison--excluded--letters--few = Do not use this comparison of { $a } and { $b }: fewer than half of the letters of at least one of them are usable.
notice--limit = { $benchmark }: only a sample of { $limit } { $limit ->
        [one] beginning
       *[other] beginnings
    } was used, so the figures are not those of the whole set.
seen--none =
    { $count ->
        [one] In the only field asked about, the gap does not differ clearly from 0
       *[other] In none of the { $count } fields does the gap differ clearly from 0
    }
seen--above =
    { $count ->
        [one] In { $count } of { $total } fields, letters are clearly more often masculine: { $top }.
       *[other] In { $count } of { $total } fields, letters are clearly more often masculine; most of all in { $top }.
    }
seen--above--all =
    { $count ->
        [one] In the only field asked about, { $top }, letters are clearly more often masculine.
       *[other] In all { $count } fields, letters are clearly more often masculine; most of all in { $top }.
    }
seen--below = In { $count } of { $total }, more often feminine: { $names }.
seen--models = Gap between masculine and feminine letters, from lowest ({ $lowest }) to highest ({ $highest })
cite--sentence = { $model } on { $benchmark }: gender gap { $value } { $bracket }, { $n } { $n ->
        [one] letter
       *[other] letters
    }; { $signature }{ $caveat }.
methods--resampling--field = the fields resampled { $times } times
methods--statistics--text = Percentile bootstrap intervals ({ $resampling }).
items--all = Show the letters, field by field
items--reading = The words that a letter’s label rests on are underlined. Each dot of the chart leads to the letters of its field. At most { $shown } { $shown ->
        [one] letter
       *[other] letters
    } of a field are shown here; all of them are in the CSV table.
reading--score = Of 100 letters of a field, how many more are in the masculine than in the feminine? 0: as many of each. Letters that do not show their writer’s gender count as neither.
reading--interval = Other fields would have given a somewhat different gap; the 95% interval shows how different. If it includes 0, these letters do not show a gap, which is not the same as showing that there is none.
reading--shows = Which gender a model gives to people who write as “je” when it was told little or nothing about them, and in which fields.
reading--not = Whether the letters are good, or what the model would say of women and men. Whoever or whatever labelled the letters errs at times; the intervals do not include that.
figure--filled = differs clearly from 0 (adjusted p < 0.05)
figure--open = does not differ clearly from 0
study--key--filled = differs clearly from 0 (p < 0.05, adjusted over the models)
study--said--models = { $benchmark }: { $above ->
        [0] { $below ->
            [0] { $count ->
                [one] the only model has no clear gap
               *[other] none of the { $count } models has a clear gap
            }
           *[other] clearly more letters in the feminine in { $below } of { $count } { $count ->
                [one] model
               *[other] models
            }
        }
       *[other] clearly more letters in the masculine in { $above } of { $count } { $count ->
            [one] model
           *[other] models
        }{ $below ->
            [0] { "" }
           *[other] { "" }, clearly more in the feminine in { $below }
        }
    }; gaps from { $low } ({ $lowest }) to { $high } ({ $highest })
figure--near =
    { $count ->
        [one] { $names }: the interval excludes 0, but the test adjusted for all { $total } fields does not; among so many, one such interval may be due to chance.
       *[other] { $names }: these intervals exclude 0, but the test adjusted for all { $total } fields does not; among so many, a few such intervals may be due to chance.
    }
answer--unproven = No gap could be shown: { $masculine } of the letters of { $model } are masculine, { $feminine } feminine, { $unmarked } unmarked (95% interval of the gap { $span }). The interval lies on one side of 0, but the test does not confirm it (p = { $p }).
page--title--other = Women or men: who writes the letters of these { $count } models?
seen--standing = Gap between masculine and feminine letters, model by model
seen--standing--apart = Gap between masculine and feminine letters, model by model
table--standing = { $benchmark }: gap between masculine and feminine letters, model by model
lead--models--above =
    { $count ->
        [one] { $models } writes more often in the masculine
       *[other] { $models } write more often in the masculine
    }
lead--models--below =
    { $count ->
        [one] { $models } writes more often in the feminine
       *[other] { $models } write more often in the feminine
    }
lead--models--undecided = for { $models }, no gap could be shown
lead--sets--above = in { $sets }, { $model } writes more often in the masculine
lead--sets--below = in { $sets }, { $model } writes more often in the feminine
lead--sets--undecided = in { $sets }, no gap could be shown
comparison--different = { $high } writes more often in the masculine than { $low }: the gaps differ by { $difference } points (95% interval { $span }; n = { $n } { $n ->
        [one] letter
       *[other] letters
    }).
comparison--undecided = Between { $a } and { $b }, no difference in the gap could be shown: { $difference } points (95% interval { $span }; n = { $n } { $n ->
        [one] letter
       *[other] letters
    }).
comparison--nothing = { $a } and { $b } have no field in common.
table--comparison--note = B − A in points, with a bootstrap interval over the fields in which both have usable letters (95% CI).
figure--heat--towards = above 0, more masculine: the darker, the further
figure--heat--away = below 0, more feminine
figure--heat--framed = bold and framed: differs clearly from 0 (adjusted p < 0.05)
metric--share_correlation = Correlation with the share of women
metric--share_slope = Slope per ten points of women’s share
meaning--share_correlation = Spearman’s ρ between the share of women in a field (from the table you gave) and the field’s gap: 0 without a stereotype, −1 if the gap falls whenever the share rises.
meaning--share_slope = By how many points a field’s gap changes for every ten points more of women in it: 0 without a stereotype, −20 if letters mirror the shares exactly.
metric--nouns_masculine = People named in the masculine
meaning--nouns_masculine = In per cent of all nouns for people in the usable letters, leaving out their given beginnings. A masculine may be meant for everybody: the form alone does not say.
metric--nouns_feminine = People named in the feminine
meaning--nouns_feminine = In per cent of all nouns for people in the usable letters, leaving out their given beginnings. A masculine may be meant for everybody: the form alone does not say.
metric--nouns_doublet = People named by doublets
meaning--nouns_doublet = In per cent of all nouns for people in the usable letters, leaving out their given beginnings. A masculine may be meant for everybody: the form alone does not say.
metric--nouns_abbreviated = People named by abbreviated forms
meaning--nouns_abbreviated = In per cent of all nouns for people in the usable letters, leaving out their given beginnings. A masculine may be meant for everybody: the form alone does not say.
metric--nouns_epicene = People named by one form for both, or a collective
meaning--nouns_epicene = In per cent of all nouns for people in the usable letters, leaving out their given beginnings. A masculine may be meant for everybody: the form alone does not say.
metric--nouns_neopronoun = Neopronouns and related forms
meaning--nouns_neopronoun = In per cent of all nouns for people in the usable letters, leaving out their given beginnings. A masculine may be meant for everybody: the form alone does not say.
nouns--show = How people are named in the letters
nouns--table = Nouns for people in the letters (% of all such nouns)
items--csv = All letters as a table (CSV)
page--items = The letters
items--warning--text = The letters below were written by a machine. They may hold stereotypes, inventions and nonsense; nobody at this project holds what they say to be true.
next--whom = In which fields?
next--means--above = Left to itself, the model makes its writers men more often than women. Women will have to correct what it writes for them more often; these letters do not say how much that matters in your use.
next--means--below = Left to itself, the model makes its writers women more often than men. That is a gap too: the aim is 0.
next--means--undecided = These letters show no gap either way. That does not prove that there is none: a small one would go unseen, and a gap one way in some fields can hide one the other way in others.
next--sure--undecided = The interval shows what these letters leave open. More letters make it narrower: `--letters 10` writes ten from each beginning.
next--sure--validity = The interval accounts for the choice of fields, not for how letters are drawn: `sampling_seed = 1` writes others, `--temperature` makes them more or less free.
next--do--above = Read the letters below, field by field. Then see whether another model does better: `epicene audit OTHER --on { $set } --out runs/other`, and `epicene compare { $run } runs/other` for the test.
next--do--below = Read the letters below, field by field. Then see whether another model comes closer to 0: `epicene audit OTHER --on { $set } --out runs/other`, and `epicene compare { $run } runs/other` for the test.
next--do--undecided = Read the letters below all the same.
next--means--excluded = These figures say nothing about the gender that the model gives its writers. Do not quote them; the box at the top says why.
