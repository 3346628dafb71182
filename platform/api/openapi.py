"""The API's description: what a view's method takes and answers, said in one decorator.

Bodies are msgspec structs, which are also what reads and writes them, so the description cannot
differ from the behaviour.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import Direction
from rest_framework.permissions import AllowAny

from api import conditional_reads, deprecation, preconditions, schemas
from api.deprecation import Deprecation
from api.problem_codes import KINDS
from api.problems import MEDIA_TYPE, ProblemBody
from api.scopes import SCOPES
from games.json_types import JsonObject

MethodT = TypeVar("MethodT", bound=Callable[..., object])
Object = JsonObject
Key = Literal["accepted", "required"]

OPERATION_ID = str.maketrans({"{": "by_", "}": "", "/": "_", "-": "_", " ": "_", ".": "_"})
REFERENCE = "#/components/schemas/{name}"
PLAIN = frozenset({"accounts", "matches"})
"""Apps whose structs keep their names; those of others carry the app's, so that none are mixed."""


class TextResponse(tuple[str, ...]):
    """An answer that is no JSON, by its media types: `Text(["application/x-ndjson"])`."""

    __slots__ = ()


@dataclass(frozen=True)
class Documentation:
    """What `documented` was told."""

    summary: str
    answers: Mapping[int, object]
    request: object = None
    query: type[msgspec.Struct] | None = None
    problems: Sequence[str] = ()
    key: Key | None = None
    is_conditional: bool = False
    tags: Sequence[str] = field(default_factory=tuple)
    deprecated: Deprecation | None = None

    @property
    def is_conditional_read(self) -> bool:
        """Whether it answers JSON by 200, which has a tag when it is read."""
        answer = self.answers.get(200)
        return answer is not None and not isinstance(answer, TextResponse)


def documentation_of(method: Callable[..., object] | None) -> Documentation | None:
    """Return what a view's method says of itself."""
    found: Documentation | None = getattr(method, "documentation", None)
    return found


def query_of(method: Callable[..., object] | None) -> type[msgspec.Struct] | None:
    """Return the query parameters that a view's method declares, as a struct."""
    found = documentation_of(method)
    return None if found is None else found.query


def documented(  # noqa: PLR0913 - A description has as many parts.
    summary: str,
    *,
    answers: Mapping[int, object],
    request: object = None,
    query: type[msgspec.Struct] | None = None,
    problems: Sequence[str] = (),
    key: Key | None = None,
    is_conditional: bool = False,
    tags: Sequence[str] = (),
    deprecated: Deprecation | None = None,
) -> Callable[[MethodT], MethodT]:
    """Describe a view's method (`get`, `post`, …); its docstring is the longer text.

    `request`, `query` and the values of `answers` are types that msgspec knows, or schemas as
    dicts; an answer may also be None, which is empty, or a `Text`. `problems` are the codes of this
    method's own refusals: those that follow from a token, a body, a path, a key or a limit add
    themselves. `is_conditional` says that the answer has the ETag of its settings, which a change
    takes as If-Match; `deprecated` since when another operation is to be used, and which.
    """

    def describe(method: MethodT) -> MethodT:
        method.documentation = Documentation(  # type: ignore[attr-defined]
            summary, answers, request, query, problems, key, is_conditional, tags, deprecated
        )
        return method

    return describe


class BearerScheme(OpenApiAuthenticationExtension):
    """Describes tokens."""

    target_class = "accounts.authentication.BearerAuthentication"
    match_subclasses = True
    name = "bearer"

    def get_security_definition(self, auto_schema: AutoSchema) -> Object:  # noqa: ARG002
        """Return OpenAPI's description of `Authorization: Bearer`."""
        scopes = "".join(f"\n- `{name}`: {what}" for name, what in SCOPES.items())
        text = (
            f"A token of `POST /tokens`; operations name the scopes of which one is needed.{scopes}"
        )
        return {"type": "http", "scheme": "bearer", "description": text}


KEY_PARAMETER: Object = {
    "name": "Idempotency-Key",
    "in": "header",
    "schema": {"type": "string", "pattern": '^[A-Za-z0-9_-]{16,64}$|^"[A-Za-z0-9_-]{16,64}"$'},
    "description": "Repeating a request with the same key returns the first response again.",
}

PATH_PARAMETERS: Mapping[str, str] = {
    "case": "The id of the decision.",
    "comment": "The id of the comment.",
    "line": "The line number, starting at 1.",
    "deal": "The id of the deal.",
    "draw": "The number of the draw, starting at 1.",
    "puzzle": "The id of the puzzle.",
    "study": "The id of the study.",
    "account": "The id of the other account.",
    "challenge_id": "The id of the challenge.",
    "code": "A problem code.",
    "entrant": "The number of the entrant.",
    "invitation": "The number of the invitation.",
    "match_id": "The id of the match.",
    "name": "The name of the player.",
    "number": "The number, starting at 1.",
    "delivery": "The id of the delivery.",
    "subscription": "The id of the subscription.",
    "webhook": "The id of the webhook.",
    "seat": "The seat number, starting at 0.",
    "slug": "The slug: a-z, 0-9 and -.",
    "table_id": "The id of the table.",
    "token": "The id of the token.",
    "tournament": "The slug of the tournament.",
    "username": "The user name.",
    "remark_id": "The id of the remark.",
}
"""What the parts of addresses mean."""

HEADERS: Object = {
    "X-Request-Id": {
        "schema": {"type": "string"},
        "description": "The id of the request, which is also in the server's log.",
    }
}


HEADERS_BY_STATUS: Mapping[int, Object] = {
    401: {"WWW-Authenticate": {"schema": {"type": "string"}}},
    429: {
        "Retry-After": {
            "schema": {"type": "integer"},
            "description": "The number of seconds to wait.",
        }
    },
    503: {
        "Retry-After": {
            "schema": {"type": "integer"},
            "description": "The number of seconds to wait.",
        }
    },
}
DESCRIPTIONS = {
    200: "The response.",
    201: "Created.",
    202: "Accepted; the result is not ready yet.",
    204: "Done; the response has no body.",
    303: "The same information as a web page, for browsers.",
    304: "Not modified: the response you have is current.",
}

EVERYWHERE = (
    "invalid",
    "length_required",
    "not_acceptable",
    "payload_too_large",
    "rate_limited",
    "server_error",
    "unavailable",
)
"""The problems that any operation can answer."""
WITH_BODY = ("parse_error", "unsupported_media_type")
WITH_KEY: Mapping[Key | None, Sequence[str]] = {
    None: (),
    "accepted": ("idempotency_key_reused", "idempotency_in_progress"),
    "required": (
        "idempotency_key_required",
        "idempotency_key_reused",
        "idempotency_in_progress",
    ),
}


class ApiSchema(AutoSchema):
    """Describes views whose methods are `documented`, with every problem that they can answer."""

    @property
    def documentation(self) -> Documentation | None:
        """Return what the method says of itself."""
        method = getattr(self.view, self.method.lower(), None)
        return documentation_of(method)

    @property
    def is_tagged_read(self) -> bool:
        """Whether the answer has a tag, by which it is not sent again."""
        read = self.documentation is not None and self.documentation.is_conditional_read
        return read and self.method == "GET"

    def is_deprecated(self) -> bool:
        """Return whether another operation is to be used."""
        return self.documentation is not None and self.documentation.deprecated is not None

    def get_description(self) -> str:  # type: ignore[override] # As drf-spectacular has it.
        """Return the method's own text, and what replaces it."""
        text: str = super().get_description()
        if self.documentation is None or self.documentation.deprecated is None:
            return text
        return f"{text}\n\n{self.documentation.deprecated.text()}"

    def get_operation_id(self) -> str:
        """Return a name like `delete_tokens_by_token`, from the method and the path."""
        path = self.path.removeprefix(spectacular_settings.SCHEMA_PATH_PREFIX).strip("/")
        return f"{self.method} {path}".lower().translate(OPERATION_ID)

    def get_summary(self) -> str | None:
        """Return the operation's one line."""
        return self.documentation.summary if self.documentation else super().get_summary()

    def get_tags(self) -> list[str]:
        """Return the groups in which the operation is shown."""
        tags = self.documentation.tags if self.documentation else ()
        return list(tags) or super().get_tags()

    def _get_request_body(self, direction: Direction = "request") -> Object | None:
        if self.documentation is None:
            guessed: Object | None = super()._get_request_body(direction)  # type: ignore[no-untyped-call] # The library has no types here.
            return guessed
        if self.documentation.request is None:
            return None
        schema = self.schema_of(self.documentation.request)
        return {"content": {"application/json": {"schema": schema}}, "required": True}

    def _get_parameters(self) -> list[Object]:
        parameters: list[Object] = super()._get_parameters()
        for each in parameters:
            each.setdefault("description", PATH_PARAMETERS[each["name"]])
        documentation = self.documentation
        if documentation is None:
            return parameters
        if documentation.query:
            parameters += self.query_parameters(documentation.query)
        if documentation.key:
            parameters.append(KEY_PARAMETER | {"required": documentation.key == "required"})
        if documentation.is_conditional and self.method != "GET":
            parameters.append(preconditions.PARAMETER)
        if self.is_tagged_read:
            parameters.append(conditional_reads.PARAMETER)
        return parameters

    def _get_response_bodies(self, direction: Direction = "response") -> Object:
        documentation = self.documentation
        if documentation is None:
            responses: Object = super()._get_response_bodies(direction)
        else:
            responses = {
                str(status): self.answer(status, kind)
                for status, kind in documentation.answers.items()
            }
        if self.is_tagged_read:
            responses["304"] = self.answer(304, None)
        for status, codes in sorted(self.codes().items()):
            responses[str(status)] = self.refusal(codes)
        return responses

    def get_response_serializers(self) -> Any:
        """Return nothing to guess from where the method says it all."""
        return {} if self.documentation else super().get_response_serializers()

    def get_auth(self) -> list[Object]:
        """Return what lets a request in: one of some scopes, any token, or nothing."""
        auths: list[Object] = super().get_auth()
        permissions = self.view.get_permissions()
        if auths and any(isinstance(each, AllowAny) for each in permissions):
            return [*auths, {}]
        scopes = {name for each in permissions for name in getattr(each, "scopes", ())}
        return [{BearerScheme.name: [scope]} for scope in sorted(scopes)] or auths or [{}]

    def answer(self, status: int, kind: object) -> Object:
        """Return the description of one answer."""
        headers = dict(HEADERS)
        if self.documentation and self.documentation.key:
            text = "`true` if this is the response to an earlier request with the same key."
            headers["Idempotency-Replayed"] = {"schema": {"const": "true"}, "description": text}
        if self.documentation and self.documentation.is_conditional:
            text = "The entity tag of the settings, for `If-Match` when changing them."
            headers["ETag"] = {"schema": {"type": "string"}, "description": text}
        elif self.is_tagged_read:
            text = "The entity tag of the response, for `If-None-Match` in later requests."
            headers["ETag"] = {"schema": {"type": "string"}, "description": text}
        if self.is_deprecated():
            headers |= deprecation.HEADERS
        described: Object = {"description": DESCRIPTIONS.get(status, ""), "headers": headers}
        if isinstance(kind, TextResponse):
            described["content"] = {media: {"schema": {"type": "string"}} for media in kind}
        elif kind is not None:
            described["content"] = {"application/json": {"schema": self.schema_of(kind)}}
        return described

    def refusal(self, codes: Sequence[str]) -> Object:
        """Return a reference to the description of the problems of one status."""
        status = KINDS[codes[0]].status
        described: Object = {
            "description": "\n".join(f"- `{code}`: {KINDS[code].title}" for code in codes),
            "headers": HEADERS | HEADERS_BY_STATUS.get(status, {}),
            "content": {MEDIA_TYPE: {"schema": self.schema_of(ProblemBody)}},
        }
        name = "_or_".join(codes)
        return self.component(ResolvedComponent.RESPONSE, name, described)

    def codes(self) -> dict[int, list[str]]:
        """Return the codes of the operation's problems by status."""
        codes = list(EVERYWHERE)
        if self.view.get_authenticators():
            codes.append("not_authenticated")
        if any(getattr(permission, "scopes", ()) for permission in self.view.get_permissions()):
            codes.append("scope_missing")
        if "{" in self.path:
            codes.append("not_found")
        if self.documentation:
            codes += self.documentation.problems
            codes += WITH_BODY if self.documentation.request else ()
            codes += WITH_KEY[self.documentation.key]
            if self.documentation.is_conditional and self.method != "GET":
                codes.append("precondition_failed")
        by_status: dict[int, list[str]] = {}
        for code in sorted(set(codes)):
            by_status.setdefault(KINDS[code].status, []).append(code)
        return by_status

    def component(self, kind: str, name: str, content: Object) -> Object:
        """Return a reference to a component, registered the first time."""
        resolved = ResolvedComponent(name=name, type=kind, schema=content, object=name)
        self.registry.register_on_missing(resolved)
        return {"$ref": f"#/components/{kind}/{name}"}

    def schema_of(self, kind: object) -> Object:
        """Return the JSON schema of a type, its structs registered as components."""
        if isinstance(kind, dict):
            return kind
        module = getattr(self.view, "schemas_of", "") or type(self.view).__module__
        app = module.partition(".")[0]
        prefix = "" if app in PLAIN or kind is ProblemBody else app.capitalize()
        reference = REFERENCE.replace("{name}", f"{prefix}{{name}}")
        schema, components = schemas.components(kind, reference)
        for name, component in components.items():
            titled = component | {"title": f"{prefix}{name}"}
            self.component(ResolvedComponent.SCHEMA, f"{prefix}{name}", titled)
        return schema

    def query_parameters(self, kind: type[msgspec.Struct]) -> list[Object]:
        """Return the fields of a struct as query parameters."""
        _, components = schemas.components(kind, REFERENCE)
        properties: Object = components[kind.__name__]["properties"]
        required = components[kind.__name__].get("required", [])
        return [
            {
                "name": name,
                "in": "query",
                "required": name in required,
                "description": schema.pop("description", ""),
                "schema": schema,
            }
            for name, schema in properties.items()
        ]
