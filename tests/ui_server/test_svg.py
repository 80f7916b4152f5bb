from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui_server.svg import MAX_BYTES, fault

XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def drawing(inside: str, attributes: str = "") -> bytes:
    return f"<svg {XMLNS} {attributes}>{inside}</svg>".encode()


@pytest.mark.parametrize(
    "inside",
    [
        "",
        "<title>A star &amp; more</title><path d='M0 0'/>",
        "<defs><linearGradient id='g'><stop offset='0'/></linearGradient></defs><rect fill='url(#g)'/>",
        "<rect fill=\"url('#g')\" style='fill: url( #g )'/>",
        "<linearGradient id='a'/><linearGradient xlink:href='#a'/><linearGradient href='#a'/>",
        "<style>.a { fill: red } @media print { .a { fill: blue } }</style><rect class='a'/>",
        "<style><![CDATA[ .a > .b { fill: red } ]]></style>",
        "<text>script animate @import</text>",
        "<metadata xmlns:x='urn:x'><x:thing settings='1'/></metadata>",
        "<!-- <script> --><g/>",
    ],
)
def test_a_plain_drawing_is_sound(inside: str) -> None:
    assert fault(drawing(inside)) == ""


@pytest.mark.parametrize(
    "before", ["", "\ufeff", "\n ", '<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-8"?>\n<!-- x -->']
)
def test_what_may_stand_before_the_drawing_may_stand_there(before: str) -> None:
    assert fault(before.encode() + drawing("<g/>")) == ""


@pytest.mark.parametrize(
    "inside",
    [
        "<script>1</script>",
        "<SCRIPT/>",
        "<s:script xmlns:s='http://www.w3.org/2000/svg'/>",
        "<g><g><script/></g></g>",
        "<foreignObject/>",
        "<div xmlns='http://www.w3.org/1999/xhtml'/>",
        "<h:iframe xmlns:h='http://www.w3.org/1999/xhtml'/>",
        "<animate/>",
        "<animateTransform/>",
        "<set/>",
        "<image href='data:image/gif;base64,x'/>",
        "<feImage/>",
        "<use href='#a'/>",
        "<g onload='x()'/>",
        "<g ONCLICK='x()'/>",
        "<a href='https://x'/>",
        "<a xlink:href='javascript:x()'/>",
        "<linearGradient href='other.svg#a'/>",
        "<rect fill='url(https://x/#a)'/>",
        "<rect fill='url( \"https://x\" )'/>",
        "<rect style='fill: u\\72l(x)'/>",
        "<style>@import 'x'</style>",
        "<style>@import/**/url(x)</style>",
        "<style>@\\69mport 'x'</style>",
        "<style>@font-face { src: url(x) }</style>",
        "<style>@keyframes a {}</style>",
        "<style>g { animation: a 1s }</style>",
        "<rect style='animation-name: a'/>",
        "<rect style='--a: url(#b); fill: var(--a)'/>",
    ],
)
def test_what_runs_fetches_or_moves_is_refused(inside: str) -> None:
    assert fault(drawing(inside)).startswith("SVG with")


def test_a_handler_on_the_root_is_refused() -> None:
    assert fault(drawing("", "onload='x()'")) == "SVG with onload"


@pytest.mark.parametrize(
    "before",
    [
        "<!DOCTYPE svg>",
        "<!doctype svg [<!ENTITY a 'b'>]>",
        "<?xml-stylesheet href='x.css'?>",
        '<?xml version="1.0" encoding="UTF-16"?>',
        "<?xml version='1.0' encoding='iso-2022-jp'?>",
    ],
)
def test_entities_other_encodings_and_instructions_are_refused(before: str) -> None:
    assert fault(before.encode() + drawing("<g/>")) == "SVG with a document type, entities or instructions"


def test_a_million_laughs_are_refused_before_they_are_read() -> None:
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    assert "entities" in fault(f'<!DOCTYPE svg [<!ENTITY l0 "lol">{entities}]><svg>&l11;</svg>'.encode())


@pytest.mark.parametrize(
    "content", [b"<svg", b"<svg></g>", b"", b"<svg xmlns='x' a=1/>", drawing("&nbsp;"), drawing("<g>")]
)
def test_what_is_not_well_formed_is_refused(content: bytes) -> None:
    assert fault(content) == "no well-formed SVG"


@pytest.mark.parametrize("content", [b"<svg/>", b"<html/>", b"<svg xmlns='http://www.w3.org/1999/xhtml'/>"])
def test_a_root_that_a_browser_would_not_draw_is_refused(content: bytes) -> None:
    assert fault(content).startswith("no SVG")


def test_other_encodings_and_great_sizes_are_refused() -> None:
    assert fault(drawing("<g/>").decode().encode("utf-16")) == "SVG that is not UTF-8"
    assert fault(drawing("<g/>" * MAX_BYTES)) == "SVG larger than 300 kB"


def nest(part: str, uses: str, levels: int, *, times: int = 10) -> str:
    """Parts that each use the next one several times; `uses` is how one is used, with `{}` for its name."""
    inside = ["".join(f"<rect {uses.format(f'p{level + 1}')}/>" for _ in range(times)) for level in range(levels)]
    return "".join(f"<{part} id='p{level}'>{inner}</{part}>" for level, inner in enumerate(inside))


NESTS = {
    "patterns": nest("pattern", "fill='url(#{})'", 9),
    "masks": nest("mask", 'mask="url(#{})"', 9),
    "clips": nest("clipPath", "style='clip-path: url( \"#{}\" )'", 9),
    "inherited": "".join(
        f"<pattern id='p{n}'><g stroke='url(#p{n + 1})'>{'<rect/>' * 10}</g></pattern>" for n in range(9)
    ),
    "markers": "".join(
        f"<marker id='p{n}'><path d='M0 0{'l1 1' * 50}' marker-mid='url(#p{n + 1})'/></marker>" for n in range(5)
    ),
    "classes": "<style>"
    + "".join(f".c{n}, .d{n} {{ fill: url(#p{n}) }}" for n in range(10))
    + "</style>"
    + nest("pattern", "class='d{} x'", 9).replace("class='dp", "class='d"),
    "any element": "<style>rect, .a rect { mask: url(#p0) } g { mask: url(#p1) }</style>"
    + "".join(f"<mask id='p{n}'>{'<g/><rect/>' * 600}</mask>" for n in range(2)),
    "a chain": "".join(f"<linearGradient id='p{n}' href='#p{n + 1}'/>" for n in range(2_000)),
}


@pytest.mark.parametrize("inside", NESTS.values(), ids=NESTS.keys())
def test_parts_that_multiply_are_refused(inside: str) -> None:
    assert fault(drawing(inside + "<path d='M0 0l1 1l1 1' fill='url(#p0)' marker-mid='url(#p0)'/>")) == (
        "SVG whose parts multiply"
    )


@pytest.mark.parametrize(
    "inside",
    [
        nest("mask", "mask='url(#{})'", 2, times=5),
        "<clipPath id='k'><rect/></clipPath>" + "<g clip-path='url(#k)'><path fill='url(#k)'/></g>" * 1_000,
        "<style>.a,.b{fill:url(#g)}.c{clip-path:url(#k)}</style><clipPath id='k'><rect class='a'/></clipPath>"
        "<linearGradient id='g'/>" + "<g class='c'><path class='b'/></g>" * 2_000,
        "<pattern id='a'><rect fill='url(#a)'/></pattern><rect fill='url(#a)'/>",
        "<g fill='url(#nowhere)'>" * 3_000 + "</g>" * 3_000,
        "<filter id='f'>" + "<feGaussianBlur/>" * 50 + "</filter><rect filter='url(#f)'/>",
        "<rect fill='var(--accent, #123456)'/>",
    ],
    ids=["masked masks", "clips", "classes", "a circle", "names of nothing", "a filter", "a custom property"],
)
def test_parts_as_drawing_programs_write_them_are_sound(inside: str) -> None:
    assert fault(drawing(inside)) == ""


def test_a_filter_of_a_thousand_steps_is_refused() -> None:
    assert "filter" in fault(drawing("<filter id='f'>" + "<feGaussianBlur/>" * 1_000 + "</filter>"))


def test_a_drawing_of_great_depth_is_read_to_its_end() -> None:
    assert fault(drawing("<g>" * 20_000 + "<script/>" + "</g>" * 20_000)) == "SVG with script"


@given(st.text(alphabet="<>/='\"& gascript:#!?-[]", max_size=60))
def test_any_text_is_a_drawing_or_a_fault(inside: str) -> None:
    assert isinstance(fault(drawing(inside)), str)
    assert fault(inside.encode())
