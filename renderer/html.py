"""Turns a resolved view into the HTML of a page that looks and behaves like an app, with no script in it.

Everything an agent wrote goes through autoescaping templates, one per component. What must become style (a surface's
colour and font, weights, slider positions) is checked first and written as rules of its own, so that the content
security policy can forbid every inline style and script.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup as Safe

from renderer import fonts, view
from renderer.colour import palette
from renderer.icons import Icons
from renderer.sheet import Dialog, Draw, Sheet
from renderer.view import SurfaceView, Theme, View

TEMPLATES: dict[type[view.Node], str] = {
    view.Text: "text",
    view.Image: "image",
    view.Icon: "icon",
    view.Video: "video",
    view.AudioPlayer: "audio_player",
    view.Row: "row",
    view.Column: "column",
    view.List: "list",
    view.Card: "card",
    view.Tabs: "tabs",
    view.Modal: "modal",
    view.Divider: "divider",
    view.Button: "button",
    view.TextField: "text_field",
    view.CheckBox: "check_box",
    view.ChoicePicker: "choice_picker",
    view.Slider: "slider",
    view.DateTimeInput: "date_time_input",
    view.Missing: "missing",
}
"""The template that draws each component; its macro `draw` takes the node and the sheet."""

DEFAULT_LANGUAGE = "en"

_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
_MEDIA_TYPE = re.compile(r"image/[a-z0-9.+-]{1,40}")
_PICTURE = re.compile(r' data-picture="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Markup:
    """What is put into the kept page: `body` inside `<main id="stage">`, `css` as an adopted stylesheet.

    `pictures` are those that `body` refers to by `data-picture`, by content hash.
    """

    body: str
    css: str
    theme: Theme
    lang: str
    pictures: dict[str, tuple[str, bytes]]


class Renderer:
    """Holds templates, icons and fonts. Make one and share it: no call changes it in a way another call can see."""

    def __init__(self) -> None:
        templates = files("renderer") / "templates"
        environment = Environment(
            loader=FileSystemLoader(str(templates)), autoescape=True, undefined=StrictUndefined, trim_blocks=True
        )
        self._draws: dict[type[view.Node], Draw] = {
            kind: _macro(environment, f"{name}.html") for kind, name in TEMPLATES.items()
        }
        self._surface = _macro(environment, "surface.html")
        self._page = environment.get_template("page.html")
        self._stylesheet = (templates / "page.css").read_text(encoding="utf-8")
        self._icons = Icons()
        self.fonts = fonts.load()

    def markup(self, view: View) -> Markup:
        """Draws all surfaces of `view`. Only the topmost open dialog, if any, is left operable."""
        sheet = Sheet(view, self._draws, self._icons)
        drawn = [(surface, *self._draw(surface, sheet)) for surface in view.surfaces]
        sheet.covered = any(dialogs for _, _, dialogs in drawn)
        top = next((dialogs[-1] for _, _, dialogs in reversed(drawn) if dialogs), None)
        sections = [
            self._surface(surface, content, _only_operable(dialogs, top), sheet) for surface, content, dialogs in drawn
        ]
        return Markup(
            body=_without_lone_surrogates("".join(sections)),
            css=_rules(view, sheet),
            theme=view.theme,
            lang=view.locale if _LANGUAGE.fullmatch(view.locale) else DEFAULT_LANGUAGE,
            pictures=sheet.pictures,
        )

    def shell(self) -> str:
        """The page that `markup` is put into: stylesheet, fonts and an empty stage."""
        return self._whole([self.fonts.css, self._stylesheet])

    def document(self, markup: Markup) -> str:
        """One HTML file that shows the same page anywhere, its pictures inside it. It cannot be operated."""
        body = _PICTURE.sub(lambda found: found[0] + _source(markup.pictures.get(found[1])), markup.body)
        styles = [self.fonts.css_for(markup.body), self._stylesheet, markup.css]
        return self._whole(styles, body=Safe(body), lang=markup.lang, theme=markup.theme)

    def _draw(self, surface: SurfaceView, sheet: Sheet) -> tuple[Safe, list[Dialog]]:
        root = surface.root or view.Missing(key="", component_id="", surface_id=surface.surface_id, component="")
        content = sheet.draw(root)
        return content, sheet.take_dialogs()

    def _whole(
        self, styles: list[str], *, body: Safe | str = "", lang: str = DEFAULT_LANGUAGE, theme: Theme = "light"
    ) -> str:
        return self._page.render(styles=styles, policy=policy(styles), body=body, lang=lang, theme=theme)


def policy(styles: list[str]) -> str:
    """The content security policy of a page with exactly these style elements: no script, no network, no form."""
    hashes = " ".join(f"'sha256-{_digest(style)}'" for style in styles)
    return (
        "default-src 'none'; img-src blob: data:; font-src data:; "
        f"style-src {hashes}; base-uri 'none'; form-action 'none'"
    )


def _macro(environment: Environment, name: str) -> Any:
    return getattr(environment.get_template(name).module, "draw")  # noqa: B009


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _only_operable(dialogs: list[Dialog], top: Dialog | None) -> list[Dialog]:
    return [
        dialog if dialog is top else Dialog(dialog.node, dialog.content, dialog.titled, inert=True)
        for dialog in dialogs
    ]


def _rules(view: View, sheet: Sheet) -> str:
    rules = [_surface_rule(place, surface, view.theme) for place, surface in enumerate(view.surfaces, start=1)]
    for weight in sorted(sheet.weights):
        if float(weight) > 0:
            rules.append(f'#stage .row>[data-weight="{weight}"]{{flex:{weight} 1 0%}}')
            rules.append(f'#stage .column>[data-weight="{weight}"]{{flex-grow:{weight}}}')
    rules += [f'[data-fill="{fill}"]{{--fill:{fill}%}}' for fill in sorted(sheet.fills)]
    return "\n".join([*rules, *sheet.columns.rules()])


def _surface_rule(place: int, surface: SurfaceView, theme: Theme) -> str:
    colours = palette(surface.primary_color, theme)
    font = fonts.safe_name(surface.font)
    family = f'font-family:"{font}",var(--stack);' if font else ""
    return (
        f"#stage>section:nth-of-type({place}){{{family}--primary:{colours.primary};--on-primary:{colours.on_primary};"
        f"--edge:{colours.edge};--accent:{colours.accent};--soft:{colours.soft};--on-soft:{colours.on_soft}}}"
    )


def _source(picture: tuple[str, bytes] | None) -> str:
    if picture is None or not _MEDIA_TYPE.fullmatch(picture[0]):
        return ""
    return f' src="data:{picture[0]};base64,{base64.b64encode(picture[1]).decode("ascii")}"'


def _without_lone_surrogates(text: str) -> str:
    """JSON may carry half a surrogate pair, which no encoding of the page can."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
