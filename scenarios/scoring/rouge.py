"""ROUGE-L: how much of a text's words another text has, in the same order.

The longest common subsequence comes from rapidfuzz. The tokens are our own: the published ones keep empty tokens and
non-ASCII letters, which no ROUGE library does, and the strict ones are not those of any library either.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
import regex
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq
from rapidfuzz.process import cdist

Tokens: TypeAlias = "Sequence[str]"
Matrix: TypeAlias = NDArray[np.float64]

_NO_WORD = re.compile(r"\W+")
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_WORD = rf"[[\w\p{{M}}]--[{_UNSPACED}]]"
_TOKEN = regex.compile(
    rf"(?P<number>(?<!{_WORD})\d+(?:,\d{{3}})*(?:\.\d+)?(?!{_WORD}))|[{_UNSPACED}]|{_WORD}+", regex.VERSION1
)


def published_tokens(text: str) -> list[str]:
    """Lower case, each run of non-word characters a space, split at single spaces: `Buy milk.` has three tokens."""
    return _NO_WORD.sub(" ", text.lower()).split(" ")


def strict_tokens(text: str) -> list[str]:
    """Words and numbers only; a script written without spaces gives one token a character, `1,200.50` is one number."""
    return _words(list(_strict(text)))


def strict_numbers(text: str) -> Counter[str]:
    """The numbers of a text and how often each is there; `60.00` is `60`, but `0140` is not `140`."""
    return _numbers(list(_strict(text)))


def f_measure(expected: Tokens, actual: Tokens) -> float:
    """ROUGE-L F of two token lists; 0 when either is empty."""
    return float(f_measures([expected], [actual])[0, 0])


def f_measures(expected: Sequence[Tokens], actual: Sequence[Tokens]) -> Matrix:
    """ROUGE-L F of each expected token list (row) against each actual one (column)."""
    common = np.asarray(cdist(expected, actual, scorer=LCSseq.similarity), dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        recall = common / _lengths(expected)[:, None]
        precision = common / _lengths(actual)[None, :]
        scores = 2 * precision * recall / (precision + recall)
    return np.where(common > 0, scores, 0.0)


def strict_rouge(expected: str, actual: str) -> float:
    """ROUGE-L F over strict tokens, times the share of the numbers in either text that both have.

    Texts without any word or number are alike only when they are the same but for white space.
    """
    return float(strict_rouges([expected], [actual])[0, 0])


def strict_rouges(expected: Sequence[str], actual: Sequence[str]) -> Matrix:
    """`strict_rouge` of each expected text (row) against each actual one (column)."""
    wanted, found = ([list(_strict(text)) for text in texts] for texts in (expected, actual))
    scores = f_measures([_words(tokens) for tokens in wanted], [_words(tokens) for tokens in found])
    numbers = [_numbers(tokens) for tokens in found]
    for row, tokens in enumerate(wanted):
        if not tokens:
            bare = "".join(expected[row].split())
            scores[row] = [not found[place] and "".join(text.split()) == bare for place, text in enumerate(actual)]
        elif any(numbers) or _numbers(tokens):
            scores[row] *= [_shared(_numbers(tokens), other) for other in numbers]
    return scores


def _lengths(texts: Sequence[Tokens]) -> Matrix:
    return np.array([len(tokens) for tokens in texts], dtype=np.float64)


def _strict(text: str) -> Iterator[tuple[str, bool]]:
    for match in _TOKEN.finditer(unicodedata.normalize("NFC", text).lower()):
        yield (_number(match[0]), True) if match["number"] else (match[0], False)


def _words(tokens: Sequence[tuple[str, bool]]) -> list[str]:
    return [token for token, _ in tokens]


def _numbers(tokens: Sequence[tuple[str, bool]]) -> Counter[str]:
    return Counter(token for token, is_number in tokens if is_number)


def _number(written: str) -> str:
    # Digits of any script become 0 to 9; those that this Python does not know yet stay as they are.
    plain = "".join(str(unicodedata.decimal(digit, digit)) for digit in written if digit != ",")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def _shared(one: Counter[str], other: Counter[str]) -> float:
    either = (one | other).total()
    return (one & other).total() / either if either else 1.0
