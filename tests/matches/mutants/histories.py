"""Changes to what a log tells; the header, the versions and the chain are made to fit."""

import copy
from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import Any

from bots import registry as bots
from eventstore.canonical import format_timestamp, parse_timestamp
from games import registry
from matches.events import BOTS, CATALOGUE, ON_TIMEOUT
from tests.matches.forging import Line

Lines = list[Line]
Made = tuple[str, Lines]
Change = Callable[[Lines, list[Lines], Random], Made]
"""Takes a log, the others of its kind, and chance; tells what it did and gives changed lines."""

INTEGERS = (-1, 0, 1, 2, 3, 7, 99, 1_000_000_000, 2**53 - 1, -(2**31))
ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    "",
    "x",
    0,
    -1,
    2**53,
    [],
    {},
    [None],
    "\u202e",
    "\0",
    1.5,
)
SHIFTS = (0.001, 1, 30, 59, 61, 3600, 86_400, 700_000, 25 * 365 * 86_400)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value in data."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for name, inner in items:
        yield (*path, name)
        if isinstance(inner, (dict, list)):
            yield from leaves(inner, (*path, name))


def at_path(data: Any, path: tuple[Any, ...]) -> Any:
    """Return what holds the value at a path."""
    for name in path[:-1]:
        data = data[name]
    return data


def some_event(lines: Lines, rng: Random, *, common: bool | None = None) -> Line:
    """Return an event of a log; one that all games share as often as one of its game."""
    events = lines[1:]
    wanted = rng.random() < 0.5 if common is None else common
    filled = [event for event in events if event["data"]]
    fitting = [event for event in filled if (event["type"] in CATALOGUE) == wanted]
    return rng.choice(fitting or filled)


def another_value(lines: Lines, others: list[Lines], rng: Random) -> Made:
    """Give a field a value that it could have, taken from the same field elsewhere or near by."""
    event = some_event(lines, rng)
    path = rng.choice(list(leaves(event["data"])))
    holder, name = at_path(event["data"], path), path[-1]
    before = holder[name]
    same = [
        at_path(each["data"], path)[path[-1]]
        for log in [lines, *others]
        for each in log[1:]
        if each["type"] == event["type"] and path in list(leaves(each["data"]))
    ]
    if type(before) is int and rng.random() < 0.6:
        holder[name] = rng.choice((before + 1, before - 1, *INTEGERS))
    else:
        holder[name] = copy.deepcopy(rng.choice(same))
    return "another value", lines


def odd_value(lines: Lines, _others: list[Lines], rng: Random) -> Made:
    """Give a field a value that it never has."""
    event = some_event(lines, rng)
    path = rng.choice(list(leaves(event["data"])))
    at_path(event["data"], path)[path[-1]] = copy.deepcopy(rng.choice(ODD))
    return "an odd value", lines


def fields(lines: Lines, _others: list[Lines], rng: Random) -> Made:
    """Leave a field out, or add one."""
    event = some_event(lines, rng)
    data = event["data"]
    if rng.random() < 0.5:
        data.pop(rng.choice(list(data)))
        return "a field left out", lines
    data[rng.choice(("seat", "reason", "until", "program", "x", "by", "seconds"))] = rng.choice(ODD)
    return "a field added", lines


def opening(lines: Lines, _others: list[Lines], rng: Random) -> Made:
    """Open the match otherwise."""
    data = lines[1]["data"]
    rules = registry.rules(data["rules"])
    option = rng.choice(rules.options)
    values = [value for each in rules.options for value in each.choices]
    choices: list[tuple[str, Any]] = [
        (
            "dataset",
            rng.choice([name for each in registry.current_games() for name in each.datasets]),
        ),
        ("seats", rng.choice((data["seats"] - 1, data["seats"] + 1, 1_000_000_000))),
        ("on_timeout", rng.choice(ON_TIMEOUT)),
        ("bots", rng.choice(BOTS)),
        ("rules", rng.choice([each.id for each in registry.all_rules()])),
        ("game", rng.choice([each.game for each in registry.current_games()])),
        ("clock", rng.choice((None, {"per_move": 60}, {"bank": 60, "increment": 1}, {}))),
        ("ladder", rng.choice((None, "0" * 8 + "-0000-0000-0000-" + "0" * 12, "best"))),
        ("commitment", rng.choice(("0" * 64, data["commitment"].upper()))),
    ]
    name, value = rng.choice(choices)
    if rng.random() < 0.5:
        data["options"] = {
            **data["options"],
            option.name: rng.choice([*values, *option.choices, 3, "klingon"]),
        }
        return "another option", lines
    data[name] = value
    return f"another {name}", lines


def times(lines: Lines, _others: list[Lines], rng: Random) -> Made:
    """Date an event otherwise, or all from one on, or all."""
    shift = timedelta(seconds=rng.choice(SHIFTS) * rng.choice((-1, 1)))
    first = rng.randrange(1, len(lines))
    until = rng.choice((first + 1, len(lines)))
    if rng.random() < 0.2:
        first, until = 1, len(lines)
    for line in lines[first:until]:
        line["at"] = format_timestamp(parse_timestamp(line["at"]) + shift)
    return "another time", lines


def left_out(lines: Lines, _others: list[Lines], rng: Random) -> Made:
    """Leave an event out, or some in a row."""
    first = rng.randrange(1, len(lines) - 1)
    del lines[first : min(first + rng.choice((1, 1, 1, 2, 5)), len(lines) - 1)]
    return "events left out", lines


def repeated(lines: Lines, _others: list[Lines], rng: Random) -> Made:
    """Have an event happen twice."""
    at = rng.randrange(1, len(lines))
    lines.insert(at, copy.deepcopy(lines[at]))
    return "an event twice", lines


def swapped(lines: Lines, _others: list[Lines], rng: Random) -> Made:
    """Swap two events, neighbours or not, each keeping its place's time or taking its own along."""
    first = rng.randrange(1, len(lines) - 1)
    second = first + 1 if rng.random() < 0.7 else rng.randrange(1, len(lines))
    keeps_times = rng.random() < 0.7
    one, other = lines[first], lines[second]
    if keeps_times:
        one["at"], other["at"] = other["at"], one["at"]
    lines[first], lines[second] = other, one
    return "events swapped", lines


def copied(lines: Lines, others: list[Lines], rng: Random) -> Made:
    """Put an event of another match in, or in another's place."""
    at = rng.randrange(1, len(lines))
    event = copy.deepcopy(some_event(rng.choice(others), rng))
    event["at"] = lines[at]["at"]
    _author(event, lines[at])
    if rng.random() < 0.3:
        lines[at] = event
    else:
        lines.insert(at, event)
    return "an event of another match", lines


def invented(lines: Lines, _others: list[Lines], rng: Random) -> Made:
    """Put a shared event in that is made as such an event is."""
    at = rng.randrange(2, len(lines) + 1)
    near = lines[min(at, len(lines) - 1)]
    event_type = rng.choice(list(CATALOGUE))
    event = {"version": 0, "type": event_type, "data": _invent(event_type, lines, near, rng)}
    event |= {"at": lines[at - 1]["at"] if rng.random() < 0.5 else near["at"], "hash": ""}
    _author(event, near)
    lines.insert(at, event)
    return f"an invented {event_type}", lines


def _author(event: Line, near: Line) -> None:
    event.pop("by", None)
    if "by" in near:
        event["by"] = near["by"]


def _invent(event_type: str, lines: Lines, near: Line, rng: Random) -> Line:
    seats = lines[1]["data"]["seats"]
    now = parse_timestamp(near["at"])
    later = format_timestamp(now + timedelta(seconds=rng.choice((0, 60, 7 * 86_400))))
    before = format_timestamp(now - timedelta(seconds=rng.choice((0, 1, 60))))
    values: dict[str, Any] = {
        "seat": rng.randrange(seats + 1),
        "player": rng.choice(("mallory", "greedy", "random")),
        "bot": rng.choice((None, "greedy", "random")),
        "client_seed": "s",
        "policy": rng.choice(ON_TIMEOUT),
        "by": rng.choice(("players", "organiser", "limit")),
        "reason": rng.choice(("", "rain", "the platform was down", "aborted by all players")),
        "until": rng.choice((None, later, before, near["at"])),
        "from": before,
        "outage": "0" * 8 + "-0000-4000-8000-" + "0" * 12,
        "seconds": rng.choice((1, 60)),
        "seed": lines[-1]["data"]["seed"],
        "placings": list(range(1, seats + 1)),
        "scores": [0] * seats,
    }
    if event_type == "match_opened":
        return copy.deepcopy(dict(lines[1]["data"]))
    if event_type == "seat_replaced":
        return {"seat": values["seat"], "by": rng.choice([bot.id for bot in bots.all_bots()])}
    names = CATALOGUE.struct(event_type).__struct_encode_fields__
    return {name: values[name] for name in names if name != "program"}


def cut(lines: Lines, _others: list[Lines], rng: Random) -> Made:
    """End the match early, by its own end or by calling it off."""
    at = rng.randrange(2, len(lines))
    end = copy.deepcopy(lines[-1])
    end["at"] = lines[at - 1]["at"]
    if rng.random() < 0.6:
        end["type"] = "match_voided"
        end["data"] = {
            "reason": rng.choice(("rain", "aborted by all players")),
            "seed": end["data"]["seed"],
        }
    return "cut short", [*lines[:at], end]


def players(lines: Lines, _others: list[Lines], rng: Random) -> Made:
    """Have somebody else sit there, on another seat, or with another seed."""
    seated = [line for line in lines[1:] if line["type"] == "seat_taken"]
    line = rng.choice(seated)
    name, values = rng.choice(
        (
            ("player", ("mallory", seated[0]["data"]["player"], "", "m" * 31, None)),
            ("client_seed", ("forged", "", "s" * 65, None)),
            ("bot", (None, "greedy", "random", "hal")),
            ("program", (True, False)),
            ("seat", (0, 1, 5, 99)),
        )
    )
    line["data"][name] = rng.choice(values)
    return f"another {name}", lines


def header(lines: Lines, _others: list[Lines], rng: Random) -> Made:
    """Say in the header what the events do not."""
    name = rng.choice(list(lines[0]))
    if rng.random() < 0.3:
        lines[0].pop(name)
    elif rng.random() < 0.3:
        lines[0][rng.choice(("x", "imported", "result"))] = rng.choice(ODD)
    else:
        lines[0][name] = rng.choice((*ODD, lines[0]["commitment"], "public"))
    return "another header", lines


def author(lines: Lines, _others: list[Lines], rng: Random) -> Made:
    """Give an event another author's digest, or the chain another version."""
    line = rng.choice(lines[1:])
    if rng.random() < 0.5 and "by" in line:
        line["by"] = rng.choice(("0" * 64, "0" * 63, None, 7))
    elif "by" in line:
        del line["by"]
    else:
        line["by"] = "0" * 64
    return "another author", lines


def schema(lines: Lines, _others: list[Lines], rng: Random) -> Made:
    """Say that an event has another form."""
    rng.choice(lines[1:])["schema"] = rng.choice((0, 1, 2, 3, 99, 100, None, "2"))
    return "another schema", lines


CHANGES: tuple[Change, ...] = (
    another_value,
    odd_value,
    fields,
    opening,
    times,
    left_out,
    repeated,
    swapped,
    copied,
    invented,
    cut,
    players,
    header,
    author,
    schema,
)


def refitted(lines: Lines) -> Lines:
    """Return the lines with the header that their events would have."""
    opened = lines[1]["data"]
    seats: dict[int, Line] = {}
    for line in lines[1:]:
        seat = line["data"].get("seat")
        if line["type"] == "seat_taken" and type(seat) is int:
            seats[seat] = line["data"]
        elif line["type"] == "seat_left" and type(seat) is int:
            seats.pop(seat, None)
    known = ("game", "rules", "dataset", "options", "commitment")
    head = {**lines[0], **{name: opened[name] for name in known if name in opened}}
    head["seats"] = [
        {
            "seat": seat,
            "player": seats[seat].get("player"),
            "client_seed": seats[seat].get("client_seed"),
        }
        for seat in sorted(seats)
    ]
    return [head, *lines[1:]]
