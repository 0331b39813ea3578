// Puts boxes on the page: those with room for a text are elements, narrower ones are painted on a canvas.
import { make } from "./dom.mjs";

export const ROW_HEIGHT = 22;
const GAP = 1;
/** So many colours show how a box changed: the first has gone, the last is new. */
export const CHANGES = 9;
/** All looks that a painted box may have, as classes of page.css. */
const LOOKS = ["found", "dimmed", ...Array.from({ length: CHANGES }, (_, n) => `change d${n}`), ...["own", "library", "browser"].flatMap((kind) => [0, 1, 2].map((n) => `${kind} s${n}`))];

export class Painter {
  #container;
  #canvas = make("canvas", { className: "painting", ariaHidden: "true" });
  #context = this.#canvas.getContext("2d");
  #boxes = make("div", { className: "boxes", role: "none" });
  #cursor = make("div", { className: "box active-box", role: "treeitem", ariaSelected: "true", hidden: true });
  #probe = make("i", { hidden: true });
  #colours = new Map();
  /** Elements are used again. */
  #pool = [];
  #used = 0;

  /** Takes an element that scrolls vertically, and a function that draws again. */
  constructor(container, redraw) {
    this.#container = container;
    this.#cursor.id = `${container.id}-active`;
    this.#boxes.append(this.#cursor);
    container.append(this.#canvas, this.#boxes, this.#probe);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.#colours.clear();
      redraw();
    });
  }

  /** Begins a picture of so many rows. */
  begin(rows, width) {
    const { clientHeight, scrollTop } = this.#container;
    const scale = devicePixelRatio;
    this.#boxes.style.height = `${Math.max(rows, 1) * ROW_HEIGHT}px`;
    this.#canvas.width = Math.round(width * scale);
    this.#canvas.height = Math.round(clientHeight * scale);
    this.#canvas.style.transform = `translateY(${scrollTop}px)`;
    this.#context.setTransform(scale, 0, 0, scale, 0, -scrollTop * scale);
    this.#used = 0;
  }

  /** Paints a box without a text. */
  paint(look, depth, from, to) {
    this.#context.fillStyle = this.#colour(look);
    const width = to - from;
    this.#context.fillRect(from, depth * ROW_HEIGHT, width > 3 ? width - GAP : width, ROW_HEIGHT - GAP);
  }

  /** Underlines a painted box, as page.css does with elements. */
  underline(depth, from, to) {
    this.#context.fillStyle = this.#colour("line");
    this.#context.fillRect(from, (depth + 1) * ROW_HEIGHT - GAP - 3, Math.max(1, to - from - GAP), 3);
  }

  /** Adds a box with a text. Boxes that are added in an equal order are the same elements. */
  add(look, depth, from, to, label) {
    const element = (this.#pool[this.#used] ??= this.#newBox());
    this.#used++;
    place(element, depth, from, to);
    dress(element, look, label);
  }

  /** Ends the picture. */
  end() {
    for (const element of this.#pool.slice(this.#used)) {
      element.hidden = true;
    }
  }

  /** Outlines the selected box; without a label there is none. */
  mark(depth, from, to, label) {
    this.#cursor.hidden = label === undefined;
    if (label === undefined) {
      this.#container.removeAttribute("aria-activedescendant");
    } else {
      place(this.#cursor, depth, from, Math.max(to, from + 4));
      this.#cursor.ariaLabel = label;
      this.#container.setAttribute("aria-activedescendant", this.#cursor.id);
    }
  }

  #newBox() {
    const element = make("div", { role: "treeitem", ariaSelected: "false" });
    this.#boxes.insertBefore(element, this.#cursor);
    return element;
  }

  /** Returns the colour of a look in the present scheme. */
  #colour(look) {
    if (this.#colours.size === 0) {
      for (const each of [...LOOKS, "line"]) {
        this.#probe.className = `box ${each}`;
        this.#colours.set(each, getComputedStyle(this.#probe).backgroundColor);
      }
    }
    return this.#colours.get(look);
  }
}

function place(element, depth, from, to) {
  element.hidden = false;
  element.style.transform = `translate(${from.toFixed(1)}px, ${depth * ROW_HEIGHT}px)`;
  element.style.width = `${(to - from - GAP).toFixed(1)}px`;
  element.ariaLevel = String(depth + 1);
}

function dress(element, { look, isSame, isUnmapped }, label) {
  element.textContent = label;
  element.className = `box ${look}${isSame ? " same" : ""}${isUnmapped ? " unmapped" : ""}`;
}
