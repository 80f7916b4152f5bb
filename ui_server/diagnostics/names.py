"""What agents call things that A2UI calls otherwise: other frameworks' words, and the words of other versions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_CHOICES: Final = (
    "dropdown",
    "select",
    "radio",
    "radiogroup",
    "radiobutton",
    "radiobuttons",
    "combobox",
    "picker",
    "optionpicker",
    "segmentedcontrol",
    "multiselect",
    "multiplechoice",
    "checkboxgroup",
    "chips",
    "autocomplete",
    "choice",
    "menu",
)
COMPONENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "Text": ("label", "heading", "header", "title", "subtitle", "paragraph", "markdown", "richtext", "span", "badge",
             "typography", "caption", "string", "p", "h1", "h2", "h3"),
    "Image": ("img", "picture", "photo", "avatar", "thumbnail", "logo"),
    "Row": ("hstack", "hbox", "horizontal", "horizontalstack", "horizontallayout", "inline", "toolbar", "buttongroup"),
    "Column": ("stack", "vstack", "vbox", "vertical", "verticalstack", "verticallayout", "container", "box", "div",
               "view", "form", "section", "group", "layout", "page", "screen", "fragment", "scrollview", "scroll",
               "fieldset", "grid", "table", "datatable", "flex"),
    "List": ("listview", "repeater", "flatlist", "foreach", "collection", "ul", "carousel"),
    "Card": ("panel", "tile", "paper", "surface", "listitem", "well"),
    "Tabs": ("tabview", "tabbar", "tabgroup", "tabpanel", "tablist", "accordion"),
    "Modal": ("dialog", "popup", "sheet", "bottomsheet", "drawer", "alert", "popover", "overlay"),
    "Divider": ("separator", "hr", "line", "spacer", "rule"),
    "Button": ("submit", "submitbutton", "iconbutton", "actionbutton", "link", "btn", "textbutton", "pressable"),
    "TextField": ("textinput", "input", "textarea", "inputfield", "field", "passwordfield", "password", "numberinput",
                  "numberfield", "searchbar", "searchfield", "emailinput", "editor", "textbox"),
    "CheckBox": ("toggle", "switch", "check", "boolean"),
    "ChoicePicker": _CHOICES,
    "MultipleChoice": (*_CHOICES, "choicepicker"),
    "Slider": ("range", "rangeinput", "stepper", "rating", "progress", "progressbar"),
    "DateTimeInput": ("datepicker", "timepicker", "datetimepicker", "calendar", "dateinput", "timeinput", "datefield",
                      "date", "time"),
    "AudioPlayer": ("audio", "sound"),
    "Video": ("videoplayer", "movie", "media"),
    "Icon": ("glyph", "symbol", "svg"),
}  # fmt: skip
"""Words of other frameworks, in lower case, under the component that does the same."""

V08_PROPERTIES: Final[Mapping[str, str]] = {
    "usageHint": "variant",
    "altText": "description",
    "distribution": "justify",
    "alignment": "align",
    "tabItems": "tabs",
    "entryPointChild": "trigger",
    "contentChild": "content",
    "textFieldType": "variant",
    "selections": "value",
    "minValue": "min",
    "maxValue": "max",
}
"""Properties of v0.8 that v0.9 renamed."""
V09_PROPERTIES: Final[Mapping[str, tuple[str, ...]]] = {
    "variant": ("usageHint", "textFieldType", "primary"),
    "description": ("altText",),
    "justify": ("distribution",),
    "align": ("alignment",),
    "tabs": ("tabItems",),
    "trigger": ("entryPointChild",),
    "content": ("contentChild",),
    "value": ("text", "selections"),
    "min": ("minValue",),
    "max": ("maxValue",),
}
"""The same, read the other way."""

PROPERTIES: Final[Mapping[str, tuple[str, ...]]] = {
    "text": ("content", "label", "value", "title", "body", "markdown", "string", "literalString"),
    "url": ("src", "source", "uri", "href", "imageUrl", "image", "link"),
    "description": ("alt", "caption", "title", "ariaLabel"),
    "altText": ("alt", "description", "caption"),
    "name": ("icon", "iconName", "glyph", "symbol"),
    "children": ("items", "child", "content", "rows", "components"),
    "child": ("children", "content", "body", "label", "text", "title"),
    "action": ("onClick", "onPress", "onTap", "onclick", "onSubmit", "onSelect", "handler", "event", "click", "events"),
    "options": ("choices", "items", "values", "data", "children"),
    "value": (
        "selected",
        "selection",
        "checked",
        "text",
        "binding",
        "path",
        "defaultValue",
        "selectedValue",
        "date",
        "isChecked",
        "initialValue",
        "data",
    ),
    "label": ("title", "placeholder", "name", "text", "hint", "caption"),
    "variant": ("style", "type", "size", "kind", "textStyle", "inputType", "usageHint", "mode"),
    "justify": ("justifyContent", "mainAxisAlignment", "distribution"),
    "align": ("alignItems", "crossAxisAlignment", "alignment"),
    "direction": ("orientation", "axis", "scrollDirection"),
    "axis": ("orientation", "direction"),
    "tabs": ("items", "tabItems", "children", "pages"),
    "trigger": ("entryPoint", "opener", "button"),
    "content": ("child", "children", "body"),
    "max": ("maximum", "maxValue", "to", "end"),
    "min": ("minimum", "minValue", "from", "start"),
    "steps": ("step", "increment", "divisions"),
    "displayStyle": ("display", "layout", "appearance"),
    "filterable": ("searchable", "search"),
    "checks": ("validation", "validators", "rules", "required", "validate", "enabled", "disabled"),
    "component": ("type", "kind", "componentType", "widget"),
    "weight": ("flex", "grow", "flexGrow"),
}
"""Words of other frameworks under the property that says the same, where a component has it."""

OPTION_PROPERTIES: Final[Mapping[str, tuple[str, ...]]] = {
    "label": ("text", "title", "name", "description", "caption", "displayText"),
    "value": ("id", "key", "code", "data"),
}
TAB_PROPERTIES: Final[Mapping[str, tuple[str, ...]]] = {
    "title": ("label", "name", "text", "header", "heading", "caption"),
    "child": ("content", "body", "component", "children", "panel", "view", "childId"),
}
"""The same for the entries of a choice and of tabs, where the words mean something else."""

VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "multipleSelection": ("multiple", "multi", "multiselect", "checkbox", "checkboxes"),
    "mutuallyExclusive": ("single", "singleselect", "singleselection", "radio", "exclusive", "dropdown", "select"),
    "obscured": ("password", "secret", "hidden", "masked"),
    "longText": ("multiline", "textarea", "long", "paragraph"),
    "shortText": ("text", "short", "singleline", "single", "email", "search", "tel", "url"),
    "number": ("numeric", "integer", "decimal"),
    "start": ("flexstart", "left", "top", "begin"),
    "end": ("flexend", "right", "bottom"),
    "primary": ("filled", "contained", "cta", "main", "submit"),
    "borderless": ("text", "link", "ghost", "plain"),
    "default": ("secondary", "outlined", "tonal", "outline"),
    "h1": ("title", "heading", "headline", "display", "header"),
    "h2": ("subtitle", "subheading"),
    "caption": ("small", "footnote", "helper", "label"),
    "body": ("paragraph", "text", "p", "normal"),
    "cover": ("crop",),
    "fill": ("stretch",),
    "avatar": ("circle", "round", "profile"),
    "smallFeature": ("small", "thumbnail"),
    "mediumFeature": ("medium",),
    "largeFeature": ("large", "hero"),
    "vertical": ("column",),
    "horizontal": ("row",),
    "chips": ("chip", "tags", "pills"),
}
"""Words of other frameworks under the value that says the same, where a property allows it."""

STYLING: Final = frozenset(
    {"style", "styles", "className", "class", "css", "color", "colour", "backgroundColor", "background", "padding",
     "margin", "gap", "spacing", "width", "height", "fontSize", "fontWeight", "border", "borderRadius", "elevation",
     "textAlign", "font", "maxWidth", "minHeight"}
)  # fmt: skip
"""Looks, which belong to the renderer."""

FUNCTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "formatString": ("concat", "concatenate", "join", "template", "interpolate", "format", "string", "text"),
    "formatNumber": ("number", "round", "tofixed", "numberformat"),
    "formatCurrency": ("currency", "money", "price"),
    "formatDate": ("date", "datetime", "dateformat", "time", "now"),
    "pluralize": ("plural",),
    "openUrl": ("open", "openlink", "navigate", "link", "goto", "browse"),
    "required": ("notempty", "nonempty", "isrequired", "exists", "isnotempty"),
    "regex": ("match", "matches", "pattern", "test"),
    "length": ("minlength", "maxlength", "len", "strlen"),
    "numeric": ("range", "between", "min", "max", "isnumber", "greaterthan", "lessthan"),
    "email": ("isemail", "validemail", "emailaddress"),
    "and": ("all", "every", "allof"),
    "or": ("any", "some", "anyof"),
    "not": ("negate", "isnot", "isempty"),
}

KINDS_OF_MESSAGE: Final[Mapping[str, tuple[str, ...]]] = {
    "v0.8": ("beginRendering", "surfaceUpdate", "dataModelUpdate", "deleteSurface"),
    "v0.9": ("createSurface", "updateComponents", "updateDataModel", "deleteSurface"),
    "v1.0": (
        "createSurface",
        "updateComponents",
        "updateDataModel",
        "deleteSurface",
        "callRendererFunction",
        "agentFunctionResponse",
    ),
}
"""What an agent may send, by line of versions."""
COUNTERPARTS: Final[Mapping[str, str]] = {
    "beginRendering": "createSurface",
    "surfaceUpdate": "updateComponents",
    "dataModelUpdate": "updateDataModel",
    "createSurface": "beginRendering",
    "updateComponents": "surfaceUpdate",
    "updateDataModel": "dataModelUpdate",
}
"""The kind of message that does the same in v0.8 and v0.9."""
CLIENT_MESSAGES: Final = frozenset(
    {"userAction", "action", "error", "callAgentFunction", "rendererFunctionResponse", "functionResponse"}
)
"""What only a client sends, in any version."""


def alias(word: str, table: Mapping[str, tuple[str, ...]], known: Mapping[str, object]) -> str | None:
    """The name in `known` that `table` gives for `word`, whatever its case and separators."""
    plain = "".join(character for character in word.lower() if character.isalnum())
    for name, words in table.items():
        if name in known and (plain in words or word in words):
            return name
    return None
