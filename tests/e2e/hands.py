"""Ways to use a page: by mouse, by touch, or by keyboard alone."""

import pytest
from playwright.sync_api import Locator, Page

TABS_MAX = 250
"""More than there are places for the focus on any page."""
IS_NEARER_BACK = """wanted => {
  const places = [...document.querySelectorAll("a, button, input, select, textarea, summary")];
  const away = places.indexOf(wanted) - places.indexOf(document.activeElement);
  return away < 0 ? -away < places.length / 2 : away > places.length / 2;
}"""


class Mouse:
    """Points and clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        """Press a button, or follow a link."""
        target.click()

    def write(self, target: Locator, text: str) -> None:
        """Put a text into a field, in place of what it had."""
        target.fill(text)

    def choose(self, target: Locator, value: str) -> None:
        """Choose from a list by what is read there, or by its value."""
        target.select_option(value)

    def tick(self, target: Locator) -> None:
        """Change a box, or choose among several."""
        target.click()


class Touch(Mouse):
    """Taps."""

    def press(self, target: Locator) -> None:
        """Press a button, or follow a link."""
        target.tap()

    def tick(self, target: Locator) -> None:
        """Change a box, or choose among several."""
        target.tap()


class Keys(Mouse):
    """Has nothing but a keyboard."""

    def reach(self, target: Locator) -> None:
        """Go with the Tab key, the shorter way round, until the focus is there."""
        wanted = target.element_handle()
        key = "Shift+Tab" if wanted.evaluate(IS_NEARER_BACK) else "Tab"
        for _ in range(TABS_MAX):
            self.page.keyboard.press(key)
            if wanted.evaluate("each => each === document.activeElement"):
                return
        pytest.fail(f"the Tab key does not lead to {target}")

    def press(self, target: Locator) -> None:
        """Press a button, or follow a link."""
        self.reach(target)
        self.page.keyboard.press("Enter")

    def write(self, target: Locator, text: str) -> None:
        """Put a text into a field, in place of what it had."""
        self.reach(target)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)

    def choose(self, target: Locator, value: str) -> None:
        """Choose from a list with the arrows, by what is read there, or by its value."""
        self.reach(target)
        offered = target.evaluate("each => [...each.options].map(each => [each.label, each.value])")
        chosen = next(at for at, each in enumerate(offered) if value in each)
        steps = chosen - target.evaluate("each => each.selectedIndex")
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")

    def tick(self, target: Locator) -> None:
        """Change a box, or choose among several with the arrows."""
        if target.get_attribute("type") == "radio":
            name = target.get_attribute("name")
            self.reach(self.page.locator(f"input[name='{name}']:checked"))
            while not target.is_checked():
                self.page.keyboard.press("ArrowDown")
        else:
            self.reach(target)
            self.page.keyboard.press("Space")
