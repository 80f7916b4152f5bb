// The screen: its picture, the boxes of what can be operated, what is told on hover, and the hands of the person.

const MARGIN = 18;
const TYPED = { textbox: "fill", date: "set", time: "set", datetime: "set", slider: "set", combobox: "choose" };

function kindOf(element) {
  return element.component ? `${element.component}, ${element.role}` : element.role;
}

function factsOf(element) {
  const facts = [["id", element.element_id]];
  if (element.row !== null) facts.push(["row", element.row]);
  if (element.binding !== null) facts.push(["binding", element.binding]);
  if (element.action !== null) facts.push(["action", element.action]);
  if (element.value !== null && element.value !== "") facts.push(["value", JSON.stringify(element.value)]);
  if (element.checked !== null) facts.push(["checked", String(element.checked)]);
  if (!element.enabled) facts.push(["enabled", "false"]);
  if (element.covered_by !== null) facts.push(["covered by", element.covered_by]);
  for (const message of element.messages ?? []) facts.push(["check", message]);
  return facts;
}

export class Stage {
  constructor(root, { act, point }) {
    this.root = root;
    this.sheet = root.querySelector(".sheet");
    this.layer = root.querySelector(".layer");
    this.tip = document.querySelector("#tip");
    this.act = act;
    this.point = point;
    this.elements = [];
    this.boxes = new Map();
    this.scale = 1;
    this.fit = false;
    this.shot = null;
    new ResizeObserver(() => this.size()).observe(root);
    this.readOnly = false;
    this.editing = null;
    this.sheet.addEventListener("mousemove", (event) => this.hover(this.under(event)));
    this.sheet.addEventListener("mouseleave", () => this.hover(null));
    this.sheet.addEventListener("click", (event) => this.press(event));
    this.layer.addEventListener("focusin", (event) => this.hover(event.target.element ?? null));
    this.layer.addEventListener("focusout", () => this.hover(null));
  }

  show(report, image) {
    const focused = document.activeElement?.element?.element_id;
    this.closeInput();
    this.shot = { image, ...report.screenshot };
    this.elements = report.surfaces.flatMap((surface) => surface.elements);
    image.alt = `Screen with ${this.elements.length} things to operate`;
    image.draggable = false;
    this.sheet.querySelector("img")?.remove();
    this.sheet.prepend(image);
    this.boxes = new Map(this.elements.map((element) => [element.element_id, this.boxOf(element)]));
    this.layer.replaceChildren(...this.boxes.values());
    this.root.classList.remove("empty");
    this.size();
    if (focused) this.boxes.get(focused)?.focus({ preventScroll: true });
    else this.hover(null);
  }

  /** The picture at its own size, or with `fit` so small that all of it is in sight; the boxes follow. */
  size() {
    if (!this.shot) return;
    const { image, width, height, scale = 1 } = this.shot;
    const room = [this.root.clientWidth - 2 * MARGIN, this.root.clientHeight - 2 * MARGIN];
    const zoom = this.fit ? Math.min(1, (room[0] * scale) / width, (room[1] * scale) / height) : 1;
    this.scale = scale / Math.max(zoom, 0.05);
    image.width = width / this.scale;
    image.height = height / this.scale;
    for (const box of this.boxes.values()) this.put(box, box.element.box);
  }

  boxOf(element) {
    const box = document.createElement("button");
    box.type = "button";
    box.element = element;
    box.className = element.enabled ? "box" : "box off";
    const place = element.row === null ? "" : `, row ${element.row}`;
    const bound = element.binding === null ? "" : `, bound to ${element.binding}`;
    box.setAttribute("aria-label", `${element.name || "no name"}, ${element.role}${place}${bound}`);
    box.dataset.element = element.element_id;
    box.addEventListener("click", (event) => {
      event.stopPropagation();
      this.operate(element, element.point);
    });
    return box;
  }

  put(thing, [x, y, width, height]) {
    Object.assign(thing.style, {
      left: `${x / this.scale}px`, top: `${y / this.scale}px`,
      width: `${width / this.scale}px`, height: `${height / this.scale}px`,
    });
  }

  pixel(event) {
    const edge = this.sheet.getBoundingClientRect();
    return [event.clientX - edge.left, event.clientY - edge.top].map((place) => Math.round(place * this.scale));
  }

  under(event) {
    const [x, y] = this.pixel(event);
    const inside = ({ box: [left, top, width, height] }) => x >= left && x < left + width && y >= top && y < top + height;
    const area = ({ box }) => box[2] * box[3];
    const hit = this.elements.filter(inside).sort((one, other) => area(one) - area(other));
    return hit.find((element) => element.covered_by === null) ?? hit[0] ?? null;
  }

  hover(element) {
    if (this.editing) return;
    this.layer.querySelector(".lit")?.classList.remove("lit");
    this.tip.hidden = element === null;
    this.point(element);
    if (element === null) return;
    this.boxes.get(element.element_id)?.classList.add("lit");
    this.fillTip(element);
    this.placeTip(this.boxes.get(element.element_id));
  }

  fillTip(element) {
    const title = document.createElement("b");
    title.textContent = element.name || "no accessible name";
    const kind = document.createElement("span");
    kind.textContent = kindOf(element);
    const list = document.createElement("dl");
    for (const [term, fact] of factsOf(element)) {
      list.append(
        Object.assign(document.createElement("dt"), { textContent: term }),
        Object.assign(document.createElement("dd"), { textContent: fact }),
      );
    }
    this.tip.replaceChildren(title, kind, list);
  }

  placeTip(box) {
    if (!box) return;
    const edge = box.getBoundingClientRect();
    const { width, height } = this.tip.getBoundingClientRect();
    const below = edge.bottom + 6;
    const top = below + height < innerHeight ? below : Math.max(4, edge.top - height - 6);
    this.tip.style.left = `${Math.max(4, Math.min(edge.left, innerWidth - width - 8))}px`;
    this.tip.style.top = `${top}px`;
  }

  press(event) {
    if (event.target.closest(".hand")) return;
    this.closeInput();
    this.operate(this.under(event), this.pixel(event));
  }

  operate(element, point) {
    if (this.readOnly || !element || !element.enabled || !TYPED[element.role]) {
      this.act([{ do: "click", point }], element ? `click ${element.element_id}` : `click at ${point.join(", ")}`);
      return;
    }
    this.openInput(element);
  }

  /** A small input over the element: text, date, slider or menu, with the value as it is. */
  openInput(element) {
    this.closeInput();
    this.tip.hidden = true;
    const form = document.createElement("form");
    form.className = "hand";
    const input = inputFor(element);
    input.setAttribute("aria-label", `New value of ${element.name || element.element_id}`);
    form.append(input);
    const [x, y, width, height] = element.box;
    this.put(form, [x, y, Math.max(width, 160), Math.max(height, 30)]);
    this.layer.append(form);
    this.editing = { element, form };
    input.focus();
    input.select?.();
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.commit(element, input);
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.cancel(element);
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        this.commit(element, input);
      }
    });
    if (input.tagName === "SELECT") input.addEventListener("change", () => this.commit(element, input));
    input.addEventListener("blur", () => this.leave(element, input));
  }

  leave(element, input) {
    if (this.editing?.element !== element) return;
    if (input.value === input.dataset.before) this.closeInput();
    else this.commit(element, input);
  }

  cancel(element) {
    this.closeInput();
    this.boxes.get(element.element_id)?.focus({ preventScroll: true });
  }

  commit(element, input) {
    if (this.editing?.element !== element) return;
    const verb = TYPED[element.role];
    const step = { do: verb, element: element.element_id };
    if (verb === "choose") step.values = [input.value];
    else step.value = element.role === "slider" ? Number(input.value) : input.value;
    this.cancel(element);
    this.act([step], `${verb} ${element.element_id}`);
  }

  closeInput() {
    const open = this.editing;
    this.editing = null;
    open?.form.remove();
  }
}

function inputFor(element) {
  const kinds = { date: "date", time: "time", datetime: "datetime-local", slider: "number" };
  const value = element.value === null ? "" : String(element.value);
  if (element.role === "combobox") return menuFor(element);
  const large = element.role === "textbox" && element.box[3] > 60;
  const input = document.createElement(large ? "textarea" : "input");
  if (!large) input.type = kinds[element.role] ?? "text";
  if (element.role === "slider") {
    for (const limit of ["min", "max", "step"]) if (element[limit] !== null) input[limit] = element[limit];
  }
  input.value = /^\u2022+$/.test(value) ? "" : value;
  input.dataset.before = input.value;
  return input;
}

function menuFor(element) {
  const menu = document.createElement("select");
  for (const { value, label, selected } of element.options ?? []) menu.add(new Option(label, value, selected, selected));
  menu.dataset.before = menu.value;
  return menu;
}
