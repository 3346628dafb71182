"""The files of an archive prove themselves, and a match is found in them."""

from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from eventstore import archives
from eventstore.archives import Archive, ArchiveError, paths
from eventstore.events import StoredEvent
from eventstore.months import Month
from tests.matches.archives.months import ended, month, rows, run, written
from tests.samples import leading

pytestmark = pytest.mark.slow


def test_an_archive_is_the_same_bytes_when_it_is_written_again(folder: Path) -> None:
    written()
    first = [path.read_bytes() for path in paths(folder, month())]

    written()

    assert [path.read_bytes() for path in paths(folder, month())] == first


@pytest.mark.parametrize("at", leading([0.0, 0.3, 0.9]))
def test_a_flipped_bit_is_named_with_its_match_and_nothing_is_dropped(
    folder: Path, at: float
) -> None:
    written()
    events = paths(folder, month()).events
    content = bytearray(events.read_bytes())
    place = int(len(content) * at) + 20
    content[place] ^= 1
    events.write_bytes(content)
    begins = {each.offset: each.id for each in Archive(folder, month()).places()}
    hit = begins[max(offset for offset in begins if offset <= place)]
    before = rows()

    output = StringIO()
    with pytest.raises(CommandError, match="2 faults"):
        call_command("archive", "check", month(), stdout=output)
    with pytest.raises(CommandError, match=f"match {hit} in .* damaged"):
        run("drop", month(), yes=month())

    assert f"match {hit}" in output.getvalue()
    assert rows() == before
    with pytest.raises(ArchiveError, match=str(hit)):
        Archive(folder, month()).load(hit)


def test_a_changed_index_or_manifest_is_found(folder: Path) -> None:
    written()
    before = rows()
    index = paths(folder, month()).places
    lines = index.read_bytes().splitlines(keepends=True)

    index.write_bytes(lines[0])

    with pytest.raises(CommandError, match="SHA-256"):
        run("drop", month(), yes=month())
    assert rows() == before


@pytest.mark.parametrize("streams_of_it", [0, 1, 2, 3, 100])
def test_each_match_is_found_among_the_others_and_no_other(
    tmp_path: Path, streams_of_it: int
) -> None:
    low = Month.parse("2026-03").first_id.int
    ids = [UUID(int=low + 2 * number) for number in range(streams_of_it)]
    shown = ("added", 1, "{}", "account:a", None, None, datetime(2026, 3, 1, tzinfo=UTC))
    # Lines of several lengths, as matches of several lengths have.
    stored = (
        (each, [StoredEvent(10 ** (each.int % 7), *shown, bytes(32), 2, bytes(16))]) for each in ids
    )
    archives.write(tmp_path, "2026-03", None, UUID(int=low + 1000), stored)
    found = Archive(tmp_path, "2026-03")

    assert [place.id for place in found.places()] == ids
    assert [found.place(each) for each in ids] == list(found.places())
    for number in range(-1, streams_of_it + 1):
        assert found.place(UUID(int=low + 2 * number + 1)) is None


def test_an_index_that_is_out_of_order_is_a_fault(folder: Path) -> None:
    written()
    found = paths(folder, month())
    found.places.write_bytes(
        b"".join(reversed(found.places.read_bytes().splitlines(keepends=True)))
    )

    with pytest.raises(CommandError, match=f"match {ended()[0]} is not in its order"):
        run("drop", month(), yes=month())


def test_an_archive_that_was_half_replaced_is_none(folder: Path) -> None:
    written()
    found = paths(folder, month())
    found.places.unlink()
    found.places.mkdir()

    with pytest.raises(CommandError, match="directory"):
        written()

    with pytest.raises(FileNotFoundError):
        Archive(folder, month())
