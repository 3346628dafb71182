"""Changes to the text of a log: another form for the same history, which no server writes."""

import json
import re
from random import Random

Change = tuple[str, str]
"""What was done, and the text that came of it."""


def _line(text: str, rng: Random) -> tuple[list[str], int]:
    lines = text.splitlines(keepends=True)
    return lines, rng.randrange(len(lines))


def spaced(text: str, rng: Random) -> Change:
    """Put a blank where JSON allows one, or a newline where none belongs."""
    lines, at = _line(text, rng)
    places = [match.end() for match in re.finditer(r"[{\[,:}]", lines[at])]
    place = rng.choice(places)
    blank = rng.choice((" ", "\t", "\r", "  "))
    lines[at] = lines[at][:place] + blank + lines[at][place:]
    return "a blank", "".join(lines)


def repeated_key(text: str, rng: Random) -> Change:
    """Say a field twice, in either order."""
    lines, at = _line(text, rng)
    name = rng.choice(list(json.loads(lines[at])))
    twice = f'{{"{name}":{rng.choice(("0", "null", "[]"))},'
    lines[at] = twice + lines[at].removeprefix("{")
    return "a field twice", "".join(lines)


def other_number(text: str, rng: Random) -> Change:
    """Write a whole number otherwise."""
    numbers = list(re.finditer(r"(?<=[:,\[])-?[0-9]+(?=[,}\]])", text))
    found = rng.choice(numbers)
    written = found[0]
    other = rng.choice(
        (f"{written}.0", f"{written}e0", f"0{written}", f"+{written}", f"{written}E+0")
    )
    if written == "0":
        other = rng.choice(("-0", "0.0", "0e5", "00"))
    return "a number otherwise", text[: found.start()] + other + text[found.end() :]


def escaped(text: str, rng: Random) -> Change:
    """Write a letter as an escape."""
    places = [
        match.start() for match in re.finditer(r"[a-z]", text) if text[match.start() - 1] != "\\"
    ]
    place = rng.choice(places)
    return "an escape", f"{text[:place]}\\u{ord(text[place]):04x}{text[place + 1 :]}"


def reordered(text: str, rng: Random) -> Change:
    """Write the fields of a line, or of its data, in another order."""
    lines, at = _line(text, rng)
    row = json.loads(lines[at])
    target = row["data"] if rng.random() < 0.5 and len(row.get("data", ())) > 1 else row
    names = list(target)
    while list(target) == names:
        rng.shuffle(names)
    moved = {name: target.pop(name) for name in names}
    target.update(moved)
    lines[at] = json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"
    return "another order of fields", "".join(lines)


def framed(text: str, rng: Random) -> Change:
    """Put something before, behind or between the lines."""
    lines, at = _line(text, rng)
    return rng.choice(
        (
            ("a byte order mark", "\ufeff" + text),
            ("a blank line", "".join([*lines[:at], "\n", *lines[at:]])),
            ("no last newline", text.removesuffix("\n")),
            ("something behind", text + rng.choice(("{}\n", "\n", " ", "\0", "null\n"))),
            ("lines of Windows", text.replace("\n", "\r\n")),
            (
                "two lines in one",
                "".join([*lines[:at], lines[at].removesuffix("\n"), *lines[at + 1 :]]),
            ),
            ("a second header", "".join([lines[0], *lines])),
            ("no header", "".join(lines[1:])),
            ("half a line", text[: -rng.randrange(2, 200)]),
        )
    )


FORMS = (spaced, repeated_key, other_number, escaped, reordered, framed)
