"""Pictures have ids in rows; their bytes lie beside, and what is missing is told by name."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from scenarios.world.images import Images, MissingImage
from scenarios.world.world import World


def picture(colour: str = "red", form: str = "PNG") -> bytes:
    out = BytesIO()
    Image.new("RGB", (4, 3), colour).save(out, form)
    return out.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    base = tmp_path / "images"
    (base / "synthetic").mkdir(parents=True)
    (base / "synthetic" / "poster.png").write_bytes(picture())
    (base / "synthetic" / "menu.jpg").write_bytes(picture("blue", "JPEG"))
    (base / "synthetic" / "note.png").write_text("no picture at all")
    (tmp_path / "secret.png").write_bytes(picture("black"))
    return base


def test_files_get_ids_in_order_from_0(folder: Path) -> None:
    images = Images.load(["synthetic/poster.png", "synthetic/menu.jpg"], folder)
    assert images.missing == []
    assert images.rows == [
        {
            "image_id": 0,
            "name": "synthetic/poster.png",
            "image_content": sha256(picture()).hexdigest(),
            "media_type": "image/png",
            "width": 4,
            "height": 3,
        },
        {
            "image_id": 1,
            "name": "synthetic/menu.jpg",
            "image_content": sha256(picture("blue", "JPEG")).hexdigest(),
            "media_type": "image/jpeg",
            "width": 4,
            "height": 3,
        },
    ]


def test_the_bytes_are_found_by_the_hash_in_the_row(folder: Path) -> None:
    images = Images.load(["synthetic/poster.png"], folder)
    assert images.read(str(images.rows[0]["image_content"])) == picture()


def test_a_missing_file_is_told_by_name_and_the_others_keep_their_ids(folder: Path) -> None:
    images = Images.load(["synthetic/gone.png", "synthetic/poster.png", "synthetic/note.png"], folder)
    assert images.missing == [
        MissingImage(0, "synthetic/gone.png", "not found"),
        MissingImage(2, "synthetic/note.png", "not a picture"),
    ]
    assert [row["image_id"] for row in images.rows if "image_content" in row] == [1]


def test_without_a_folder_every_file_is_missing() -> None:
    assert Images.load(["a.png"], None).missing == [MissingImage(0, "a.png", "no folder given")]


@pytest.mark.parametrize("name", ["../secret.png", "synthetic/../../secret.png"])
def test_a_name_cannot_lead_out_of_the_folder(folder: Path, name: str) -> None:
    assert Images.load([name], folder).missing == [MissingImage(0, name, "outside the folder")]


def test_an_absolute_name_cannot_lead_out_of_the_folder_either(folder: Path) -> None:
    name = str(folder.parent / "secret.png")
    assert Images.load([name], folder).missing == [MissingImage(0, name, "outside the folder")]


def test_a_link_inside_the_folder_is_followed_wherever_it_leads(folder: Path) -> None:
    (folder / "linked.png").symlink_to(folder.parent / "secret.png")
    images = Images.load(["linked.png"], folder)
    assert images.missing == []
    assert images.read(str(images.rows[0]["image_content"])) == picture("black")


@pytest.mark.parametrize("name", ["", ".", "synthetic", "a\x00b.png", "x" * 5_000, "a/" * 3_000, "naïve ☃.png"])
def test_a_name_that_can_be_no_files_is_told_as_not_found(folder: Path, name: str) -> None:
    assert Images.load([name], folder).missing == [MissingImage(0, name, "not found")]


def test_a_picture_of_too_many_pixels_is_named_and_never_opened(folder: Path) -> None:
    Image.new("1", (20_000, 20_000)).save(folder / "vast.png")
    assert Images.load(["vast.png"], folder).missing == [MissingImage(0, "vast.png", "too large")]


def test_a_picture_that_is_not_there_has_no_bytes() -> None:
    with pytest.raises(KeyError):
        Images().read("")


def test_images_are_rows_of_the_world(open_world: Callable[..., World], folder: Path) -> None:
    images = Images.load(["synthetic/poster.png", "synthetic/gone.png"], folder)
    world = open_world({}, images=images)
    rows = world.rows.rows("IMAGE")
    assert [(row["image_id"], row["width"], row["image_content"] != "") for row in rows] == [
        (0, 4, True),
        (1, 0, False),
    ]
    assert world.images.missing == [MissingImage(1, "synthetic/gone.png", "not found")]
