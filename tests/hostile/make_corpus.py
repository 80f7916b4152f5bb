"""Writes corpus/*.json (`python -m tests.hostile.make_corpus`). The files count; this says how they came about."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

from PIL import Image

CORPUS = Path(__file__).with_name("corpus")
CATALOG = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
SCRIPT = (
    "<script>globalThis.pwned=1</script><img src=x onerror='globalThis.pwned=1'>\"'><svg onload=globalThis.pwned=1>"
)
PROBE = "http://127.0.0.1:{port}/probe.png"


def surface(*components: dict[str, Any], data: Any = None, theme: dict[str, Any] | None = None) -> list[Any]:
    create: dict[str, Any] = {"surfaceId": "s", "catalogId": CATALOG}
    if theme is not None:
        create["theme"] = theme
    found: list[Any] = [
        {"version": "v0.9", "createSurface": create},
        {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": list(components)}},
    ]
    if data is not None:
        found.append({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "value": data}})
    return found


def column(*children: str) -> dict[str, Any]:
    return {"id": "root", "component": "Column", "children": list(children)}


def text(component_id: str, value: Any, **more: Any) -> dict[str, Any]:
    return {"id": component_id, "component": "Text", "text": value, **more}


def image(component_id: str, url: Any, description: Any = "a picture") -> dict[str, Any]:
    return {"id": component_id, "component": "Image", "url": url, "description": description}


def everywhere(words: str) -> list[Any]:
    """`words` in every text an agent can write."""
    return surface(
        column("t", "h", "i", "ic", "v", "au", "b", "f", "c", "p", "sl", "d", "tb", "m"),
        text("t", words, accessibility={"label": words, "description": words}),
        text("h", words, variant="h1"),
        image("i", words, words),
        {"id": "ic", "component": "Icon", "name": {"path": "/words"}},
        {"id": "v", "component": "Video", "url": words},
        {"id": "au", "component": "AudioPlayer", "url": words, "description": words},
        {
            "id": "b",
            "component": "Button",
            "child": "t2",
            "action": {"event": {"name": words, "context": {words: words}}},
        },
        text("t2", words),
        {"id": "f", "component": "TextField", "label": words, "value": words},
        {"id": "c", "component": "CheckBox", "label": words, "value": True},
        {
            "id": "p",
            "component": "ChoicePicker",
            "label": words,
            "options": [{"label": words, "value": words}],
            "value": [words],
            "filterable": True,
        },
        {"id": "sl", "component": "Slider", "label": words, "max": 10, "value": 5},
        {"id": "d", "component": "DateTimeInput", "label": words, "value": words, "enableDate": True},
        {"id": "tb", "component": "Tabs", "tabs": [{"title": words, "child": "t3"}]},
        text("t3", words),
        {"id": "m", "component": "Modal", "trigger": "t4", "content": "t5"},
        text("t4", words),
        text("t5", words),
        data={"words": words},
        theme={"primaryColor": "#112233", "agentDisplayName": words, "iconUrl": "https://example.invalid/" + words},
    )


def picture(width: int, height: int) -> str:
    buffer = io.BytesIO()
    Image.new("1", (width, height)).save(buffer, "PNG")
    return "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode()


def svg(body: str) -> str:
    whole = f'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">{body}</svg>'
    return "data:image/svg+xml;base64," + base64.b64encode(whole.encode()).decode()


def multiplied(part: str, uses: str) -> str:
    """Twelve parts, each made of ten of the next."""
    shape = '<path d="M0 0L1 1L2 2L3 3L4 4L5 5L6 6L7 7L8 8L9 9L0 9" {}/>' if part == "marker" else ""
    inner = shape or "".join(f'<rect x="{n}" width="9" height="9" {{}}/>' for n in range(10))
    return "".join(
        f'<{part} id="p{n}" width="1" height="1">{inner.format(*[uses.format(n + 1)] * 10)}</{part}>' for n in range(12)
    )


def many_scans(scans: int) -> str:
    """A progressive JPEG of 40 million pixels, whose second pass is written again and again."""
    buffer = io.BytesIO()
    Image.new("L", (8_000, 5_000), 128).save(buffer, "JPEG", progressive=True)
    content = buffer.getvalue()
    start = content.index(b"\xff\xda", content.index(b"\xff\xda") + 2)
    end = content.index(b"\xff\xc4", start)
    whole = content[:end] + content[start:end] * scans + content[end:]
    return "data:image/jpeg;base64," + base64.b64encode(whole).decode()


def corpus() -> dict[str, dict[str, Any]]:
    """File name -> why it is hostile, and the payload; `{port}` stands for a listener that nothing may reach."""
    urls = [
        PROBE,
        "http://localhost:{port}/",
        "http://localhost.:{port}/",
        "http://127.1:{port}/",
        "http://2130706433:{port}/",
        "http://0x7f000001:{port}/",
        "http://0.0.0.0:{port}/",
        "http://[::1]:{port}/",
        "http://[::ffff:127.0.0.1]:{port}/",
        "http://user:pw@127.0.0.1:{port}/",
        "//127.0.0.1:{port}/",
        "file:///etc/passwd",
        "javascript:globalThis.pwned=1",
        "JaVaScRiPt:globalThis.pwned=1",
        "\u0001javascript:globalThis.pwned=1",
        "data:text/html,<script>globalThis.pwned=1</script>",
        "blob:http://127.0.0.1:{port}/x",
        "ws://127.0.0.1:{port}/",
        "http://169.254.169.254/latest/meta-data/",
    ]
    return {
        "script_in_every_text": {"why": "script and event handlers in every text", "payload": everywhere(SCRIPT)},
        "template_syntax": {
            "why": "template syntax in every text",
            "payload": everywhere("{{ 7*7 }}{% raw %}${7*7}<%= 7*7 %>"),
        },
        "right_to_left_override": {
            "why": "letters that turn the text round",
            "payload": everywhere("pay \u202e0001\u2066 now\u2069"),
        },
        "control_characters": {
            "why": "control and half characters",
            "payload": everywhere("a\u0000b\u0008c\ufffed\u2028e"),
        },
        "addresses": {
            "why": "addresses that lead inwards or run script, in every component that has one",
            "payload": surface(
                column(*[f"i{n}" for n in range(len(urls))], "v", "au", "md"),
                *[image(f"i{n}", url) for n, url in enumerate(urls)],
                {"id": "v", "component": "Video", "url": PROBE},
                {"id": "au", "component": "AudioPlayer", "url": PROBE},
                text("md", f"![x]({PROBE}) [run](javascript:globalThis.pwned=1) <{PROBE}> [y]({PROBE})"),
                theme={"iconUrl": PROBE},
            ),
        },
        "open_url": {
            "why": "a button that opens addresses",
            "payload": surface(
                column("b"),
                {
                    "id": "b",
                    "component": "Button",
                    "child": "t",
                    "action": {"functionCall": {"call": "openUrl", "args": {"url": PROBE}, "returnType": "void"}},
                },
                text("t", "Open"),
            ),
            "press": "b",
        },
        "style_injection": {
            "why": "style in colours, fonts and weights",
            "payload": [
                {
                    "surfaceUpdate": {
                        "surfaceId": "s",
                        "components": [
                            {"id": "root", "weight": 1e308, "component": {"Text": {"text": {"literalString": "x"}}}}
                        ],
                    }
                },
                {
                    "beginRendering": {
                        "surfaceId": "s",
                        "root": "root",
                        "styles": {
                            "primaryColor": f"red;background:url({PROBE})",
                            "font": f"x;}}body{{background:url({PROBE})}}@import '{PROBE}';",
                        },
                    }
                },
            ],
        },
        "svg_with_script": {
            "why": "pictures that run, load or move",
            "payload": surface(
                column("a", "b", "c", "d", "e"),
                image("a", svg("<script>globalThis.pwned=1</script>")),
                image("b", svg(f"<image href='{PROBE}' width='9' height='9'/>")),
                image("c", svg("<foreignObject><body onload='globalThis.pwned=1'/></foreignObject>")),
                image(
                    "d",
                    svg("<rect width='9' height='9'><animate attributeName='x' dur='1s'/></rect>"),
                ),
                image("e", svg(f"<style>@import url({PROBE});</style><rect width='9' height='9'/>")),
            ),
        },
        "image_bomb": {
            "why": "a small file of many pixels",
            "payload": surface(column("a"), image("a", picture(30_000, 30_000))),
        },
        "svg_bomb": {
            "why": "entities that multiply",
            "payload": surface(
                column("a"),
                image(
                    "a",
                    "data:image/svg+xml;base64,"
                    + base64.b64encode(
                        b'<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">'
                        b'<!ENTITY c "&b;&b;&b;&b;&b;&b;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&c;</text></svg>'
                    ).decode(),
                ),
            ),
        },
        "svg_that_multiplies": {
            "why": "patterns painted with patterns, masks that are masked, marks on marks, a filter of filters",
            "payload": surface(
                column(*"abcd"),
                image(
                    "a", svg(multiplied("pattern", 'fill="url(#p{})"') + '<rect width="9" height="9" fill="url(#p0)"/>')
                ),
                image(
                    "b", svg(multiplied("mask", 'mask="url(#p{})"') + '<rect width="9" height="9" mask="url(#p0)"/>')
                ),
                image(
                    "c",
                    svg(
                        multiplied("marker", 'marker-mid="url(#p{})"')
                        + '<path d="M0 0L1 1L2 2" marker-mid="url(#p0)"/>'
                    ),
                ),
                image(
                    "d",
                    svg(
                        '<filter id="f">' + '<feGaussianBlur stdDeviation="50"/>' * 3_000 + "</filter>"
                        '<rect width="4000" height="4000" filter="url(#f)"/>'
                    ),
                ),
            ),
        },
        "jpeg_of_many_scans": {
            "why": "a picture of few bytes that is drawn a thousand times over",
            "payload": surface(column("a"), image("a", many_scans(1_000))),
        },
        "half_a_character": {
            "why": "half a surrogate pair in every text, in addresses and in pictures written out",
            "payload": everywhere("a\ud800b")
            + surface(
                column("a", "b"),
                image("a", "data:image/svg+xml,\ud800<svg"),
                image("b", "data:image/png;base64,\udfff"),
            )[1:],
        },
        "exploding_children": {
            "why": "shared children, ten at each of twelve levels",
            "payload": surface(
                {"id": "root", "component": "Column", "children": ["l1"] * 10},
                *[{"id": f"l{n}", "component": "Column", "children": [f"l{n + 1}"] * 10} for n in range(1, 12)],
                text("l12", "x"),
            ),
        },
        "circles": {
            "why": "components that contain each other",
            "payload": surface(
                column("a", "root"),
                {"id": "a", "component": "Card", "child": "b"},
                {"id": "b", "component": "Tabs", "tabs": [{"title": "t", "child": "a"}]},
            ),
        },
        "endless_patterns": {
            "why": "patterns that never end, cannot be compiled, or want all memory",
            "payload": surface(
                column(*"abcd"),
                *[
                    {
                        "id": name,
                        "component": "TextField",
                        "label": name,
                        "value": {"path": "/v"},
                        "checks": [
                            {
                                "condition": {"call": "regex", "args": {"value": {"path": "/v"}, "pattern": pattern}},
                                "message": "no",
                            }
                        ],
                    }
                    for name, pattern in zip(
                        "abcd", ["(a|aa)+$", "([a-z]+)*=", "(x+x+)+y", "a{1000000000}"], strict=True
                    )
                ],
                data={"v": "a" * 5000 + "!"},
            ),
        },
        "deep_data": {
            "why": "a path and data of great depth",
            "payload": surface(
                column("t"),
                text("t", {"path": "/" + "/".join(["a"] * 5000)}),
                data={"a": {"a": {"a": 1}}},
            ),
        },
        "function_nest": {
            "why": "calls in calls in calls",
            "payload": surface(column("t"), text("t", nested(60))),
        },
        "huge_numbers": {
            "why": "numbers no control can hold",
            "payload": surface(
                column("s", "t"),
                {"id": "s", "component": "Slider", "min": -1e308, "max": 1e308, "value": 1e300, "label": "s"},
                text("t", {"call": "formatNumber", "args": {"value": 1e300, "decimals": 1e9}, "returnType": "string"}),
            ),
        },
        "ten_megabytes": {
            "why": "one text of nearly ten megabytes (the test repeats `{filler}`)",
            "payload": surface(column("t"), text("t", "{filler}")),
            "filler": 9_000_000,
        },
    }


def nested(levels: int) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = {"call": "formatString", "args": {"value": value}, "returnType": "string"}
    return value


def main() -> None:
    CORPUS.mkdir(exist_ok=True)
    for name, entry in corpus().items():
        (CORPUS / f"{name}.json").write_text(json.dumps(entry, indent=1) + "\n")


if __name__ == "__main__":
    main()
