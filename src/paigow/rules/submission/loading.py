"""Load and validate a submission from a file, and turn its problems into sentences with their clauses."""

import hashlib
import json
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Literal, get_args, get_origin

from paigow.errors import NotationError, SubmissionError
from paigow.rules.fields import clauses_of, printable, read_money, read_rate
from paigow.rules.house_way_files import house_way_text
from paigow.rules.models import Field, Model, Problem, Reads
from paigow.rules.packaged import Data, file_data, packaged_data
from paigow.rules.standards import STANDARDS, standard
from paigow.rules.submission.parts import Submission

DEEPEST = 8  # nesting of tables and lists; no submission has more than five levels


def model_of(standard: str) -> type[Submission]:
    """Return the model that validates a standard's submissions."""
    model: type[Submission] = resolve_name(STANDARDS[standard].sources.model)
    return model


def load_submission(rules: str | Path) -> Submission:
    """Return the default submission of a standard, given by name, or the submission in a file, given by path."""
    if isinstance(rules, str) and rules in STANDARDS:
        return build_submission({"standard": rules})
    data = file_data(rules)
    way = data.get("house_way")
    if isinstance(way, str):
        data = {**data, "house_way": house_way_text(way, Path(rules).parent)}
    return build_submission(data)


def build_submission(data: Data) -> Submission:
    """Validate choices. Anything missing from `data` gets the standard's default; a list replaces the whole default."""
    found = _valid(data)
    found.require_payable()
    return found


def stored_submission(data: Data) -> Submission:
    """Return the submission stored in a record or table. One without an edition is from the first edition."""
    return _valid({"edition": 1, **data})


def submission_faults(data: Data) -> tuple[SubmissionError, ...]:
    """Return everything wrong with the choices, each with the clause that forbids it; empty if they are valid."""
    try:
        found, wrong = _checked(data)
        if found is not None:
            found.require_payable()
    except SubmissionError as error:
        return (error,)
    return wrong


def _valid(data: Data) -> Submission:
    found, wrong = _checked(data)
    if found is None:
        others = len(wrong) - 1
        raise SubmissionError(wrong[0].message + (f" (and {others} more)" if others else ""), wrong[0].clause)
    return found


def _checked(data: Data) -> tuple[Submission | None, tuple[SubmissionError, ...]]:
    name = data.get("standard")
    if not isinstance(name, str):
        raise SubmissionError(f"a submission says which standard it is for: standard = one of {', '.join(STANDARDS)}")
    chosen = standard(name)
    model = model_of(chosen.name)
    whole = _frozen(_over(packaged_data(chosen.name), data), ())
    found, problems = model.read(whole)
    return found, tuple(_explained(problem, model, chosen.prefix) for problem in problems)


def submission_hash(submission: Submission) -> str:
    """Return the SHA-256 of all choices in canonical form.

    Equal choices have equal hashes, regardless of how they are written.
    """
    canonical = json.dumps(submission.kept(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _over(default: Data, data: Data) -> dict[str, Any]:
    merged = dict(default)
    for name, value in data.items():
        below = merged.get(name)
        merged[name] = _over(below, value) if isinstance(below, Mapping) and isinstance(value, Mapping) else value
    return merged


def _frozen(value: Any, path: tuple[str | int, ...]) -> Any:
    """Return immutable, checked values.

    Lists become tuples, text must be printable, and floats, which cannot hold money or shares exactly, are refused.
    """
    if len(path) > DEEPEST:
        raise SubmissionError(f"{_dotted(path[:3])}… goes {DEEPEST} levels down and more; no key of a submission does")
    if isinstance(value, str):
        return _text(value, path)
    if isinstance(value, float):
        raise SubmissionError(f'{_dotted(path)} is the float {value}; write money as "$12.50" and shares as "12.5%"')
    if isinstance(value, Mapping):
        return {_text(name, path): _frozen(each, (*path, name)) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return tuple(_frozen(each, (*path, number)) for number, each in enumerate(value))
    return value


def _text(text: str, path: tuple[str | int, ...]) -> str:
    try:
        return printable(text)
    except NotationError as error:
        where = f"{_dotted(path)}: " if path else ""
        raise SubmissionError(f"{where}{error.message}") from None


def _dotted(path: tuple[str | int, ...]) -> str:
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def _explained(problem: Problem, model: type[Model], prefix: str) -> SubmissionError:
    path, context = problem.path, problem.context
    parent, field = _field(model, path)
    clause = next(iter(clauses_of(field, prefix)), None) if field else None
    name, value = _dotted(path), problem.value
    match problem.kind:
        case "extra_forbidden":
            message = _unknown(path, parent)
        case "missing":
            message = f"{name} is missing"
        case "value_error":
            inner = context["error"]
            clause = inner.clause or clause
            message = f"{name}: {inner.message}" if name else inner.message
        case "literal_error":
            allowed = _literals(field.annotation) if field else ()
            choice = "" if len(allowed) == 1 else "one of "
            message = f"{name} is {_written(value)}; it must be {choice}{', '.join(map(_written, allowed))}"
        case "greater_than_equal":
            message = f"{name} is {_in_words(field, value)}; it must be at least {_in_words(field, context['ge'])}"
        case "less_than_equal":
            message = f"{name} is {_in_words(field, value)}; it must be at most {_in_words(field, context['le'])}"
        case kind:
            expected = {"bool_type": "true or false", "int_type": "a whole number", "string_type": "text"}
            expected |= {"tuple_type": "a list", "model_type": "a table", "string_too_short": "text that is not empty"}
            expected |= {"too_short": "a list that is not empty", "int_parsing_size": "a smaller number"}
            expected["too_long"] = f"a list of at most {context.get('max_length')}"
            expected["string_too_long"] = f"text of at most {context.get('max_length')} characters"
            message = f"{name} is {_written(value)}; it must be {expected[kind]}"
    return SubmissionError(message, clause)


def _field(model: type[Model], path: tuple[str | int, ...]) -> tuple[type[Model], Field | None]:
    """Return the model that holds the last key of a path and the field of that name, if there is one."""
    field: Field | None = None
    for number, part in enumerate(path):
        if isinstance(part, int):
            continue
        field = model.model_fields.get(part)
        below = _model_in(field.annotation) if field else None
        if below and number < len(path) - 1:
            model = below
    return model, field


def _model_in(annotation: Any) -> type[Model] | None:
    candidates = (annotation, *get_args(annotation))
    return next((each for each in candidates if isinstance(each, type) and issubclass(each, Model)), None)


def _literals(annotation: Any) -> tuple[object, ...]:
    """Return the values that a key, or each entry of a list, may have."""
    inner = get_args(annotation)
    return inner if get_origin(annotation) is Literal else _literals(inner[0])


def _unknown(path: tuple[str | int, ...], parent: type[Model]) -> str:
    names = list(parent.model_fields)
    near = get_close_matches(str(path[-1]), names, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    where = f" of [{_dotted(path[:-1])}]" if path[:-1] else ""
    return f"unknown key {_dotted(path)}{hint}; the keys{where} are {', '.join(names)}"


def _in_words(field: Field | None, value: object) -> str:
    """Return a value or bound as the file would write it: money and shares are stored in cents and basis points."""
    reads = field.reads if field else Reads()
    if type(value) is int and reads.write and reads.read in (read_money, read_rate):
        return f'"{reads.write(value)}"'
    return _written(value)


def _written(value: object) -> str:
    """Return a value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_written, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str | int) else str(value)
