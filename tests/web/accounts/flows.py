"""A program that is registered here, and how it leads somebody through allowing it something."""

import base64
import re
import secrets
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from authlib.integrations.requests_client import OAuth2Session
from django.test import Client

from accounts import programs, services
from cutpurse import secret as secrets_of_site
from tests.callers import PASSWORD, new_name
from tests.web.visitors import text

BACK = "https://club.example/back"
KEY = secrets_of_site.rsa_key()
AGAIN = "/account/security/again"


def program(*, is_public: bool = True, **said: Any) -> programs.Registered:
    author = services.register(username=new_name(), password=PASSWORD)
    wanted = programs.Wanted(
        name=said.get("name", "Club calendar"),
        homepage="https://club.example/",
        redirects=said.get("redirects", (BACK,)),
        scopes=said.get("scopes", (*programs.SCOPES, *programs.IDENTITY)),
        is_public=is_public,
    )
    return programs.register(account=author, wanted=wanted)


class Flow:
    """A program that leads one person through signing in, with a verifier of its own."""

    def __init__(
        self, made: programs.Registered, browser: Client, scope: str = "read play"
    ) -> None:
        self.made, self.browser = made, browser
        self.verifier = secrets.token_urlsafe(48)
        self.session = OAuth2Session(
            made.client.pk,
            made.secret or None,
            scope=scope,
            redirect_uri=BACK,
            code_challenge_method="S256",
            token_endpoint_auth_method="client_secret_basic" if made.secret else "none",
        )

    def address(self, **changes: str | None) -> str:
        """Return where the library leads the person, with parameters changed or left out."""
        url, self.state = self.session.create_authorization_url(
            "/oauth/authorize", code_verifier=self.verifier
        )
        query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        query = {name: value for name, value in {**query, **changes}.items() if value is not None}
        return f"/oauth/authorize?{urlencode(query)}"

    def ask(self, **changes: str | None) -> Any:
        """Lead the person to the question, over who they are where that is asked first."""
        answer = self.browser.get(self.address(**changes))
        if answer.status_code == 302 and answer["Location"].startswith(AGAIN):
            self.browser.post(AGAIN, {"password": PASSWORD})
            return self.browser.get(self.address(**changes))
        return answer

    def answer(self, action: str = "grant", scopes: list[str] | None = None) -> dict[str, str]:
        """Have the person answer the question; return what the program is led back with."""
        page = text(self.ask())
        (request,) = re.findall(r'name="request" value="([^"]*)"', page)
        asked = re.findall(r'name="scopes" id="[^"]*" value="([^"]*)"', page)
        said = {"request": request, "scopes": asked if scopes is None else scopes, "action": action}
        sent = self.browser.post("/oauth/authorize", said)
        assert sent.status_code == 302, text(sent)
        assert sent["Location"].startswith(BACK)
        query = parse_qs(urlsplit(sent["Location"]).query)
        return {name: values[0] for name, values in query.items()}

    def exchange(self, code: str, /, **changes: str) -> Any:
        """Send the code to the site as the library would."""
        said = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": BACK,
            "client_id": self.made.client.pk,
            "code_verifier": self.verifier,
            **changes,
        }
        return self.post("/oauth/token", said)

    def post(self, path: str, said: dict[str, str]) -> Any:
        headers = {}
        if self.made.secret:
            pair = f"{self.made.client.pk}:{self.made.secret}".encode()
            headers["Authorization"] = f"Basic {base64.b64encode(pair).decode()}"
        # As a browser's page or a server of theirs would: with no form of ours.
        return Client(enforce_csrf_checks=True).post(path, said, headers=headers)

    def tokens(self) -> dict[str, Any]:
        """Go the whole way; return what the program gets."""
        answer = self.exchange(self.answer()["code"])
        assert answer.status_code == 200, answer.content
        found: dict[str, Any] = answer.json()
        return found
