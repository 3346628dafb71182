"""A short film of a table, as an animated WebP that a README can carry."""

import io
from base64 import b64decode
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests import browsers
from tests.pictures.scenes import Scene

SIZE = (900, 640)
QUALITY = 60
FRAME_MS = 80
"""No frame is shown for less: what is drawn in between is left out."""
LAST_MS = 1600
GLANCE_MS = 900
"""How long a player looks before they play a card."""
CARDS = 2
"""How many cards the player plays: the end of one trick, and another from its beginning."""
PATIENCE_MS = 60_000
LIVELY = {"speed": "normal", "forced": "off", "sound": "off"}


class Frame(NamedTuple):
    """What the window showed from a moment on."""

    image: bytes
    at: float
    """Seconds since the epoch."""


def film(browser: Browser, address: str, scene: Scene) -> bytes:
    """Return a film of a player who plays some cards at a table with bots."""
    player = browsers.Visitor()
    player.session = scene.session
    page = player.open(
        browser,
        address,
        scene.path,
        size={"width": SIZE[0], "height": SIZE[1]},
        table=LIVELY,
        color_scheme="light",
        reduced_motion="no-preference",
    )
    frames = filmed(page, lambda: play(page))
    page.context.close()
    return animated(frames)


def play(page: Page) -> None:
    """Play cards one after another, each when it is one's turn."""
    mine = page.locator("#match[data-mine]")
    for _ in range(CARDS):
        mine.wait_for(timeout=PATIENCE_MS)
        page.wait_for_timeout(GLANCE_MS)
        page.locator('[data-zone="hand"] button[name="move"]').last.click()
        expect(mine).to_have_count(0)
    mine.wait_for(timeout=PATIENCE_MS)
    # The last trick is on its way to whoever took it.
    page.wait_for_timeout(GLANCE_MS)


def filmed(page: Page, act: Callable[[], None]) -> list[Frame]:
    """Return what a window draws while something is done in it."""
    frames: list[Frame] = []
    devtools = page.context.new_cdp_session(page)

    def keep(event: dict[str, Any]) -> None:
        frames.append(Frame(b64decode(event["data"]), event["metadata"]["timestamp"]))
        devtools.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    devtools.on("Page.screencastFrame", keep)
    # Drawn and sent sooner than PNG, so that a busy machine leaves fewer frames out.
    devtools.send("Page.startScreencast", {"format": "jpeg", "quality": 92})
    act()
    devtools.send("Page.stopScreencast")
    return frames


def animated(frames: Sequence[Frame]) -> bytes:
    """Return frames as one picture that moves as fast as they were drawn."""
    spaced = thinned(frames)
    lasts = [round((after.at - before.at) * 1000) for before, after in pairwise(spaced)]
    first, *others = [Image.open(io.BytesIO(each.image)).convert("RGB") for each in spaced]
    made = io.BytesIO()
    first.save(
        made,
        format="WEBP",
        save_all=True,
        append_images=others,
        duration=[*lasts, LAST_MS],
        loop=0,
        quality=QUALITY,
        method=4,
    )
    return made.getvalue()


def thinned(frames: Sequence[Frame]) -> list[Frame]:
    """Leave out frames that follow too soon, but never the last.

    >>> [each.at for each in thinned([Frame(b"", at) for at in (0, 0.01, 0.1, 0.11, 0.12)])]
    [0, 0.1, 0.12]
    """
    kept = [frames[0]]
    for each in frames[1:]:
        if (each.at - kept[-1].at) * 1000 >= FRAME_MS:
            kept.append(each)
    return kept if kept[-1] is frames[-1] else [*kept, frames[-1]]
