"""The one rule for names, wherever a ladder takes one."""

import pytest

from accounts import services
from api.problems import Problem
from ratings.models import Ladder
from ratings.services import managing
from tests.callers import PASSWORD, new_name
from tests.ratings import ladders
from tests.ratings.admins import bring_in, new_admin, ok, open_ladder

pytestmark = pytest.mark.django_db

REVERSED = "nimda\u202e"


@pytest.mark.parametrize("field", ["name", "season"])
@pytest.mark.parametrize("name", [REVERSED, "\u3164", "Cutpurse"])
def test_no_ladder_and_no_season_has_a_name_that_is_none(field: str, name: str) -> None:
    ladder = ladders.opened()

    with pytest.raises(Problem, match=f"^{field}: "):
        ladders.opened(**{field: name})
    with pytest.raises(Problem, match=f"^{field}: "):
        managing.edit(ladder_id=ladder.id, changes={field: name}, order=ladders.order())
    with pytest.raises(Problem, match=r"^name: "):
        managing.close_season(
            ladder_id=ladder.id, name=name, keep_percent=50, order=ladders.order()
        )


def test_a_ladder_from_before_the_rule_keeps_its_name_when_other_settings_change() -> None:
    ladder = ladders.opened()
    old = {**ladder.settings, "name": "Staff"}
    Ladder.objects.filter(pk=ladder.pk).update(name="Staff", settings=old)

    managing.edit(
        ladder_id=ladder.id, changes={"name": "Staff", "best_of": 3}, order=ladders.order()
    )

    assert Ladder.objects.get(pk=ladder.pk).settings["best_of"] == 3


@pytest.mark.parametrize("name", [REVERSED, "A\u200bnn", "admin", "greedy", "guest:ann"])
def test_a_line_of_past_results_with_a_name_that_is_none_is_named(name: str) -> None:
    admin = new_admin()
    slug = open_ladder(admin)

    answer = bring_in(admin, slug, "2026-11-01,ann,1,bob,2", f"2026-11-02,ann,1,{name},2")

    assert answer.code == "invalid"
    assert [error["field"] for error in answer.body["errors"]] == ["line 3"]


def test_past_results_name_nobody_who_was_erased() -> None:
    admin, name = new_admin(), new_name()
    slug = open_ladder(admin)
    services.erase(account_id=services.register(username=name, password=PASSWORD).pk)

    assert bring_in(admin, slug, f"2026-11-01,ann,1,{name},2").code == "invalid"


def test_guests_have_names_in_all_letters_and_one_way_of_writing_them() -> None:
    admin = new_admin()
    slug = open_ladder(admin)

    ok(bring_in(admin, slug, "2026-11-01,Noe\u0308l,1,王小明,2", "2026-11-02,Noël,1,İbrahim,2"))

    assert set(ladders.ratings(Ladder.objects.get(slug=slug))) == {
        "guest:Noël",
        "guest:王小明",
        "guest:İbrahim",
    }
