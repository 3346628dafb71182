"""The base of every view of the API: who may use which method, and which limit counts it.

A view reads a struct, calls one service or selector and answers a struct; whatever it or the
service refuses is a `Problem`, raised::

    class Doors(View):
        access = {"GET": TokenOptional, "POST": needs("play")}

        @documented("List doors.", query=PageQuery, answers={200: Page[DoorShown]}, tags=["doors"])
        def get(self, request: Request) -> Response:
            query = validation.parse_query(request, PageQuery)
            return Response(page(request, query, selectors.doors(), shown))

        @documented(
            "Open a door.",
            request=NewDoor,
            answers={201: DoorShown},
            problems=["match_over"],
            key="accepted",
            tags=["doors"],
        )
        @idempotent
        def post(self, request: Request) -> Response:
            wanted = validation.parse_body(request, NewDoor)
            door = services.open_door(actor=identity(request).actor, name=wanted.name)
            return Response(shown(door), status=201)
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from api import conditional_reads, validation
from api.access import Authenticated
from api.openapi import documentation_of, query_of
from api.throttles import limited


class TokenIgnored(AllowAny):
    """Anybody, and a token is not even looked at."""


class TokenOptional(AllowAny):
    """Anybody; a token, when there is one, must be a good one."""


class View(APIView):
    """A view of the API, method by method."""

    http_method_names = [  # noqa: RUF012 - As Django annotates it.
        "get",
        "post",
        "put",
        "patch",
        "delete",
        "head",
    ]
    """Without OPTIONS: the API's description says what there is."""
    access: ClassVar[Mapping[str, type[BasePermission]]] = {}
    """`TokenIgnored`, `TokenOptional`, `Authenticated` or `needs(scope, …)`; a method without a
    line needs a token, of whatever scope."""
    buckets: ClassVar[Mapping[str, str]] = {}
    """The limit's bucket; a method without a line spends from `read` or `write`, one with an
    empty bucket spends by itself."""
    schemas_of: ClassVar[str] = ""
    """The app after which its schemas are named; by default the view's own."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Admit the request; raises a problem, also for parameters that are not declared."""
        super().initial(request, *args, **kwargs)
        asked = getattr(self, self.method().lower(), None)
        if asked is not None:
            validation.refuse_unknown_parameters(request.query_params, query_of(asked))

    def finalize_response(
        self, request: Request, response: Any, *args: object, **kwargs: object
    ) -> Any:
        """Give what is read a tag, and what is deprecated the headers that say so."""
        response = super().finalize_response(request, response, *args, **kwargs)
        asked = documentation_of(getattr(self, self.method().lower(), None))
        if asked is None:
            return response
        if asked.deprecated is not None:
            for name, value in asked.deprecated.headers().items():
                response.headers.setdefault(name, value)
        is_read = self.method() == "GET" and response.status_code == 200
        if is_read and isinstance(response, Response):
            conditional_reads.watch(request, response)
        return response

    def method_access(self) -> type[BasePermission]:
        """Return who may use the request's method."""
        return self.access.get(self.method(), Authenticated)

    def method(self) -> str:
        """Return the request's method, GET for HEAD, which asks for the same without its body.

        Empty while drf-spectacular has not made a request yet.
        """
        method = (self.request and self.request.method) or ""
        return "GET" if method == "HEAD" else method

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Return how the request's token is read."""
        return [] if self.method_access() is TokenIgnored else super().get_authenticators()

    def get_permissions(self) -> list[BasePermission]:
        """Return what the request must satisfy."""
        return [self.method_access()()]

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the limit that counts the request."""
        bucket = self.buckets.get(self.method())
        if bucket is None:
            return super().get_throttles()
        return [limited(bucket)()] if bucket else []
