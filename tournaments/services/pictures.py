"""The picture of an event: uploaded by an organiser, drawn anew, kept by its digest."""

import hashlib
import io
from base64 import b64decode
from typing import NamedTuple, Unpack

from django.db import transaction
from PIL import Image

from api.problems import invalid
from games.messages import Message
from site_profile import pictures
from tournaments import events as e
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.models import Picture, Tournament
from tournaments.unit_of_work import Principal, UnitOfWork

FIELD = "picture"
BYTES_MAX = 2_000_000
PIXELS_MAX = 12_000_000
LARGE = (1200, 1200)
"""At most, of the picture on the event's page, and of its preview elsewhere."""
SMALL = (192, 192)
"""At most, of the picture in lists."""
QUALITY = 82
PAPER = (255, 250, 240)
"""What shows through where an uploaded picture is transparent."""


class Drawn(NamedTuple):
    """A picture of our own, as JPEG in two sizes; no byte of the file itself is ever sent on."""

    large: bytes
    small: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        """By what it is found."""
        return hashlib.sha256(self.large).hexdigest()


def redraw(uploaded: bytes) -> Drawn:
    """Return a picture without anything that came with it; raises `invalid`."""
    picture = pictures.decoded(uploaded, FIELD, bytes_max=BYTES_MAX, pixels_max=PIXELS_MAX)
    large = pictures.shrunk(picture, LARGE)
    return Drawn(_jpeg(large), _jpeg(pictures.shrunk(picture, SMALL)), *large.size)


def _jpeg(picture: Image.Image) -> bytes:
    paper = Image.new("RGB", picture.size, PAPER)
    paper.paste(picture, mask=picture.getchannel("A"))
    out = io.BytesIO()
    paper.save(out, "JPEG", quality=QUALITY, optimize=True, progressive=True)
    return out.getvalue()


def from_base64(text: str) -> bytes:
    """Return what a program has sent as text; raises `invalid`."""
    try:
        return b64decode(text, validate=True)
    except ValueError as error:
        raise invalid(FIELD, Message("must be a picture as PNG, JPEG or WebP")) from error


def change(
    *, slug: str, who: Principal, uploaded: bytes | None, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Show another picture, or without one none, at any time; raises `invalid`."""
    drawn = None if uploaded is None else redraw(uploaded)

    def decide(work: UnitOfWork) -> None:
        had = work.state.picture
        if drawn is None:
            if had is not None:
                work.add(e.PictureSet(digest="", width=0, height=0))
            return
        if not work.is_trial:
            keep(drawn)
        if had is None or had.digest != drawn.digest:
            work.add(e.PictureSet(digest=drawn.digest, width=drawn.width, height=drawn.height))

    done = handle(slug=slug, who=who, decide=decide, **command)
    if not command.get("dry_run"):
        forget_unused()
    return done


def keep(drawn: Drawn) -> None:
    """Write bytes, or hold those that are there, until the event that names them is committed."""
    Picture.objects.bulk_create(
        [Picture(digest=drawn.digest, large=drawn.large, small=drawn.small)],
        update_conflicts=True,
        unique_fields=["digest"],
        update_fields=["large", "small"],
    )


def hold(digest: str) -> bool:
    """Keep bytes from being removed until this transaction ends; whether they are there."""
    return bool(Picture.objects.select_for_update().filter(digest=digest).values("digest"))


def forget_unused() -> None:
    """Remove the bytes that no tournament shows any more, but for what is held just now."""
    shown = Tournament.objects.exclude(picture="").values("picture")
    unused = Picture.objects.exclude(digest__in=shown)
    with transaction.atomic():
        # Who has named one of these since has committed, and the second statement sees it.
        ours = [each.digest for each in unused.select_for_update(skip_locked=True).only("digest")]
        unused.filter(digest__in=ours).delete()


def shown(row: Tournament, *, small: bool) -> bytes:
    """Return the bytes of the picture that a tournament shows; none where it has none."""
    column = "small" if small else "large"
    found = Picture.objects.filter(digest=row.picture).values_list(column, flat=True).first()
    return b"" if found is None else bytes(found)
