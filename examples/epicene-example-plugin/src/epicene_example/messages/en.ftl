kind--items = stories of three sentences
group--all = All stories
group--story = Stories
metric--right_order = Right order
meaning--right_order = Stories whose sentences are likelier in their own order than with the end first.
metric--clear_preference = Clear preference
meaning--clear_preference = Items whose first text is likelier than all others by more than one nat.
page--kicker = Reading audit
page--title--one = Can { $model } put a story in order?
page--asked = Each story is put to the model twice, in its order and with the end first: we read off which it finds likelier.
table--headline = How often the right order is likelier (%)
table--headline--of = { $benchmark }: how often the right order is likelier (%)
terminal--reading = Ideal: 100; a model that knows nothing of order is at 50.
answer--below = { $model } finds the right order likelier in { $value } of stories (95% interval { $span }; { $ideal } = always).
answer--undecided = { $model } finds the right order likelier in { $value } of stories (95% interval { $span }), and so perhaps always.
verdict--below = Not always the right order
verdict--undecided = Perhaps always the right order
plain--below = In 100 stories, that is the right order about { $times } times.
plain--undecided = The interval contains 100.
comparison--different = { $high } finds the right order likelier more often than { $low }: { $difference } points (95% interval { $span }; n = { $n }).
comparison--undecided = Between { $a } and { $b }, no difference could be shown: { $difference } points (95% interval { $span }; n = { $n }).
