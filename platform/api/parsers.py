"""JSON of Django REST framework, read and written by msgspec."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.http import parse_header_parameters
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

from api import json_body

UTF_8 = {"", "utf-8", "utf8"}


class JSONParser(BaseParser):
    """Reads a body of JSON, never more of it than the limit and one byte."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, object] | None = None,  # noqa: ARG002 - DRF's signature.
    ) -> Any:
        """Return the decoded body; raises the problems of `wire.decode`."""
        _, parameters = parse_header_parameters(media_type or "")
        if parameters.get("charset", "").lower() not in UTF_8:
            raise UnsupportedMediaType(media_type or "")
        return json_body.decode(stream.read(json_body.BODY_BYTES_MAX + 1))


class JSONRenderer(BaseRenderer):
    """Writes dicts, lists, structs, times and UUIDs as JSON."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: object,
        accepted_media_type: str | None = None,  # noqa: ARG002 - DRF's signature.
        renderer_context: Mapping[str, object] | None = None,  # noqa: ARG002
    ) -> bytes:
        """Return the JSON of an answer; nothing for no answer."""
        return b"" if data is None else json_body.encode(data)
