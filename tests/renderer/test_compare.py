from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderer.compare import Comparison, compare
from renderer.elements import Box, Element


def png(size: tuple[int, int] = (20, 10), *spots: tuple[int, int], colour: str = "#FF0000") -> bytes:
    image = Image.new("RGB", size, "#FFFFFF")
    for spot in spots:
        image.paste(colour, (*spot, spot[0] + 1, spot[1] + 1))
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


def element(key: str, *, name: str = "Send", box: Box = (0, 0, 10, 5)) -> Element:
    return Element(
        element_id=key,
        component_id=key,
        surface_id="s",
        component="Button",
        role="button",
        name=name,
        box=box,
        point=(5, 2),
        in_view=True,
        covered_by=None,
    )


def pixels(expected: bytes, actual: bytes, *, tolerance: int = 0) -> Comparison:
    return compare(expected, actual, [], [], tolerance=tolerance)


def words(expected: list[Element], actual: list[Element]) -> tuple[str, ...]:
    return compare(png(), png(), expected, actual).differences


def test_equal_screens_are_the_same() -> None:
    found = compare(png((20, 10), (1, 1)), png((20, 10), (1, 1)), [element("a")], [element("a")])

    assert found == Comparison(0, None, (), None)
    assert found.same


def test_the_share_and_the_place_of_what_differs_are_told() -> None:
    found = pixels(png(), png((20, 10), (3, 2), (7, 8)))

    assert found.share == 2 / 200
    assert found.box == (3, 2, 5, 7)
    assert not found.same


def test_the_difference_picture_marks_every_differing_pixel_red_and_no_other() -> None:
    found = pixels(png(), png((20, 10), (3, 2), (7, 8), colour="#0000FF"))
    assert found.picture is not None
    marked = Image.open(io.BytesIO(found.picture)).convert("RGB")
    red = [(x, y) for x in range(20) for y in range(10) if marked.getpixel((x, y)) == (220, 0, 60)]

    assert red == [(3, 2), (7, 8)]


@pytest.mark.parametrize(("tolerance", "differs"), [(0, True), (2, True), (3, False)])
def test_a_slight_difference_may_be_tolerated(tolerance: int, differs: bool) -> None:
    found = pixels(png(), png((20, 10), (3, 2), colour="#FFFCFE"), tolerance=tolerance)

    assert (found.share > 0) is differs


def test_what_only_one_picture_has_differs() -> None:
    taller = pixels(png((20, 10)), png((20, 15)))

    assert taller.share == 5 / 15
    assert taller.box == (0, 10, 20, 5)
    assert pixels(png((20, 15)), png((20, 10))).box == (0, 10, 20, 5)


def test_a_corner_that_neither_picture_has_does_not_differ() -> None:
    found = pixels(png((20, 10)), png((10, 20)))

    assert found.share == pytest.approx((10 * 10 + 10 * 10) / 400)


def test_transparency_and_palettes_are_compared_as_they_look() -> None:
    clear, palette = io.BytesIO(), io.BytesIO()
    Image.new("RGBA", (20, 10), "#FF000000").save(clear, "PNG")
    Image.new("RGBA", (20, 10), "#FFFFFFFF").convert("P").save(palette, "PNG")

    assert pixels(png(), clear.getvalue()).same
    assert pixels(png(), palette.getvalue()).same


@given(st.sets(st.tuples(st.integers(0, 19), st.integers(0, 9)), max_size=12))
def test_any_set_of_changed_pixels_is_counted_and_boxed(spots: set[tuple[int, int]]) -> None:
    found = pixels(png(), png((20, 10), *spots))

    assert found.share == len(spots) / 200
    if spots:
        across, down = [x for x, _ in spots], [y for _, y in spots]
        assert found.box == (
            min(across),
            min(down),
            max(across) - min(across) + 1,
            max(down) - min(down) + 1,
        )


def test_elements_that_came_or_went_are_named() -> None:
    assert words([element("a"), element("b")], [element("b"), element("c")]) == (
        'element "a" is missing',
        'element "c" was not expected',
    )


def test_a_changed_element_tells_what_changed() -> None:
    off = replace(element("a", name="Send"), enabled=False)

    assert words([element("a", name="Save")], [off]) == (
        'element "a": name is "Send", expected "Save"',
        'element "a": enabled is false, expected true',
    )


def test_another_order_is_told() -> None:
    assert words([element("a"), element("b")], [element("b"), element("a")]) == (
        'the elements are in another order: "b", "a"',
    )


@pytest.mark.parametrize(("moved", "told"), [(0.4, 0), (0.6, 1)])
def test_a_box_may_be_off_by_half_a_pixel(moved: float, told: int) -> None:
    assert len(words([element("a")], [element("a", box=(moved, 0, 10, 5))])) == told


def test_elements_may_come_from_a_report() -> None:
    report = json.loads(json.dumps(element("a").to_json()))

    assert compare(png(), png(), [report], [element("a")]).same
    assert compare(png(), png(), [{**report, "name": "Save"}], [element("a")]).differences == (
        'element "a": name is "Send", expected "Save"',
    )
