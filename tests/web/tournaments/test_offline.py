"""Commands given without network: each is judged anew when it arrives, and done at most once."""

import re
import secrets
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.events import assert_verified
from tests.web.tournaments.consoles import Console
from tests.web.visitors import member
from tournaments.services import calls, clocks, lifecycle, presence, results, rounds
from tournaments.state import EntrantStatus, Role

pytestmark = pytest.mark.django_db


class Device:
    """A browser of the staff that sends what it has kept."""

    def __init__(self, console: Console, browser: Client | None = None) -> None:
        self.console = console
        self.browser = browser or console.browser
        self.own: list[int] = []

    def keep(self, act: str, **said: Any) -> tuple[str, dict[str, Any]]:
        """Return a command as it is kept: with its key, and the version that its page showed."""
        version = self.console.event.state.version
        return act, {"version": version, "key": secrets.token_urlsafe(24), **said}

    def send(self, kept: tuple[str, dict[str, Any]], **headers: str) -> dict[str, Any]:
        act, said = kept
        own = ",".join(map(str, self.own))
        answer = self.browser.post(
            f"{self.console.at}/offline/{act}", said, headers={"X-Offline-Own": own, **headers}
        )
        assert answer.status_code == 200, answer.content
        told: dict[str, Any] = answer.json()
        if told["outcome"] == "done":
            first, last = told["versions"]
            self.own += range(first, last + 1)
        return told


def judge(console: Console, role: Role = Role.JUDGE) -> Device:
    """Return the device of somebody else on the staff."""
    browser, account = member()
    console.event.do(lifecycle.give_role, account=account.pk, role=role)
    return Device(console, browser)


def result(console: Console, table: int = 0, places: tuple[int, ...] = (1, 2, 3, 4)) -> Any:
    given = {f"place_{seat}": place for seat, place in enumerate(places)}
    return {"table_id": str(console.event.round.tables[table].id), **given}


@pytest.fixture
def console() -> Console:
    made = Console(8)
    made.event.start()
    made.event.pair()
    return made


def test_what_fits_is_done_once_however_often_it_is_sent(console: Console) -> None:
    device = Device(console)
    kept = device.keep("report", **result(console))

    first, again = device.send(kept), device.send(kept)

    assert first["outcome"] == "done"
    assert again == first
    assert console.table().places == (1, 2, 3, 4)
    assert first["versions"] == [console.event.state.version] * 2


def test_a_form_whose_answer_was_lost_is_not_done_again(console: Console) -> None:
    device = Device(console)
    act, said = device.keep("report", **result(console))
    console.browser.post(f"{console.at}/do/{act}", said)
    version = console.event.state.version

    assert device.send((act, said))["outcome"] == "done"
    assert console.event.state.version == version


def test_several_commands_that_were_made_on_one_version_do_not_contradict_each_other(
    console: Console,
) -> None:
    device = Device(console)
    kept = [device.keep("report", **result(console, table)) for table in (0, 1)]
    kept.append(device.keep("close", number=1))

    assert [device.send(each)["outcome"] for each in kept] == ["done"] * 3
    assert console.event.round.closed
    assert_verified(console.event)


def test_what_others_did_elsewhere_does_not_keep_a_result_from_counting(console: Console) -> None:
    device, other = Device(console), judge(console)
    kept = device.keep("report", **result(console))
    other.send(other.keep("report", **result(console, 1)))
    console.event.do(calls.call, table_id=console.table().id)

    assert device.send(kept)["outcome"] == "done"


def test_another_result_is_shown_with_both_versions_and_what_would_change(
    console: Console,
) -> None:
    device, other = Device(console), judge(console)
    kept = device.keep("report", **result(console, places=(4, 3, 2, 1)))
    other.send(other.keep("report", **result(console)))
    names = [console.event.state.name(each) for each in console.table().seats]

    told = device.send(kept)

    assert (told["outcome"], told["may"]) == ("undecided", True)
    assert "Someone else acted first" in told["html"]
    assert f"1. {names[0]}, 2. {names[1]}" in told["html"]
    assert f"1. {names[3]}, 2. {names[2]}" in told["html"]
    assert console.table().places == (1, 2, 3, 4)

    seen = {"X-Offline-Seen": str(told["version"])}
    assert device.send(kept, **seen)["outcome"] == "done"
    assert console.table().places == (4, 3, 2, 1)
    assert_verified(console.event)


def test_a_decision_on_what_was_seen_is_asked_again_when_somebody_has_acted_since(
    console: Console,
) -> None:
    device, other = Device(console), judge(console)
    kept = device.keep("report", **result(console, places=(4, 3, 2, 1)))
    other.send(other.keep("report", **result(console)))
    told = device.send(kept)
    table = console.table().id
    console.event.do(results.override, table_id=table, places=(2, 1, 3, 4), scores=None)

    again = device.send(kept, **{"X-Offline-Seen": str(told["version"])})

    assert again["outcome"] == "undecided"
    assert console.table().places == (2, 1, 3, 4)


def test_the_same_result_from_two_devices_counts_once_and_nobody_is_asked(
    console: Console,
) -> None:
    device, other = Device(console), judge(console)
    kept = device.keep("report", **result(console))
    other.send(other.keep("report", **result(console)))
    version = console.event.state.version

    assert device.send(kept)["outcome"] == "so already"
    assert console.event.state.version == version


def test_a_scorekeeper_may_not_overrule_a_result_and_is_told(console: Console) -> None:
    keeper, other = judge(console, Role.SCOREKEEPER), judge(console)
    kept = keeper.keep("report", **result(console, places=(4, 3, 2, 1)))
    other.send(other.keep("report", **result(console)))

    told = keeper.send(kept)

    assert told == {
        "outcome": "refused",
        "words": "Your role in this tournament does not allow that.",
    }


def test_somebody_is_entered_once_by_two_devices_and_everybody_else_by_each() -> None:
    console = Console(2)
    console.event.step("open")
    device, other = Device(console), judge(console, Role.ORGANISER)
    kept = [device.keep("enter", name=name) for name in ("Zoé", "Zack")]
    other.send(other.keep("enter", name="ZOÉ"))

    told = [device.send(each) for each in kept]

    assert [each["outcome"] for each in told] == ["undecided", "done"]
    assert "ZOÉ entered." in told[0]["html"]


def test_two_devices_check_people_in_and_all_are_there_once() -> None:
    console = Console(0, checkin=True)
    console.event.step("open")
    console.event.enter_names(4)
    console.event.step("open-checkin")
    device, other = Device(console), judge(console, Role.SCOREKEEPER)
    here = [device.keep("check-in", entrant=number) for number in (1, 2, 3)]
    console.event.do(presence.leave, entrant=3)
    there = [other.keep("check-in", entrant=number) for number in (2, 4)]

    told = [other.send(each)["outcome"] for each in there]
    told += [device.send(each)["outcome"] for each in here]

    assert told == ["done", "done", "done", "so already", "undecided"]
    assert console.event.state.entrants[3].presence is EntrantStatus.WITHDRAWN


def test_what_rewrites_or_was_meant_for_its_moment_is_looked_at_first(console: Console) -> None:
    device = Device(console)
    device.send(device.keep("report", **result(console)))
    rewriting = device.keep("correct", **result(console, places=(4, 3, 2, 1)))
    timed = device.keep("start-clock", number=1, minutes=50)

    assert [device.send(each)["outcome"] for each in (rewriting, timed)] == ["undecided"] * 2
    assert (console.table().places, console.event.round.clock) == ((1, 2, 3, 4), None)


def test_a_pairing_waits_for_a_look_when_somebody_has_left_meanwhile(console: Console) -> None:
    device = Device(console)
    for table in (0, 1):
        device.send(device.keep("report", **result(console, table)))
    console.event.do(rounds.close, number=1)
    kept = device.keep("pair")
    console.event.do(presence.leave, entrant=1)

    told = device.send(kept)

    assert told["outcome"] == "undecided"
    assert "p1 dropped out." in told["html"]


@pytest.mark.more
def test_a_round_is_closed_paired_and_published_when_the_server_is_back(console: Console) -> None:
    device = Device(console)
    kept = [device.keep("report", **result(console, table)) for table in (0, 1)]
    kept += [device.keep("close", number=1), device.keep("pair"), device.keep("publish", number=2)]

    assert [device.send(each)["outcome"] for each in kept] == ["done"] * 5

    assert [each.published for each in console.event.state.rounds] == [True, True]
    assert_verified(console.event)


def test_a_draft_that_was_changed_or_published_meanwhile_is_not_published_unseen(
    console: Console,
) -> None:
    device = Device(console)
    for table in (0, 1):
        console.event.report(table, [1, 2, 3, 4])
    console.event.do(rounds.close, number=1)
    console.event.pair(publish=False)
    kept = device.keep("publish", number=2)
    first, second = (table.seats[0] for table in console.event.round.tables)
    console.event.do(rounds.swap, number=2, first=first, second=second)

    assert device.send(kept)["outcome"] == "undecided"
    console.event.do(rounds.publish, number=2)
    assert device.send(kept)["outcome"] == "so already"


def test_a_rollback_meanwhile_has_everything_looked_at_again(console: Console) -> None:
    device, version = Device(console), console.event.state.version
    console.event.do(clocks.start, number=1, seconds=600)
    kept = device.keep("report", **result(console))
    console.event.do(lifecycle.roll_back, to_version=version)

    assert device.send(kept)["outcome"] == "undecided"


def test_who_has_no_role_any_more_or_is_signed_out_changes_nothing(console: Console) -> None:
    other = judge(console)
    kept = other.keep("report", **result(console))
    account = other.browser.session["_auth_user_id"]
    console.event.do(lifecycle.give_role, account=account, role=None)

    words = "You no longer have a role in this tournament."
    assert other.send(kept) == {"outcome": "refused", "words": words}
    assert other.browser.get(f"{console.at}/offline").status_code == 404
    stranger = Client()
    assert stranger.post(f"{console.at}/offline/report", kept[1]).status_code == 401
    assert stranger.get(f"{console.at}/offline").status_code == 401
    assert not console.table().done


def test_after_the_end_a_result_is_refused_in_words(console: Console) -> None:
    device = Device(console)
    kept = device.keep("report", **result(console))
    console.event.do(lifecycle.cancel)

    told = device.send(kept)

    assert (told["outcome"], told["may"]) == ("undecided", False)
    assert "The tournament is called off; reopen it first." in told["html"]
    assert console.table().places is None


def test_what_cannot_be_read_is_refused_and_changes_nothing(console: Console) -> None:
    device, version = Device(console), console.event.state.version
    wrong = [
        device.keep("report", **{**result(console), "table_id": "no table"}),
        device.keep("report", **result(console, places=(2, 2, 3, 4))),
        device.keep("check-in", entrant=10**9),
    ]

    told = [device.send(each, **{"X-Offline-Own": "1-" * 900}) for each in wrong]

    assert [each["outcome"] for each in told] == ["refused"] * 3
    assert console.browser.post(f"{console.at}/offline/fly-away", {}).status_code == 404
    assert console.event.state.version == version


def test_pages_say_whose_they_are_for_the_browser_to_keep_and_codes_never_do(
    console: Console,
) -> None:
    kept = console.browser.get(console.at)
    codes = console.browser.get(f"{console.at}/codes")

    assert kept["X-Kept-For"] == str(console.event.organiser.account)
    assert "X-Kept-For" not in codes
    assert "X-Kept-For" not in console.browser.get(f"/tournaments/{console.event.slug}")


def test_the_parts_of_the_worker_share_one_scope_and_no_names() -> None:
    text = Client().get("/worker.js").content.decode()

    names = re.findall(r"^(?:async )?(?:function|const|let) (\w+)", text, flags=re.MULTILINE)

    assert len(names) > 10
    assert sorted(set(names)) == sorted(names)


def test_one_worker_serves_the_whole_site_and_the_consoles_former_one_leaves() -> None:
    worker, former = Client().get("/worker.js"), Client().get("/organise/worker.js")

    assert worker["Content-Type"].startswith("text/javascript")
    assert b"offlineQueue" in worker.content
    assert b"showNotification" in worker.content
    assert b"unregister" in former.content
    assert b"fetch" not in former.content
