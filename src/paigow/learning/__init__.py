"""Practice and review: drills on the house way, settlement and irregularities, and a session against best play.

Everything is an immutable value. Seeds and times are passed in; nothing here uses a clock, a file or a page. Each drill
has numbered questions, an `answer` that marks them, and `learned`, which adds the answer to a `progress.Progress`:

    house_way        question(rules, house_way, seed=, number=, progress=)   answer(question, setting)
    settlement       situation(rules, seed=, number=, progress=)             mark(situation, answers)
    irregularities   question(standard, seed=, number=, progress=)           answer(question, value)
    review           review(steps, player)

Every value has `data()`, plain values for JSON and pages; questions and progress are read back by `read`. Sentences are
`text.Text`: a template to translate and its fields.
"""
