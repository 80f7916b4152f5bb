// Runs in every kept page. Puts a screen on the stage, measures it, aims at its elements, and notes what a person does.
// The server owns all state: nothing here outlives the next `show`.
"use strict";
globalThis.surfacebox = (() => {
  const root = document.documentElement;
  const stage = document.getElementById("stage");
  const look = new CSSStyleSheet();
  const stillness = new CSSStyleSheet();
  const windowed = new CSSStyleSheet();
  const written = new Map();
  const pictures = new Map();
  const decoded = new Set();
  let seen = [];

  // Whatever moves by itself would differ from one picture to the next.
  stillness.replaceSync(`
    *, *::before, *::after {
      animation: none !important; transition: none !important; caret-color: transparent !important;
      scroll-behavior: auto !important;
    }
    html, body { height: auto !important; }`);
  document.adoptedStyleSheets = [look, stillness, windowed];

  // Showing

  async function show(screen) {
    await fitting(screen.width, innerHeight, screen.scale);
    seen = [];
    document.activeElement?.blur();
    getSelection()?.removeAllRanges();
    keep(screen.drop, screen.pictures);
    dress(screen);
    stage.innerHTML = screen.body;
    reach_ends();
    const images = [...stage.querySelectorAll("img[data-picture]")];
    for (const image of images) {
      image.decoding = "sync";
      image.src = pictures.get(image.dataset.picture) ?? "data:,";
    }
    stage.getBoundingClientRect();
    const undecoded = images.filter((image) => !(image.complete && decoded.has(image.dataset.picture)));
    if (undecoded.length || document.fonts.status !== "loaded") await settle(undecoded, screen.patience);
    seen = [];
    scrollTo(0, screen.scroll);
  }

  // A step that no number states exactly may come out too long by a hair, and the last one then never fits.
  function reach_ends() {
    for (const slider of stage.querySelectorAll("input[type=range]:not([step=any])")) {
      const step = Number(slider.step);
      slider.value = slider.max;
      if (slider.max - slider.value > step / 2) slider.step = step * (1 - 2 ** -52);
      slider.value = slider.getAttribute("value");
    }
  }

  function keep(drop, add) {
    for (const hash of drop) {
      URL.revokeObjectURL(pictures.get(hash));
      pictures.delete(hash);
      decoded.delete(hash);
    }
    for (const [hash, [type, text]] of Object.entries(add)) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      pictures.set(hash, URL.createObjectURL(new Blob([bytes], { type })));
    }
  }

  function dress(screen) {
    root.lang = screen.lang;
    root.dataset.theme = screen.theme;
    write(look, screen.css);
    // A picture of the whole page is taken in a window as tall as the page, which the page itself must not notice.
    write(windowed, `#stage { min-height: ${screen.height}px !important; }`);
  }

  // Writing a sheet anew makes the browser look at every rule again.
  function write(sheet, css) {
    if (written.get(sheet) === css) return;
    sheet.replaceSync(css);
    written.set(sheet, css);
  }

  async function settle(images, patience) {
    const ready = images.map(async (image) => {
      try {
        await image.decode();
        decoded.add(image.dataset.picture);
      } catch {
        decoded.delete(image.dataset.picture);
      }
    });
    const late = new Promise((resolve) => setTimeout(resolve, patience));
    await Promise.race([Promise.all([...ready, document.fonts.ready]), late]);
    for (const image of images) if (!decoded.has(image.dataset.picture)) stand_in(image);
  }

  function stand_in(image) {
    const place = document.createElement("div");
    const [, ...variants] = image.classList;
    place.className = ["image", "placeholder", ...variants].join(" ");
    place.setAttribute("role", "img");
    place.setAttribute("aria-label", image.alt || "Image");
    place.dataset.image = "";
    place.dataset.source = image.dataset.source ?? "";
    if (image.dataset.weight !== undefined) place.dataset.weight = image.dataset.weight;
    if (image.dataset.quiet !== undefined) place.dataset.quiet = "";
    if (image.alt) {
      const hint = document.createElement("span");
      hint.className = "hint";
      hint.dataset.quiet = "";
      hint.textContent = image.alt;
      place.append(hint);
    }
    image.replaceWith(place);
  }

  // Measuring. Lengths are CSS pixels of the window; Python turns them into pixels of the picture.

  function content_height() {
    const body = getComputedStyle(document.body);
    const below = parseFloat(body.paddingBottom) + parseFloat(body.marginBottom);
    let bottom = stage.getBoundingClientRect().bottom + below;
    for (const layer of stage.querySelectorAll("[data-backdrop], dialog[open]")) {
      bottom = Math.max(bottom, layer.getBoundingClientRect().bottom);
    }
    return Math.ceil(bottom + scrollY);
  }

  async function measure(width, height, scale) {
    await fitting(width, height, scale);
    const surfaces = [...stage.querySelectorAll("[data-surface]")].map((section) => ({
      surface_id: section.dataset.surface,
      texts: texts(section),
      images: images(section),
      icons: [...section.querySelectorAll("[data-icon]")].filter(visible).map((icon) => icon.dataset.icon),
      elements: [...section.querySelectorAll("[data-element]")].filter(operable).map(describe),
    }));
    reach_all(surfaces.flatMap((surface) => surface.elements), scale);
    return JSON.stringify({
      surfaces, scroll: scrollY, content_height: content_height(), width: innerWidth, height: innerHeight,
    });
  }

  // A new window is announced to the browser first, and reaches the page a little later.
  async function fitting(width, height, scale) {
    const fits = () => innerWidth === width && innerHeight === height && Math.abs(devicePixelRatio - scale) < 0.01;
    while (!fits()) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  const visible = (element) => element.checkVisibility({ visibilityProperty: true });
  const words = (text) => text.replace(/\s+/g, " ").trim();
  const is_input = (element) => element.matches("input, select, textarea");
  const framed = (element) => (is_input(element) && element.closest("[data-box]")) || element;
  const box_of = ({ x, y, width, height }) => [x, y, width, height];

  function operable(element) {
    const frame = framed(element);
    const { width, height } = frame.getBoundingClientRect();
    return width > 0 && height > 0 && visible(frame);
  }

  function texts(section) {
    const blocks = new Map();
    const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
      if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
      if (node.matches("[data-quiet], svg, select, textarea, style, script, template")) return NodeFilter.FILTER_REJECT;
      return node.localName === "br" ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
    });
    const found = [];
    let last = null;
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const block = block_of(node.parentElement, blocks);
      if (block === null) continue;
      const text = node.nodeType === Node.TEXT_NODE ? node.data : " ";
      if (block === last) found[found.length - 1] += text;
      else if (text.trim()) {
        found.push(text);
        last = block;
      }
    }
    return found.map(words);
  }

  // The block a text belongs to, or null where it is not seen.
  function block_of(element, blocks) {
    if (blocks.has(element)) return blocks.get(element);
    let block = null;
    const display = getComputedStyle(element).display;
    if (display === "inline" || display === "contents") {
      block = visible(element) ? block_of(element.parentElement, blocks) : null;
    } else if (visible(element) && element.offsetWidth > 1 && element.offsetHeight > 1) {
      block = element;
    }
    blocks.set(element, block);
    return block;
  }

  function images(section) {
    return [...section.querySelectorAll("img[data-picture], [data-image]")]
      .filter((image) => visible(image) && !image.closest("[data-quiet]"))
      .map((image) => ({
        alt: image.alt ?? image.getAttribute("aria-label") ?? "",
        src: image.dataset.source ?? "",
        loaded: image.localName === "img",
        box: box_of(image.getBoundingClientRect()),
      }));
  }

  function describe(element) {
    const role = role_of(element);
    return {
      element_id: element.dataset.element,
      role,
      name: name_of(element),
      enabled: enabled(element),
      ...state_of(element, role),
      box: box_of(framed(element).getBoundingClientRect()),
    };
  }

  function role_of(element) {
    const said = element.dataset.role ?? element.getAttribute("role");
    if (said) return said;
    if (element.localName === "select") return "combobox";
    if (element.localName === "textarea") return "textbox";
    if (element.localName === "a") return "link";
    if (element.localName !== "input") return "button";
    const roles = { checkbox: "checkbox", radio: "radio", range: "slider", date: "date", time: "time" };
    return element.type === "datetime-local" ? "datetime" : (roles[element.type] ?? "textbox");
  }

  function state_of(element, role) {
    if (role === "checkbox" || role === "radio") return { checked: element.checked };
    if (role === "tab" || role === "option") return { checked: element.getAttribute("aria-selected") === "true" };
    if (role === "slider") {
      const step = element.step === "any" ? null : Number(element.step || 1);
      return { value: Number(element.value), min: Number(element.min || 0), max: Number(element.max || 100), step };
    }
    if (role === "combobox") return { value: element.selectedIndex < 0 ? null : element.value };
    if (role === "textbox") {
      const value = element.type === "password" ? "•".repeat([...element.value].length) : element.value;
      return { value };
    }
    if ("value" in element && element.localName === "input") {
      return { value: element.value, min: element.min || null, max: element.max || null };
    }
    return {};
  }

  const enabled = (element) => !element.matches(":disabled, [aria-disabled=true]");

  function name_of(element) {
    const label = element.getAttribute("aria-label");
    if (label?.trim()) return words(label);
    const labels = element.getAttribute("aria-labelledby")?.split(/\s+/).map((id) => document.getElementById(id));
    const named = [...(labels ?? []), ...(element.labels ?? [])].filter(Boolean);
    if (named.length) return words(named.map(content_of).join(" "));
    if ("placeholder" in element && element.placeholder) return words(element.placeholder);
    return is_input(element) ? "" : words(content_of(element));
  }

  // What a label or control says, an image by its alternative text. Blocks are parted by a space.
  function content_of(node) {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    if (node.matches("[data-quiet], input, select, textarea, style, script")) return "";
    if (node.matches("img")) return ` ${node.alt} `;
    if (node.matches("svg, [role=img]")) return ` ${node.getAttribute("aria-label") ?? ""} `;
    const inside = [...node.childNodes].map(content_of).join("");
    return node.localName === "br" || !getComputedStyle(node).display.startsWith("inline") ? ` ${inside} ` : inside;
  }

  // Reaching: where a click lands is asked of the page itself.

  // The operable thing, or backdrop, that a click on `node` goes to.
  function owner_of(node) {
    for (let place = node; place && place !== stage; place = place.parentElement) {
      if (place.dataset.element !== undefined || place.dataset.backdrop !== undefined) return place;
      if (place.localName === "label" && place.control) return place.control;
      if (place.localName === "dialog") return null;
    }
    return null;
  }

  function cover_name(hit, element) {
    if (element.closest("[inert]")) return "backdrop";
    const owner = owner_of(hit);
    if (owner?.dataset.element !== undefined) return owner.dataset.element;
    if (owner || hit.closest("dialog, [data-backdrop]")) return "backdrop";
    return hit.localName;
  }

  // Points to try, the best first: the middle, the control inside its label, the lines of a wrapped text, then a grid.
  function* points(element) {
    const frame = framed(element);
    const whole = frame.getBoundingClientRect();
    yield at(whole, 0.5, 0.5);
    if (frame !== element) yield at(element.getBoundingClientRect(), 0.5, 0.5);
    const lines = [...frame.getClientRects()];
    if (lines.length > 1) for (const line of lines) yield at(line, 0.5, 0.5);
    for (const down of [0.5, 0.2, 0.8, 0.05, 0.95]) {
      for (const across of [0.5, 0.25, 0.75, 0.05, 0.95]) yield at(whole, across, down);
    }
  }

  const at = (rect, across, down) => [rect.x + rect.width * across, rect.y + rect.height * down];

  // Whole pixels of the picture, so that the point can be passed on as it is.
  const snap = ([x, y], scale) => [(Math.floor(x * scale) + 0.5) / scale, (Math.floor(y * scale) + 0.5) / scale];
  const in_window = ([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;

  // A modal is opened by any part of its trigger, but best by one that does nothing else.
  function try_points(element, scale) {
    let first = null;
    let inside = null;
    for (const point of points(element)) {
      const [x, y] = snap(point, scale);
      if (!in_window([x, y])) continue;
      const hit = document.elementFromPoint(x, y);
      // The page rounds: the last half pixel of the window counts as outside of it.
      if (!hit) continue;
      if (owner_of(hit) === element) return { point: [x, y], covered_by: null };
      if (element.dataset.role !== undefined && element.contains(hit)) inside ??= { point: [x, y], covered_by: null };
      first ??= { point: [x, y], covered_by: cover_name(hit, element) };
    }
    return inside ?? first;
  }

  function scrollers(element) {
    const found = [];
    for (let place = element.parentElement; place; place = place.parentElement) {
      if (place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight) found.push(place);
    }
    return found;
  }

  // Is the element's middle outside of what one of its scrolling boxes shows?
  function clipped(element, inner) {
    const [x, y] = at(framed(element).getBoundingClientRect(), 0.5, 0.5);
    return inner.some((place) => {
      if (place === root || place === document.body) return false;
      const shown = place.getBoundingClientRect();
      return x < shown.left || x > shown.right || y < shown.top || y > shown.bottom;
    });
  }

  function reach(element, scale) {
    const frame = framed(element);
    const middle = snap(at(frame.getBoundingClientRect(), 0.5, 0.5), scale);
    if (element.closest("[inert]")) return { point: middle, covered_by: "backdrop", shown: true };
    const here = try_points(element, scale);
    if (here && here.covered_by === null) return { ...here, shown: true };
    const places = scrollers(frame);
    const outside = !here || clipped(element, places);
    if (!outside) return { ...here, shown: true };
    const before = places.map((place) => [place, place.scrollLeft, place.scrollTop]);
    const [left, top] = [scrollX, scrollY];
    frame.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const there = try_points(element, scale);
    const moved = frame.getBoundingClientRect();
    for (const [place, x, y] of before) place.scrollTo(x, y);
    scrollTo(left, top);
    const back = frame.getBoundingClientRect();
    const point = there ? snap([there.point[0] + back.x - moved.x, there.point[1] + back.y - moved.y], scale) : middle;
    return { point, covered_by: there ? there.covered_by : null, shown: !clipped(element, places) };
  }

  function reach_all(elements, scale) {
    const places = new Map();
    for (const element of stage.querySelectorAll("[data-element]")) {
      const key = element.dataset.element;
      places.set(key, [...(places.get(key) ?? []), element]);
    }
    for (const facts of elements) {
      const element = places.get(facts.element_id).find((one) => operable(one));
      Object.assign(facts, reach(element, scale));
      places.get(facts.element_id).splice(places.get(facts.element_id).indexOf(element), 1);
    }
  }

  // Operating

  // Two frames: the first may have begun before the last change. A page that draws none is not waited for for long.
  function paint() {
    const drawn = new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return Promise.race([drawn, new Promise((done) => setTimeout(done, 250))]).then(() => undefined);
  }

  // Brings an element under the pointer. Answers where to press, or what is in the way, and what kind of control it is.
  function aim(id, scale) {
    const element = [...stage.querySelectorAll("[data-element]")].find((one) => one.dataset.element === id);
    if (!element || !operable(element)) return JSON.stringify({ found: false });
    let place = element.closest("[inert]") ? { covered_by: "backdrop" } : try_points(element, scale);
    let scrolled = false;
    if (!place || (place.covered_by !== null && place.covered_by !== "backdrop")) {
      framed(element).scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      place = try_points(element, scale);
      scrolled = true;
    }
    const { x, y, width, height } = element.getBoundingClientRect();
    return JSON.stringify({
      found: true,
      point: place?.point ?? null,
      covered_by: place ? place.covered_by : null,
      role: role_of(element),
      enabled: enabled(element),
      box: [x, y, width, height],
      ...state_of(element, role_of(element)),
      value: "value" in element ? element.value : null,
      right_to_left: getComputedStyle(element).direction === "rtl",
      scrolled,
    });
  }

  // Right after a picture the browser may still scale the mouse as it did for the picture, and a press then lands
  // elsewhere. Such a press is kept from the page; `struck` tells whether it came where it was aimed at.
  let target = null;
  let hit = false;
  let astray = false;

  function expect(x, y) {
    target = [x, y];
    hit = astray = false;
  }

  function struck() {
    target = null;
    return hit;
  }

  function guard(event) {
    if (event.type === "pointerdown" && target) {
      hit = Math.abs(event.clientX - target[0]) < 2 && Math.abs(event.clientY - target[1]) < 2;
      astray = !hit;
    }
    if (!astray) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  const control = (id) => stage.querySelector(`[data-element="${CSS.escape(id)}"]`);

  // Gives a control a value it would only take from a popup. What it does not accept leaves the old value.
  function put(id, value) {
    const element = control(id);
    const old = element.value;
    element.value = value;
    const refused = element.value === "" && value !== "";
    if (refused) element.value = old;
    if (element.value !== old) {
      for (const kind of ["input", "change"]) element.dispatchEvent(new Event(kind, { bubbles: true }));
    }
    return element.value;
  }

  function value_of(id) {
    return control(id).value;
  }

  // Ends a gesture: leaving a control makes it tell its change. `report` names a control whose value is told anyway.
  function finish(report) {
    document.activeElement?.blur();
    const element = report === null ? null : control(report);
    if (element) note_change(element);
    const happened = seen;
    seen = [];
    return JSON.stringify(happened);
  }

  function note_change(element) {
    const id = element.dataset.element;
    if (id === undefined) return;
    const value = element.type === "checkbox" || element.type === "radio" ? element.checked : element.value;
    const known = seen.find((one) => one.kind === "change" && one.element_id === id);
    if (known) known.value = value;
    else seen.push({ kind: "change", element_id: id, value });
  }

  function note_dismiss() {
    const open = [...stage.querySelectorAll("[data-backdrop]")].at(-1);
    if (open) seen.push({ kind: "dismiss", element_id: open.dataset.backdrop, value: null });
  }

  function note_click(event) {
    const hit = event.target;
    // A link goes nowhere, nor does it tick the box whose label it stands in.
    if (hit.closest("a")) event.preventDefault();
    if (opens_popup(hit)) event.preventDefault();
    let place = owner_of(hit);
    if (place?.dataset.backdrop !== undefined) return note_dismiss();
    if (!place || is_input(place)) return;
    let inner = null;
    for (; place && place !== stage; place = place.parentElement) {
      if (place.dataset.element === undefined) continue;
      // The trigger of a modal is pressed together with the button it is made of; nothing else is pressed twice.
      if (inner && place.dataset.role === undefined) continue;
      if (enabled(place) && !is_input(place)) {
        seen.push({ kind: "click", element_id: place.dataset.element, value: place.dataset.url ?? null });
      }
      inner = place;
    }
  }

  const opens_popup = (element) => element.matches?.("select, input:is([type=date], [type=time], [type=datetime-local])");

  function press(event) {
    // A popup would hang over the next screen.
    if (event.target.matches?.("select")) {
      event.preventDefault();
      event.target.focus();
    }
  }

  function key(event) {
    if (event.key === "Escape") note_dismiss();
    const opening = event.key === " " || event.key === "Enter" || event.key === "F4" || event.altKey;
    if (opening && opens_popup(event.target)) event.preventDefault();
    const wrapped = event.target.matches?.("[data-element]:not(button, input, select, textarea)");
    if (wrapped && (event.key === "Enter" || event.key === " ")) event.target.click();
  }

  for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) addEventListener(kind, guard, true);
  document.addEventListener("click", note_click, true);
  document.addEventListener("mousedown", press, true);
  document.addEventListener("keydown", key, true);
  document.addEventListener("input", (event) => note_change(event.target), true);
  document.addEventListener("change", (event) => note_change(event.target), true);
  document.addEventListener("dragstart", (event) => event.preventDefault(), true);
  document.addEventListener("contextmenu", (event) => event.preventDefault(), true);

  // In a window of another height than the page wants, all would be measured again: then only the height is told.
  async function show_and_measure(screen) {
    await show(screen);
    const wanted = Math.min(Math.max(content_height(), screen.height), Math.max(screen.most, screen.height));
    return innerHeight === wanted ? measure(innerWidth, wanted, screen.scale) : JSON.stringify({ content_height: content_height() });
  }

  return {
    paint, show: show_and_measure, measure, aim, expect, struck, put, value_of, finish, kept: () => pictures.size,
  };
})();
