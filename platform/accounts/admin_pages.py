"""Lists of the admin: rows that are prepared a page at a time, and values in words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Field, Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from unfold.views import ChangeList as UnfoldChangeList

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Words = Mapping[str, str | Promise]
"""Values of a column, and what people call them."""


class PreparedList(UnfoldChangeList):  # type: ignore[misc] # Unfold has no types.
    """A list whose section loads at once what the rows of a page need."""

    def get_results(self, request: HttpRequest) -> None:
        """Take the rows of the page, and have them prepared."""
        super().get_results(request)
        rows = list(self.result_list)  # type: ignore[has-type] # Of Django's list, untyped here.
        self.result_list = rows
        self.model_admin.prepare(rows)


class Called:
    """A row under the name that people have for it, where a page asks for nothing but text."""

    def __init__(self, row: object, name: str) -> None:
        self._row, self._name = row, name

    def __getattr__(self, name: str) -> object:
        """Return what the row has."""
        return getattr(self._row, name)

    def __str__(self) -> str:
        return self._name


class NamedRows:
    """A section whose pages call a row by a name of people, and not by an id."""

    def name_of(self, row: Any) -> str:
        """Return what a row is called."""
        return str(row)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, object], *about: object, **named: object
    ) -> HttpResponse:
        """Give the path above the page the name of the row."""
        if (row := context.get("original")) is not None:
            context["original"] = Called(row, self.name_of(row))
        page: HttpResponse = super().render_change_form(request, context, *about, **named)  # type: ignore[misc] # ModelAdmin has it.
        return page


class PreparedRows(NamedRows):
    """A section that loads what the rows of a page need beside themselves, in few queries."""

    def get_changelist(self, _request: HttpRequest, **_kwargs: object) -> type[ChangeList]:
        """Return a list that has its rows prepared."""
        return PreparedList

    def prepare(self, rows: Sequence[Any]) -> None:
        """Load what a page needs."""
        raise NotImplementedError


def in_words(
    name: str, heading: "str | _StrPromise", words: Words
) -> Callable[[object, object], str]:
    """Return a column that shows the values of a field in words, and is sorted by them."""

    @admin.display(description=heading, ordering=name)
    def show(_section: object, row: object) -> str:
        value = getattr(row, name)
        return str(words.get(value, value) or "")

    return show


def worded_filter(words: Words) -> type[admin.FieldListFilter]:
    """Return a filter by the values that have words; it asks the database for none."""

    class WordedFilter(admin.FieldListFilter):
        """The values of a field, in words."""

        offered: ClassVar[Words] = words

        def __init__(  # noqa: PLR0913, PLR0917 - As Django has it.
            self,
            field: "Field[object, object]",
            request: HttpRequest,
            params: dict[str, list[str]],
            model: type[Model],
            model_admin: "admin.ModelAdmin[Model]",
            field_path: str,
        ) -> None:
            self.key = f"{field_path}__exact"
            self.chosen = params.get(self.key, [None])[-1]
            super().__init__(field, request, params, model, model_admin, field_path)

        def expected_parameters(self) -> list[str | None]:
            """Return the parameter of the address."""
            return [self.key]

        def queryset(self, _request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
            """Return the rows with the chosen value."""
            return queryset if self.chosen is None else queryset.filter(**{self.key: self.chosen})

        def choices(self, changelist: ChangeList) -> Iterator[dict[str, object]]:  # type: ignore[override] # Django's type has no words.
            """Yield all rows, and each value."""
            every = changelist.get_query_string(remove=[self.key])
            yield {"selected": self.chosen is None, "query_string": every, "display": _("All")}
            for value, word in self.offered.items():
                yield {
                    "selected": self.chosen == value,
                    "query_string": changelist.get_query_string({self.key: value}),
                    "display": word,
                }

    return WordedFilter
