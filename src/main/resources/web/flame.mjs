// A flame graph: boxes in rows, of which a part is in view and one may be selected.
import { make } from "./dom.mjs";
import { Painter, ROW_HEIGHT } from "./painter.mjs";

/** Narrower boxes are not drawn alone, in pixels. */
const LEAST_WIDTH = 0.7;
/** Narrower boxes have no text. */
const LEAST_TEXT = 28;
/** The shortest time in view, in microseconds, or a smaller part of a whole that is shorter. */
const LEAST_SPAN = 20;
const TICKS_APART = 110;
/** The room of the last tick's label. */
const SCALE_END = 60;

/**
 * @typedef {object} Look how functions look
 * @property {(fn: number) => string} label
 * @property {(fn: number, node: number) => string} classOf the class of page.css that colours the box
 * @property {(fn: number) => boolean} isUnmapped
 * @property {(at: number, step: number) => string} tick the label of a mark of the scale
 */

export class FlameGraph extends EventTarget {
  #rows = [];
  #functions = new Int32Array();
  #extent = 1;
  #from = 0;
  #to = 1;
  #look;
  #selected;
  #painter;
  #scale;
  /** The width at the last drawing. */
  #drawn = 1;

  /** Takes an element that scrolls vertically and has the keyboard's focus, and one for times. */
  constructor(container, scale) {
    super();
    this.container = container;
    this.#scale = scale;
    this.#painter = new Painter(container, () => this.draw());
    container.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(container);
  }

  get width() {
    return Math.max(1, this.container.clientWidth);
  }

  /** The part in view, in microseconds. */
  get view() {
    return { from: this.#from, to: this.#to, extent: this.#extent };
  }

  get isZoomed() {
    return this.#to - this.#from < this.#extent;
  }

  /** The selected box, or undefined. */
  get selection() {
    if (!this.#selected) {
      return undefined;
    }
    const { depth, index } = this.#selected;
    const row = this.#rows[depth];
    const node = row.nodes[index];
    return { depth, index, node, fn: this.#functions[node], start: row.starts[index], end: row.ends[index] };
  }

  /** Shows other boxes, all of them; `functions` has the function of each node. */
  show({ rows, extent }, functions, look) {
    this.#rows = rows;
    this.#functions = functions;
    this.#extent = extent > 0 ? extent : 1;
    this.#look = look;
    this.#selected = undefined;
    this.container.scrollTop = 0;
    this.zoomTo(0, this.#extent);
  }

  /** Changes labels and colours of the same boxes. */
  relabel(look) {
    this.#look = look;
    this.draw();
  }

  /** Moves the part in view, which stays within the whole. */
  zoomTo(from, to) {
    const span = Math.min(this.#extent, Math.max(to - from, Math.min(LEAST_SPAN, this.#extent / 100)));
    const centre = (from + to) / 2;
    this.#from = Math.min(Math.max(0, centre - span / 2), this.#extent - span);
    this.#to = this.#from + span;
    this.draw();
    this.dispatchEvent(new Event("zoom"));
  }

  /** Zooms by a factor around a place in the container, in pixels; below 1 is closer. */
  zoomBy(factor, x = this.width / 2) {
    const at = this.timeAt(x);
    this.zoomTo(at - (at - this.#from) * factor, at + (this.#to - at) * factor);
  }

  panBy(pixels) {
    this.zoomTo(this.timeAt(pixels), this.timeAt(this.width + pixels));
  }

  timeAt(x) {
    return this.#from + (x * (this.#to - this.#from)) / this.width;
  }

  /** Returns the box at a place in the container, or undefined. */
  boxAt(x, y) {
    const depth = Math.floor((y + this.container.scrollTop) / ROW_HEIGHT);
    const row = this.#rows[depth];
    const at = this.timeAt(x);
    const index = row ? this.#firstAfter(row, at) : 0;
    return row && index < row.length && row.starts[index] <= at
      ? { depth, index, node: row.nodes[index], fn: this.#functions[row.nodes[index]] }
      : undefined;
  }

  /** Selects a box, or nothing, and brings the box into view. */
  select(depth, index) {
    this.#selected = depth === undefined ? undefined : { depth, index };
    const { start, end } = this.selection ?? {};
    if (start < this.#to && end > this.#from) {
      this.#reveal(depth);
      this.draw();
    } else if (start !== undefined) {
      const span = Math.max(this.#to - this.#from, end - start);
      this.#reveal(depth);
      this.zoomTo((start + end - span) / 2, (start + end + span) / 2);
    } else {
      this.draw();
    }
    this.dispatchEvent(new Event("select"));
  }

  /** Selects the longest box of a function within a stretch, if it has one there. */
  selectFunction(fn, from = 0, to = Infinity) {
    let best;
    this.#rows.forEach((row, depth) => {
      for (let index = 0; index < row.length; index++) {
        const long = Math.min(row.ends[index], to) - Math.max(row.starts[index], from);
        if (this.#functions[row.nodes[index]] === fn && long > (best?.long ?? 0)) {
          best = { depth, index, long };
        }
      }
    });
    this.select(best?.depth, best?.index);
  }

  #reveal(depth) {
    const top = depth * ROW_HEIGHT;
    const { scrollTop, clientHeight } = this.container;
    if (top < scrollTop || top + ROW_HEIGHT > scrollTop + clientHeight) {
      this.container.scrollTop = top - clientHeight / 2;
    }
  }

  /** Moves the selection: `left`, `right`, `up` to the caller, `down` to the longest callee. */
  move(direction) {
    if (!this.#selected) {
      const first = this.#rows[0] ? this.#firstAfter(this.#rows[0], this.#from) : -1;
      return first >= 0 && first < this.#rows[0].length ? this.select(0, first) : undefined;
    }
    const { depth, index } = this.#selected;
    const found = {
      left: () => this.#neighbour(depth, index, -1),
      right: () => this.#neighbour(depth, index, 1),
      up: () => this.#caller(depth),
      down: () => this.#longest(depth + 1, this.selection.start, this.selection.end),
    }[direction]();
    return found && this.select(...found);
  }

  #neighbour(depth, index, step) {
    const row = this.#rows[depth];
    const least = (LEAST_WIDTH * (this.#to - this.#from)) / this.width;
    for (let i = index + step; i >= 0 && i < row.length; i += step) {
      if (row.ends[i] - row.starts[i] >= least) {
        return [depth, i];
      }
    }
    return undefined;
  }

  #caller(depth) {
    const row = this.#rows[depth - 1];
    return row && [depth - 1, this.#firstAfter(row, this.selection.start)];
  }

  #longest(depth, start, end) {
    const row = this.#rows[depth];
    let best = -1;
    for (let i = row ? this.#firstAfter(row, start) : 0; row && i < row.length && row.starts[i] < end; i++) {
      if (best < 0 || row.ends[i] - row.starts[i] > row.ends[best] - row.starts[best]) {
        best = i;
      }
    }
    return best < 0 ? undefined : [depth, best];
  }

  /** Returns the first box of a row that ends after a time. */
  #firstAfter({ ends, length }, at) {
    let [low, high] = [0, length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] > at) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Draws what is in view. Neighbours that are too narrow alone are painted as one. */
  draw() {
    if (!this.#look) {
      return;
    }
    // Read once: each further reading would lay out anew what was drawn since.
    const { scrollTop, clientHeight } = this.container;
    this.#drawn = this.width;
    const last = Math.min(this.#rows.length, Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT));
    this.#painter.begin(this.#rows.length, this.#drawn);
    for (let depth = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT)); depth < last; depth++) {
      this.#drawRow(depth);
    }
    this.#painter.end();
    this.#mark();
    this.#drawScale();
  }

  #drawRow(depth) {
    const row = this.#rows[depth];
    const scale = this.#drawn / (this.#to - this.#from);
    const selected = this.#selected ? this.selection.fn : -1;
    let many;
    const endMany = () => {
      if (many && many.to - many.from >= LEAST_WIDTH) {
        this.#painter.paint(many.look, depth, many.from, many.to);
      }
      many = undefined;
    };
    for (let i = this.#firstAfter(row, this.#from); i < row.length && row.starts[i] < this.#to; i++) {
      const from = Math.max(0, (row.starts[i] - this.#from) * scale);
      const to = Math.min(this.#drawn, (row.ends[i] - this.#from) * scale);
      const node = row.nodes[i];
      const fn = this.#functions[node];
      if (to - from >= LEAST_TEXT) {
        endMany();
        this.#painter.add(this.#lookOf(fn, node), depth, from, to, this.#look.label(fn));
      } else if (to - from >= LEAST_WIDTH) {
        endMany();
        this.#painter.paint(this.#look.classOf(fn, node), depth, from, to);
      } else if (many && from - many.to <= 1) {
        many.to = to;
        many.look = this.#look.classOf(fn, node) === "found" ? "found" : many.look;
      } else {
        endMany();
        many = { from, to, look: this.#look.classOf(fn, node) };
      }
      if (fn === selected && to - from < LEAST_TEXT && to - from >= LEAST_WIDTH) {
        this.#painter.underline(depth, from, to);
      }
    }
    endMany();
  }

  #lookOf(fn, node) {
    return { look: this.#look.classOf(fn, node), isSame: fn === this.selection?.fn, isUnmapped: this.#look.isUnmapped(fn) };
  }

  #mark() {
    const { selection } = this;
    if (selection && selection.start < this.#to && selection.end > this.#from) {
      const scale = this.#drawn / (this.#to - this.#from);
      const from = Math.max(0, (selection.start - this.#from) * scale);
      const to = Math.min(this.#drawn, (selection.end - this.#from) * scale);
      this.#painter.mark(selection.depth, from, to, this.#look.label(selection.fn));
    } else {
      this.#painter.mark();
    }
  }

  #drawScale() {
    const span = this.#to - this.#from;
    const most = Math.max(2, Math.floor(this.#drawn / TICKS_APART));
    const power = 10 ** Math.floor(Math.log10(span / most));
    const step = [1, 2, 5, 10].map((n) => n * power).find((each) => span / each <= most);
    const ticks = [];
    for (let n = Math.ceil(this.#from / step); n * step < this.#to && ticks.length <= most; n++) {
      const x = ((n * step - this.#from) / span) * this.#drawn;
      if (x < this.#drawn - SCALE_END) {
        const tick = make("span", { className: "tick", textContent: this.#look.tick(n * step, step) });
        tick.style.left = `${x.toFixed(1)}px`;
        ticks.push(tick);
      }
    }
    this.#scale.replaceChildren(...ticks);
  }
}
