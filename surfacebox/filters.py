"""The EXPR of `--filter`: words, joined by `|` (either), `&` (both) and `~` (not), with brackets."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from surfacebox.errors import SettingInvalid

Test = Callable[[str, Collection[str]], bool]
"""Whether a scenario of that name and with those tags is meant."""
_TOKEN = re.compile(r"[|&~()]|[^|&~()]+")


def parse_filter(text: str) -> Test:
    """What an expression means; raises SettingInvalid. A word is found in a name, or is a tag."""
    reader = _Reader(text, [token.strip() for token in _TOKEN.findall(text) if token.strip()])
    test = reader.either()
    if reader.tokens:
        raise reader.fault()
    return test


@dataclass(slots=True)
class _Reader:
    text: str
    tokens: list[str] = field(default_factory=list)

    def either(self) -> Test:
        tests = [self._both()]
        while self._take("|"):
            tests.append(self._both())
        return tests[0] if len(tests) == 1 else lambda name, tags: any(test(name, tags) for test in tests)

    def _both(self) -> Test:
        tests = [self._one()]
        while self._take("&"):
            tests.append(self._one())
        return tests[0] if len(tests) == 1 else lambda name, tags: all(test(name, tags) for test in tests)

    def _one(self) -> Test:
        if self._take("~"):
            test = self._one()
            return lambda name, tags: not test(name, tags)
        if self._take("("):
            test = self.either()
            if not self._take(")"):
                raise self.fault()
            return test
        if not self.tokens or self.tokens[0] in "|&~()":
            raise self.fault()
        word = self.tokens.pop(0)
        return lambda name, tags: word in name or word in tags

    def _take(self, token: str) -> bool:
        if not self.tokens or self.tokens[0] != token:
            return False
        self.tokens.pop(0)
        return True

    def fault(self) -> SettingInvalid:
        hint = "A word is found in names or is a tag: 'garden', 'UI_MODE & ~goal_change', '(a | b) & c'."
        return SettingInvalid("filter", place="--filter", got=self.text, expected="words with |, & and ~", hint=hint)
