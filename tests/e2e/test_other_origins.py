"""A page of another site uses the API in a real browser, with a token and never with cookies."""

import pytest
from playwright.sync_api import Browser, Error

from tests.callers import new_key, new_player
from tests.e2e.sites import other_site


def test_a_page_elsewhere_plays_with_a_token_and_gets_nothing_by_a_cookie(
    site: str, browser: Browser, committed_db: None
) -> None:
    player = new_player("play", "read")
    with other_site() as elsewhere:
        page = browser.new_context().new_page()
        page.goto(elsewhere)

        opened = page.evaluate(
            """async ([site, token, key]) => {
                const headers = {
                    Authorization: `Bearer ${token}`,
                    "Content-Type": "application/json",
                    "Idempotency-Key": key,
                };
                const body = JSON.stringify({game: "stick-em", seats: 3});
                const sent = {method: "POST", headers, body};
                const answer = await fetch(`${site}/api/v1/matches`, sent);
                return [answer.status, (await answer.json()).game, answer.headers.get("RateLimit")];
            }""",
            [site, player.token, new_key()],
        )

        assert opened[:2] == [201, "stick-em"]
        assert '"write"' in opened[2]
        with pytest.raises(Error, match="Failed to fetch"):
            page.evaluate("site => fetch(`${site}/api/v1/games`, {credentials: 'include'})", site)
        with pytest.raises(Error, match="Failed to fetch"):
            page.evaluate("site => fetch(`${site}/account`)", site)
