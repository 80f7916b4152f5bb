"""A tool: a plain typed function, and what can be read off it for the agent."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from doctest import DocTestParser
from functools import cached_property
from typing import Any

from agent_bridge.toolkit.arguments import Arguments
from agent_bridge.toolkit.errors import BadTool
from agent_bridge.toolkit.tiers import Tier
from ui_server.expressions import Json


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A function whose first parameter is the context it acts in; all others are the agent's arguments.

    Description and examples stand in the docstring, the examples as `>>> name(argument=value)`; types, bounds and
    descriptions of arguments stand in the annotations. `needs` names what must be on in the context before the tool can
    run, `absorbs` the tools of larger tiers that it stands for, `aliases` other names it is known by.
    """

    name: str
    domain: str
    function: Callable[..., Json]
    keywords: tuple[str, ...] = ()
    tier: Tier = Tier.FULL
    extra: bool = False
    everywhere: bool = False
    aliases: tuple[str, ...] = ()
    absorbs: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.description:
            raise BadTool(self.name, "it has no docstring")

    @cached_property
    def description(self) -> str:
        text, _, _ = inspect.cleandoc(self.function.__doc__ or "").partition(">>>")
        return text.strip()

    @cached_property
    def arguments(self) -> Arguments:
        return Arguments(self.name, self.function)

    @property
    def schema(self) -> dict[str, Any]:
        """JSON Schema of the arguments, built when first asked for."""
        return self.arguments.schema

    @cached_property
    def examples(self) -> tuple[dict[str, Json], ...]:
        """Arguments of the calls in the docstring. Raises BadTool for an example that calls something else."""
        parsed = DocTestParser().get_examples(inspect.cleandoc(self.function.__doc__ or ""))
        return tuple(_example(self.name, example.source) for example in parsed)

    def run(self, context: object, arguments: Mapping[str, Json]) -> Json:
        """Raises InvalidArguments before the function is called, and whatever the function raises."""
        return self.function(context, **self.arguments.accept(arguments))

    def to_json(self) -> dict[str, Json]:
        """Everything that is known of the tool, for `tools show` and for the record of a run."""
        return {
            "name": self.name,
            "domain": self.domain,
            "tier": self.tier.value,
            "extra": self.extra,
            "description": self.description,
            "keywords": list(self.keywords),
            "aliases": list(self.aliases),
            "absorbs": list(self.absorbs),
            "parameters": self.schema,
            "examples": list(self.examples),
        }


def tools(
    domain: str,
    functions: Mapping[Callable[..., Json], str],
    *,
    prefix: bool = True,
    extra: bool = False,
    needs: Iterable[str] = (),
) -> tuple[Tool, ...]:
    """One tool for each function, its keywords as words in one text.

    With `prefix` a tool is called `<domain>_<function>`, and the bare function name is its alias. An underscore at the
    end of a function's name, which keeps it clear of Python's own names, does not count.
    """
    return tuple(
        Tool(
            name=f"{domain}_{name}" if prefix else name,
            domain=domain,
            function=function,
            keywords=tuple(keywords.split()),
            extra=extra,
            aliases=(name,) if prefix else (),
            needs=tuple(needs),
        )
        for name, function, keywords in (
            (function.__name__.rstrip("_"), function, keywords) for function, keywords in functions.items()
        )
    )


def _example(name: str, source: str) -> dict[str, Json]:
    call = ast.parse(source.strip(), mode="eval").body
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != name or call.args:
        raise BadTool(name, f"the example {source.strip()!r} does not call it by keywords")
    return {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
