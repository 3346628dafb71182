"""What strangers may send as a log is refused in one line, quickly and in little memory."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from eventstore import chain
from eventstore.canonical import encode, format_timestamp
from games import chance, registry
from matches.events import KIND
from tests.bench.recorded import BEGAN_AT
from tests.matches import ids
from tests.samples import leading

pytestmark = pytest.mark.slow

MANAGE = Path(__file__).parents[2] / "manage.py"
SECONDS_MAX = 2.0
MEMORY_MAX = 200 * 1024
"""KiB."""
SEED = bytes(32)
MATCH = ids.made_at(BEGAN_AT)
AT = format_timestamp(BEGAN_AT)


class Run(NamedTuple):
    """How a process ended."""

    code: int
    said: str
    cpu_s: float
    memory_kib: int


MEASURE = """
import json, os, subprocess, sys
with subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
    said = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
cpu_s = usage.ru_utime + usage.ru_stime
print(json.dumps([process.returncode, said, cpu_s, usage.ru_maxrss]))
"""
"""Run by a small process: a child's peak of memory begins with that of whoever has forked it."""

VERIFY_EACH = """
import json, os, resource, sys
from cutpurse.verify import main
loaded = resource.getrusage(resource.RUSAGE_SELF)
for line in sys.stdin:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(writing, 1)
        os.dup2(writing, 2)
        sys.exit(main([line.removesuffix("\\n")]))
    os.close(writing)
    with open(reading, "rb") as pipe:
        said = pipe.read().decode()
    _, status, usage = os.wait4(child, 0)
    cpu_s = sum(each.ru_utime + each.ru_stime for each in (loaded, usage))
    print(json.dumps([os.waitstatus_to_exitcode(status), said, cpu_s, usage.ru_maxrss]), flush=True)
"""
"""Loads the offline verifier once, and gives each file a process of its own.

What loading has taken counts for each.
"""

Verify = Callable[[Path], Run]


@pytest.fixture(scope="module")
def verified() -> Iterator[Verify]:
    """Give what runs the offline verifier on a file and measures it."""
    with subprocess.Popen(
        [sys.executable, "-c", VERIFY_EACH],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        questions, answers = process.stdin, process.stdout
        assert questions is not None
        assert answers is not None

        def verify(path: Path) -> Run:
            questions.write(f"{path}\n")
            questions.flush()
            return Run(*json.loads(answers.readline()))

        yield verify
        questions.close()


def imported(environment: Mapping[str, str], *paths: Path) -> Run:
    """Have the site import files, and measure it."""
    command = [sys.executable, str(MANAGE), "import_log", *map(str, paths)]
    measured = subprocess.run(
        [sys.executable, "-c", MEASURE, *command],
        capture_output=True,
        check=True,
        env=dict(environment),
    )
    return Run(*json.loads(measured.stdout))


def written(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def called_off(path: Path, **opened: Any) -> None:
    """Write the log of a match that was called off before it began, its chain in order."""
    rules = registry.current_rules("second-story")
    options = rules.check_options(2, {})
    data = {
        "game": rules.game,
        "rules": rules.id,
        "dataset": rules.datasets[0],
        "options": options,
        "seats": 2,
        "clock": None,
        "on_timeout": "auto",
        "bots": "allowed",
        "commitment": chance.commitment(SEED, str(MATCH)).hex(),
        "ladder": None,
        "tournament_table": None,
        **opened,
    }
    header = {
        "match": str(MATCH),
        **{name: data[name] for name in ("game", "rules", "dataset", "options")},
        "seats": [],
        "commitment": data["commitment"],
        "viewer": "all",
    }
    events = [("match_opened", data), ("match_voided", {"reason": "rain", "seed": SEED.hex()})]
    previous, lines = chain.genesis(KIND, MATCH), [written(header)]
    for version, (event_type, body) in enumerate(events, start=1):
        text = encode(body)
        previous = chain.link(previous, chain.line(version, event_type, text, BEGAN_AT))
        event = {"version": version, "type": event_type, "data": json.loads(text), "at": AT}
        lines.append(written({**event, "hash": previous.hex()}))
    path.write_text("".join(lines), encoding="utf-8")


def filled(path: Path, piece: bytes, count: int) -> None:
    """Write a piece many times."""
    with path.open("wb") as file:
        for _ in range(count // 1000):
            file.write(piece * 1000)


def lines_of(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


MEGABYTES_150 = 150_000
"""In pieces of 1000 bytes."""
HOSTILE: dict[str, tuple[Callable[[Path], object], str]] = {
    "150 MB": (lambda path: filled(path, b"x" * 999 + b"\n", MEGABYTES_150), "longer than a log"),
    "a line of 150 MB": (lambda path: filled(path, b"x" * 1000, MEGABYTES_150), "longer than"),
    "ten million lines": (lambda path: filled(path, b"{}\n", 10_000_000), "longer than a log"),
    "five million lines": (lambda path: filled(path, b"{}\n", 5_000_000), "at most 50000 lines"),
    "ten million blanks": (lambda path: filled(path, b"\n", 10_000_000), "at most 50000 lines"),
    "a line of 15 MB": (lambda path: filled(path, b"[" * 1000, 15_000), "line 1"),
    "deep lists": (lines_of(b"[" * 8_000 + b"]" * 8_000 + b"\n"), "line 1"),
    "deep objects": (lines_of(b'{"a":' * 2_500 + b"1" + b"}" * 2_500 + b"\n"), "line 1"),
    "a long number": (lines_of(b'{"match":' + b"9" * 16_000 + b"}\n"), "line 1"),
    "no number": (lines_of(b'{"match":NaN}\n'), "line 1"),
    "no text": (lines_of(bytes(range(256)) * 100), "line 1"),
    "half a character": (lines_of(b'{"match":"\xc3"}\n'), "line 1"),
    "half a pair": (lines_of(b'{"match":"\\ud800"}\n'), "line 1"),
    "UTF-16": (lines_of('{"match":"x"}\n'.encode("utf-16")), "line 1"),
    "a byte order mark": (lines_of(b'\xef\xbb\xbf{"match":"x"}\n'), "byte order mark"),
    "five million values": (
        lambda path: filled(path, b'{"a":[' + b"[]," * 5000 + b"[]]}\n", 1000),
        "line 1",
    ),
    "a folder": (lambda path: path.mkdir(), "cannot be read"),
    "a billion seats": (lambda path: called_off(path, seats=1_000_000_000), "event 1"),
    "a billion rounds": (
        lambda path: called_off(path, options={"rounds": 1_000_000_000}),
        "event 1",
    ),
    "a null game": (lambda path: called_off(path, game=None), "event 1"),
    "a control character": (lambda path: called_off(path, rules="\x1b[2J"), "event 1"),
    "7,000 letters of rules": (lambda path: called_off(path, rules="x" * 7_000), "event 1"),
}


@pytest.mark.parametrize("name", leading(HOSTILE, 4))
def test_a_hostile_file_is_refused_in_one_line_in_two_seconds_and_200_mb(
    tmp_path: Path, verified: Verify, name: str
) -> None:
    path = tmp_path / "log.ndjson"
    write, said = HOSTILE[name]
    write(path)

    ran = verified(path)

    assert (ran.code, ran.said.count("\n")) == (1, 1)
    assert said in ran.said
    assert len(ran.said) < 600
    assert ran.said.removesuffix("\n").isprintable()
    assert not any(word in ran.said for word in ("Error", "Traceback", "object at", "`", "None"))
    assert ran.cpu_s < SECONDS_MAX
    assert ran.memory_kib < MEMORY_MAX


def test_a_match_that_was_called_off_before_it_began_verifies(
    tmp_path: Path, verified: Verify
) -> None:
    path = tmp_path / "log.ndjson"
    called_off(path)

    ran = verified(path)

    assert ran.code == 0
    assert ran.memory_kib < MEMORY_MAX


@pytest.mark.more
def test_an_import_refuses_hostile_files_as_the_offline_verifier_does(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    names = ["150 MB", "ten million blanks", "deep lists", "a billion seats"]
    paths = [tmp_path / f"{number}.ndjson" for number in range(len(names))]
    for name, path in zip(names, paths, strict=True):
        write, _ = HOSTILE[name]
        write(path)

    ran = imported(environment, *paths)

    *refused, summary = ran.said.splitlines()
    assert (ran.code, summary) == (1, "CommandError: 4 of 4 files were refused")
    for name, path, line in zip(names, paths, refused, strict=True):
        assert line.startswith(f"{path}: refused: ")
        assert HOSTILE[name][1] in line
    assert ran.memory_kib < MEMORY_MAX
