"""The pictures of an episode: rows with ids, and beside them the bytes by content hash, so that rows stay small."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image, UnidentifiedImageError

from scenarios.world.tables import Row

Reason = Literal["no folder given", "not found", "outside the folder", "not readable", "not a picture", "too large"]


class PictureRefused(ValueError):
    """Bytes that no picture can be made of."""

    owner = "environment"
    code = "picture_refused"

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class MissingImage:
    image_id: int
    name: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class ImageFacts:
    """`content` is the SHA-256 of the bytes, in hexadecimal."""

    content: str
    media_type: str
    width: int
    height: int


class Images:
    """Bytes by content hash; what `load` found becomes the rows of the IMAGE table, ids counted from 0."""

    def __init__(self) -> None:
        self._bytes: dict[str, bytes] = {}
        self.rows: list[Row] = []
        self.missing: list[MissingImage] = []

    @classmethod
    def load(cls, names: Sequence[str], folder: Path | None) -> Images:
        """Reads the files of a scenario. One that cannot be read keeps its id and is listed in `missing` by name."""
        images = cls()
        for image_id, name in enumerate(names):
            images._load(image_id, name, folder)
        return images

    def keep(self, data: bytes) -> ImageFacts:
        """Raises PictureRefused for bytes that are no picture, or one of more pixels than anybody should open."""
        try:
            with Image.open(BytesIO(data)) as picture:
                media_type, (width, height) = picture.get_format_mimetype(), picture.size
        except Image.DecompressionBombError as error:
            raise PictureRefused("too large") from error
        except (UnidentifiedImageError, OSError, SyntaxError) as error:
            raise PictureRefused("not a picture") from error
        content = sha256(data).hexdigest()
        self._bytes[content] = data
        return ImageFacts(content, media_type or "application/octet-stream", width, height)

    def read(self, content: str) -> bytes:
        """Raises KeyError for a hash that is not here, as that of a missing image."""
        return self._bytes[content]

    def _load(self, image_id: int, name: str, folder: Path | None) -> None:
        self.rows.append({"image_id": image_id, "name": name})
        found = find_image(name, folder)
        if not isinstance(found, Path):
            self.missing.append(MissingImage(image_id, name, found))
            return
        try:
            facts = self.keep(found.read_bytes())
        except OSError:
            self.missing.append(MissingImage(image_id, name, "not readable"))
            return
        except PictureRefused as refusal:
            self.missing.append(MissingImage(image_id, name, refusal.reason))
            return
        self.rows[-1] |= {
            "image_content": facts.content,
            "media_type": facts.media_type,
            "width": facts.width,
            "height": facts.height,
        }


def find_image(name: str, folder: Path | None) -> Path | Reason:
    """The file of that name below `folder`, else why there is none."""
    if folder is None:
        return "no folder given"
    # By its name alone: a link inside the folder is the work of whoever owns it, and may lead anywhere.
    path = Path(os.path.normpath(folder.absolute() / name))
    if not path.is_relative_to(os.path.normpath(folder.absolute())):
        return "outside the folder"
    try:
        return path if path.is_file() else "not found"
    except (OSError, ValueError):
        return "not found"
