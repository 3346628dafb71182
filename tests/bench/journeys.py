"""What the ways of people through the site take: clicks and keystrokes, which are counts, and time.

A journey plays at the speed that the site has for somebody new, so its seconds are mostly the pace
of the bots; they are told, and nothing is asserted of them.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager

import psutil

from tests import browsers, journeys
from tests.bench import clocks, pages
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.journeys import Taken


def measure(
    context: Context,
    *,
    sites: pages.Site = pages.site,
    workers: Callable[[], AbstractContextManager[psutil.Process | None]] = clocks.worker,
) -> Figures:
    """Return what each journey took at a desk."""
    context.advance("first match")
    with sites() as address, workers(), browsers.chromium() as browser:
        page = browsers.Visitor().open(browser, address, table={}, reduced_motion="no-preference")
        first = figures("first_match", journeys.first_match(page))
        context.advance("rematch")
        return first | figures("rematch", journeys.rematch([page]))


def figures(name: str, taken: Taken) -> Figures:
    """Return the figures of one journey."""
    return {
        f"journey_{name}": Figure(round(taken.seconds, 1), "s"),
        f"journey_{name}_clicks": Figure(taken.clicks, "clicks"),
        f"journey_{name}_keystrokes": Figure(taken.keystrokes, "keystrokes"),
    }
