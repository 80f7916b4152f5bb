from __future__ import annotations

import base64
import hashlib
import io
import random
import traceback
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from ui_server.images import (
    MAX_BYTES,
    MAX_CARRIED_PIXELS,
    MAX_REFUSALS,
    MAX_SCANS,
    MAX_SIDE,
    ImageRefused,
    Images,
    NoRoom,
    decode_data_uri,
    inspect,
)

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


def encoded(kind: str, size: tuple[int, int] = (40, 30), mode: str = "RGB") -> bytes:
    """A picture of noise, so that it does not compress to nothing; the same noise each time."""
    buffer = io.BytesIO()
    noise = random.Random(1).randbytes(size[0] * size[1])
    Image.frombytes("L", size, noise).convert(mode).save(buffer, kind)
    return buffer.getvalue()


def moving(kind: str) -> bytes:
    frames = [Image.new("RGB", (8, 6), colour) for colour in ("red", "green", "blue")]
    buffer = io.BytesIO()
    frames[0].save(buffer, kind, save_all=True, append_images=frames[1:], duration=100, loop=0, lossless=True)
    return buffer.getvalue()


def data_uri(content: bytes, media_type: str = "image/png") -> str:
    return f"data:{media_type};base64,{base64.b64encode(content).decode()}"


def reason(content: bytes) -> str:
    with pytest.raises(ImageRefused) as caught:
        inspect(content)
    return caught.value.reason


# -- what is shown ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "media_type"),
    [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("GIF", "image/gif"), ("WEBP", "image/webp")],
)
def test_a_still_picture_is_kept_byte_for_byte(kind: str, media_type: str) -> None:
    content = encoded(kind)
    stored = inspect(content)
    assert (stored.media_type, stored.content, stored.width, stored.height) == (media_type, content, 40, 30)
    assert stored.sha256 == hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP"])
def test_of_a_moving_picture_the_first_frame_is_shown(kind: str) -> None:
    stored = inspect(moving(kind))
    assert stored.media_type == "image/png"
    with Image.open(io.BytesIO(stored.content)) as still:
        assert (still.size, getattr(still, "n_frames", 1)) == ((8, 6), 1)
        assert still.convert("RGB").getpixel((4, 3)) == (255, 0, 0)
    assert stored.sha256 == hashlib.sha256(stored.content).hexdigest()


def test_the_same_moving_picture_always_gives_the_same_still() -> None:
    assert inspect(moving("GIF")) == inspect(moving("GIF"))


def test_a_photo_of_a_phone_with_two_pictures_in_one_file_is_a_jpeg() -> None:
    first, second = Image.new("RGB", (8, 6), "red"), Image.new("RGB", (8, 6), "blue")
    buffer = io.BytesIO()
    first.save(buffer, "MPO", save_all=True, append_images=[second])
    stored = inspect(buffer.getvalue())
    assert (stored.media_type, stored.content) == ("image/jpeg", buffer.getvalue())


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "I;16"])
def test_every_depth_of_a_png_is_taken(mode: str) -> None:
    buffer = io.BytesIO()
    Image.new(mode, (5, 5)).save(buffer, "PNG")
    assert inspect(buffer.getvalue()).width == 5


def test_a_plain_drawing_is_shown_as_it_is() -> None:
    stored = inspect(SVG)
    assert (stored.media_type, stored.content, stored.width, stored.height) == ("image/svg+xml", SVG, 0, 0)


# -- what is not -----------------------------------------------------------------------------------------------------


def png_of_size(width: int, height: int) -> bytes:
    """A well-formed PNG that claims a size and brings a few kilobytes."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        check = zlib.crc32(kind + body).to_bytes(4, "big")
        return len(body).to_bytes(4, "big") + kind + body + check

    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 2, 0, 0, 0])
    pixels = chunk(b"IDAT", zlib.compress(b"\0" * 1_000_000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + pixels + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(50_000, 50_000), (9_500, 9_500), (MAX_SIDE + 1, 1), (1, MAX_SIDE + 1)])
def test_a_picture_that_unpacks_to_gigabytes_is_refused_by_what_it_claims(size: tuple[int, int]) -> None:
    assert reason(png_of_size(*size)).startswith("too large")


def test_a_file_of_too_many_bytes_is_refused_unopened() -> None:
    assert reason(b"x" * (MAX_BYTES + 1)) == "larger than 10 MB"


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_a_picture_that_breaks_off_is_refused(kind: str) -> None:
    content = encoded(kind, (200, 200))
    assert reason(content[: len(content) // 2]) == "not a readable PNG, JPEG, GIF or WebP"


@pytest.mark.parametrize("kind", ["BMP", "TIFF", "ICO", "PPM", "PDF", "EPS"])
def test_kinds_that_are_not_for_the_web_are_refused(kind: str) -> None:
    assert reason(encoded(kind)) == "not a readable PNG, JPEG, GIF or WebP"


@pytest.mark.parametrize(
    "content", [b"", b"\x00", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF....WEBP", b"hello"]
)
def test_what_is_no_picture_is_refused(content: bytes) -> None:
    assert reason(content) == "not a readable PNG, JPEG, GIF or WebP"


@pytest.mark.parametrize("content", [b"<html><body>404</body></html>", b"<!doctype html>", b"  <?php ?>", b"<svg"])
def test_a_page_instead_of_a_picture_is_refused(content: bytes) -> None:
    assert "SVG" in reason(content)


def jpeg_of_scans(scans: int) -> bytes:
    """A picture in passes, the second of which is written as often as asked."""
    buffer = io.BytesIO()
    Image.new("L", (64, 64), 128).save(buffer, "JPEG", progressive=True)
    content = buffer.getvalue()
    first = content.index(b"\xff\xda")
    start = content.index(b"\xff\xda", first + 2)
    end = content.index(b"\xff\xc4", start)
    return content[:end] + content[start:end] * (scans - content.count(b"\xff\xda")) + content[end:]


def test_a_jpeg_that_is_drawn_over_and_over_again_is_refused_unopened() -> None:
    assert inspect(jpeg_of_scans(30)).media_type == "image/jpeg"
    assert reason(jpeg_of_scans(MAX_SCANS + 1)) == "a JPEG that is drawn over and over again"


def test_a_jpeg_of_a_million_empty_segments_is_refused() -> None:
    content = encoded("JPEG")
    assert inspect(content[:2] + b"\xff\xfe\x00\x02" * 1000 + content[2:]).width == 40
    assert "over and over" in reason(content[:2] + b"\xff\xfe\x00\x02" * 1_000_000 + content[2:])


def test_what_stands_behind_a_jpeg_or_within_its_notes_is_no_scan() -> None:
    content = encoded("JPEG")
    noise = b"\xff\xda\x00\x02" * (MAX_SCANS + 1)
    note = b"\xff\xe1" + (len(noise) + 2).to_bytes(2, "big") + noise
    assert inspect(content[:2] + note + content[2:] + noise).width == 40


def test_a_first_frame_that_grows_beyond_the_limit_as_a_still_is_refused() -> None:
    noise = Image.effect_noise((2_000, 2_000), 60)
    frames = [Image.merge("RGB", [noise.rotate(turn) for turn in turns]) for turns in ((0, 90, 180), (90, 180, 270))]
    buffer = io.BytesIO()
    frames[0].save(buffer, "WEBP", save_all=True, append_images=frames[1:], quality=10, method=0)
    assert len(buffer.getvalue()) < MAX_BYTES
    assert reason(buffer.getvalue()) == "larger than 10 MB as a still picture"


@given(st.sampled_from(["PNG", "JPEG", "GIF", "WEBP"]), st.data())
def test_a_damaged_file_is_shown_or_refused_and_nothing_worse(kind: str, data: st.DataObject) -> None:
    content = bytearray(encoded(kind))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        inspect(bytes(content))
    except ImageRefused as refusal:
        assert refusal.reason


# -- data: URIs ------------------------------------------------------------------------------------------------------


@given(st.binary(max_size=60))
def test_bytes_written_as_a_data_uri_are_read_back(content: bytes) -> None:
    assert decode_data_uri(data_uri(content)) == content


@pytest.mark.parametrize(
    "source",
    [
        "data:image/png;base64,YWI=",
        "DATA:IMAGE/PNG;BASE64,YWI=",
        "data:image/png;base64,YWI",
        "data:image/png;base64,Y W\nI=",
        "data:image/png;base64,YWI%3D",
        "data:image/png;charset=x;base64,YWI=",
        "data:image/png,ab",
        "data:image/png,%61b",
    ],
)
def test_a_data_uri_is_read_in_every_way_a_browser_reads_it(source: str) -> None:
    assert decode_data_uri(source) == b"ab"


@pytest.mark.parametrize(
    "source",
    [
        "data:image/png",
        "data:text/html;base64,YWI=",
        "data:,ab",
        "data:;base64,YWI=",
        "data:image/png;base64,Y",
        "data:image/png;base64,Y*==",
        "data:image/png;base64,éé",
        "data:image/png;base64,\ud800",
        "image/png;base64,YWI=",
        "",
    ],
)
def test_what_is_no_image_uri_is_refused(source: str) -> None:
    with pytest.raises(ImageRefused):
        decode_data_uri(source)


def test_half_a_character_in_a_data_uri_is_one_that_cannot_be_read() -> None:
    assert decode_data_uri("data:image/svg+xml,\ud800<svg/>") == b"?<svg/>"


def test_a_huge_data_uri_is_refused_before_it_is_decoded() -> None:
    with pytest.raises(ImageRefused) as caught:
        decode_data_uri("data:image/png;base64," + "A" * (MAX_BYTES * 4 // 3 + 8))
    assert caught.value.reason == "larger than 10 MB"


# -- a session's images ----------------------------------------------------------------------------------------------


def refusal_of(images: Images, source: str) -> ImageRefused:
    with pytest.raises(ImageRefused) as caught:
        images.find(source)
    return caught.value


def test_a_registered_name_finds_its_picture_and_no_other_name_does() -> None:
    images = Images()
    stored = images.register("IMAGE_1", encoded("PNG"))
    assert images.find("IMAGE_1") == stored
    assert "only data: URIs" in refusal_of(images, "IMAGE_10").reason
    assert "only data: URIs" in refusal_of(images, "see IMAGE_1").reason


def test_a_data_uri_is_found_by_itself() -> None:
    content = encoded("GIF")
    assert Images().find(data_uri(content, "image/gif")).content == content


@pytest.mark.parametrize(
    "source", ["https://x/y.png", "file:///etc/passwd", "//x/y", "y.png", "javascript:alert(1)", "blob:x", " "]
)
def test_nothing_is_loaded_from_anywhere(source: str) -> None:
    assert refusal_of(Images(), source).reason.startswith("not loaded")


def test_no_address_is_said_so() -> None:
    assert refusal_of(Images(), "").reason == "no address"


def test_a_picture_that_comes_later_takes_the_place_of_the_refusal() -> None:
    images = Images()
    refusal_of(images, "IMAGE_1")
    stored = images.register("IMAGE_1", encoded("PNG"))
    assert images.find("IMAGE_1") == stored


def test_a_name_registered_anew_shows_the_new_picture() -> None:
    images = Images()
    images.register("logo", encoded("PNG"))
    newer = images.register("logo", encoded("JPEG"))
    assert images.find("logo") == newer


def large(colour: int) -> str:
    """A picture of ten million pixels, in a few kilobytes."""
    buffer = io.BytesIO()
    Image.new("L", (4_000, 2_500), colour).save(buffer, "PNG")
    return data_uri(buffer.getvalue())


def test_one_screen_carries_so_many_pixels_and_the_next_as_many_others() -> None:
    images, pictures = Images(), [large(colour) for colour in range(12)]
    room = MAX_CARRIED_PIXELS // 10_000_000
    for source in pictures[:room]:
        images.find(source)
    for _ in range(2):
        with pytest.raises(NoRoom):
            images.find(pictures[room])
    assert images.find(pictures[0]).width == 4_000

    images.turn_page()

    assert images.find(pictures[room]).width == images.find(pictures[0]).width == 4_000


def test_pictures_that_nobody_registered_are_let_go_of_and_made_anew() -> None:
    images, pictures = Images(), [large(colour) for colour in range(30)]
    for source in pictures:
        images.turn_page()
        images.find(source)
        held = len(images._carried)
        assert held * 10_000_000 <= MAX_CARRIED_PIXELS
    assert images.find(pictures[0]).width == 4_000
    assert not images.names
    assert not images.by_hash


def test_registered_pictures_stay_whatever_a_screen_carries() -> None:
    images = Images()
    stored = images.register("logo", encoded("PNG"))
    for colour in range(12):
        images.turn_page()
        images.find(large(colour))
    assert images.find("logo") is stored


def test_refusals_are_remembered_up_to_a_number() -> None:
    images = Images()
    for number in range(MAX_REFUSALS + 50):
        refusal_of(images, f"https://x/{number}.png")
    assert len(images.refusals) == MAX_REFUSALS
    assert refusal_of(images, "https://x/0.png").reason.startswith("not loaded")


def test_one_session_does_not_see_the_images_of_another() -> None:
    Images().register("IMAGE_1", encoded("PNG"))
    refusal_of(Images(), "IMAGE_1")


def test_a_refusal_that_is_told_many_times_holds_on_to_nothing() -> None:
    images = Images()
    told = [refusal_of(images, "https://x/y.png") for _ in range(20)]
    assert len(set(map(id, told))) == 20
    assert max(len(traceback.extract_tb(one.__traceback__)) for one in told) < 6


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("https://x/y.png", True),
        ("http://x/", True),
        ("ftp://x/", False),
        ("data:image/png,x", False),
        ("http://[bad", False),
        ("known", False),
        ("http://known/", False),
        ("http://refused/", False),
    ],
)
def test_only_new_web_addresses_are_worth_a_try(source: str, wanted: bool) -> None:
    images = Images(allow_hosts=frozenset({"x"}))
    images.register("http://known/", encoded("PNG"))
    images.refuse("http://refused/", ImageRefused("broken"))
    assert images.wants(source) is wanted
    assert not Images().wants(source)
