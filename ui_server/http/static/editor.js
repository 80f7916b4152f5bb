// A text area with line numbers, coloured JSON beneath it, and marks on lines.

const TOKEN = /("(?:\\.|[^"\\\n])*"?)(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b|[{}[\],:]|\s+|[^\s{}[\],:"]+/g;
const MOST_COLOURED = 400_000;
const MOST_COLOURED_LINE = 4_000;
const RANK = { error: 3, warning: 2, info: 1 };

function span(text, kind) {
  const made = document.createElement("span");
  made.className = kind;
  made.textContent = text;
  return made;
}

function coloured(line) {
  const row = document.createElement("div");
  row.className = "line";
  if (line.length > MOST_COLOURED_LINE) {
    row.textContent = line;
    return row;
  }
  for (const [all, string, colon, number, word] of line.matchAll(TOKEN)) {
    if (string && colon !== undefined) row.append(span(string, "key"), colon);
    else if (string) row.append(span(string, "string"));
    else if (number) row.append(span(all, "number"));
    else if (word) row.append(span(all, "word"));
    else row.append(all);
  }
  if (!line) row.append("\u200b");
  return row;
}

export class Editor {
  constructor(root, { onInput }) {
    this.area = root.querySelector("textarea");
    this.paper = root.querySelector(".paper");
    this.numbers = root.querySelector(".numbers");
    this.lines = [];
    this.marks = new Map();
    this.pointed = null;
    this.area.addEventListener("input", () => {
      this.paint();
      onInput();
    });
    this.area.addEventListener("scroll", () => this.follow(), { passive: true });
    this.tabMoves = true;
    for (const kind of ["input", "pointerdown"]) this.area.addEventListener(kind, () => { this.tabMoves = false; });
    this.area.addEventListener("keydown", (event) => this.indent(event));
    this.area.addEventListener("blur", () => { this.tabMoves = true; });
  }

  get text() {
    return this.area.value;
  }

  set text(value) {
    this.area.value = value;
    this.area.scrollTop = this.area.scrollLeft = 0;
    this.area.setSelectionRange(0, 0);
    this.marks = new Map();
    this.paint();
    this.follow();
  }

  /** Tab moves the focus on, until something is typed or clicked here: then it indents, and Escape ends that. */
  indent(event) {
    if (event.key === "Escape") this.tabMoves = true;
    if (event.key !== "Tab" || event.shiftKey || this.area.readOnly || this.tabMoves) return;
    event.preventDefault();
    document.execCommand("insertText", false, "  ");
  }

  follow() {
    const { scrollTop, scrollLeft } = this.area;
    this.paper.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.numbers.style.transform = `translateY(${-scrollTop}px)`;
  }

  paint() {
    const lines = this.text.split("\n");
    const plain = this.text.length > MOST_COLOURED;
    let head = 0;
    while (head < lines.length && head < this.lines.length && lines[head] === this.lines[head]) head += 1;
    let tail = 0;
    const least = Math.min(lines.length, this.lines.length) - head;
    while (tail < least && lines[lines.length - 1 - tail] === this.lines[this.lines.length - 1 - tail]) tail += 1;
    const gone = [...this.paper.children].slice(head, this.lines.length - tail);
    const next = this.paper.children[this.lines.length - tail] ?? null;
    gone.forEach((row) => row.remove());
    for (const line of lines.slice(head, lines.length - tail)) {
      const row = plain ? Object.assign(document.createElement("div"), { className: "line", textContent: line || "\u200b" }) : coloured(line);
      this.paper.insertBefore(row, next);
    }
    while (this.numbers.children.length < lines.length) {
      this.numbers.append(Object.assign(document.createElement("div"), { textContent: this.numbers.children.length + 1 }));
    }
    while (this.numbers.children.length > lines.length) this.numbers.lastChild.remove();
    this.lines = lines;
    this.colourMarks();
  }

  /** `diagnostics` are [line, severity, message]; the worst of a line gives its colour. */
  mark(diagnostics) {
    this.marks = new Map();
    for (const [line, severity, message] of diagnostics) {
      const known = this.marks.get(line) ?? { severity, messages: [] };
      if (RANK[severity] > RANK[known.severity]) known.severity = severity;
      known.messages.push(message);
      this.marks.set(line, known);
    }
    this.colourMarks();
  }

  colourMarks() {
    for (const marked of this.paper.querySelectorAll("[data-severity]")) delete marked.dataset.severity;
    for (const marked of this.numbers.querySelectorAll("[data-severity]")) {
      delete marked.dataset.severity;
      marked.removeAttribute("title");
    }
    for (const [line, { severity, messages }] of this.marks) {
      const row = this.paper.children[line - 1];
      const number = this.numbers.children[line - 1];
      if (!row || !number) continue;
      row.dataset.severity = number.dataset.severity = severity;
      number.title = messages.join("\n");
    }
  }

  /** Lights the line of what is pointed at on the picture; null puts it out. */
  point(line) {
    if (line === this.pointed) return;
    this.paper.querySelector(".pointed")?.classList.remove("pointed");
    this.pointed = line;
    if (line !== null) this.paper.children[line - 1]?.classList.add("pointed");
  }

  reveal(line, offset, focus = true) {
    const height = this.area.scrollHeight / Math.max(this.lines.length, 1);
    const top = (line - 1) * height;
    if (top < this.area.scrollTop || top > this.area.scrollTop + this.area.clientHeight - height * 2) {
      this.area.scrollTop = Math.max(0, top - this.area.clientHeight / 3);
    }
    this.area.scrollLeft = 0;
    if (focus) {
      this.area.focus({ preventScroll: true });
      this.area.setSelectionRange(offset, offset);
    }
    this.follow();
  }
}
