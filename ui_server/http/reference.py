"""`GET /docs`: the description of the API as a page that can send each example. Nothing is fetched from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter, Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import Response

from ui_server.http.debug import HEADERS

router = APIRouter(include_in_schema=False)
PATH: Final = "/docs"


@dataclass(frozen=True, slots=True)
class Call:
    """One call as the page shows it; `problems` are its refusals by status."""

    method: str
    path: str
    summary: str
    description: str
    examples: tuple[str, ...]
    problems: tuple[tuple[str, str], ...]


@router.get(PATH)
async def page(request: Request) -> Response:
    document = request.app.openapi()
    environment = Environment(
        loader=PackageLoader("ui_server.http"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    content = environment.get_template("reference.html").render(
        title=document["info"]["title"], description=document["info"]["description"], calls=list(calls_of(document))
    )
    return Response(content, media_type="text/html; charset=utf-8", headers=HEADERS)


def calls_of(document: dict[str, Any]) -> Iterator[Call]:
    """Every call of an OpenAPI document, in its order."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield Call(
                method=method.upper(),
                path=path,
                summary=operation["summary"],
                description=operation.get("description", ""),
                examples=tuple(json.dumps(each, indent=2) for each in examples_of(document, operation)),
                problems=tuple(
                    (status, response["description"])
                    for status, response in operation["responses"].items()
                    if status >= "400"
                ),
            )


def examples_of(document: dict[str, Any], operation: dict[str, Any]) -> list[Any]:
    """The examples of a call's JSON body."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    name = body.get("$ref", "").rpartition("/")[2]
    schema = document["components"]["schemas"][name] if name else body
    examples: list[Any] = schema.get("examples", [])
    return examples
