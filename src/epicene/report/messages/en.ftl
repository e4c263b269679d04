number--to = to
language--fr = French
language--en = English
language--es = Spanish
language--pt = Portuguese
language--de = German
language--it = Italian
language--nl = Dutch
language--ca = Catalan
language--ro = Romanian
language--pl = Polish
language--ru = Russian
language--ar = Arabic
language--zh = Chinese
language--ja = Japanese
language--ko = Korean
language--tr = Turkish
group--all = All items
group--race-color = Ethnicity, skin colour
group--gender = Gender
group--socioeconomic = Social and economic status
group--nationality = Nationality
group--religion = Religion
group--age = Age
group--sexual-orientation = Sexual orientation
group--physical-appearance = Physical appearance
group--disability = Disability
group--other = Other
group--facet = { $facet }: { $value }
facet--bias_type = bias_type
facet--direction = direction
facet--origin = origin
facet--condition = condition
facet--polarity = polarity
facet--task = task
facet--direction--stereo = stereo
facet--direction--antistereo = antistereo
facet--condition--ambiguous = ambiguous
facet--condition--disambiguated = disambiguated
facet--polarity--negative = negative
facet--polarity--nonnegative = nonnegative
facet--task--intra = intra
facet--task--inter = inter
group--native = Native pairs
group--translated = Translated pairs
column--model = Model
column--benchmark = Benchmark
column--task = Task
column--metric = Metric
column--measure = Measure
column--group = Items about
column--score = Score [95% CI]
column--value = Value [95% CI]
column--n = n / total
column--n--compared = n
column--p = p
column--p_adjusted = p adjusted
column--sanity_check = Sanity check
column--scoring = Way of asking
column--ideal = Ideal
column--difference = B − A [95% CI]
column--p_mcnemar = McNemar
column--p_mcnemar_adjusted = adjusted
column--p_t = t-test
column--signature = Signature
column--p_wilcoxon = Wilcoxon
column--p_sign = sign test
column--p_t_corrected = corrected t
compared--heading = Do they really differ?
compared--section = Figure by figure
compared--title = { LIST($models) }: do they really differ?
compared--table = { $benchmark }: A = { $a }, B = { $b }
compared--named = { $a } and { $b } differ clearly in { $count } of { $total } { $total ->
        [one] figure
       *[other] figures
    }: { SEMICOLONS($figures) }.
compared--many = { $a } and { $b } differ clearly in { $count } of { $total } { $total ->
        [one] figure
       *[other] figures
    }.
compared--none = Between { $a } and { $b }, no clear difference could be shown in any of the { $total } { $total ->
        [one] figure
       *[other] figures
    }.
compared--excluded = { $a } and { $b } are not compared here: at least one of them cannot be trusted, and the differences say nothing.
compared--note = “p adjusted” takes all figures compared here into account (Benjamini–Hochberg). A difference is called clear if its interval excludes 0 and the adjusted p is below 0.05.
notice--compared--identical = { $a } and { $b } are one and the same: the same weights, or outputs that agree word for word. Check which files were given before trusting any comparison.
table--download = Download as CSV
terminal--facets = Facets: p adjusted over the values of each facet, or over all cells of crossed facets.
terminal--reading = Ideal: 50, no preference. Above 50, the stereotype is preferred; below, the other one.
terminal--warning = Warning:
terminal--notice = Notice:
terminal--signature = Signature ({ $benchmark }): { $signature }
answer--on = { $benchmark }: { $answer }
figure--printed = published
figure--n = n = { $n }
n--of = n = { $n }/{ $total }
notice--heading = Read this first
punctuation--semicolon = ; { "" }
items--warning = Content warning
items--column--id = No.
page--figures = The figures
page--reading = How to read this
punctuation--colon = :
methods--machine = Machine
methods--cost = Time
methods--cost--time = { $duration } of work
methods--cost--asking = { $duration } of work, for { $tokens } tokens ({ $rate } tokens per second while asking, not counting loading)
methods--cost--memory = at most { $gigabytes } GB of memory
methods--cost--memory--gpu = at most { $gigabytes } GB of GPU memory
methods--cost--energy--measured = the whole machine used { $energy } Wh in { $duration } (processor measured, memory estimated)
methods--cost--energy--estimated = the whole machine used an estimated { $energy } Wh in { $duration } (from load and typical power, as there is no counter here)
cite--signature = Two figures are comparable only if their signatures differ in nothing but the model.
group--profession = Profession
group--race = Ethnicity
task--intra = within a sentence
task--inter = across two sentences
task--overall = both tasks
task--mean = mean of the tasks
column--verdict = What can be said
page--contents = On this page
notice--heading--quiet = Good to know
number--words = no one two three four five six seven eight nine ten
cite--software = And the program
cite--software--text = The epicene developers: epicene { $version }, a program that measures stereotypes and gender bias in language models and machine translation. Apache-2.0.
terminal--report = Report: { $path }
terminal--folder = Scores and results: { $path }
terminal--results = Results: { $path }
terminal--study = Tables, figures and runs: { $path }
terminal--steps = Steps and figures: { $path }
distribution--row = { $label }: mean { $mean }, median { $median }, n = { $n }{ $below }
distribution--short = { $label }: mean { $mean }, median { $median }
distribution--below = { "" } ({ $n } below −1, drawn at the edge)
column--trust = Trust
page--signatures = Signatures
figure--ideal--quality = 100 = ideal
figure--better = better →
notice--left-aside = { $run }: not compared on { $benchmarks }, which not every run was asked about.
terminal--all = With --verbose: p values and other figures for specialists.
cite--copy = Copy BibTeX
cite--copied = Copied
notice--details = Which ones
