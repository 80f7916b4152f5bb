"""YAML as people mean it: dates and times stay text, `no` and `12:30` too, and no key may stand twice."""

from __future__ import annotations

import re
from typing import Any

import yaml

_KEPT = {
    "tag:yaml.org,2002:null": re.compile(r"^(?:~|null|)$"),
    "tag:yaml.org,2002:bool": re.compile(r"^(?:true|false)$"),
    "tag:yaml.org,2002:int": re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$"),
    "tag:yaml.org,2002:float": re.compile(r"^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?$"),
}

_UNSEEN = re.compile(r"[^\n -~\u00a0-\u2027\u202a-\ufdff\ufe00-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
"""What would be lost or read as the end of a line, were it written as it is."""


class _Loader(yaml.SafeLoader):
    """The plain values of YAML 1.2; 1.1 reads 12:30 as 750, NO as false, and a time as no JSON at all."""

    yaml_implicit_resolvers = {}  # noqa: RUF012  # a table of its own, not that of the class above

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise yaml.constructor.ConstructorError(None, None, f"{twice!r} stands here twice", node.start_mark)
        return super().construct_mapping(node, deep)


def _whole_number(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> int:
    return int(str(loader.construct_scalar(node)))


for _tag, _pattern in _KEPT.items():
    _Loader.add_implicit_resolver(_tag, _pattern, None)
_Loader.add_constructor("tag:yaml.org,2002:int", _whole_number)


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
