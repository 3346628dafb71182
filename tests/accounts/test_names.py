"""What can be a name: whatever people are called, and nothing that cannot be seen."""

import unicodedata

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from accounts import characters, names, services
from accounts.models import ErasedName
from bots import registry as bots
from tests.callers import PASSWORD, Caller, new_name

pytestmark = pytest.mark.django_db

without_database = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.parametrize(
    "name",
    [
        "Joke van den Berg-'t Hart",
        "Noël Ó Súilleabháin",
        "IJsbrand d’Artagnan",
        "İbrahim Işık",
        "محمد عبد الله",
        "می‌خواهم",  # Persian, with a joiner that it needs.
        "王小明",
        "山田 太郎",
        "葛\U000e0100城",  # A form of an ideograph.
        "Nguyễn Thị Hằng",
        "Дмитрий Щербаков",
        "Δήμητρα",
        "שָׁלוֹם",
        "क्‍ष",  # Devanagari, with a joiner after a virama.
        "สมชาย",
        "한지민",
        "Ann 👩‍👩‍👧‍👦 ❤️",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Clan",
        "7 of 9",
        "Cup № 3 (2026)",
    ],
)
def test_names_of_all_languages_are_names(name: str) -> None:
    assert names.fault(names.canonical(name)) is None


@without_database
@given(
    name=st.text(
        st.characters(categories=["Lu", "Ll", "Lo"], max_codepoint=0x2FFFF), min_size=1, max_size=20
    )
)
def test_letters_of_one_script_make_a_name(name: str) -> None:
    kept = names.canonical(name)
    scripts = {unicodedata.name(each, "").partition(" ")[0] for each in kept}
    assume(len(scripts & characters.ALIKE) < 2)
    assume(not characters.UNSEEN & set(kept))

    assert characters.fault(kept) is None


@without_database
@given(
    before=st.text(st.sampled_from("abé王م"), min_size=1, max_size=5),
    hidden=st.one_of(
        st.characters(categories=["Cc", "Cf", "Cs", "Co", "Zl", "Zp"]),
        st.sampled_from(sorted(characters.UNSEEN)),
        st.sampled_from("\u00a0\u2003\u202f\u3000\u205f"),
    ),
    after=st.text(st.sampled_from("abé王م"), min_size=1, max_size=5),
)
def test_no_name_holds_what_cannot_be_seen(before: str, hidden: str, after: str) -> None:
    assume(hidden != "\u200c" or before[-1] != "م" or after[0] != "م")

    assert characters.fault(before + hidden + after) != ""


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("nimda\u202e", "U+202E"),
        ("a\u2066b", "U+2066"),
        ("Ann\u200d", "U+200D"),
        ("A\u200cnn", "U+200C"),
        ("A\u200bnn", "U+200B"),
        ("Ann\u00ad", "U+00AD"),
        ("Ann\ufe0f", "U+FE0F"),
        ("👩\u200d", "U+200D"),
        ("\ue000", "U+E000"),
        ("Ann\u00a0B", "ordinary space"),
        ("Ann  B", "ordinary space"),
        ("Ann\tB", "ordinary space"),
        ("\u3164", "U+3164"),
        ("\u2800", "U+2800"),
        ("...", "needs a letter"),
        ("\u0301ann", "accent"),
        ("Z" + "\u0321\u0322\u0323\u0324\u0325\u0326" + "algo", "accent"),
        ("\u0410nn", "alphabets"),
        ("p\u03b1ul", "alphabets"),
    ],
)
def test_what_hides_or_passes_for_something_else_is_refused(name: str, fault: str) -> None:
    assert fault in (characters.fault(names.canonical(name)) or "")


def test_one_way_of_writing_an_accent_is_kept_and_two_names_that_sound_alike_are_one() -> None:
    assert names.canonical(" Noe\u0308l ") == "Noël"
    assert names.canonical("№ ﷺ Ａ") == "№ ﷺ Ａ"
    assert names.key("ＡNN") == names.key("ann")
    assert names.key("Straße") == names.key("STRASSE")
    assert names.key("葛\U000e0100") == names.key("葛")
    assert names.key("Ann") != names.key("Anna")


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "Cutpurse", "SYSTEM", "me", "Staff", "guest", "_admin_", "ad-min", "Adm1n"),
        *("\u0430dmin", "ａｄｍｉｎ", "ádmin", "R00t", "Modera\u0442or", "guest:ann", "bot:greedy"),
        *("gone-0123456789", "greedy", "Greedy 2", "search-3", "random_1", "account:1"),
    ],
)
def test_names_of_the_house_and_of_bots_are_nobodys(name: str) -> None:
    assert names.fault(name) is not None


def test_a_bot_may_be_called_like_itself_and_like_no_other() -> None:
    for bot in bots.all_bots():
        assert names.fault(f"{bot.id} 2", bot=bot.id) is None
    assert names.fault("greedy 2", bot="random") == names.RESERVED
    assert names.fault("admin", bot="random") == names.RESERVED


def test_the_name_of_somebody_who_was_erased_is_given_to_nobody_else() -> None:
    name = new_name()
    account = services.register(username=name, password=PASSWORD)

    services.erase(account_id=account.pk)

    again = Caller().post("/accounts", {"username": name.upper(), "password": PASSWORD})
    assert (again.status, again.body["errors"][0]["code"]) == (400, "taken")
    assert names.fault(name) == names.RESERVED
    assert name.encode() not in b"".join(bytes(each.digest) for each in ErasedName.objects.all())


def test_the_name_of_a_token_is_one_that_can_be_seen() -> None:
    name = new_name()
    services.register(username=name, password=PASSWORD)
    wish = {"username": name, "password": PASSWORD}

    hidden = Caller().post("/tokens", {**wish, "name": "laptop\u202e"})

    assert (hidden.status, hidden.body["errors"][0]["field"]) == (400, "name")
    assert Caller().post("/tokens", {**wish, "name": "greedy bot"}).status == 201
