"""Scratch: the account pages in the whole grid."""
import os, re, sys, json
from pathlib import Path
import pytest
from tests.browsers import Visitor, PHONE
from tests.e2e.test_account_pages import FOLDED, OVERLAY, Member
from tests.e2e.test_targets import CLIPPED
from tests.web.accounts.test_second_step import with_app
pytestmark = [pytest.mark.usefixtures("committed_db")]
OUT = Path("/tmp/table/pages"); OUT.mkdir(parents=True, exist_ok=True)
SIZES = [(390, 844), (820, 1180), (1366, 768), (1920, 1080), (683, 384)]
LOCALES = os.environ.get("LOOK_LOCALES", "en-GB,de").split(",")
SCHEMES = os.environ.get("LOOK_SCHEMES", "light,dark").split(",")
SHOW = os.environ.get("LOOK_SHOTS", "1") == "1"
ONLY = os.environ.get("LOOK_ONLY")

def test_grid(site, browser):
    ann = Member()
    with_app(ann.client)
    own = Visitor(ann.client)
    stranger = Visitor()
    wrong = []; looks = 0; pages = set()
    addresses = [(own, a) for a in ann.addresses() if "theme=dark" not in a]
    extra = ["/account", "/account/password", "/account/delete", "/friends", f"/tournaments/{ann.cup.slug}", "/api/docs", "/api/v1/problems/version_conflict"]
    addresses += [(own, a) for a in extra]
    addresses += [(stranger, a) for a in ("/sign-in", "/sign-up", "/forgotten", "/sign-in/link", "/account/security")]
    if ONLY: addresses = [(w, a) for w, a in addresses if re.search(ONLY, a)]
    for locale in LOCALES:
        for scheme in SCHEMES:
            windows = {}
            for who in (own, stranger):
                windows[who] = who.open(browser, site, "/", color_scheme=scheme, locale=locale)
            for who, address in addresses:
                page = windows[who]; who.page = page
                n = len(who.faults)
                answer = page.goto(address)
                if address == "/api/docs":
                    page.locator(".opblock-tag").first.wait_for()
                page.evaluate(FOLDED)
                if answer.status != 200: wrong.append(f"{address}: {answer.status}")
                pages.add(address)
                for w, h in SIZES:
                    page.set_viewport_size({"width": w, "height": h})
                    page.evaluate("() => new Promise(d => requestAnimationFrame(() => setTimeout(d, 20)))")
                    looks += 1
                    if OVERLAY not in address and who.overflows():
                        wide = page.evaluate("[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.localName + '.' + (e.className.baseVal ?? e.className)).slice(-3)")
                        wrong.append(f"{locale} {scheme} {w} {address} too wide {wide}")
                    if OVERLAY not in address and address != "/api/docs" and w in (390, 683):
                        cut = page.evaluate(CLIPPED)
                        if cut: wrong.append(f"{locale} {scheme} {w} {address} cut {cut[:4]}")
                    if SHOW and (w, h) in ((390, 844), (1366, 768)):
                        name = re.sub(r"\W+", "-", re.sub(r"[0-9a-f]{8}-[0-9a-f-]{20,}|\?.*", lambda m: m[0][:14] if m[0][0] == "?" else "x", address)).strip("-") or "home"
                        page.screenshot(path=f"{OUT}/{name}-{w}-{scheme}-{locale}{'-s' if who is stranger else ''}.png", full_page=True)
                if OVERLAY not in address:
                    for w in (390, 1366):
                        page.set_viewport_size({"width": w, "height": 844})
                        wrong += [f"{locale} {scheme} {w} {each}" for each in who.barriers()]
                wrong += [f"{locale} {scheme} {address} console {each}" for each in who.faults[n:]]
            for context in browser.contexts: context.close()
    sys.stdout.write(f"{len(pages)} pages, {looks} looks\n" + "\n".join(wrong) + "\n")
    assert wrong == []
