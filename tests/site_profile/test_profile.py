"""What a site says of itself: name, colours, logo, legal pages, announcement, sign-up."""

import io
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import assume, given
from hypothesis import strategies as st
from PIL import Image

from accounts import invitations, services
from accounts.models import Account
from api.problems import Problem
from cutpurse.embedded.addresses import ROOT
from site_profile import colours, logos, selectors
from site_profile import services as profile
from site_profile.models import SignUp, SiteProfile
from tests.callers import PASSWORD, new_name
from tests.web.visitors import BACKEND, text
from web.backoffice import checklist

pytestmark = pytest.mark.django_db

PAGE = "admin:site_profile_siteprofile_do"


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Begin and end with a process that remembers no profile."""
    selectors.forget()
    yield
    selectors.forget()


@pytest.fixture
def staff(client: Client) -> Client:
    account = services.register(username=new_name(), password=PASSWORD)
    Account.objects.filter(pk=account.pk).update(is_staff=True, is_superuser=True)
    client.force_login(account, backend=BACKEND)
    return client


def order(staff: Client, command: str, *, apply: bool, **said: object) -> str:
    press = {"apply": "1"} if apply else {"preview": "1"}
    address = reverse(PAGE, args=[profile.row().pk, command])
    answer = staff.post(address, {"reason": "opening", **said, **press}, follow=True)
    return text(answer)


def picture(width: int = 400, height: int = 200, kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "#1d6150").save(out, kind, comment=b"a secret place")
    return out.getvalue()


def test_the_name_is_seen_first_and_then_stands_on_every_page(staff: Client) -> None:
    said = {"name": "Club of the Lantern", "accent_light": "#5a2a83", "accent_dark": "#c9a6ee"}
    shown = order(staff, "look", apply=False, **said)
    assert "nothing has been saved yet" in shown
    assert "Lantern" not in text(Client().get("/games"))

    order(staff, "look", apply=True, **said)

    page = text(Client().get("/games"))
    assert "· Club of the Lantern</title>" in page
    look = page.partition('href="/site/look-')[2].partition('"')[0]
    sheet = Client().get(f"/site/look-{look}")
    assert "--accent: #5a2a83" in sheet.content.decode()
    assert "immutable" in sheet["Cache-Control"]


def test_a_site_without_a_name_is_called_so_in_the_readers_language(staff: Client) -> None:
    address = reverse("admin:site_profile_siteprofile_change", args=[profile.row().pk])

    page = text(staff.get(address, headers={"Accept-Language": "de"}))

    assert "Die Seite" in page
    assert "The site" not in page


def test_a_colour_that_cannot_be_read_is_refused_with_its_contrast(staff: Client) -> None:
    shown = order(staff, "look", apply=True, accent_light="#ffe680")

    assert "legible text needs at least" in shown
    assert "Least contrast" not in shown
    assert profile.row().accent_light == ""


def test_contrast_is_that_of_the_examples_of_wcag() -> None:
    # The grey that just passes on white, as WebAIM and the W3C give it.
    assert colours.contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert colours.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@given(one=st.integers(0, 0xFFFFFF), theme=st.sampled_from(["light", "dark"]))
def test_whatever_colour_passes_can_be_read_in_all_its_shades(one: int, theme: str) -> None:
    accent = f"#{one:06x}"
    assume(colours.least_contrast(accent, theme) >= colours.CONTRAST_MIN)

    shades = colours.shades_of(accent, theme)

    assert colours.contrast(shades.on, accent) >= colours.CONTRAST_MIN
    assert colours.contrast(accent, shades.soft) >= colours.CONTRAST_MIN
    for ground in colours.GROUNDS[theme]:
        assert colours.contrast(shades.strong, ground) >= colours.contrast(accent, ground)


def test_the_grounds_are_those_of_the_pages() -> None:
    tokens = (ROOT / "platform/web/static/web/tokens.css").read_text()
    for place, name in enumerate(colours.Ground._fields):
        pair = f"{colours.GROUNDS['light'][place]}, {colours.GROUNDS['dark'][place]}"
        assert f"--{name}: light-dark({pair});" in tokens


def test_a_logo_is_drawn_anew_and_waits_between_preview_and_apply(staff: Client) -> None:
    upload = io.BytesIO(picture())
    upload.name = "logo.png"
    shown = order(staff, "logo", apply=False, logo=upload)
    drawn = shown.partition('name="drawn" value="')[2].partition('"')[0]

    order(staff, "logo", apply=True, drawn=drawn)

    page = text(Client().get("/"))
    address = page.partition('class="logo" src="')[2].partition('"')[0]
    answer = Client().get(address)
    with Image.open(io.BytesIO(answer.content)) as found:
        assert (found.format, found.size) == ("PNG", (192, 96))
    assert b"secret place" not in answer.content


@pytest.mark.parametrize(
    "file", [b"", b"GIF89a" + bytes(40), b"<svg xmlns='x'/>", picture()[:60], picture(3000, 3000)]
)
def test_what_is_no_small_picture_is_no_logo(file: bytes) -> None:
    with pytest.raises(Problem):
        logos.redraw(file)


def test_legal_pages_are_linked_once_they_are_written() -> None:
    assert Client().get("/imprint").status_code == 404
    assert 'href="/imprint"' not in text(Client().get("/"))

    profile.change(imprint="## Who\n\nThe club. <script>alert(1)</script>", contact="us@club.test")

    page = text(Client().get("/imprint"))
    assert '<h2 id="who">Who</h2>' in page
    assert "<script>alert" not in page
    assert 'href="/imprint"' in page
    assert 'href="mailto:us@club.test"' in page
    assert Client().get("/terms").status_code == 404


def test_a_legal_page_has_one_title_whatever_its_text_begins_with() -> None:
    profile.change(imprint="# The club\n\n## Who\n\nWe.")

    page = text(Client().get("/imprint"))

    assert page.count("<h1") == 1
    assert '<h2 id="the-club">The club</h2>' in page
    assert "<h3>Who</h3>" in page


def test_an_announcement_is_in_the_readers_language_until_it_is_closed() -> None:
    profile.change(banner_en="Closed on Monday.", banner_nl="Maandag gesloten.")
    reader = Client(headers={"accept-language": "nl"})
    assert "Maandag gesloten." in text(reader.get("/games"))
    assert "Closed on Monday." in text(Client(headers={"accept-language": "fr"}).get("/games"))

    reader.post("/site/banner/close", {"next": "/games"})
    assert "Maandag gesloten." not in text(reader.get("/games"))

    profile.change(banner_nl="Dinsdag gesloten.")
    assert "Dinsdag gesloten." in text(reader.get("/games"))


def test_a_closed_site_signs_nobody_up_on_pages_or_in_the_api() -> None:
    profile.change(sign_up=SignUp.CLOSED)
    said = {"username": new_name(), "password": PASSWORD}

    assert "Sign-up is closed" in text(Client().get("/sign-up"))
    assert Client().post("/sign-up", said).status_code == 400
    answer = Client().post("/api/v1/accounts", said, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")
    assert not Account.objects.named(said["username"]).exists()


def test_an_invitation_lets_in_as_many_as_it_says(staff: Client) -> None:
    profile.change(sign_up=SignUp.INVITED)
    shown = order(staff, "invite", apply=True, note="Ann", uses=1, days=7)
    code = shown.partition("/sign-up?invitation=")[2][:24]
    page = text(Client().get(f"/sign-up?invitation={code}"))
    assert f'value="{code}"' in page
    said = {"password": PASSWORD, "invitation": code}

    first = Client().post("/sign-up", {"username": new_name(), **said})
    second = Client().post("/sign-up", {"username": new_name(), **said})

    assert (first.status_code, second.status_code) == (302, 400)
    assert "has been used or has expired" in text(second)
    assert "need an invitation" in text(Client().get("/sign-up"))


def test_a_name_that_is_refused_uses_no_invitation_up() -> None:
    profile.change(sign_up=SignUp.INVITED)
    code = invitations.make(note="", uses=1, days=1)
    taken = services.register(username=new_name(), password=PASSWORD).username
    said = {"password": PASSWORD, "invitation": code}

    Client().post("/sign-up", {"username": taken, **said})

    assert invitations.opens(code)


def test_a_new_site_has_a_page_for_all_that_its_checklist_wants(staff: Client) -> None:
    assert not SiteProfile.objects.exists()
    wanted = {each.address for each in checklist.missing() if each.address}

    found = {address: staff.get(address).status_code for address in wanted}

    assert set(found.values()) == {200}, found
    assert len(wanted) == 4


def test_the_checklist_says_what_is_missing_until_it_is_there(staff: Client) -> None:
    assert "There is no imprint." in text(staff.get("/admin/"))

    profile.change(imprint="We.", privacy="Nothing.", terms="Be kind.", contact="us@club.test")

    assert not any("imprint" in each.title for each in checklist.missing())
