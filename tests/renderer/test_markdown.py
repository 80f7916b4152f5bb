"""Simple Markdown in texts: what becomes a tag, and what stays as it was written."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.markdown import MAX_LENGTH, plain, render
from renderer.view import TextVariant

HEADINGS: tuple[TextVariant, ...] = ("h1", "h2", "h3", "h4", "h5")
VARIANTS: tuple[TextVariant, ...] = (*HEADINGS, "caption", "body")
INLINE = {"br", "em", "strong", "s", "code", "a"}
BLOCKS = {
    "p",
    "hr",
    "pre",
    "ul",
    "ol",
    "li",
    "blockquote",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "h6",
    *HEADINGS,
}
TAGS = INLINE | BLOCKS
MARKS = st.text(alphabet="*_~`#>-+|[]()!<>&\\\"' \nab1.:/=", max_size=60)


class Tags(HTMLParser):
    """Every tag with its attributes, and the text between them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def html(text: str, variant: TextVariant = "body") -> str:
    return str(render(text, variant, link_key="t").html)


def test_plain_text_is_one_paragraph() -> None:
    prose = render("Good morning")
    assert (prose.tag, prose.html) == ("p", "Good morning")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**bold**", "<strong>bold</strong>"),
        ("__bold__", "<strong>bold</strong>"),
        ("*italic*", "<em>italic</em>"),
        ("_italic_", "<em>italic</em>"),
        ("~~gone~~", "<s>gone</s>"),
        ("`x < 1`", '<code dir="auto">x &lt; 1</code>'),
        ("a **b *c* d** e", "a <strong>b <em>c</em> d</strong> e"),
    ],
)
def test_marks_within_a_line_become_tags(text: str, expected: str) -> None:
    assert html(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "3 * 4 * 5",
        "a_b_c",
        "snake_case_name",
        "~5 minutes",
        "~/folder",
        "5 > 3",
        "1. May",
        "12) Hauptstraße",
        "- $5.00",
        "+ 5 minutes",
        "> 18 years",
        "---",
        "* * *",
        "#hashtag",
        "#",
        "C#",
        "C# ",
        "[1]: see below",
        "[draft]",
        "a | b",
        "= 7",
    ],
)
def test_data_that_looks_like_marks_is_left_alone(text: str) -> None:
    prose = render(text)
    assert prose.tag == "p"
    assert Tags(str(prose.html)).found == []
    assert Tags(str(prose.html)).text.strip() == text.strip()
    assert plain(text) == text.strip()


def test_a_newline_is_a_line_break() -> None:
    assert html("one\ntwo") == "one<br>two"
    assert html("**one**\ntwo") == "<strong>one</strong><br>two"
    assert html("one\r\ntwo") == "one<br>two"


def test_an_empty_line_parts_paragraphs() -> None:
    expected = '<p dir="auto">one</p><p dir="auto">two</p>'
    assert (render("one\n\ntwo").tag, html("one\n\ntwo")) == ("div", expected)
    assert re.sub(r"\n", "", html("one\n\n*two*")) == expected.replace("two", "<em>two</em>")


def test_lists_are_bulleted_numbered_and_nested() -> None:
    assert html("- a\n- b") == '<ul><li dir="auto">a</li><li dir="auto">b</li></ul>'
    assert html("3. a\n4. b") == '<ol start="3"><li dir="auto">a</li><li dir="auto">b</li></ol>'
    assert html("- a\n  - b") == '<ul><li dir="auto">a<ul><li dir="auto">b</li></ul></li></ul>'


def test_a_quote_keeps_its_line_breaks() -> None:
    assert html("> one\n> two") == '<blockquote dir="auto"><p dir="auto">one<br>two</p></blockquote>'


def test_a_code_block_keeps_its_lines() -> None:
    assert html("```py\nif a < b:\n    pass\n```") == '<pre dir="auto"><code>if a &lt; b:\n    pass\n</code></pre>'


def test_indentation_is_no_code_block() -> None:
    assert "<pre" not in html("Address:\n\n    12 High Street")


def test_the_cells_of_a_table_are_aligned_as_its_head_says() -> None:
    found = html("| Name | Price |\n|:--|--:|\n| Tea | 3.50 |")
    assert '<th dir="auto">Name</th><th dir="auto" class="end">Price</th>' in found
    assert '<td dir="auto">Tea</td><td dir="auto" class="end">3.50</td>' in found


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5, 6])
def test_a_hash_mark_makes_a_heading_of_body_text(level: int) -> None:
    prose = render("#" * level + " Title")
    assert (prose.tag, prose.html) == ("div", f'<h{level} dir="auto">Title</h{level}>')


@pytest.mark.parametrize("variant", HEADINGS)
@pytest.mark.parametrize("text", ["Title", "# Title", "### Title", "  ## Title"])
def test_a_heading_variant_has_the_level_of_the_variant_and_no_mark(variant: TextVariant, text: str) -> None:
    prose = render(text, variant)
    assert (prose.tag, prose.html) == (variant, "Title")
    assert plain(text, variant) == "Title"


def test_a_heading_variant_is_inline_only() -> None:
    prose = render("- one\n- **two**", "h2")
    assert (prose.tag, prose.html) == ("h2", "- one<br>- <strong>two</strong>")


@pytest.mark.parametrize("text", ["# Small print", "Small print"])
def test_a_caption_never_grows(text: str) -> None:
    prose = render(text, "caption")
    assert (prose.tag, prose.html) == ("p", "Small print")


def test_headings_inside_a_caption_are_paragraphs() -> None:
    assert html("One\n\n# Two", "caption") == '<p dir="auto">One</p><p dir="auto">Two</p>'


def test_raw_html_is_text() -> None:
    assert html("<b>bold</b>") == "&lt;b&gt;bold&lt;/b&gt;"
    assert html("<div>\n<script>alert(1)</script>\n</div>").count("<br>") == 2
    assert plain("<b>bold</b>") == "<b>bold</b>"


def test_an_image_is_its_alternative_text() -> None:
    assert html("![A *red* fox](https://example.com/fox.png)") == "A red fox"


def test_a_link_can_be_pressed_but_not_followed() -> None:
    (link,) = Tags(html("[Terms](https://example.com/a?b=1&c=2)")).found
    assert link == (
        "a",
        {"role": "link", "tabindex": "0", "data-element": "t@0", "data-url": "https://example.com/a?b=1&c=2"},
    )


def test_links_are_numbered_within_their_text() -> None:
    links = Tags(html("[a](https://a.example) **[b](mailto:b@example.com)**\n\n[c](tel:123)")).found
    keys = [attributes["data-element"] for tag, attributes in links if tag == "a"]
    assert keys == ["t@0", "t@1", "t@2"]


def test_an_address_in_angle_brackets_is_a_link() -> None:
    (link,) = Tags(html("<https://example.com>")).found
    assert link[1]["data-url"] == "https://example.com"


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "/relative", "//a.b", "#x"]
)
def test_any_other_address_leaves_only_the_words(url: str) -> None:
    assert html(f"[Terms]({url})") == "Terms"


def test_without_a_key_links_are_words() -> None:
    assert render("[Terms](https://example.com)").html == "Terms"


def test_a_character_reference_is_decoded_as_in_commonmark() -> None:
    assert html("&copy; 2026 A &amp; B") == "© 2026 A &amp; B"
    assert html("Fish & Chips") == "Fish &amp; Chips"


def test_a_very_long_text_is_shown_as_it_is() -> None:
    text = "*a* " * (MAX_LENGTH // 4 + 1)
    assert html(text) == text
    assert plain(text) == text.strip()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Plain", "Plain"),
        ("**Pay** [now](https://example.com)", "Pay now"),
        ("# Title\n\nText", "Title\nText"),
        ("- a\n- b", "a\nb"),
        ("`code` ~~gone~~", "code gone"),
        ("```\ncode\n```", "code"),
        ("![fox](x.png)", "fox"),
        ("one\ntwo", "one\ntwo"),
        ("", ""),
    ],
)
def test_plain_text_is_what_is_seen(text: str, words: str) -> None:
    assert plain(text) == words


@given(st.one_of(MARKS, st.text()), st.sampled_from(VARIANTS))
def test_no_text_makes_any_other_tag_or_attribute(text: str, variant: TextVariant) -> None:
    for tag, attributes in Tags(html(text, variant)).found:
        assert tag in TAGS
        allowed = {"a": {"role", "tabindex", "data-element", "data-url"}, "ol": {"start"}}
        assert set(attributes) <= allowed.get(tag, {"dir", "class"})


@given(st.one_of(MARKS, st.text()), st.sampled_from(VARIANTS))
def test_tags_are_closed_in_the_order_they_were_opened(text: str, variant: TextVariant) -> None:
    opened: list[str] = []
    for closing, tag in re.findall(r"<(/?)(\w+)", html(text, variant)):
        if closing:
            assert opened.pop() == tag
        elif tag not in ("br", "hr"):
            opened.append(tag)
    assert opened == []


@given(st.one_of(MARKS, st.text()), st.sampled_from(VARIANTS))
def test_the_plain_text_has_the_words_of_the_page(text: str, variant: TextVariant) -> None:
    page = Tags(re.sub(r"<(?:br|hr|/p|/li|/h\d|/t[hd]|/pre)>", " ", html(text, variant))).text
    assert "".join(plain(text, variant).split()) == "".join(page.split())


@given(st.text(alphabet=st.characters(exclude_characters="*_~`#>-+|[]()!<&\\=0123456789\r")))
def test_text_without_any_mark_is_only_escaped(text: str) -> None:
    assert "".join(Tags(html(text)).text.split()) == "".join(text.split())
    assert {tag for tag, _ in Tags(html(text)).found} <= {"br", "p"}


@given(st.sampled_from(HEADINGS), st.one_of(MARKS, st.text()))
def test_a_heading_variant_never_holds_a_block(variant: TextVariant, text: str) -> None:
    assert render(text, variant).tag == variant
    assert {tag for tag, _ in Tags(html(text, variant)).found} <= INLINE
