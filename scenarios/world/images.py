"""The pictures of an episode: rows with ids, and beside them the bytes by content hash, so that rows stay small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image, UnidentifiedImageError

from scenarios.world.tables import Row

Reason = Literal["no folder given", "not found", "outside the folder", "not a picture"]


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
        """Raises ValueError for bytes that are no picture."""
        try:
            with Image.open(BytesIO(data)) as picture:
                media_type, (width, height) = picture.get_format_mimetype(), picture.size
        except (UnidentifiedImageError, OSError) as error:
            raise ValueError("not a picture") from error
        content = sha256(data).hexdigest()
        self._bytes[content] = data
        return ImageFacts(content, media_type or "application/octet-stream", width, height)

    def read(self, content: str) -> bytes:
        """Raises KeyError for a hash that is not here, as that of a missing image."""
        return self._bytes[content]

    def _load(self, image_id: int, name: str, folder: Path | None) -> None:
        self.rows.append({"image_id": image_id, "name": name})
        found = _find(name, folder)
        if not isinstance(found, Path):
            self.missing.append(MissingImage(image_id, name, found))
            return
        try:
            facts = self.keep(found.read_bytes())
        except ValueError:
            self.missing.append(MissingImage(image_id, name, "not a picture"))
            return
        self.rows[-1] |= {
            "image_content": facts.content,
            "media_type": facts.media_type,
            "width": facts.width,
            "height": facts.height,
        }


def _find(name: str, folder: Path | None) -> Path | Reason:
    if folder is None:
        return "no folder given"
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        return "outside the folder"
    return path if path.is_file() else "not found"
