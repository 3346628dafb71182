"""Which begins and ends of matches a program knows already: its stream may tell them twice."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

REMEMBERED_MAX = 1000
"""Begins and ends that are remembered."""

BEGIN, END = "match_started", "match_finished"


class SeenLines:
    """The begins and ends that were told."""

    def __init__(self) -> None:
        self._told: OrderedDict[tuple[str, str], None] = OrderedDict()

    def is_new(self, line: Mapping[str, Any]) -> bool:
        """Return whether a line says what was not told, and take it as told.

        A turn always does. A begin or a turn after the end is of a server that has gone back in
        time: then the match will end once more.
        """
        kind, match = line["type"], line["match"]
        if kind != END and (END, match) in self._told:
            del self._told[END, match]
            self._told.pop((BEGIN, match), None)
        if kind not in {BEGIN, END}:
            return True
        if (kind, match) in self._told:
            return False
        self._told[kind, match] = None
        if len(self._told) > REMEMBERED_MAX:
            self._told.popitem(last=False)
        return True
