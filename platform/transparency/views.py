"""The log as C2SP's tlog-tiles serves it, and this site as a witness (tlog-witness)."""

import re
from collections.abc import Callable
from http import HTTPStatus

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from api import exception_handlers
from api.problems import Problem
from eventstore.canonical import format_timestamp
from games.messages import Message
from transparency import checkpoints, identity, selectors, site_stream, store, tree, witness
from transparency.models import LogEntry

TEXT = "text/plain; charset=utf-8"
BYTES = "application/octet-stream"
TILE = re.compile(
    r"(?P<level>entries|0|[1-9][0-9]?)/(?P<index>(x[0-9]{3}/){0,5}[0-9]{3})(\.p/(?P<width>[1-9][0-9]{0,2}))?"
)
LEVELS_MAX = 8
"""Levels of tiles in a tree of at most 2^63 leaves."""
INDEX_MAX = 2**55
AN_HOUR = "public, max-age=3600"
"""Not for ever: a database that went back has another log at the same addresses."""
SECONDS = "public, max-age=2"
LENGTH_BYTES = 2
"""Before each entry of a bundle, its length."""


class Missing(Exception):  # noqa: N818 - It says what is the case; nothing went wrong.
    """What was asked for is not there; the text says why."""


def _answer(content: str | bytes, kind: str, cache: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=kind)
    answer["Cache-Control"] = cache
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def reading(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view take GET and HEAD only, and say so where the site keeps no log."""

    def read(request: HttpRequest, **parts: str) -> HttpResponse:
        if not identity.is_kept():
            return _missing("This site keeps no log: its operator has not set a LOG_KEY.")
        try:
            return exception_handlers.safe_methods_only(lambda asked: view(asked, **parts))(request)
        except Missing as error:
            return _missing(str(error))

    return csrf_exempt(read)


def _missing(text: str) -> HttpResponse:
    # Programs ask here, so the answer is no page.
    return HttpResponse(f"{text}\n", content_type=TEXT, status=HTTPStatus.NOT_FOUND)


@reading
def checkpoint(_request: HttpRequest) -> HttpResponse:
    """Answer the newest signed checkpoint."""
    last = store.newest()
    if last is None:
        message = "The log has no checkpoint yet; the first comes within seconds."
        raise Missing(message)
    return _answer(last.note, TEXT, SECONDS)


@reading
def keys(_request: HttpRequest) -> HttpResponse:
    """Answer the keys of the log, of its witness and of seals, one a line.

    While they are replaced the old ones follow: they may have signed the newest checkpoint alone.
    """
    lines = [str(each.key) for each in (*identity.signers(), *identity.signers_before())]
    return _answer("".join(f"{line}\n" for line in lines), TEXT, SECONDS)


@reading
def rotations(_request: HttpRequest) -> HttpResponse:
    """Answer when and why keys were replaced, and by which: a line of JSON for each time."""
    lines = [
        msgspec.json.encode(
            {"at": format_timestamp(each.at), **msgspec.structs.asdict(each.rotation)}
        )
        for each in site_stream.rotated()
    ]
    return _answer(b"".join(line + b"\n" for line in lines), "application/x-ndjson", SECONDS)


@reading
def rewinds(_request: HttpRequest) -> HttpResponse:
    """Answer when this site's history went back, and why: a line of JSON for each time."""
    lines = []
    for each in site_stream.declared():
        said = msgspec.structs.asdict(each.rewind)
        # Of matches that only their players may know of, how many there were.
        said["others"] = len(each.rewind.others)
        lines.append(msgspec.json.encode({"at": format_timestamp(each.at), **said}))
    return _answer(b"".join(line + b"\n" for line in lines), "application/x-ndjson", SECONDS)


@reading
def tile(_request: HttpRequest, path: str) -> HttpResponse:
    """Answer hashes of the tree, or a bundle of entries."""
    found = TILE.fullmatch(path)
    missing = Missing("The log has no such tile.")
    if found is None:
        raise missing
    index = int(found["index"].replace("x", "").replace("/", ""))
    width = int(found["width"] or tree.WIDTH)
    if index >= INDEX_MAX or (found["width"] and width >= tree.WIDTH):
        raise missing
    content = (
        _bundle(index, width)
        if found["level"] == "entries"
        else _hashes(int(found["level"]), index, width)
    )
    if content is None:
        raise missing
    return _answer(content, BYTES, AN_HOUR)


def _hashes(level: int, index: int, width: int) -> bytes | None:
    hashes = store.tile(level, index)[: width * tree.HASH_BYTES] if level < LEVELS_MAX else b""
    return hashes if len(hashes) == width * tree.HASH_BYTES else None


def _bundle(index: int, width: int) -> bytes | None:
    first = index * tree.WIDTH
    rows = LogEntry.objects.filter(index__gte=first, index__lt=first + width).order_by("index")
    found = [bytes(each) for each in rows.values_list("entry", flat=True)]
    if len(found) != width:
        return None
    return b"".join(len(each).to_bytes(LENGTH_BYTES, "big") + each for each in found)


@reading
def consistency(_request: HttpRequest, first: str, second: str) -> HttpResponse:
    """Answer the proof that the log only grew from one size to another, a hash a line."""
    try:
        hashes = selectors.consistency(checkpoints.number(first), checkpoints.number(second))
    except ValueError as error:
        message = f"There is no such proof: {error}."
        raise Missing(message) from error
    return _answer(checkpoints.lines_of(hashes), TEXT, AN_HOUR)


@csrf_exempt
def add_checkpoint(request: HttpRequest) -> HttpResponse:
    """Sign another site's checkpoint as its witness, by the protocol of tlog-witness."""
    if request.method != "POST":
        detail = Message("Only POST is taken here.")
        raise Problem("method_not_allowed", detail, headers={"Allow": "POST"})
    if not identity.is_kept() or not identity.witnessed():
        return _missing("This site is no witness: its operator names no logs.")
    try:
        line = witness.sign(request.body)
    except witness.RefusedError as error:
        answer = HttpResponse(error.body, status=error.status, content_type=error.content_type)
        answer["X-Content-Type-Options"] = "nosniff"
        return answer
    return HttpResponse(line, status=HTTPStatus.OK, content_type=TEXT)
