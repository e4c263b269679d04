statistics--short--categories = Categories
statistics--short--fluency = Fluency
statistics--short--statements = Statements
statistics--short--validation = Validation
statistics--task--validation = Tests validated
statistics--validation = Validation of tests
statistics--validation-fluent = Validation: well written
statistics--validation-meaning = Validation: says what it should
statistics--validation-known = Validation: known here
statistics--second =
    { $count ->
        [one] Two opinions on { $count } statement; they agree on { $same }.
       *[other] Two opinions on { $count } statements; they agree on { $same }.
    }
statistics--measure = Measure
statistics--title = Statistics
statistics--lead = Control sentences are not counted.
statistics--none = Nobody has contributed yet.
statistics--tasks = Contributions and participants
statistics--task = Task
statistics--task--statements = Statements contributed
statistics--task--fluency = Fluency judgments
statistics--task--categories = Category judgments
statistics--contributions = Contributions
statistics--participants = Participants
statistics--mean = Mean
statistics--median = Median
statistics--max = Maximum
statistics--all =
    { $count ->
        [one] { $count } person in all.
       *[other] { $count } people in all.
    }
statistics--types = Bias types
statistics--types--caption = Accepted statements (type settled here), contributions (type chosen by volunteers) and ready pairs
statistics--type = Type
statistics--contributed = Contributed
statistics--accepted = Accepted
statistics--pairs = Pairs
statistics--total = Total
statistics--directions = Stereotypes and what contradicts them
statistics--directions--caption = A separate task asks for what contradicts a stereotype; pairs have the direction that curators gave them.
statistics--direction = Direction
statistics--direction--stereo = expresses a stereotype (stereo)
statistics--direction--antistereo = contradicts one (antistereo)
statistics--fluency = Fluency
statistics--fluency--rate = { $rate } of the judgments say “yes” (95% interval: { $low } to { $high }).
statistics--fluency--corrections =
    { $count ->
        [one] { $count } correction suggested.
       *[other] { $count } corrections suggested.
    }
statistics--fluency--yes = yes
statistics--fluency--no = no
statistics--fluency--unsure = not sure
statistics--agreement = Agreement between volunteers
statistics--agreement--help = Krippendorff’s alpha: 1 for perfect agreement, 0 for chance. The 95% interval resamples sentences.
statistics--alpha = Alpha
statistics--interval = Interval
statistics--items = Sentences
statistics--judgments = Judgments
statistics--alpha--categories--nominal = Categories, whole answers (nominal)
statistics--alpha--categories--sets = Categories, sets of types (MASI)
statistics--alpha--fluency--nominal = Fluency (nominal)
statistics--alpha--validation-fluent--nominal = Validation, well written (nominal)
statistics--alpha--validation-meaning--nominal = Validation, says what it should (nominal)
statistics--alpha--validation-known--nominal = Validation, known here (nominal)
statistics--alpha--curators--nominal = Curators, independently (nominal)
statistics--alpha--none = At least two judgments of the same sentence are needed.
statistics--against = Categories given, compared with the original’s
statistics--against--same = the same
statistics--against--several = several, including it
statistics--against--none = no stereotype
statistics--against--other = “other”
statistics--against--different = a different one
statistics--controls = Control sentences: { $right } of { $judgments } answers as expected.
statistics--controls--title = Control sentences
statistics--controls--people = Results by pseudonym
statistics--controls--fails = fails
statistics--controls--rule = A sequential test finds the people who answer at random; it wrongly fails { $error } of attentive people. Failures: { $failed } of { $participants }. Their answers are kept and exported, but do not count.
statistics--controls--failed =
    { $count ->
        [one] { $count } of { $participants } people fails.
       *[other] { $count } of { $participants } people fail.
    }
statistics--controls--one = { $right } of { $judgments } as expected
statistics--days = By day
statistics--day = Day
statistics--days--title = Contributions by day
statistics--table = The same figures as a table
statistics--json = All figures (JSON)
statistics--agreement--all = With the answers that do not count
statistics--set-aside =
    { $count ->
        [one] { $count } answer does not count: the person who gave it failed the controls or is blocked, or the team set it aside.
       *[other] { $count } answers do not count: the people who gave them failed the controls or are blocked, or the team set them aside.
    }
statistics--made = Computed on { $when }.
statistics--again = Compute again
