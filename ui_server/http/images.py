"""Images in and out: registered with one session, and read from there alone."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import ValidationError
from starlette.responses import Response

from ui_server.http.answers import BINARY, RegisteredImage, gives, gives_content
from ui_server.http.models import NewImage
from ui_server.http.problems import Answer, Problem, problem_of
from ui_server.http.screens import SHUT_IN
from ui_server.http.sessions import ServiceOf, SessionOf
from ui_server.images import decode_data_uri, inspect

router = APIRouter(prefix="/sessions/{session_id}/images", tags=["images"], default_response_class=Answer)
_SCHEMA = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": NewImage.model_json_schema()},
            "image/*": {"schema": {"type": "string", "format": "binary"}},
        },
    }
}


@router.post(
    "",
    status_code=201,
    name="register_image",
    summary="Register an image",
    openapi_extra=_SCHEMA,
    responses=gives(RegisteredImage, 201),
)
async def register(
    request: Request,
    service: ServiceOf,
    session: SessionOf,
    name: Annotated[str | None, Query(min_length=1, max_length=2000)] = None,
) -> Response:
    """PNG, JPEG, GIF (its first frame), WebP or plain SVG: as the body itself, or in JSON as a data URI."""
    content = await request.body()
    kind = _kind(request)
    if kind.startswith("multipart/"):
        raise Problem("bad_request", "Send the image as the body itself, or in JSON as a data URI; no form.")
    if kind == "application/json" or kind.endswith("+json"):
        asked = _asked(content)
        name, content = asked.name, decode_data_uri(asked.data)
    opened = await asyncio.to_thread(inspect, content)
    image_id, stored = service.sessions.register_image(session, opened, name)
    url = f"/sessions/{session.session_id}/images/{image_id}"
    told = {
        "image_id": image_id,
        "name": name or image_id,
        "sha256": stored.sha256,
        "media_type": stored.media_type,
        "width": stored.width,
        "height": stored.height,
        "url": url,
    }
    return Answer(told, 201, {"location": url})


@router.get(
    "/{image_id}",
    name="get_image",
    summary="Read an image",
    response_class=Response,
    responses=gives_content(BINARY, "image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml"),
)
async def read(session: SessionOf, image_id: str) -> Response:
    """The image as it is shown."""
    digest = session.image_ids.get(image_id)
    if digest is None:
        raise Problem("image_not_found", f"The session has no image {image_id[:80]!r}.")
    stored = session.images.by_hash[digest]
    return Response(stored.content, media_type=stored.media_type, headers=SHUT_IN)


def _asked(content: bytes) -> NewImage:
    try:
        return NewImage.model_validate_json(content)
    except ValidationError as error:
        raise problem_of(error) from error


def _kind(request: Request) -> str:
    return request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
