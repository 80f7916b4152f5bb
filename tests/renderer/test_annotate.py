from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from renderer.annotate import annotate
from renderer.elements import Box, Element
from renderer.pages import Canvas
from renderer.picture import Frame, Picture
from renderer.view import Button, Column
from tests.renderer.drawn import make, screen, text


def blank(width: int = 300, height: int = 200, scale: float = 1.0) -> Picture:
    written = io.BytesIO()
    Image.new("RGB", (width, height), "#FFFFFF").save(written, "PNG")
    return Picture(written.getvalue(), width, height, scale)


def element(key: str = "go", box: Box = (100, 80, 60, 40)) -> Element:
    return Element(
        element_id=key,
        component_id=key,
        surface_id="s",
        component="Button",
        role="button",
        name="Go",
        box=box,
        point=(box[0] + box[2] / 2, box[1] + box[3] / 2),
        in_view=True,
        covered_by=None,
    )


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def drawn(*elements: Element, picture: Picture | None = None) -> tuple[int, int, int, int] | None:
    """The box around all that annotating changed."""
    before = picture or blank()
    return ImageChops.difference(opened(before.png), opened(annotate(before, elements))).getbbox()


def test_nothing_is_drawn_without_elements() -> None:
    assert drawn() is None


def test_a_box_is_drawn_along_the_edges_of_its_element() -> None:
    image = opened(annotate(blank(), [element()]))
    edge = image.getpixel((159, 119))

    assert edge != (255, 255, 255)
    assert image.getpixel((100, 119)) == image.getpixel((159, 80)) == edge
    assert image.getpixel((130, 100)) == (255, 255, 255)


def test_the_name_stands_above_the_box_where_there_is_room() -> None:
    found = drawn(element())

    assert found is not None
    assert found[0] == 100
    assert 60 < found[1] < 75
    assert found[3] == 120


def test_the_name_covers_no_words_where_another_place_is_blank() -> None:
    image = opened(blank().png)
    image.paste("#000000", (100, 66, 130, 72))
    written = io.BytesIO()
    image.save(written, "PNG")
    after = opened(annotate(Picture(written.getvalue(), 300, 200, 1.0), [element()]))

    assert after.crop((100, 66, 130, 72)).getcolors() == [(180, (0, 0, 0))]
    assert after.crop((161, 92, 180, 108)).getcolors() != [(304, (255, 255, 255))]


@pytest.mark.parametrize("corner", [(0, 0), (299, 0), (0, 199), (299, 199)])
def test_names_stay_whole_within_the_picture(corner: tuple[int, int]) -> None:
    name = "a-rather-long-name"
    anywhere, there = (drawn(element(name, (x, y, 0, 0))) for x, y in ((100, 80), corner))

    assert anywhere is not None
    assert there is not None
    assert there[2] - there[0] >= anywhere[2] - anywhere[0] - 2
    assert there[3] - there[1] >= anywhere[3] - anywhere[1] - 2


def test_names_of_neighbours_do_not_hide_each_other() -> None:
    both = [element("first", (100, 80, 60, 18)), element("second", (100, 98, 60, 18))]
    alone = opened(annotate(blank(), [replace(both[1])]))
    together = opened(annotate(blank(), both))

    assert together.tobytes() != alone.tobytes()
    assert len(together.getcolors(100_000) or ()) > len(alone.getcolors(100_000) or ())


def test_what_cannot_be_operated_is_grey() -> None:
    for one in (replace(element(), enabled=False), replace(element(), covered_by="backdrop")):
        image = opened(annotate(blank(), [one]))
        assert image.getpixel((159, 119)) == (0x61, 0x61, 0x61)


def test_what_is_out_of_view_is_not_drawn() -> None:
    assert drawn(replace(element(), in_view=False)) is None


def test_lines_and_letters_grow_with_the_scale_of_the_picture() -> None:
    once = drawn(element("go", (100, 80, 0, 0)))
    twice = drawn(element("go", (100, 80, 0, 0)), picture=blank(scale=2))

    assert once is not None
    assert twice is not None
    assert twice[2] - twice[0] > 1.5 * (once[2] - once[0])


@given(
    st.lists(
        st.builds(
            element,
            st.text(max_size=60),
            st.tuples(*[st.floats(-50, 400) for _ in range(2)], *[st.floats(0, 400) for _ in range(2)]),
        ),
        max_size=6,
    )
)
def test_any_elements_leave_a_picture_of_the_same_size(elements: list[Element]) -> None:
    assert opened(annotate(blank(), elements)).size == (300, 200)


async def test_a_real_screen_is_marked_where_its_buttons_are(canvas: Canvas) -> None:
    buttons = tuple(make(Button, key, child=text("Press")) for key in ("one", "two"))
    view = screen(make(Column, "root", items=buttons))
    drawing = await canvas.draw(view, Frame(width=300, height=200))
    elements = drawing.surfaces[0].elements
    image = opened(annotate(drawing.picture, elements))
    plain = opened(drawing.picture.png)

    for one in elements:
        x, y, width, height = (int(length) for length in one.box)
        assert image.getpixel((x, y + height // 2)) != plain.getpixel((x, y + height // 2))
        assert image.getpixel((x + width // 4, y + height // 2)) == plain.getpixel((x + width // 4, y + height // 2))
