"""Rules of a later release beside those of this one, made as docs/rules-versions.md tells."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from games import registry
from games.stick_em.rules import StickEm
from matches.aggregate import CACHE


class StickEm2(StickEm):
    """A later version of the rules, in which everything scores as it did."""

    id = "stick-em@2"


LINE = "tests.matches.two_releases:StickEm2"


@contextmanager
def later_release() -> Iterator[None]:
    """Let this process know the later rules too, as the release does that brings them."""
    with pytest.MonkeyPatch.context() as patch:
        tables: tuple[dict[str, Any], dict[str, Any]] = registry.tables((*registry.GAMES, LINE))
        patch.setattr(registry, "_RULES", tables[0])
        patch.setattr(registry, "_CURRENT", tables[1])
        yield
    # A process of the earlier release remembers nothing of the later one.
    CACHE.clear()
