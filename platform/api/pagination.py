"""Lists in pages: `?limit=50&cursor=…` answers `{"results": […], "next": …, "previous": …}`."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Generic, TypeVar
from urllib.parse import urlencode

import msgspec
from django.core.exceptions import ValidationError
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor as Position
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.views import APIView

from api.formats import RequestModel
from api.problems import invalid
from games.messages import Message

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet

ModelT = TypeVar("ModelT", bound="Model")
RowT = TypeVar("RowT")
ItemT = TypeVar("ItemT")

LIMIT_DEFAULT = 50
LIMIT_MAX = 200


class PageQuery(RequestModel, frozen=True, kw_only=True):
    """The parameters of every list; a list with filters inherits from it."""

    limit: Annotated[
        int, msgspec.Meta(ge=1, le=LIMIT_MAX, description="The number of results per page.")
    ] = LIMIT_DEFAULT
    cursor: Annotated[
        str, msgspec.Meta(description="The cursor of the page to return, taken from `next`.")
    ] = ""


class Page(msgspec.Struct, Generic[ItemT], frozen=True):
    """One page of a list."""

    results: list[ItemT]
    """The results of this page, in order."""
    next: str | None
    """The URL of the next page; null on the last page."""
    previous: str | None
    """The URL of the previous page; null on the first page."""


class Cursor(CursorPagination):
    """Keyset pages of a query, by its first field of order."""

    def __init__(self, query: PageQuery, ordering: Sequence[str]) -> None:
        self.query = query
        self.ordering = tuple(ordering)

    def get_page_size(self, request: Request) -> int:  # noqa: ARG002 - DRF's signature.
        """Return how many results a page has."""
        return self.query.limit

    def paginate_queryset(
        self,
        queryset: "QuerySet[ModelT, RowT] | Sequence[RowT]",
        request: Request,
        view: APIView | None = None,
    ) -> list[RowT]:
        """Return the rows of a page; raises `invalid` for a cursor that we have not written."""
        try:
            rows = super().paginate_queryset(queryset, request, view)
        except (NotFound, ValidationError, ValueError) as error:
            raise invalid(
                "cursor", Message("is not from this list; take it from `next`")
            ) from error
        return rows or []

    def decode_cursor(self, request: Request) -> Position | None:
        """Return the decoded cursor; None for the first page."""
        if not self.query.cursor:
            return None
        b64decode(self.query.cursor, validate=True)  # The framework's own decoding skips dirt.
        return super().decode_cursor(request)


def page(
    request: Request,
    query: PageQuery,
    rows: "QuerySet[ModelT, RowT]",
    show: Callable[[RowT], ItemT],
    ordering: Sequence[str] = ("-id",),
) -> Page[ItemT]:
    """Return the page that a request asks for, each row as `show` shows it.

    The first field of `ordering` is the cursor's: nearly unique and indexed. Ids are, and they
    sort by time.
    """
    cursor = Cursor(query, ordering)
    results = [show(row) for row in cursor.paginate_queryset(rows, request)]
    return Page(results, cursor.get_next_link(), cursor.get_previous_link())


def cursor_behind(position: object) -> str:
    """Return the cursor of the page that begins behind a value of the first field of order."""
    return b64encode(urlencode({"p": str(position)}).encode()).decode()
