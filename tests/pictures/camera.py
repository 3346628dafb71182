"""Take a picture of every main page, at one size, as WebP that a README can carry."""

import argparse
from base64 import b64decode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Page

from cutpurse.embedded.addresses import ROOT, var_folder
from cutpurse.up.children import children
from tests import browsers
from tests.bench.rest.served import served

if TYPE_CHECKING:
    from tests.pictures.scenes import Scene

FOLDER = ROOT / "docs" / "pictures"
SIZE = (1280, 860)
QUALITY = 82
BYTES_MAX = 150_000
FILM = "trick"
FILM_BYTES_MAX = 700_000
PATIENCE_MS = 180_000
"""A busy machine takes its time, and the API's description is made when it is first asked for."""


def main() -> None:
    """Start a site with demo data, take the pictures, and stop it."""
    parser = argparse.ArgumentParser(prog="python -m tests.pictures", description=__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER, help="where they go (%(default)s)")
    folder: Path = parser.parse_args().out
    # Importing it names servers of its own in the environment, which only this command may.
    from tests.bench import platform_servers  # noqa: PLC0415

    with platform_servers.running():
        # Models can be imported only now that Django is set up.
        from tests.pictures import film, scenes  # noqa: PLC0415

        with site() as address:
            staged = scenes.staged()
            with browsers.chromium() as browser:
                taken = pictures(browser, address, staged)
                taken[FILM] = film.film(browser, address, staged["stick-em"])
    save(folder, taken)
    for name, picture in taken.items():
        print(f"{folder / name}.webp: {len(picture) / 1000:.0f} kB")  # noqa: T201 - A command.


@contextmanager
def site() -> Iterator[str]:
    """Run web and worker of `make up`, and give the address."""
    var = var_folder()
    worker = children(var, "127.0.0.1", 0, prefix="pictures-")[1]
    worker.start()
    try:
        with served(lambda host, port: children(var, host, port, prefix="pictures-")[0]) as where:
            yield f"http://{where[0]}:{where[1]}"
    finally:
        worker.ask_to_stop()
        worker.stop()


def pictures(browser: Browser, address: str, staged: "Mapping[str, Scene]") -> dict[str, bytes]:
    """Return a picture of each scene."""
    taken = {}
    for name, scene in staged.items():
        context = browser.new_context(
            base_url=address,
            viewport={"width": SIZE[0], "height": SIZE[1]},
            color_scheme="light",
            locale="en-GB",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_cookies([{"name": "session", "value": scene.session, "url": address}])
        page = context.new_page()
        page.goto(scene.path, wait_until="load")
        page.locator(scene.ready).first.wait_for()
        close_sheet(page)
        taken[name] = picture(page)
        context.close()
    return taken


def close_sheet(page: Page) -> None:
    """Go on from what a round or a night came to, which would lie over the table."""
    sheet = page.locator("[data-ended][data-closes-after]")
    if sheet.count():
        sheet.locator("[data-action=ready]").click()
        sheet.wait_for(state="hidden")


def picture(page: Page) -> bytes:
    """Return what the window shows, as WebP."""
    devtools = page.context.new_cdp_session(page)
    shot = devtools.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return b64decode(shot["data"])


def bytes_max(name: str) -> int:
    """Return how large a picture may be."""
    return FILM_BYTES_MAX if name == FILM else BYTES_MAX


def save(folder: Path, taken: Mapping[str, bytes]) -> None:
    """Write the pictures; raises ValueError and writes none when one is too large."""
    heavy = {name: len(each) for name, each in taken.items() if len(each) > bytes_max(name)}
    if heavy:
        message = f"pictures may have {BYTES_MAX} bytes, {FILM} {FILM_BYTES_MAX}: {heavy}"
        raise ValueError(message)
    folder.mkdir(parents=True, exist_ok=True)
    for name, each in taken.items():
        (folder / f"{name}.webp").write_bytes(each)
