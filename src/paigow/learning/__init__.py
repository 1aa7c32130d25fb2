"""Practice and review: drills of the house way, of settlement and of irregularities, and a session against best play.

Everything is a value. Seeds and times come in as values; nothing here knows a clock, a file or a page. Each drill has a
question of a number, an answer that marks it, and `learned`, which puts the answer into a `progress.Progress`:

    house_way        question(rules, house_way, seed=, number=, progress=)   answer(question, setting)
    settlement       situation(rules, seed=, number=, progress=)             mark(situation, answers)
    irregularities   question(standard, seed=, number=, progress=)           answer(question, value)
    review           review(steps, player)

Every value has `data()`, plain values for JSON and pages; questions and progress are read back by `read`. Sentences are
`text.Text`: a template to translate and its fields.
"""
