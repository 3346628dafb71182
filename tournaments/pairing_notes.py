"""The notes of a pairing as events keep them beside their English sentences. Pure."""

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec import UNSET, UnsetType, structs

from tournaments import events as e
from tournaments.formats.core import Pairing
from tournaments.formats.notes import Note, pair

Kept = tuple[str, e.NoteMessage | None]
"""A sentence, and what it says; None where the sentence is all there is."""


class PairingNotes(NamedTuple):
    """Everything that a pairing says."""

    notes: Sequence[Kept]
    alternatives: Sequence[Kept]
    tables: Sequence[Sequence[Kept]]
    """One a table, in the order of the explanation."""


def messages_of(proposed: Pairing) -> e.PairingMessages:
    """Return what an event keeps of the notes of a pairing."""
    return e.PairingMessages(
        notes=[message(each) for each in proposed.notes],
        alternatives=[message(each) for each in proposed.alternatives],
        tables=[[message(each) for each in reason.notes] for reason in proposed.reasons],
    )


def message(text: str) -> e.NoteMessage | None:
    """Return what a note says; None for a plain text."""
    if not isinstance(text, Note):
        return None
    values: dict[str, int | str | list[int]] = {}
    parts: list[e.NoteMessage] = []
    for name, value in text.params.items():
        if name == "parts" and isinstance(value, list):
            parts = [found for each in value if (found := message(each)) is not None]
        elif isinstance(value, tuple):
            values[name] = list(value)
        else:
            values[name] = value if isinstance(value, int) else str(value)
    return e.NoteMessage(id=text.id, values=values, parts=parts)


def repaired(
    before: e.RoundPaired, kept: Sequence[int], event: e.RoundRepaired
) -> e.PairingMessages | UnsetType:
    """Return what a round says once it is repaired: tables that stay, from 0, what they said."""
    if event.messages is UNSET:
        return UNSET
    said = before.messages.tables if before.messages else []
    tables = [said[place] if place < len(said) else [] for place in kept]
    return structs.replace(event.messages, tables=[*tables, *event.messages.tables])


def swapped(
    before: e.RoundPaired, entrants: tuple[int, int], names: Sequence[str]
) -> e.RoundPaired:
    """Return a pairing that says that two were swapped by hand."""
    notes = [*before.notes, f"{names[0]} and {names[1]} were swapped by hand."]
    said = e.NoteMessage(id="swapped", values={"names": [*entrants]})
    messages = before.messages or e.PairingMessages(notes=[], alternatives=[], tables=[])
    had = [each for _text, each in _beside(before.notes, messages.notes)]
    messages = structs.replace(messages, notes=[*had, said])
    return structs.replace(before, notes=notes, messages=messages)


def notes_of(paired: e.Paired) -> PairingNotes:
    """Return all that a pairing says, also where its event is from before messages were kept."""
    kept = paired.messages or e.PairingMessages(notes=[], alternatives=[], tables=[])
    texts = [str(each.get("text", "")) for each in paired.explanation]
    return PairingNotes(
        _beside(paired.notes, kept.notes),
        _beside(paired.alternatives, kept.alternatives),
        [
            [("", each) for each in said] if said and None not in said else _beside([text], [])
            for text, said in zip_longest(texts, kept.tables, fillvalue=())
            if isinstance(text, str)
        ],
    )


def _beside(texts: Sequence[str], kept: Sequence[e.NoteMessage | None]) -> list[Kept]:
    said = [*kept, *[None] * (len(texts) - len(kept))]
    return [(text, found or _earlier(text)) for text, found in zip(texts, said, strict=False)]


EARLIER = (
    ("repeats", re.compile(r"(?P<n>\d+) meetings are repeats\.")),
    ("table_sizes", re.compile(r"Tables have (?P<low>\d+) to (?P<high>\d+) players\.")),
    ("next_swap", re.compile(r"The next best swap of two players costs (?P<n>-?\d+) more\.")),
    *(
        (
            f"level_{how}",
            re.compile(rf"At the table of (?P<names>[\d, ]+) players were .*: {said}\."),
        )
        for how, said in (
            ("all", "all go on"),
            ("seed", "the better seed goes on"),
            ("lots", "the lots decided"),
            ("judge", "a judge decided"),
        )
    ),
)
"""The sentences in events from before messages were kept that pages have always translated."""
EARLIER_PAIR = re.compile(r"(\d+) and (\d+)")


def _earlier(text: str) -> e.NoteMessage | None:
    """Read what a sentence of an earlier event says; only such events have no message."""
    if text.startswith("Meet again: "):
        pairs = [pair(int(one), int(other)) for one, other in EARLIER_PAIR.findall(text)]
        return message(Note("meet_again", "%(parts)s", parts=pairs))
    for id_, pattern in EARLIER:
        if found := pattern.fullmatch(text):
            values: dict[str, int | str | list[int]] = {
                name: [int(each) for each in value.split(", ")] if name == "names" else int(value)
                for name, value in found.groupdict().items()
            }
            return e.NoteMessage(id=id_, values=values)
    return None
