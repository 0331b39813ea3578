// The table of functions, which can be sorted by each column.
import { byId, link, make, name, outside } from "./dom.mjs";
import { change, share, shown, time } from "./texts.mjs";

const FIRST_ROWS = 25;
const MORE_ROWS = 500;

/**
 * A function's row; times are microseconds. `fn` is −1, and `second` the only time, if only a second profile has it.
 * @typedef {{fn: number, name: string, place: string, where: string, kind: string, link?: string, self: number, total: number,
 *   second?: number, isUnmapped: boolean}} FunctionRow
 */

const COLUMNS = [
  { key: "name", title: "Function", valueOf: (row) => row.name },
  { key: "place", title: "File", valueOf: (row) => row.place },
  { key: "self", title: "Self", valueOf: (row) => row.self },
  { key: "total", title: "Total", valueOf: (row) => row.total },
];
const SECOND_COLUMNS = [
  { key: "second", title: "Self, second", help: "Self time in the second profile", valueOf: (row) => row.second },
  { key: "change", title: "Change", help: "Second minus first", valueOf: (row) => Math.abs(row.second - row.self) },
];

export class FunctionTable extends EventTarget {
  #rows = [];
  #whole = 0;
  #sort = { key: "self", isDown: true };
  #shown = FIRST_ROWS;
  #chosen = -1;
  #hasSecond = false;

  constructor() {
    super();
    byId("more").addEventListener("click", () => {
      this.#shown += MORE_ROWS;
      this.#fill();
    });
  }

  /** Shows rows. The time `whole` is 100 %; a second profile has a name. */
  show(rows, whole, secondName) {
    this.#rows = rows;
    this.#whole = whole;
    this.#shown = FIRST_ROWS;
    this.#hasSecond = secondName !== undefined;
    byId("functions").classList.toggle("compared", this.#hasSecond);
    byId("second-name").replaceChildren(...(this.#hasSecond ? ["Second: ", name(shown(secondName)), "."] : []));
    this.#sortRows();
    this.#fillHeads();
    this.#fill();
  }

  /** The functions of the rows, in their order. */
  get functions() {
    return this.#rows.map(({ fn }) => fn).filter((fn) => fn >= 0);
  }

  /** Marks the row of a function. */
  choose(fn) {
    this.#chosen = fn;
    for (const row of byId("function-rows").rows) {
      row.classList.toggle("chosen", fn >= 0 && row.dataset.fn === String(fn));
    }
  }

  get #columns() {
    return this.#hasSecond ? [...COLUMNS, ...SECOND_COLUMNS] : COLUMNS;
  }

  #fillHeads() {
    const heads = this.#columns.map(({ key, title, help = "" }) => {
      const isNumber = key !== "name" && key !== "place";
      const head = make("th", { scope: "col", className: isNumber ? "number" : "", title: help }, link(() => this.#sortBy(key), title));
      head.dataset.key = key;
      return head;
    });
    byId("function-heads").replaceChildren(...heads);
    this.#markHeads();
  }

  #markHeads() {
    for (const head of byId("function-heads").cells) {
      const isSorted = head.dataset.key === this.#sort.key;
      head.ariaSort = isSorted ? (this.#sort.isDown ? "descending" : "ascending") : "none";
    }
  }

  #sortBy(key) {
    const isText = key === "name" || key === "place";
    this.#sort = { key, isDown: this.#sort.key === key ? !this.#sort.isDown : !isText };
    this.#shown = FIRST_ROWS;
    this.#sortRows();
    this.#markHeads();
    this.#fill();
  }

  #sortRows() {
    const column = this.#columns.find(({ key }) => key === this.#sort.key) ?? COLUMNS[2];
    const sign = this.#sort.isDown ? -1 : 1;
    const compare = (a, b) => (typeof a === "string" ? (a < b ? -1 : a > b ? 1 : 0) : a - b);
    this.#rows = this.#rows
      .map((row) => [column.valueOf(row), row])
      .sort(([a, x], [b, y]) => sign * compare(a, b) || y.self - x.self)
      .map(([, row]) => row);
  }

  #fill() {
    const key = ["total", "second"].includes(this.#sort.key) ? this.#sort.key : "self";
    const most = this.#rows.reduce((longest, row) => Math.max(longest, row[key]), 1);
    byId("function-rows").replaceChildren(...this.#rows.slice(0, this.#shown).map((row) => this.#row(row, key, most)));
    const left = this.#rows.length - this.#shown;
    byId("more").hidden = left <= 0;
    byId("more").textContent = left > MORE_ROWS ? `Show ${MORE_ROWS} of ${left} others` : `Show ${left} more`;
  }

  #row(row, key, most) {
    const choose = () => this.dispatchEvent(new CustomEvent("choose", { detail: row.fn }));
    const button = link(choose, make("i", { className: `swatch ${row.kind}` }), name(row.name, row.isUnmapped ? "unmapped" : ""));
    const bar = make("span", { className: "bar" });
    bar.style.width = `${((100 * row[key]) / most).toFixed(1)}%`;
    const timeOf = (column) => this.#time(row[column], ...(column === key ? [bar] : []));
    const cells = [
      make("td", {}, button),
      make("td", { title: row.where }, outside(row.link, row.place)),
      timeOf("self"),
      timeOf("total"),
    ];
    if (this.#hasSecond) {
      const difference = row.second - row.self;
      cells.push(timeOf("second"), make("td", { className: `number${difference > 0 ? " more" : ""}`, textContent: change(difference) }));
    }
    const element = make("tr", { className: row.fn >= 0 && row.fn === this.#chosen ? "chosen" : "" }, ...cells);
    element.dataset.fn = row.fn;
    return element;
  }

  /** Makes a cell with a time, its part of the whole, and the exact time as a hint. */
  #time(us, ...more) {
    const part = make("span", { className: "part", textContent: share(us, this.#whole) });
    const cell = make("td", { className: "number", title: `${us} µs` }, time(us), part, ...more);
    cell.dataset.us = us;
    return cell;
  }
}
