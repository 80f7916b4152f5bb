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
