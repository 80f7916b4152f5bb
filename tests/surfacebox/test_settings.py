"""Settings: four sources, the later wins, and a wrong value is named with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from renderer.picture import Frame
from surfacebox.errors import InputUnreadable, SettingInvalid
from surfacebox.settings import PREFIX, Resolved, Settings, flag_of, resolve_settings

WIDTHS = st.integers(100, 4096)


def _resolve(
    folder: Path,
    *,
    file: str | None = None,
    environ: dict[str, str] | None = None,
    flags: dict[str, object] | None = None,
) -> Resolved:
    if file is not None:
        (folder / "surfacebox.toml").write_text(file, encoding="utf-8")
    return resolve_settings(flags=flags or {}, environ=environ or {}, folder=folder)


def test_nothing_given_means_the_defaults(tmp_path: Path) -> None:
    resolved = _resolve(tmp_path)

    assert resolved.settings == Settings()
    assert set(resolved.places.values()) == {"default"}


def test_the_default_window_is_the_renderers_own() -> None:
    assert Settings().frame == Frame()


def test_each_source_wins_over_the_one_before(tmp_path: Path) -> None:
    file = "width = 401\nheight = 402\nscale = 1.5\n"
    environ = {"SURFACEBOX_HEIGHT": "502", "SURFACEBOX_SCALE": "2"}
    resolved = _resolve(tmp_path, file=file, environ=environ, flags={"scale": 3.0})

    assert (resolved.settings.width, resolved.settings.height, resolved.settings.scale) == (401, 502, 3.0)
    assert resolved.places["width"] == "surfacebox.toml"
    assert resolved.places["height"] == "SURFACEBOX_HEIGHT"
    assert resolved.places["scale"] == "--scale"
    assert resolved.places["theme"] == "default"


@given(file=st.none() | WIDTHS, variable=st.none() | WIDTHS, flag=st.none() | WIDTHS)
def test_the_last_source_that_gives_a_value_decides(
    tmp_path_factory: pytest.TempPathFactory, file: int | None, variable: int | None, flag: int | None
) -> None:
    resolved = _resolve(
        tmp_path_factory.mktemp("folder"),
        file=None if file is None else f"width = {file}",
        environ={} if variable is None else {"SURFACEBOX_WIDTH": str(variable)},
        flags={} if flag is None else {"width": flag},
    )

    given_values = [value for value in (file, variable, flag) if value is not None]
    assert resolved.settings.width == (given_values[-1] if given_values else Settings().width)


def test_a_viewport_sets_width_and_height(tmp_path: Path) -> None:
    resolved = _resolve(tmp_path, flags={"viewport": "360x740"})

    assert (resolved.settings.width, resolved.settings.height) == (360, 740)
    assert resolved.places["width"] == resolved.places["height"] == "--viewport"


def test_a_viewport_wins_over_a_width_of_an_earlier_source(tmp_path: Path) -> None:
    resolved = _resolve(tmp_path, environ={"SURFACEBOX_WIDTH": "900"}, flags={"viewport": "360x740"})

    assert resolved.settings.width == 360


def test_a_width_wins_over_a_viewport_of_the_same_source(tmp_path: Path) -> None:
    resolved = _resolve(tmp_path, flags={"viewport": "360x740", "width": 500})

    assert (resolved.settings.width, resolved.settings.height) == (500, 740)


@pytest.mark.parametrize("viewport", ["600", "600x", "x800", "600 by 800", "600x800x2", "-600x800"])
def test_a_viewport_that_is_no_size_is_refused(tmp_path: Path, viewport: str) -> None:
    with pytest.raises(SettingInvalid, match=r"--viewport: viewport is .* such as 600x800"):
        _resolve(tmp_path, flags={"viewport": viewport})


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("width", "wide"),
        ("width", "99"),
        ("height", "8193"),
        ("scale", "0"),
        ("scale", "nan"),
        ("theme", "sepia"),
        ("locale", "xx-YY"),
        ("full_page", "perhaps"),
        ("max_height", "16001"),
        ("pages", "0"),
        ("deadline_s", "0"),
        ("deadline_s", "inf"),
        ("allow_hosts", "https://cdn.example.com"),
        ("allow_hosts", "*"),
        ("allow_hosts", "cdn.*.com"),
    ],
)
def test_a_wrong_value_is_named_with_its_variable(tmp_path: Path, name: str, text: str) -> None:
    variable = PREFIX + name.upper()

    with pytest.raises(SettingInvalid) as caught:
        _resolve(tmp_path, environ={variable: text})

    assert (caught.value.name, caught.value.place, caught.value.got) == (name, variable, text)
    assert caught.value.hint.startswith(f"{name}: ")


def test_a_wrong_value_in_the_file_is_named_with_the_file(tmp_path: Path) -> None:
    with pytest.raises(SettingInvalid) as caught:
        _resolve(tmp_path, file='pages = "many"')

    assert str(caught.value).startswith("surfacebox.toml: pages is 'many', expected ")


def test_an_unknown_name_in_the_file_brings_the_nearest_known_one(tmp_path: Path) -> None:
    with pytest.raises(SettingInvalid) as caught:
        _resolve(tmp_path, file="widht = 600")

    assert caught.value.hint == "Did you mean width?"


def test_a_broken_file_is_refused_with_the_line(tmp_path: Path) -> None:
    with pytest.raises(InputUnreadable, match=r"surfacebox\.toml.*line 2"):
        _resolve(tmp_path, file="width = 600\nheight =\n")


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "surfacebox.toml").write_bytes(b'theme = "d\xff"')

    with pytest.raises(InputUnreadable):
        _resolve(tmp_path)


def test_an_empty_variable_counts_as_not_given(tmp_path: Path) -> None:
    assert _resolve(tmp_path, environ={"SURFACEBOX_WIDTH": ""}).places["width"] == "default"


@pytest.mark.parametrize(
    "text", ["cdn.example.com,*.example.org", "cdn.example.com *.example.org", "CDN.Example.com, *.example.org"]
)
def test_hosts_in_a_variable_are_split_at_commas_and_spaces(tmp_path: Path, text: str) -> None:
    resolved = _resolve(tmp_path, environ={"SURFACEBOX_ALLOW_HOSTS": text})

    assert resolved.settings.allow_hosts == ("cdn.example.com", "*.example.org")


def test_hosts_in_the_file_are_a_list(tmp_path: Path) -> None:
    resolved = _resolve(tmp_path, file='allow_hosts = ["127.0.0.1:8000", "localhost"]')

    assert resolved.settings.allow_hosts == ("127.0.0.1:8000", "localhost")


def test_no_host_is_allowed_unless_named() -> None:
    assert Settings().allow_hosts == ()


def test_a_browser_below_the_home_folder_is_found_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    assert _resolve(tmp_path, environ={"SURFACEBOX_BROWSER": "~/chromium"}).settings.browser == tmp_path / "chromium"


def test_a_locale_may_be_written_with_an_underscore(tmp_path: Path) -> None:
    assert _resolve(tmp_path, flags={"locale": "pt_BR"}).settings.locale == "pt-BR"


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_has_a_help_sentence(name: str) -> None:
    text = Settings.model_fields[name].description

    assert text is not None
    assert text.endswith(".")


def test_settings_cannot_be_changed_after_they_are_read() -> None:
    with pytest.raises(ValidationError):
        Settings().width = 500  # type: ignore[misc]


def test_flags_are_spelled_as_the_settings_unless_listed() -> None:
    assert flag_of("max_height") == "--max-height"
    assert flag_of("deadline_s") == "--deadline"
