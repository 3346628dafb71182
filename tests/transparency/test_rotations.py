"""Other keys take the place of a site's keys: in public, and so that who has an old one follows."""

import json
from io import StringIO
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from cutpurse import verify
from eventstore import verification
from games.core import ALL
from matches import archive
from tests.matches import tables
from transparency import identity, notes, rotations, site_stream, witness, writer
from transparency.models import LogCheckpoint, LogEntry
from transparency.notes import Key, Signer
from transparency.rotations import Rotation

pytestmark = pytest.mark.django_db
ORIGIN = "club.example/cutpurse/1"
OLD, NEW = "an old secret of the tests", "a new secret of the tests"


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.LOG_KEY, settings.LOG_KEY_BEFORE = OLD, ""
    settings.LOG_ORIGIN = ORIGIN


def replace(settings: Settings) -> None:
    """Set other keys, the old ones beside them, as the operator does."""
    settings.LOG_KEY, settings.LOG_KEY_BEFORE = NEW, settings.LOG_KEY


def rotate(reason: str = "a disk was thrown away") -> str:
    output = StringIO()
    call_command("rotate_log_key", reason=reason, stdout=output)
    return output.getvalue()


def told() -> bytes:
    return Client().get("/log/rotations").content


def read() -> list[Rotation]:
    return rotations.read_all(told().decode().splitlines())


def signed_by(key: Key) -> bool:
    row = LogCheckpoint.objects.order_by("-size")[0]
    return notes.signed_by(notes.read(row.note), key)


def play() -> UUID:
    players = tables.people(3)
    match = tables.begun(players, options={"rounds": 1})
    tables.play_out(match, players)
    writer.log_moved()
    return match


def downloaded(match: UUID, folder: Path) -> Path:
    path = folder / f"{match}.ndjson"
    path.write_text("".join(archive.log_lines(match, ALL)))
    return path


def kept(folder: Path) -> Path:
    """Keep what the site says of its rotations in a file."""
    path = folder / "rotations"
    path.write_bytes(told())
    return path


def test_it_is_told_to_everybody_and_in_the_log_like_any_history(settings: Settings) -> None:
    play()
    replace(settings)

    said = rotate()

    assert said.count("->") == 3
    line = json.loads(told())
    assert line["reason"] == "a disk was thrown away"
    assert LogEntry.objects.get(stream_kind=site_stream.KIND).version == 1
    assert verification.check(site_stream.KIND, site_stream.STREAM) == []
    assert "a disk was thrown away" in Client().get("/log").content.decode()


def test_both_keys_sign_until_the_old_one_is_taken_away(settings: Settings) -> None:
    old = identity.signer().key
    play()
    replace(settings)
    new = identity.signer().key

    rotate()
    assert (signed_by(old), signed_by(new)) == (True, True)
    settings.LOG_KEY_BEFORE = ""
    play()

    assert (signed_by(old), signed_by(new)) == (False, True)


def test_both_keys_are_shown_until_the_old_one_is_taken_away(settings: Settings) -> None:
    old = [str(each.key) for each in identity.signers()]
    replace(settings)
    new = [str(each.key) for each in identity.signers()]

    meanwhile = Client().get("/log/keys").content.decode().splitlines()
    settings.LOG_KEY_BEFORE = ""
    after = Client().get("/log/keys").content.decode().splitlines()

    assert (meanwhile, after) == ([*new, *old], new)


def test_whoever_has_kept_an_old_key_follows_it_twice(settings: Settings, tmp_path: Path) -> None:
    first = identity.signers()
    before = downloaded(play(), tmp_path)
    replace(settings)
    rotate()
    settings.LOG_KEY, settings.LOG_KEY_BEFORE = "a third secret", NEW
    rotate("once more")
    settings.LOG_KEY_BEFORE = ""
    after, said = downloaded(play(), tmp_path), kept(tmp_path)
    key = ("--key", str(first[0].key))

    assert verify.main([str(before), *key]) == 0
    assert verify.main([str(after), *key]) == 1
    assert verify.main([str(before), str(after), *key, "--rotations", str(said)]) == 0
    assert [rotations.followed(each.key, read())[-1] for each in first] == [
        each.key for each in identity.signers()
    ]


def test_an_old_key_that_was_stolen_signs_no_more_of_the_log(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = identity.signer()
    play()
    replace(settings)
    rotate()
    settings.LOG_KEY, settings.LOG_KEY_BEFORE = OLD, ""
    stolen = downloaded(play(), tmp_path)
    key = ("--key", str(old.key))

    assert verify.main([str(stolen), *key]) == 0
    assert verify.main([str(stolen), *key, "--rotations", str(kept(tmp_path))]) == 1
    assert "has not signed the checkpoint" in capsys.readouterr().out


def test_nobody_follows_a_key_by_a_note_that_it_has_not_signed(settings: Settings) -> None:
    old = identity.signer()
    replace(settings)
    rotate()
    (rotation,) = read()
    others = [
        each for each in rotation.note.signatures if (each.name, each.id) != (ORIGIN, old.key.id)
    ]
    thief = Signer(ORIGIN, bytes(32))
    forged = rotations.signed([(thief, identity.signer())], 0, 1)._replace(
        text=rotation.note.text.replace(str(identity.signer().key), str(thief.key))
    )

    without = rotation._replace(note=rotation.note._replace(signatures=tuple(others)))
    assert rotations.followed(old.key, [rotation]) == [old.key, identity.signer().key]
    assert rotations.followed(old.key, [without]) == [old.key]
    assert rotations.followed(old.key, [rotations.read(str(forged))]) == [old.key]


@pytest.mark.parametrize("purpose", [0, 1, 2])
def test_a_key_that_has_not_signed_that_it_follows_is_not_followed_to(
    purpose: int, settings: Settings
) -> None:
    olds = identity.signers()
    replace(settings)
    rotate()
    (rotation,) = read()
    new = identity.signers()[purpose].key
    left = tuple(each for each in rotation.note.signatures if each.id != new.id)

    found = rotation._replace(note=rotation.note._replace(signatures=left))

    assert rotations.followed(olds[purpose].key, [found]) == [olds[purpose].key]


@pytest.mark.more
@pytest.mark.parametrize("place", [0, 1])
def test_a_witness_that_knows_either_key_goes_on_signing_meanwhile(
    place: int, settings: Settings
) -> None:
    old = identity.signer().key
    play()
    replace(settings)
    rotate()
    note = LogCheckpoint.objects.order_by("-size")[0].note

    settings.LOGS_WITNESSED = [str((old, identity.signer().key)[place])]

    assert f"— {ORIGIN}/witness " in witness.sign(f"old 0\n\n{note}".encode())


@pytest.mark.parametrize(
    ("now", "before", "why"),
    [
        (NEW, "", "set LOG_KEY to the new key"),
        (OLD, OLD, "are the same key"),
        (NEW, "a key of nobody", "was not signed with LOG_KEY_BEFORE"),
    ],
)
def test_it_is_refused_where_the_keys_are_not_set_as_they_must_be(
    now: str, before: str, why: str, settings: Settings
) -> None:
    play()
    settings.LOG_KEY, settings.LOG_KEY_BEFORE = now, before

    with pytest.raises(CommandError, match=why):
        rotate()
    assert told() == b""


def test_it_is_declared_once_and_with_a_reason(settings: Settings) -> None:
    replace(settings)
    with pytest.raises(CommandError, match="say why"):
        rotate(" ")
    rotate()

    with pytest.raises(CommandError, match="declared already"):
        rotate()


def test_keys_that_came_back_are_replaced_once_more(settings: Settings) -> None:
    for now, before in ((NEW, OLD), (OLD, NEW), (NEW, OLD)):
        settings.LOG_KEY, settings.LOG_KEY_BEFORE = now, before
        rotate()

    assert len(site_stream.rotated()) == 3
    with pytest.raises(CommandError, match="declared already"):
        rotate()


def test_no_key_is_replaced_by_two_others(settings: Settings) -> None:
    replace(settings)
    rotate()
    # The checkpoint is still signed with the old key, so that alone does not tell.
    settings.LOG_KEY, settings.LOG_KEY_BEFORE = "a third secret", OLD

    with pytest.raises(CommandError, match="not the key that the last rotation"):
        rotate()
    assert len(site_stream.rotated()) == 1


def test_keys_are_replaced_once_more_under_another_name_of_the_log(settings: Settings) -> None:
    replace(settings)
    rotate()
    settings.LOG_ORIGIN, settings.LOG_KEY_BEFORE = "club.example/cutpurse/2", ""
    call_command("declare_rewind", reason="moved to another machine", stdout=StringIO())
    play()
    settings.LOG_KEY, settings.LOG_KEY_BEFORE = "a third secret", NEW

    rotate("once more")

    assert len(site_stream.rotated()) == 2


def test_a_rewind_is_declared_after_a_rotation_too(settings: Settings) -> None:
    replace(settings)
    rotate()

    call_command("declare_rewind", reason="moved to another machine", stdout=StringIO())

    assert [each.rewind.reason for each in site_stream.declared()] == ["moved to another machine"]
    assert len(site_stream.rotated()) == 1
    assert verification.check(site_stream.KIND, site_stream.STREAM) == []


@pytest.mark.parametrize("text", ["{}", "[]", "no json", '{"note": "none"}', '{"note": "x\\n\\n"}'])
def test_what_is_no_rotation_is_refused_in_a_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rotations"
    path.write_text(text)

    with pytest.raises(SystemExit):
        verify.main([str(path), "--rotations", str(path)])
    assert "--rotations" in capsys.readouterr().err
