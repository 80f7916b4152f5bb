"""`render`, `interact` and `validate` from the outside: real processes, the real browser, files on a disk."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.async_api import async_playwright

from renderer.browser import BrowserSettings, launch_arguments

EXAMPLES = Path(__file__).parents[2] / "surfacebox" / "examples"
CATALOG = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
COMPONENTS: list[dict[str, Any]] = [
    {"id": "root", "component": "Column", "children": ["name", "size", "extras", "count", "day", "news", "send"]},
    {"id": "name", "component": "TextField", "label": "Name", "value": {"path": "/name"}},
    {
        "id": "size",
        "component": "ChoicePicker",
        "label": "Size",
        "value": {"path": "/size"},
        "options": [{"label": "Small", "value": "s"}, {"label": "Large", "value": "l"}],
    },
    {
        "id": "extras",
        "component": "ChoicePicker",
        "label": "Extras",
        "variant": "multipleSelection",
        "displayStyle": "chips",
        "value": {"path": "/extras"},
        "options": [{"label": "Milk", "value": "milk"}, {"label": "Ice", "value": "ice"}],
    },
    {"id": "count", "component": "Slider", "label": "Cups", "value": {"path": "/count"}, "min": 1, "max": 5},
    {"id": "day", "component": "DateTimeInput", "label": "Day", "value": {"path": "/day"}, "enableDate": True},
    {"id": "news", "component": "CheckBox", "label": "News", "value": {"path": "/news"}},
    {
        "id": "send",
        "component": "Button",
        "child": "send-text",
        "checks": [{"condition": {"call": "required", "args": {"value": {"path": "/name"}}}, "message": "Who is it?"}],
        "action": {"event": {"name": "order", "context": {"name": {"path": "/name"}, "count": {"path": "/count"}}}},
    },
    {"id": "send-text", "component": "Text", "text": "Order"},
]
DATA = {"name": "", "size": ["s"], "extras": [], "count": 1, "day": "", "news": False}
MESSAGES: list[dict[str, Any]] = [
    {"version": "v0.9", "createSurface": {"surfaceId": "form", "catalogId": CATALOG}},
    {"version": "v0.9", "updateComponents": {"surfaceId": "form", "components": COMPONENTS}},
    {"version": "v0.9", "updateDataModel": {"surfaceId": "form", "value": DATA}},
]
Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]


@pytest.fixture
def run(tmp_path: Path, browser_settings: BrowserSettings) -> Run:
    """Runs `surfacebox` in a folder of its own with the form in `form.json`."""
    (tmp_path / "form.json").write_text(json.dumps(MESSAGES), encoding="utf-8")

    def start(*arguments: str, stdin: str = "", **environ: str) -> Done:
        return subprocess.run(
            [sys.executable, "-m", "surfacebox", *arguments],
            cwd=tmp_path,
            env={**os.environ, "SURFACEBOX_BROWSER": str(browser_settings.executable), **environ},
            input=stdin,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return start


def _opened(path: Path) -> Image.Image:
    return Image.open(io.BytesIO(path.read_bytes())).convert("RGB")


def _report(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


def _element(report: dict[str, Any], element_id: str) -> dict[str, Any]:
    listed = [one for surface in report["surfaces"] for one in surface["elements"]]
    found: dict[str, Any] = next(one for one in listed if one["element_id"] == element_id)
    return found


# -- render ------------------------------------------------------------------------------------------------------------


def test_a_file_alone_becomes_a_picture_named_after_it(run: Run, tmp_path: Path) -> None:
    done = run("render", "form.json")

    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "form.json: form.png\n"
    assert _opened(tmp_path / "form.png").width == 600


def test_picture_and_report_go_where_they_are_told_and_tell_of_each_other(run: Run, tmp_path: Path) -> None:
    done = run("render", "form.json", "-o", "made/screen.png", "--report", "made/screen.json")
    report = _report(tmp_path / "made" / "screen.json")
    picture = tmp_path / "made" / "screen.png"

    assert (done.returncode, done.stdout) == (0, "")
    assert (report["schema"], report["source"], report["protocol"]) == ("surfacebox.screen/1", "form.json", "v0.9")
    assert report["screenshot"]["path"] == "made/screen.png"
    assert report["screenshot"]["sha256"] == hashlib.sha256(picture.read_bytes()).hexdigest()
    assert (report["screenshot"]["width"], report["screenshot"]["height"]) == _opened(picture).size
    assert report["surfaces"][0]["data_model"] == DATA
    assert not (tmp_path / "form.png").exists()


def test_the_report_lists_every_control_with_name_value_and_state(run: Run) -> None:
    report = json.loads(run("render", "form.json", "--report", "-").stdout)
    elements = {one["element_id"]: one for one in report["surfaces"][0]["elements"]}

    assert list(elements) == [
        "name", "size#s", "size#l", "extras#milk", "extras#ice", "count", "day", "news", "send",
    ]  # fmt: skip
    assert [(one["role"], one["name"]) for one in elements.values()] == [
        ("textbox", "Name"), ("radio", "Small"), ("radio", "Large"), ("option", "Milk"), ("option", "Ice"),
        ("slider", "Cups"), ("date", "Day"), ("checkbox", "News"), ("button", "Order"),
    ]  # fmt: skip
    assert (elements["size#s"]["checked"], elements["size#l"]["checked"]) == (True, False)
    assert (elements["count"]["value"], elements["count"]["min"], elements["count"]["max"]) == (1, 1, 5)
    assert (elements["send"]["enabled"], elements["send"]["messages"]) == (False, ["Who is it?"])


def test_a_folder_goes_through_to_the_out_dir(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("flight_booking.json", "recipe.jsonl"):
        (tmp_path / "in" / name).write_bytes((EXAMPLES / name).read_bytes())
    done = run("render", "in", "--out-dir", "out")

    assert done.returncode == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "flight_booking.json", "flight_booking.png", "recipe.json", "recipe.png",
    ]  # fmt: skip
    assert _report(tmp_path / "out" / "recipe.json")["source"] == "recipe.jsonl"


def test_two_payloads_of_one_name_do_not_overwrite_each_other(run: Run, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "form.json").write_bytes((EXAMPLES / "sign_in.json").read_bytes())
    done = run("render", "form.json", "other/form.json", "--out-dir", "out")

    assert done.returncode == 0
    surfaces = [_report(tmp_path / "out" / name)["surfaces"][0] for name in ("form.json", "form-2.json")]
    assert [surface["surface_id"] for surface in surfaces] == ["form", "signin"]


def test_several_files_without_an_out_dir_are_wrong_usage(run: Run, tmp_path: Path) -> None:
    (tmp_path / "second.json").write_text(json.dumps(MESSAGES))
    done = run("render", "form.json", "second.json")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "surfacebox: several files need --out-dir\n"


def test_annotate_draws_boxes_around_the_elements_and_nowhere_else(run: Run, tmp_path: Path) -> None:
    run("render", "form.json", "-o", "plain.png", "--report", "report.json")
    done = run("render", "form.json", "-o", "marked.png", "--annotate")
    plain, marked = _opened(tmp_path / "plain.png"), _opened(tmp_path / "marked.png")
    x, y, width, height = (round(edge) for edge in _element(_report(tmp_path / "report.json"), "name")["box"])

    assert done.returncode == 0
    assert plain.size == marked.size
    assert marked.getpixel((x + width // 2, y)) != plain.getpixel((x + width // 2, y))
    assert marked.getpixel((x + width // 2, y + height // 2)) == plain.getpixel((x + width // 2, y + height // 2))


async def test_the_html_shows_the_same_in_a_browser_without_script_or_network(
    run: Run, tmp_path: Path, browser_settings: BrowserSettings
) -> None:
    page_file = tmp_path / "page.html"
    (tmp_path / "flight.json").write_bytes((EXAMPLES / "flight_booking.json").read_bytes())
    done = run("render", "flight.json", "--html", "page.html", "-o", "flight.png")
    requested: list[str] = []
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(
            executable_path=browser_settings.executable, args=launch_arguments(browser_settings)
        )
        context = await browser.new_context(viewport={"width": 600, "height": 800}, java_script_enabled=False)
        page = await context.new_page()
        page.on("request", lambda request: requested.append(request.url))
        await page.goto(page_file.as_uri())
        shown = await page.screenshot(full_page=True)
        text = await page.locator("main").inner_text()
        await browser.close()

    assert done.returncode == 0
    assert "<script" not in page_file.read_text(encoding="utf-8")
    assert {url.partition(":")[0] for url in requested} <= {"file", "data"}
    assert "Lisbon to Oslo" in text
    difference = ImageChops.difference(
        Image.open(io.BytesIO(shown)).convert("RGB"), _opened(tmp_path / "flight.png")
    ).getbbox()
    assert difference is None


def test_a_dash_reads_stdin(run: Run, tmp_path: Path) -> None:
    done = run("render", "-", "-o", "screen.png", stdin=json.dumps(MESSAGES))

    assert done.returncode == 0
    assert done.stderr == "stdin: screen.png\n"
    assert (tmp_path / "screen.png").is_file()


def test_json_prints_the_reports_alone_on_stdout(run: Run) -> None:
    done = run("render", "form.json", "--json")
    (report,) = json.loads(done.stdout)

    assert done.returncode == 0
    assert report["surfaces"][0]["surface_id"] == "form"


def test_what_is_sound_is_shown_and_what_is_not_is_said(run: Run, tmp_path: Path) -> None:
    broken = json.loads(json.dumps(MESSAGES))
    broken[1]["updateComponents"]["components"][4] = {"id": "count", "component": "Sldier", "value": 1}
    (tmp_path / "broken.json").write_text(json.dumps(broken))
    done = run("render", "broken.json", "--report", "broken.report.json", "-o", "broken.png")
    report = _report(tmp_path / "broken.report.json")

    assert done.returncode == 1
    assert "broken.json: broken.png (1 error)" in done.stderr
    assert "error unknown_component at /1/updateComponents/components/4" in done.stderr
    assert "Slider" in done.stderr
    assert report["ok"] is False
    assert _element(report, "news")["enabled"] is True
    assert (tmp_path / "broken.png").is_file()


def test_text_without_a_payload_says_so_and_is_1(run: Run, tmp_path: Path) -> None:
    (tmp_path / "talk.txt").write_text("Here is your form. Enjoy!")
    done = run("render", "talk.txt")

    assert done.returncode == 1
    assert "not_json" in done.stderr
    assert "nothing to show: no surface has been created" in done.stderr


@pytest.mark.parametrize("arguments", [("render", "none.json"), ("render", "empty"), ("validate", "none.json")])
def test_what_cannot_be_read_is_2(run: Run, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "empty").mkdir()
    done = run(*arguments)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("surfacebox: cannot read ")
    assert len(done.stderr.splitlines()) == 2


def test_without_a_browser_it_is_3_with_the_remedy(run: Run) -> None:
    done = run("render", "form.json", SURFACEBOX_BROWSER="/nowhere/chromium")

    assert (done.returncode, done.stdout) == (3, "")
    assert "SURFACEBOX_BROWSER" in done.stderr


def test_a_named_image_is_shown(run: Run, tmp_path: Path) -> None:
    Image.new("RGB", (40, 30), (200, 30, 30)).save(tmp_path / "red.png")
    components = [{"id": "root", "component": "Image", "url": "cover", "description": "Red"}]
    messages = [MESSAGES[0], {"version": "v0.9", "updateComponents": {"surfaceId": "form", "components": components}}]
    (tmp_path / "image.json").write_text(json.dumps(messages))
    done = run("render", "image.json", "--image", "cover=red.png", "--report", "-")
    (image,) = json.loads(done.stdout)["surfaces"][0]["images"]

    assert (image["alt"], image["src"], image["loaded"]) == ("Red", "cover", True)


def test_the_window_alone_at_twice_the_pixels(run: Run, tmp_path: Path) -> None:
    run("render", "form.json", "-o", "a.png", "--viewport", "400x300", "--viewport-only", "--scale", "2")

    assert _opened(tmp_path / "a.png").size == (800, 600)


def test_processes_give_the_same_bytes_however_many_pages_they_draw_with(run: Run, tmp_path: Path) -> None:
    runs = [run("render", str(EXAMPLES), "--out-dir", f"out{pages}", "--pages", str(pages)) for pages in (1, 3)]
    pictures = [{path.name: path.read_bytes() for path in (tmp_path / f"out{n}").glob("*.png")} for n in (1, 3)]
    reports = [{path.name: _report(path) for path in (tmp_path / f"out{n}").glob("*.json")} for n in (1, 3)]
    for report in (report for made in reports for report in made.values()):
        del report["timings_ms"], report["screenshot"]["path"]

    assert [done.returncode for done in runs] == [0, 0]
    assert len(pictures[0]) == len(list(EXAMPLES.iterdir()))
    assert [name for name in pictures[0] if pictures[0][name] != pictures[1][name]] == []
    assert reports[0] == reports[1]


# -- interact ----------------------------------------------------------------------------------------------------------


def test_every_kind_of_step_writes_typed_data_and_the_click_tells_the_agent(run: Run, tmp_path: Path) -> None:
    steps = [
        {"do": "fill", "element": "name", "value": "Ada"},
        {"do": "choose", "element": "size", "values": ["l"]},
        {"do": "choose", "element": "extras", "values": ["milk", "ice"]},
        {"do": "set", "element": "count", "value": 3},
        {"do": "set", "element": "day", "value": "2026-05-04"},
        {"do": "toggle", "element": "news"},
        {"do": "click", "element": "send"},
    ]
    (tmp_path / "steps.json").write_text(json.dumps(steps))
    done = run("interact", "form.json", "--steps", "steps.json", "-o", "end.png")
    report = json.loads(done.stdout)
    last = report["events"][-1]

    assert (done.returncode, done.stderr) == (0, "")
    assert [event["changes"][-1]["path"] for event in report["events"][:-1]] == [
        "/name", "/size", "/extras", "/count", "/day", "/news",
    ]  # fmt: skip
    assert [event["event"] for event in report["events"][:-1]] == [None] * 6
    assert {change["path"]: change["new"] for change in last["changes"]} == {
        "/name": "Ada", "/size": ["l"], "/extras": ["milk", "ice"], "/count": 3, "/day": "2026-05-04", "/news": True,
    }  # fmt: skip
    action = last["event"]["action"]
    assert (last["event"]["version"], action["name"], action["surfaceId"]) == ("v0.9", "order", "form")
    assert action["sourceComponentId"] == "send"
    assert action["context"] == {"name": "Ada", "count": 3}
    assert report["screen"]["surfaces"][0]["data_model"]["extras"] == ["milk", "ice"]
    assert _element(report["screen"], "send")["enabled"] is True
    assert report["screen"]["screenshot"]["sha256"] == hashlib.sha256((tmp_path / "end.png").read_bytes()).hexdigest()


def test_the_agent_may_send_between_two_steps(run: Run) -> None:
    changed = {"id": "send-text", "component": "Text", "text": "Order again"}
    message = {"version": "v0.9", "updateComponents": {"surfaceId": "form", "components": [changed]}}
    steps = [
        {"do": "fill", "element": "name", "value": "Bo"},
        {"do": "send", "messages": [message]},
        {"do": "click", "element": "send"},
    ]
    done = run("interact", "form.json", "--steps", json.dumps(steps))
    report = json.loads(done.stdout)

    assert done.returncode == 0
    assert _element(report["screen"], "send")["name"] == "Order again"
    assert report["events"][-1]["event"]["action"]["context"] == {"name": "Bo", "count": 1}


def test_the_oldest_version_hears_a_user_action(run: Run, tmp_path: Path) -> None:
    (tmp_path / "hotels.json").write_bytes((EXAMPLES / "hotel_filter.json").read_bytes())
    steps = [{"do": "click", "element": "hotel-open:hotels/h2"}]
    done = run("interact", "hotels.json", "--steps", json.dumps(steps))
    (event,) = json.loads(done.stdout)["events"]

    assert done.returncode == 0
    assert list(event["event"]) == ["userAction"]
    assert event["event"]["userAction"]["context"] == {
        "name": "Pension Elbblick", "source": "list", "rank": 1, "fresh": True,
    }  # fmt: skip
    assert event["row"] == "/hotels/h2"


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"do": "click", "element": "send"}, "'send' is disabled."),
        ({"do": "click", "element": "buy"}, "'buy' is not known."),
        ({"do": "fill", "element": "news", "value": "yes"}, "'news' is a checkbox; fill is for a text box."),
    ],
)
def test_a_refused_step_is_1_lists_what_can_be_done_and_changes_nothing(
    run: Run, step: dict[str, Any], said: str
) -> None:
    steps = [{"do": "set", "element": "count", "value": 2}, step, {"do": "set", "element": "count", "value": 4}]
    done = run("interact", "form.json", "--steps", json.dumps(steps))
    report = json.loads(done.stdout)

    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == f"surfacebox: step 1 is refused: {said}"
    assert "name (textbox 'Name')" in done.stderr
    assert report["refused"]["step"] == 1
    assert [one["element_id"] for one in report["refused"]["possible"]][:2] == ["name", "size#s"]
    assert report["screen"]["surfaces"][0]["data_model"] == {**DATA, "count": 2}
    assert len(report["events"]) == 1


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"do": "set", "element": "count", "value": 9}, ["9 is out of range.", "Give a number from 1 to 5."]),
        ({"do": "choose", "element": "size", "values": ["xl"]}, ["The option 'xl' is not offered.", "Give s, l."]),
        ({"do": "set", "element": "day", "value": "tomorrow"}, ["'tomorrow' is not accepted", "Give YYYY-MM-DD."]),
    ],
)
def test_a_value_the_control_does_not_take_is_refused_with_what_it_takes(
    run: Run, step: dict[str, Any], said: list[str]
) -> None:
    done = run("interact", "form.json", "--steps", json.dumps([step]))

    assert done.returncode == 1
    assert all(part in done.stderr for part in said)
    assert json.loads(done.stdout)["screen"]["surfaces"][0]["data_model"] == DATA


@pytest.mark.parametrize("steps", ["steps.json", '[{"do":', '[{"do": "hop", "element": "send"}]', '{"do": "click"}'])
def test_steps_that_cannot_be_read_are_2(run: Run, steps: str) -> None:
    done = run("interact", "form.json", "--steps", steps)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("surfacebox: cannot read ")
    assert len(done.stderr.splitlines()) == 2


# -- validate ----------------------------------------------------------------------------------------------------------


def test_a_sound_payload_is_valid(run: Run) -> None:
    done = run("validate", "form.json")

    assert (done.returncode, done.stdout, done.stderr) == (0, "form.json: valid\n", "")


def test_every_fault_is_said_with_its_place_and_its_remedy(run: Run, tmp_path: Path) -> None:
    broken = json.loads(json.dumps(MESSAGES))
    components = broken[1]["updateComponents"]["components"]
    components[1]["lable"] = components[1].pop("label")
    components[8]["component"] = "Txt"
    (tmp_path / "broken.json").write_text(json.dumps(broken))
    done = run("validate", "broken.json")

    assert done.returncode == 1
    assert done.stdout.startswith("broken.json: not valid, ")
    assert "/1/updateComponents/components/1" in done.stdout
    assert "label" in done.stdout
    assert "/1/updateComponents/components/8" in done.stdout
    assert "Text" in done.stdout


def test_json_is_an_object_for_one_payload_and_a_list_for_several(run: Run, tmp_path: Path) -> None:
    (tmp_path / "talk.txt").write_text("nothing here")
    one, two = run("validate", "form.json", "--json"), run("validate", "form.json", "talk.txt", "--json")

    assert json.loads(one.stdout) == {"source": "form.json", "ok": True, "diagnostics": []}
    assert [(item["source"], item["ok"]) for item in json.loads(two.stdout)] == [
        ("form.json", True),
        ("talk.txt", False),
    ]
    assert (one.returncode, two.returncode) == (0, 1)


def test_a_repaired_screen_says_so_in_its_report_and_on_stderr(run: Run) -> None:
    text = json.dumps(MESSAGES)[:-1] + ",]"
    plain = run("render", "-", "--report", "-", "-o", "a.png", stdin=text)
    mended = run("render", "-", "--repair", "--report", "-", "-o", "b.png", stdin=text)

    assert (plain.returncode, mended.returncode) == (1, 0)
    assert json.loads(plain.stdout)["repairs"] == []
    assert len(json.loads(mended.stdout)["repairs"]) == 1
    assert "repaired: " + json.loads(mended.stdout)["repairs"][0] in mended.stderr


def test_repairs_and_mended_messages_are_in_the_json_of_validate(run: Run) -> None:
    told = json.loads(run("validate", "-", "--repair", "--json", stdin=json.dumps(MESSAGES)[:-1] + ",]").stdout)

    assert told["ok"] is True
    assert told["messages"] == MESSAGES
    assert len(told["repairs"]) == 1


def test_repair_prints_the_mended_messages_alone_on_stdout(run: Run) -> None:
    text = json.dumps(MESSAGES)[:-1] + ",]"
    plain, mended = run("validate", "-", stdin=text), run("validate", "-", "--repair", stdin=text)

    assert plain.returncode == 1
    assert mended.returncode == 0
    assert json.loads(mended.stdout) == MESSAGES
    assert "repaired:" in mended.stderr
