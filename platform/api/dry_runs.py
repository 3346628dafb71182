"""Commands that are only tried: `?dry_run=true` answers what would come of it, no more."""

from typing import Annotated

from msgspec import Meta
from rest_framework.request import Request

from api import validation
from api.formats import RequestModel


class DryRun(RequestModel, frozen=True, kw_only=True):
    """The parameter of every operation that can be tried; the others refuse it."""

    dry_run: Annotated[
        bool, Meta(description="Validates and previews the command without writing anything.")
    ] = False


def is_dry(request: Request) -> bool:
    """Return whether a request is only tried; raises `invalid`."""
    said = {name: text for name, text in request.query_params.items() if name == "dry_run"}
    return validation.convert(said, DryRun, strict=False).dry_run
