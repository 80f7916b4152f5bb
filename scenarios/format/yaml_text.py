"""YAML as people mean it: dates and times stay text, `no` and `12:30` too, and no key may stand twice."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable
from typing import Any, Final

import yaml

_KEPT = {
    "tag:yaml.org,2002:null": re.compile(r"^(?:~|null|)$"),
    "tag:yaml.org,2002:bool": re.compile(r"^(?:true|false)$"),
    "tag:yaml.org,2002:int": re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$"),
    "tag:yaml.org,2002:float": re.compile(r"^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?$"),
}

MAX_VALUES: Final = 100_000
"""Values in one text, those that aliases stand for counted each time."""
MAX_DEPTH: Final = 100

_UNSEEN = re.compile(r"[^\n -~\u00a0-\u2027\u202a-\ufdff\ufe00-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
"""What would be lost or read as the end of a line, were it written as it is."""


class _Loader(yaml.SafeLoader):
    """The plain values of YAML 1.2; 1.1 reads 12:30 as 750, NO as false, and a time as no JSON at all.

    Counts what aliases stand for, since a few lines of them may mean a billion values.
    """

    yaml_implicit_resolvers = {}  # noqa: RUF012  # a table of its own, not that of the class above
    yaml_constructors = {  # noqa: RUF012  # nor are its dates, bytes and sets JSON
        tag: construct
        for tag, construct in yaml.SafeLoader.yaml_constructors.items()
        if tag is None or tag in ("tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map")
    }

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self._values = 0
        self._depth = 0
        self._sizes: dict[int, int] = {}

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        is_alias = self.check_event(yaml.AliasEvent)
        before, self._depth = self._values, self._depth + 1
        node = super().compose_node(parent, index)
        size = self._sizes.get(id(node)) if is_alias else 1
        self._values += size or 0
        mark = node.start_mark if node is not None else None
        if size is None:
            raise yaml.composer.ComposerError(None, None, "this contains itself", mark)
        if self._values > MAX_VALUES:
            raise yaml.composer.ComposerError(None, None, f"more than {MAX_VALUES:,} values", mark)
        self._depth -= 1
        self._sizes.setdefault(id(node), self._values - before)
        return node

    def descend_resolver(self, current_node: yaml.Node | None, current_index: Any) -> None:
        if self._depth > MAX_DEPTH:
            mark = current_node.start_mark if current_node is not None else None
            raise yaml.composer.ComposerError(None, None, f"more than {MAX_DEPTH} levels inside each other", mark)
        super().descend_resolver(current_node, current_index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        known: set[Hashable] = set()
        for key in (self.construct_object(key, deep=True) for key, _ in node.value):
            if isinstance(key, Hashable) and key in known:
                raise yaml.constructor.ConstructorError(None, None, f"{key!r} stands here twice", node.start_mark)
            if isinstance(key, Hashable):
                known.add(key)
        return super().construct_mapping(node, deep)


def _whole(text: str) -> int:
    return int(text)


def _fraction(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


_READ: dict[str, Callable[[str], Any]] = {
    "tag:yaml.org,2002:null": lambda _: None,
    "tag:yaml.org,2002:bool": lambda text: text == "true",
    "tag:yaml.org,2002:int": _whole,
    "tag:yaml.org,2002:float": _fraction,
}


def _construct(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> Any:
    """A plain value; what only claims to be one, as `!!int x`, is a fault at its place."""
    text = str(loader.construct_scalar(node))
    try:
        if _KEPT[node.tag].match(text):
            return _READ[node.tag](text)
    except ValueError:  # more digits, or a larger exponent, than a number may have
        pass
    kind = node.tag.rpartition(":")[2]
    raise yaml.constructor.ConstructorError(None, None, f"{text[:40]!r} cannot be read as {kind}", node.start_mark)


for _tag, _pattern in _KEPT.items():
    _Loader.add_implicit_resolver(_tag, _pattern, None)
    _Loader.add_constructor(_tag, _construct)


def read_yaml(text: str) -> Any:
    """The values of a YAML text; raises yaml.YAMLError."""
    return yaml.load(text, Loader=_Loader)


class _Dumper(yaml.SafeDumper):
    """Quotes what either version of YAML would read as something else, and writes long texts line by line."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=_style(value))


def _style(value: str) -> str | None:
    if _UNSEEN.search(value):
        return '"'
    if any(pattern.match(value) for pattern in _KEPT.values()):
        return "'"
    return "|" if "\n" in value else None


_Dumper.add_representer(str, _text)


def write_yaml(value: Any) -> str:
    """YAML that `read_yaml` reads as `value`: plain data, keys in their order."""
    return yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
