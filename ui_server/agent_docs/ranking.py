"""Which pages answer a question best: words weighed by how rare they are and by where they stand."""

from __future__ import annotations

import difflib
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ui_server.agent_docs.item import Item

NAME, KEYWORD, SUMMARY, BODY = 8.0, 5.0, 3.0, 1.0
MOST: Final = 6
LEAST_OF_BEST: Final = 0.25
"""A page below this share of the best one's score answers something else."""
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_EMPTY: Final = frozenset(
    ("a", "an", "the", "to", "of", "in", "on", "at", "is", "are", "be", "do", "does", "how", "can", "i", "my", "me",
     "it", "its", "this", "that", "with", "what", "which", "when", "for", "by", "as", "use")
)  # fmt: skip
"""Words that say nothing about what is looked for."""


def words(text: str) -> list[str]:
    """The words of a text in lower case and singular; `ChoicePicker` is two."""
    return [_singular(word.lower()) for word in _WORD.findall(text)]


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 4 and word.endswith(("sses", "xes", "ches")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@dataclass(frozen=True, slots=True)
class Index:
    """Pages with what each of their words weighs."""

    items: Sequence[Item]
    weights: Sequence[Mapping[str, float]]
    rarity: Mapping[str, float]

    def search(self, query: str) -> list[Item]:
        """The pages that answer `query`, best first; a word nobody uses counts as the nearest one that is used."""
        asked = [word for word in dict.fromkeys(words(query)) if word not in _EMPTY]
        asked += [_singular(word.lower()) for word in re.findall(r"\w+", query) if len(words(word)) > 1]
        known = [word for word in (self._known(word) for word in dict.fromkeys(asked)) if word]
        scores = [sum(weights.get(word, 0.0) * self.rarity[word] for word in known) for weights in self.weights]
        least = max(scores, default=0.0) * LEAST_OF_BEST
        ranked = sorted(range(len(scores)), key=lambda index: -scores[index])[:MOST]
        return [self.items[index] for index in ranked if scores[index] > 0 and scores[index] >= least]

    def _known(self, word: str) -> str | None:
        if word in self.rarity:
            return word
        near = difflib.get_close_matches(word, self.rarity, n=1, cutoff=0.82) if len(word) > 3 else []
        return near[0] if near else None


def index_of(items: Iterable[Item]) -> Index:
    every = tuple(items)
    weights = [_weights(item) for item in every]
    used = Counter(word for weighed in weights for word in weighed)
    return Index(every, weights, {word: math.log(1 + len(every) / count) for word, count in used.items()})


def _weights(item: Item) -> dict[str, float]:
    fields = (
        (NAME, [*words(item.name), item.name.lower()]),
        (KEYWORD, [word for keyword in item.keywords for word in (*words(keyword), keyword)]),
        (SUMMARY, words(item.summary)),
    )
    found: dict[str, float] = {}
    for weight, listed in fields:
        for word in set(listed):
            found[word] = max(found.get(word, 0.0), weight)
    for word, count in Counter(words(json.dumps(item.body, ensure_ascii=False))).items():
        found[word] = found.get(word, 0.0) + BODY * math.log1p(count) / 2
    return found
