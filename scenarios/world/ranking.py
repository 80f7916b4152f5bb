"""Finds records by words, the best match first."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

_WORD = re.compile(r"\w+")
_WHOLE, _BEGINNING, _PHRASE = 3, 1, 2
_SHORTEST_BEGINNING = 3


def ranked(query: str | None, items: Sequence[T], text: Callable[[T], str]) -> list[T]:
    """The items whose text has a word of the query, or a word that begins with one; all of them for an empty query.

    More words found come first, whole words before beginnings, the query as a phrase before scattered words; equals
    keep their order. Case, accents and a plural s do not matter.
    """
    wanted = list(dict.fromkeys(words(query or "")))
    if not wanted:
        return list(items)
    phrase = " ".join(words(query or ""))
    scored = [(_score(wanted, phrase, words(text(item))), item) for item in items]
    return [item for score, item in sorted(scored, key=lambda pair: -pair[0]) if score]


@lru_cache(maxsize=4096)  # a search reads every record's text, and most of them were read by the search before
def words(text: str) -> tuple[str, ...]:
    """The words of a text without case, accents and a plural s."""
    plain = text if text.isascii() else _without_accents(text)
    return tuple(_singular(word) for word in _WORD.findall(plain.casefold()))


def digits(text: str) -> str:
    """What of a phone number counts when two are compared."""
    return "".join(letter for letter in text if letter.isdecimal())


def _without_accents(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


def _score(wanted: list[str], phrase: str, found: Sequence[str]) -> int:
    whole = set(found)
    score = sum(_WHOLE if word in whole else _BEGINNING if _begins(word, whole) else 0 for word in wanted)
    return score + _PHRASE if score and f" {phrase} " in f" {' '.join(found)} " else score


def _begins(word: str, found: set[str]) -> bool:
    return len(word) >= _SHORTEST_BEGINNING and any(other.startswith(word) for other in found)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
