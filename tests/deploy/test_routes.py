"""Every stream goes to the process of streams, and nothing else, by the addresses there are."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from django.urls import URLPattern, URLResolver

from api.views import View
from cutpurse.asgi_router import STREAMS
from cutpurse.urls import urlpatterns
from tests.deploy.test_formats import DEPLOY

FILLED = {
    "uuid": "01a2044d-3b5b-7fd4-81a7-d1566fce3f56",
    "slug": "a-cup",
    "int": "3",
    "str": "ann",
    "path": "a/b",
}
PARAMETER = re.compile(r"<(?:(\w+):)?\w+>")


def routes(patterns: list[Any], before: str = "/") -> Iterator[tuple[str, Any]]:
    """Yield an address of each route that has a path of its own, and its view."""
    for each in patterns:
        route = str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, before + route)
        elif isinstance(each, URLPattern) and "^" not in route:
            yield PARAMETER.sub(lambda found: FILLED[found[1] or "str"], before + route), each


def streams(address: str) -> bool:
    """Return whether an address is served as a stream."""
    return any(each.path_regex.fullmatch(address) for each in STREAMS)


ADDRESSES = sorted({address for address, _ in routes(urlpatterns)})
STREAMING = {address for address in ADDRESSES if streams(address)}


def caddys() -> list[str]:
    """Return the paths that Caddy hands to the streams, as regular expressions."""
    (line,) = re.findall(
        r"^\s*@streams path (.+)$", (DEPLOY / "Caddyfile").read_text(), re.MULTILINE
    )
    return [re.escape(path).replace(r"\*", "[^/]+") for path in line.split()]


def nginx() -> list[str]:
    """Return those that the example for nginx hands to them."""
    text = (DEPLOY / "nginx.conf").read_text()
    blocks = re.findall(r"location ~ (\S+) {(.*?)\n    }", text, re.DOTALL)
    return [path for path, about in blocks if "http://cutpurse_streams;" in about]


def gateways() -> list[str]:
    """Return those that the Gateway API's routes hand to them."""
    documents = yaml.safe_load_all((DEPLOY / "kubernetes" / "gateway.yaml").read_text())
    rules = [rule for each in documents for rule in each["spec"].get("rules", ())]
    return [
        match["path"]["value"]
        for rule in rules
        if any(to["name"] == "cutpurse-streams" for to in rule.get("backendRefs", ()))
        for match in rule["matches"]
    ]


def _is_limited_as_stream(view: Any) -> bool:
    return isinstance(view, type) and issubclass(view, View) and "stream" in view.buckets.values()


def test_every_view_of_the_api_that_streams_is_served_as_a_stream() -> None:
    declared = {
        address
        for address, pattern in routes(urlpatterns)
        if _is_limited_as_stream(getattr(pattern.callback, "cls", None))
    }

    assert declared == {address for address in STREAMING if address.startswith("/api/")}
    assert len(STREAMING) == len(declared) + 3, "and the pages of matches, series and tournaments"


@pytest.mark.parametrize(
    "paths", [caddys(), nginx(), gateways()], ids=["caddy", "nginx", "gateway"]
)
def test_the_proxies_send_every_stream_and_nothing_else_to_its_process(paths: list[str]) -> None:
    sent = {each for each in ADDRESSES if any(re.fullmatch(path, each) for path in paths)}

    assert len(ADDRESSES) > 150
    assert sent == STREAMING


def hashed() -> dict[str, str]:
    """Return what each proxy takes a match's id by, as a regular expression for an address."""
    caddy = (DEPLOY / "Caddyfile").read_text()
    nginx = (DEPLOY / "nginx.conf").read_text()
    return {
        "caddy": re.findall(r"@match path_regexp match (\S+)", caddy)[0],
        "nginx": re.findall(r"^ +~(\S+) \$match_id;", nginx, re.MULTILINE)[0].replace("?<", "?P<"),
    }


@pytest.mark.parametrize("pattern", hashed().values(), ids=hashed())
def test_the_proxies_know_the_match_of_every_address_of_one(pattern: str) -> None:
    of_matches = [each for each in ADDRESSES if re.match(r"/(api/v1/)?matches/01a2", each)]

    assert len(of_matches) > 20
    for address in ADDRESSES:
        found = re.search(pattern, address)
        assert (found[1] if found else None) == (FILLED["uuid"] if address in of_matches else None)


def test_the_proxy_waits_for_a_process_that_starts_again_and_asks_after_all() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    proxies = re.findall(r"reverse_proxy {\$(\w+)} {(.*?)\n\t+}\n", text, re.DOTALL)
    (patience,) = re.findall(r"^\(patience\) {(.*?)^}", text, re.MULTILINE | re.DOTALL)

    assert {name for name, _ in proxies} == {"WEB", "STREAMS"}
    assert all("import patience" in about for _, about in proxies)
    assert {"lb_try_duration", "health_uri", "health_interval"} <= set(patience.split())
