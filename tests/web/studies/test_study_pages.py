"""A study in the browser: opened from a replay, played on by the table's own buttons."""

import html
import re
from collections.abc import Iterator
from uuid import UUID

import pytest

from accounts import sanctions
from accounts.models import Account
from api import limits
from api.ids import uuid7
from site_profile import selectors as site_profile
from site_profile import services as profile
from site_profile.models import SignUp, TalkForm
from studies import services
from studies.models import Study
from tests.analyses.finished import finished
from tests.matches import tables
from tests.samples import GAMES, sampled
from tests.web.seated import Person, buttons
from tests.web.visitors import text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _site_with_own_words() -> Iterator[None]:
    limits.reset()
    profile.change(talk=TalkForm.WORDS)
    yield
    site_profile.forget()
    limits.reset()


def opened(person: Person, game: str = "pickpocket", at: int = 1) -> UUID:
    """Press Study in the replay of a match that the person has just finished."""
    others = tables.people(2 if game == "stick-em" else 1)
    options = {"rounds": 1} if game == "stick-em" else {}
    match, _players = finished(game, [person.player, *others], options=options)
    replay = text(person.client.get(f"/matches/{match}/replay?at={at}"))
    assert 'form="to-study"' in replay
    answer = person.client.post(f"/matches/{match}/study", {"at": at})
    assert answer.status_code == 302
    return UUID(answer["Location"].removeprefix("/studies/").partition("?")[0])


def look(person: Person, study: UUID, query: str = "") -> str:
    return text(person.client.get(f"/studies/{study}{query}"))


def press(person: Person, study: UUID, ply: int, **said: str) -> str:
    """Press a button of the table, and return where it leads."""
    answer = person.client.post(f"/studies/{study}/move", {"line": 1, "ply": ply, **said})
    assert answer.status_code == 302, text(answer)
    return str(answer["Location"])


@pytest.mark.parametrize(
    "game", sampled(["pickpocket", "second-story", "stick-em", "sticky-fingers"], *GAMES)
)
def test_the_buttons_of_the_table_make_the_moves_of_a_study(game: str) -> None:
    ann = Person()
    study = opened(ann, game)

    first = buttons(look(ann, study))
    there = press(ann, study, 0, move=first[0])
    after = look(ann, study, there.partition("/studies/" + str(study))[2])

    assert first
    assert there.endswith("?line=1&ply=1")
    assert "Line 1, move 1 of 1" in after
    assert buttons(after)


def test_a_bot_moves_when_it_is_asked_to() -> None:
    ann = Person()
    study = opened(ann)

    there = press(ann, study, 0, bot="1")

    assert there.endswith("?line=1&ply=1")


def test_another_line_leaves_this_one_with_bots_on_the_other_seats() -> None:
    ann = Person()
    study = opened(ann)
    press(ann, study, 0, bot="1")

    said = {"line": 1, "ply": 0, "hand": "0", "seats": ["0", "1"]}
    answer = ann.client.post(f"/studies/{study}/line", said)
    page = look(ann, study, "?line=2")

    assert answer["Location"] == f"/studies/{study}?line=2"
    assert "leaves line 1 at its start" in page


def test_another_moment_of_the_match_is_another_line_of_the_same_study() -> None:
    ann = Person()
    study = opened(ann)
    match = Study.objects.get(pk=study).match_id
    page = look(ann, study)
    back = re.search(rf'<p><a href="(/matches/{match}/replay\?at=\d+)">Another moment', page)

    def pressed(at: int) -> str:
        return str(ann.client.post(f"/matches/{match}/study", {"at": at})["Location"])

    later, again = pressed(40), pressed(40)

    assert back is not None
    assert 'form="to-study"' in text(ann.client.get(back[1]))
    assert later == again == f"/studies/{study}?line=2&ply=0"
    assert pressed(1) == f"/studies/{study}?line=1&ply=0"
    assert Study.objects.filter(match=match).count() == 1
    Study.objects.filter(pk=study).update(lines=50)
    assert not pressed(60).startswith(f"/studies/{study}"), "it is full"


def test_the_button_leaves_a_shared_study_as_it_is() -> None:
    ann, bob = Person(), Person()
    study = opened(ann)
    match = Study.objects.get(pk=study).match_id
    ann.client.post(f"/studies/{study}/share", {"line": 1, "ply": 0, "shared": "yes"})
    version = Study.objects.get(pk=study).version

    def pressed(at: int) -> str:
        return str(ann.client.post(f"/matches/{match}/study", {"at": at})["Location"])

    here = look(ann, study)
    first = pressed(1)
    told, again = look(ann, study), look(ann, study)
    later = pressed(40)
    fresh = UUID(first.removeprefix("/studies/").partition("?")[0])

    assert fresh != study
    assert "in another study, which only you can read" in here
    assert "This is a new study, which only you can read." in told
    assert "This is a new study" not in here + again + look(ann, fresh)
    assert (first, later) == (f"/studies/{fresh}?line=1&ply=0", f"/studies/{fresh}?line=2&ply=0")
    assert Study.objects.get(pk=study).version == version
    assert bob.client.get(f"/studies/{fresh}").status_code == 404
    ann.client.post(f"/studies/{fresh}/share", {"line": 1, "ply": 0, "shared": "yes"})
    ann.client.post(f"/studies/{study}/share", {"line": 1, "ply": 0, "shared": "no"})
    assert pressed(40) == f"/studies/{study}?line=2&ply=0", "it is private again"


@pytest.mark.parametrize("since", ["shared", "full"])
def test_a_study_that_is_shared_or_full_since_it_was_looked_for_is_not_resumed(
    since: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Person()
    study = opened(ann)
    match = Study.objects.get(pk=study).match_id
    if since == "shared":
        ann.client.post(f"/studies/{study}/share", {"line": 1, "ply": 0, "shared": "yes"})
        Study.objects.filter(pk=study).update(shared=False)
    else:
        monkeypatch.setattr(services, "LINES_MAX", 1)
        Study.objects.filter(pk=study).update(lines=0)
    version = Study.objects.get(pk=study).version

    answer = ann.client.post(f"/matches/{match}/study", {"at": 40})

    assert answer.status_code == 302
    assert not answer["Location"].startswith(f"/studies/{study}")
    assert Study.objects.get(pk=study).version == version


@pytest.mark.more
def test_the_result_of_a_match_opens_a_study_from_its_start() -> None:
    ann = Person()
    match, _players = finished("pickpocket", [ann.player, *tables.people(1)])
    sheet = text(ann.client.get(f"/matches/{match}"))
    form = f'action="/matches/{match}/study"'

    answer = ann.client.post(f"/matches/{match}/study", {"at": 1}, follow=True)

    assert form in sheet
    assert form not in text(type(ann.client)().get(f"/matches/{match}"))
    assert "Line 1, move 0 of 0" in text(answer)


@pytest.mark.more
@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("phrases", "You can only use set phrases on this site."),
        ("guest", ">Sign up to comment</a>"),
        ("guest of phrases", "You can only use set phrases on this site."),
        ("guest, closed", "You can only use set phrases on this site."),
        ("muted", "The site's staff has muted you."),
        ("muted guest", "The site's staff has muted you."),
        ("program", "Programs cannot talk at tables."),
    ],
)
def test_whoever_may_not_comment_reads_why_and_has_no_form(who: str, words: str) -> None:
    ann = Person()
    study = opened(ann)
    me = Account.objects.filter(pk=ann.account.pk)
    before = html.unescape(look(ann, study))

    if "phrases" in who:
        profile.change(talk=TalkForm.PHRASES)
    if "closed" in who:
        profile.change(sign_up=SignUp.CLOSED)
    if "muted" in who:
        sanctions.impose(case=uuid7(), account_id=ann.account.pk, kind="mute", until=None)
    if "guest" in who:
        me.update(is_guest=True)
    if who == "program":
        me.update(is_bot=True, bot_contact="ann@example.org")
    after = html.unescape(look(ann, study))

    assert 'id="comment"' in before
    assert words not in before
    assert words in after
    assert 'id="comment"' not in after
    assert ("Sign up to comment" in after) == (who == "guest")


def test_a_comment_stands_at_its_moment_and_can_be_removed() -> None:
    ann = Person()
    study = opened(ann)
    here = {"line": 1, "ply": 0}

    ann.client.post(f"/studies/{study}/comment", {**here, "words": "<b>Here</b> it was lost."})
    page = look(ann, study)
    (comment,) = re.findall(r'name="remove" value="([^"]+)"', page)
    ann.client.post(f"/studies/{study}/comment", {**here, "remove": comment})

    assert "&lt;b&gt;Here&lt;/b&gt; it was lost." in page
    assert "it was lost" not in look(ann, study)


@pytest.mark.more
def test_who_a_study_is_shared_with_reads_it_without_a_button_to_press() -> None:
    ann, bob = Person(), Person()
    study = opened(ann)
    assert bob.client.get(f"/studies/{study}").status_code == 404

    ann.client.post(f"/studies/{study}/share", {"line": 1, "ply": 0, "shared": "yes"})
    page = look(bob, study)

    assert buttons(page) == []
    assert "Who can read this study" not in page
    assert (
        bob.client.post(f"/studies/{study}/move", {"line": 1, "ply": 0, "bot": "1"}).status_code
        == 404
    )


@pytest.mark.more
def test_whom_the_staff_has_muted_reads_why_nothing_can_be_shared_and_may_stop_sharing() -> None:
    ann = Person()
    study = opened(ann)
    before = look(ann, study)
    ann.client.post(f"/studies/{study}/share", {"line": 1, "ply": 0, "shared": "yes"})
    sanctions.impose(case=uuid7(), account_id=ann.account.pk, kind="mute", until=None)

    shared = look(ann, study)
    ann.client.post(f"/studies/{study}/share", {"line": 1, "ply": 0, "shared": "no"})
    (section,) = re.findall(r'<section id="share".*?</section>', look(ann, study), re.DOTALL)

    assert "Share by link" in before
    assert "Stop sharing" in shared
    assert "Share by link" not in section
    assert "The site's staff has muted you." in html.unescape(section)


def test_what_is_refused_says_why_on_the_page_and_changes_nothing() -> None:
    ann = Person()
    study = opened(ann)
    version = Study.objects.get(pk=study).version

    answer = ann.client.post(f"/studies/{study}/move", {"line": 1, "ply": 0, "move": "nonsense"})

    assert answer.status_code == 400
    assert 'role="alert"' in text(answer)
    assert Study.objects.get(pk=study).version == version


@pytest.mark.more
@pytest.mark.parametrize("deep", ['{"a":' * 50_000, "[" * 100_000])
def test_deep_json_in_a_form_is_a_bad_request(deep: str) -> None:
    ann = Person()
    study = opened(ann)
    running = tables.begun([ann.player, *tables.people(1)], game="pickpocket")
    version = tables.page(running, ann.player)["version"]

    answer = ann.client.post(f"/studies/{study}/move", {"line": 1, "ply": 0, "move": deep})

    assert answer.status_code == 400
    assert ann.press(running, deep, version).status_code == 400


def test_a_page_after_a_refusal_leads_on_and_keeps_what_was_typed() -> None:
    ann = Person()
    study = opened(ann)
    ann.client.post(f"/studies/{study}/share", {"line": 1, "ply": 0, "shared": "yes"})
    words = "so long " * 200

    said = {"line": 1, "ply": 0, "words": words}
    page = text(ann.client.post(f"/studies/{study}/comment", said))

    assert 'href="?' not in page
    assert f'href="/studies/{study}?line=1&amp;ply=0"' in page
    assert f"http://testserver/studies/{study}</code>" in page
    assert f"{words}</textarea>" in page


def test_all_cards_may_be_looked_at() -> None:
    ann = Person()
    study = opened(ann, "stick-em")

    page = look(ann, study, "?line=1&ply=0&viewer=all")

    assert "plate-hand" in page or "open-hands" in page
    assert buttons(page) == []


def test_ones_studies_are_listed_and_deleted() -> None:
    ann = Person()
    study = opened(ann)
    listed = text(ann.client.get("/studies"))

    ann.client.post(f"/studies/{study}/delete", {})

    assert f"/studies/{study}" in listed
    assert f"/studies/{study}" not in text(ann.client.get("/studies"))
    assert ann.client.get(f"/studies/{study}").status_code == 404


def test_strangers_and_running_matches_have_no_button() -> None:
    ann = Person()
    match, _players = finished("pickpocket", [ann.player, *tables.people(1)])
    running = tables.begun([ann.player, *tables.people(1)], game="pickpocket")
    stranger = type(ann.client)()

    assert "to-study" not in text(stranger.get(f"/matches/{match}/replay"))
    assert "to-study" not in text(ann.client.get(f"/matches/{running}/replay"))
    assert ann.client.post(f"/matches/{running}/study", {"at": 1}).status_code == 409
