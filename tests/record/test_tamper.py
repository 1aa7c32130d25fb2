"""Whatever is changed in a record, a line is named that does not hold."""

import re
from collections.abc import Callable, Iterator
from io import StringIO
from random import Random

import pytest

from paigow.record import RecordError, verify
from paigow.record.format import digest
from paigow.record.reader import MAX_BLOCK, MAX_LINE

Recorded = Callable[[str, int], str]
STANDARD = "maryland-tiles"


def refusal(lines: list[str]) -> RecordError:
    with pytest.raises(RecordError) as refused:
        verify(f"{line}\n" for line in lines)
    assert 1 <= refused.value.line <= len(lines) + 1
    assert refused.value.reason
    return refused.value


def changed_line(line: str, random: Random) -> str:
    """The line with one of its letters or digits another one."""
    places = [n for n, sign in enumerate(line) if sign.isalnum()]
    if not places:
        return line + " "
    place = random.choice(places)
    kind = "0123456789" if line[place].isdigit() else "abcdefghijklmnopqrstuvwxyz"
    other = random.choice([sign for sign in kind if sign != line[place].lower()])
    return line[:place] + other + line[place + 1 :]


@pytest.mark.parametrize("part", range(4))
def test_a_change_in_any_line_is_found(recorded: Recorded, part: int) -> None:
    lines = recorded(STANDARD, 2).splitlines()
    random = Random(part)
    for number in range(part, len(lines), 4):
        tampered = [*lines[:number], changed_line(lines[number], random), *lines[number + 1 :]]
        refusal(tampered)


@pytest.mark.parametrize("part", range(4))
def test_a_line_left_out_or_twice_or_swapped_is_found(recorded: Recorded, part: int) -> None:
    lines = recorded(STANDARD, 1).splitlines()
    for number in range(part, len(lines), 4):
        refusal(lines[:number] + lines[number + 1 :])
        refusal([*lines[:number], lines[number], *lines[number:]])
        if number + 1 < len(lines) and lines[number] != lines[number + 1]:
            refusal([*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]])


@pytest.mark.parametrize(
    ("found", "put"),
    [
        pytest.param(
            r'do = "wager", position = (\d), amount = \d+', r'do = "wager", position = \1, amount = 4321', id="amount"
        ),
        pytest.param(r"cents = 1000,", "cents = 2000,", id="transfer"),
        pytest.param(r'to = "rack:ann"', 'to = "rack:bob"', id="receiver"),
        pytest.param(r'do = "mix", order = "(\d\d) (\d\d)', r'do = "mix", order = "\2 \1', id="order"),
        pytest.param(r'do = "seed", seed = "(.)(.)', r'do = "seed", seed = "\2\1', id="seat seed"),
        pytest.param(r'tip = "(.)(.)', r'tip = "\2\1', id="tip"),
        pytest.param(r"length = 1000", "length = 999", id="length of the chain"),
        pytest.param(r'do = "close-seeds", order = "(\d\d) (\d\d)', r'do = "close-seeds", order = "\2 \1', id="deal"),
        pytest.param(r'^seed = "(.)', r'seed = "\g<1>0', id="seed too long"),
        pytest.param(r"dice = \[\d", "dice = [7", id="dice"),
        pytest.param(r'result = "lose"', 'result = "push"', id="result"),
        pytest.param(r'setting = "(\d\d) (\d\d) / (\d\d) (\d\d)"', r'setting = "\3 \4 / \1 \2"', id="setting"),
        pytest.param(r'clauses = \["MDT-5.A"\]', 'clauses = ["MDT-5.B"]', id="clause"),
        pytest.param(r'minimum = "\$10.00"', 'minimum = "$9.00"', id="submission"),
        pytest.param(r'table = "table-1"', 'table = "table-2"', id="table"),
        pytest.param(r'chance = "seeds"', 'chance = "chosen"', id="chance"),
    ],
)
def test_what_a_forger_would_change(recorded: Recorded, found: str, put: str) -> None:
    lines = recorded(STANDARD, 3).splitlines()
    number = next(n for n, line in enumerate(lines) if re.search(found, line) and re.sub(found, put, line) != line)
    lines[number] = re.sub(found, put, lines[number], count=1)
    refusal(lines)


def rehashed(lines: list[str]) -> list[str]:
    """The record with all hashes made anew, as a forger would."""
    done: list[str] = []
    start, previous = 0, ""
    for line in lines:
        if line in ("[[round]]", "[end]"):
            if not previous:
                previous = digest(done[:-1])
            start = len(done) - 1
        if line.startswith("previous = "):
            line = f'previous = "{previous}"'
        elif line.startswith("hash = "):
            previous = digest(done[start:])
            line = f'hash = "{previous}"'
        done.append(line)
    return done


def test_hashes_made_anew_do_not_hide_a_forged_result(recorded: Recorded) -> None:
    lines = recorded(STANDARD, 3).splitlines()
    assert rehashed(lines) == lines
    number = next(n for n, line in enumerate(lines) if 'was = "wager-settled"' in line and 'result = "lose"' in line)
    lines[number] = lines[number].replace('result = "lose"', 'result = "push"')
    assert refusal(rehashed(lines)).line == number + 1


def test_hashes_made_anew_do_not_hide_a_forged_deal(recorded: Recorded) -> None:
    lines = recorded(STANDARD, 3).splitlines()
    number = next(n for n, line in enumerate(lines) if 'do = "mix"' in line)
    before, order, after = re.split(r'(?<=order = ")([^"]*)', lines[number])
    lines[number] = before + " ".join(reversed(order.split())) + after
    refused = refusal(rehashed(lines))
    assert refused.line == number + 1
    assert "the seeds give order" in refused.reason


def test_hashes_made_anew_do_not_hide_another_seed(recorded: Recorded) -> None:
    lines = recorded(STANDARD, 1).splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith('seed = "'))
    other = "0" * 64
    old = lines[number].removeprefix('seed = "').removesuffix('"')
    forged = [line.replace(old, other) for line in lines]
    refused = refusal(rehashed(forged))
    assert lines[refused.line - 1].startswith("commitment = ")


def test_a_record_that_breaks_off_is_refused(recorded: Recorded) -> None:
    text = recorded(STANDARD, 2)
    random = Random(1)
    for end in [random.randrange(len(text)) for _ in range(40)]:
        if text[end:].startswith(("\n[[round]]", "\n[end]")) and text[:end].endswith("\n"):
            continue  # a record of fewer rounds is a record
        with pytest.raises(RecordError):
            verify(text[:end].splitlines(keepends=True))


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "the file is empty"),
        ("hello\n", 1, "not valid TOML"),
        ("a = 1\n", 1, "the head is missing"),
        ("\n[[round]]\nnumber = 1\n", 1, "the head is missing"),
        ('format = "other"\n', 1, "a record says format"),
        ('format = "paigow-record"\nversion = 2\n', 2, "this program reads version 1"),
        ('format = "paigow-record"\nversion = 1\nstandard = "nevada"\n', 3, "no standard 'nevada'"),
        ('format = "paigow-record"\nversion = true\n', 2, "this program reads version 1"),
    ],
)
def test_what_is_no_record(text: str, line: int, reason: str) -> None:
    with pytest.raises(RecordError, match=reason) as refused:
        verify(text.splitlines(keepends=True))
    assert refused.value.line == line


@pytest.mark.parametrize("table", ["a b", "", "x" * 65, "\u202eevil", "ｔ１"])
def test_a_table_that_no_commitment_can_name_is_refused_at_its_line(recorded: Recorded, table: str) -> None:
    lines = recorded(STANDARD, 1).splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("table = "))
    refused = refusal(rehashed([*lines[:place], f'table = "{table}"', *lines[place + 1 :]]))
    assert (refused.line, "visible ASCII" in refused.reason) == (place + 1, True)


def test_other_line_ends_comments_and_spaces_are_refused(recorded: Recorded) -> None:
    lines = recorded(STANDARD, 1).splitlines()
    with pytest.raises(RecordError, match="line feed"):
        verify(f"{line}\r\n" for line in lines)
    refusal(["# a remark", *lines])
    refusal([lines[0] + " ", *lines[1:]])
    refusal([*lines, ""])
    refusal([*lines, "[[round]]"])


class Endless(StringIO):
    """A file of one line without an end, which counts the characters that were read."""

    given = 0

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # as that of TextIOBase
        assert size is not None
        assert size > 0, "the whole line was asked for"
        self.given += size
        return "x" * size


def test_a_line_that_never_ends_is_refused_without_reading_on() -> None:
    file = Endless()
    with pytest.raises(RecordError, match="a line has at most 1,000,000 characters"):
        verify(file)
    assert file.given < 2 * MAX_LINE


def test_a_round_that_never_ends_is_refused_without_reading_on(recorded: Recorded) -> None:
    head = recorded(STANDARD, 1).splitlines(keepends=True)
    start = head.index("log = [\n") + 1
    entry = '  { by = "ann", do = "buy-in", amount = 100 },\n'
    given = 0

    def lines() -> Iterator[str]:
        nonlocal given
        yield from head[:start]
        while True:
            given += len(entry)
            yield entry

    with pytest.raises(RecordError, match="a round never ends"):
        verify(lines())
    assert given <= MAX_BLOCK
