// Where each value of a payload stands in its text. Tolerant: the text may be half typed, wrapped in prose or fences,
// or several documents in a row, and a pointer into what is not there gives the nearest place that is.

const START = /[[{](?=\s*["'{[\]}])/g;
const SPACE = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const BARE = /[^\s,:[\]{}"']+/y;
const MOST_DEPTH = 200;

class Scanner {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.depth = 0;
  }

  space() {
    SPACE.lastIndex = this.at;
    SPACE.exec(this.text);
    this.at = SPACE.lastIndex;
  }

  value() {
    this.space();
    const start = this.at;
    const first = this.text[start];
    if (first === "{" || first === "[") return this.nested(start, first === "{");
    if (first === '"' || first === "'") return { start, value: this.string(), end: this.at };
    BARE.lastIndex = start;
    const bare = BARE.exec(this.text);
    this.at = bare ? BARE.lastIndex : start;
    return { start, value: bare ? bare[0] : null, end: this.at };
  }

  nested(start, keyed) {
    const node = { start, children: new Map(), keyed, end: start };
    const close = keyed ? "}" : "]";
    this.at = start + 1;
    this.depth += 1;
    for (let index = 0; this.depth < MOST_DEPTH; index += 1) {
      this.space();
      while (this.text[this.at] === ",") {
        this.at += 1;
        this.space();
      }
      const next = this.text[this.at];
      if (next === undefined || next === close) break;
      const before = this.at;
      if (keyed) this.entry(node);
      else node.children.set(String(index), this.value());
      if (this.at === before) break;
    }
    this.depth -= 1;
    if (this.text[this.at] === close) this.at += 1;
    node.end = this.at;
    return node;
  }

  entry(node) {
    const start = this.at;
    const key = this.value();
    this.space();
    if (this.text[this.at] !== ":") return;
    this.at += 1;
    const child = this.value();
    node.children.set(String(key.value ?? ""), { ...child, key: start });
  }

  string() {
    const quote = this.text[this.at];
    const from = this.at + 1;
    let end = from;
    while (end < this.text.length && this.text[end] !== quote && this.text[end] !== "\n") {
      end += this.text[end] === "\\" ? 2 : 1;
    }
    this.at = Math.min(end + 1, this.text.length);
    const raw = this.text.slice(from, end);
    try {
      return JSON.parse(`"${raw}"`);
    } catch {
      return raw;
    }
  }
}

function documents(text) {
  const found = [];
  const scanner = new Scanner(text);
  START.lastIndex = 0;
  for (let match = START.exec(text); match; match = START.exec(text)) {
    scanner.at = match.index;
    found.push(scanner.value());
    START.lastIndex = Math.max(scanner.at, match.index + 1);
  }
  return found;
}

function messagesOf(document) {
  if (!document.keyed) return [...document.children.values()];
  const inner = document.children.get("messages");
  return inner?.children && !inner.keyed ? [...inner.children.values()] : [document];
}

export class Positions {
  constructor(text) {
    this.text = text;
    this.messages = documents(text).flatMap(messagesOf);
    this.breaks = [];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.breaks.push(at);
  }

  /** The line (from 1) of what an RFC 6901 pointer names, or of the nearest thing around it; null for no place. */
  line(pointer) {
    if (!pointer) return null;
    const [index, ...rest] = pointer.slice(1).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    let node = this.messages[Number(index)];
    if (!node) return null;
    for (const part of rest) {
      const child = node.children?.get(part);
      if (!child) break;
      node = child;
    }
    return this.lineAt(node.key ?? node.start);
  }

  /** The line where a component is defined for the last time; null when it is not. */
  component(id) {
    let found = null;
    const visit = (node) => {
      if (!node.children) return;
      const own = node.keyed && node.children.get("id");
      if (own && own.value === id && node.children.has("component")) found = own.key;
      node.children.forEach(visit);
    };
    this.messages.forEach(visit);
    return found === null ? null : this.lineAt(found);
  }

  lineAt(offset) {
    let low = 0;
    let high = this.breaks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.breaks[middle] < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  /** The offset at which a line (from 1) begins. */
  offsetOf(line) {
    return line <= 1 ? 0 : (this.breaks[Math.min(line - 2, this.breaks.length - 1)] ?? -1) + 1;
  }
}
