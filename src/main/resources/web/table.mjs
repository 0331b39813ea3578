// The tables below the graph: functions, which can be sorted by each column, and the trees of callers and of callees, whose
// rows open.
import { byId, link, make, name, outside } from "./dom.mjs";
import { amount, change, count, points, share, time } from "./texts.mjs";
import { bottomUp, callerRows, childrenOf } from "./tree.mjs";

const FIRST_ROWS = 25;
const MORE_ROWS = 500;

/**
 * A function's row. `before`, `after` and `change` are shares, or times if the comparison is not normalised.
 * @typedef {{fn: number, name: string, place: string, where: string, kind: string, link?: string, self: number, total: number,
 *   copies: number, before?: number, after?: number, change?: number, isUnmapped: boolean}} FunctionRow
 */

const COLUMNS = [
  { key: "name", title: "Function", valueOf: (row) => row.name },
  { key: "place", title: "File", valueOf: (row) => row.place },
  { key: "self", title: "Self", valueOf: (row) => row.self },
  { key: "total", title: "Total", valueOf: (row) => row.total },
];
const COMPARED = [
  ...COLUMNS.slice(0, 2),
  { key: "before", title: "Self before", valueOf: (row) => row.before },
  { key: "after", title: "Self after", valueOf: (row) => row.after },
  { key: "change", title: "Change", help: "Of self time: after minus before; pp are percentage points", valueOf: (row) => Math.abs(row.change) },
  { key: "totalChange", title: "Change of total", help: "With all that it calls: the colours of the graph", valueOf: (row) => Math.abs(row.totalChange) },
];
const CHANGES = ["change", "totalChange"];

/**
 * What rows show.
 * @typedef {{whole: number, unit: string, comparison?: {isNormal: boolean}}} Measure
 */

export class FunctionTable extends EventTarget {
  #rows = [];
  #measure = { whole: 0, unit: "us" };
  #sort = { key: "self", isDown: true };
  #shown = FIRST_ROWS;
  #chosen = -1;
  #titles = {};
  #open;

  constructor() {
    super();
    byId("more").addEventListener("click", () => {
      this.#shown += MORE_ROWS;
      this.#fill();
    });
  }

  /**
   * Shows rows, which are functions unless there is more.
   *
   * @param {Measure} measure
   * @param more `titles` of columns, and `open`, which takes a row that is clicked; its second column has the function
   */
  show(rows, measure, { titles = {}, open } = {}) {
    this.#titles = titles;
    this.#open = open;
    const isNew = Boolean(measure.comparison) !== Boolean(this.#measure.comparison);
    this.#rows = rows;
    this.#measure = measure;
    this.#shown = FIRST_ROWS;
    if (isNew) {
      this.#sort = { key: measure.comparison ? "change" : "self", isDown: true };
    }
    this.#sortRows();
    this.#fillHeads();
    this.#fill();
  }

  /** The functions of the rows, in their order. */
  get functions() {
    return this.#rows.map(({ fn }) => fn);
  }

  /** All rows as a text with tabs between the cells, for a spreadsheet. */
  get text() {
    const columns = this.#columns;
    const lines = this.#rows.map((row) => columns.map(({ key }) => row[key]).join("\t"));
    return [columns.map(({ title }) => title).join("\t"), ...lines].join("\n");
  }

  /** Marks the row of a function. */
  choose(fn) {
    this.#chosen = fn;
    for (const row of byId("function-rows").rows) {
      row.classList.toggle("chosen", fn >= 0 && row.dataset.fn === String(fn));
    }
  }

  get #columns() {
    return (this.#measure.comparison ? COMPARED : COLUMNS).map((column) => ({ ...column, title: this.#titles[column.key] ?? column.title }));
  }

  #fillHeads() {
    const heads = this.#columns.map(({ key, title, help = "" }) => {
      const isNumber = key !== "name" && key !== "place";
      const head = make("th", { scope: "col", className: isNumber ? "number" : "", title: help }, link(() => this.#sortBy(key), title));
      head.dataset.key = key;
      return head;
    });
    byId("function-heads").replaceChildren(...heads);
    byId("functions").classList.toggle("compared", this.#measure.comparison !== undefined);
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
    const column = this.#columns.find(({ key }) => key === this.#sort.key) ?? this.#columns[2];
    const sign = this.#sort.isDown ? -1 : 1;
    const compare = (a, b) => (typeof a === "string" ? (a < b ? -1 : a > b ? 1 : 0) : a - b);
    this.#rows = this.#rows
      .map((row) => [column.valueOf(row), row])
      .sort(([a, x], [b, y]) => sign * compare(a, b) || y.self - x.self || y.total - x.total)
      .map(([, row]) => row);
  }

  #fill() {
    const key = ["total", "before", "after", ...CHANGES].includes(this.#sort.key) ? this.#sort.key : this.#measure.comparison ? "change" : "self";
    const most = this.#rows.reduce((longest, row) => Math.max(longest, Math.abs(row[key])), this.#measure.comparison?.isNormal ? 1e-9 : 1);
    byId("function-rows").replaceChildren(...this.#rows.slice(0, this.#shown).map((row) => this.#row(row, key, most)));
    const left = this.#rows.length - this.#shown;
    byId("more").hidden = left <= 0;
    byId("more").textContent = left > MORE_ROWS ? `Show ${MORE_ROWS} of ${left} others` : `Show ${left} more`;
  }

  #row(row, key, most) {
    const bar = make("span", { className: `bar ${trendOf(key, row[key])}` });
    bar.style.width = `${((100 * Math.abs(row[key])) / most).toFixed(1)}%`;
    const cellOf = (column) => this.#number(row, column, column === key ? [bar] : []);
    const choose = () => this.dispatchEvent(new CustomEvent("choose", { detail: row.fn }));
    const open = this.#open;
    const cells = [
      make("td", {}, functionButton(row, open ? () => open(row) : choose)),
      make("td", { title: row.where }, open ? link(choose, name(row.place)) : placeOf(row)),
      ...this.#columns.slice(2).map(({ key: column }) => cellOf(column)),
    ];
    const element = make("tr", { className: row.fn === this.#chosen ? "chosen" : "" }, ...cells);
    element.dataset.fn = row.fn;
    return element;
  }

  /** Makes a cell with a time, its part of the whole, and the exact time as a hint. */
  #number(row, column, more) {
    const value = row[column];
    const { comparison, whole, unit } = this.#measure;
    if (comparison) {
      const isChange = CHANGES.includes(column);
      const text = isChange ? changeText(value, comparison) : sideText(value, comparison);
      const cell = make("td", { className: `number ${trendOf(column, value)}` }, text, ...more);
      cell.dataset.share = value;
      return cell;
    }
    const part = make("span", { className: "part", textContent: share(value, whole) });
    const cell = make("td", { className: "number", title: unit === "us" ? `${value} µs` : `${value} ${unit}` }, amount(value, unit), part, ...more);
    cell.dataset.us = value;
    return cell;
  }
}

/** Returns the look of a change; nothing for other columns, and for no change. */
function trendOf(column, value) {
  return !CHANGES.includes(column) || value === 0 ? "" : value > 0 ? "grown" : "fallen";
}

/** Returns a change of shares in points, or of times. */
export function changeText(value, { isNormal }) {
  return isNormal ? points(value) : change(value);
}

/** Returns a share, or a time. */
export function sideText(value, { isNormal }) {
  return isNormal ? share(value, 1) : time(value);
}

function functionButton({ name: label, kind, copies, functions, isUnmapped }, choose) {
  const several = copies > 1
    ? [make("span", { className: "quiet", textContent: `×${copies}`, title: `${copies} copies in the scripts are one row` })]
    : functions ? [make("span", { className: "quiet", textContent: ` ${count(functions, "function")}` })] : [];
  return link(choose, make("i", { className: `swatch ${kind}` }), name(label, isUnmapped ? "unmapped" : ""), ...several);
}

function placeOf(row) {
  const place = outside(row.link, row.place);
  place.classList.add("middle");
  return cutInMiddle(place);
}

/** Cuts a file's name in its middle, so that the line stays in view. */
function cutInMiddle(element) {
  const text = element.textContent;
  const bdi = element.matches("bdi") ? element : element.querySelector("bdi");
  const at = text.lastIndexOf(":");
  if (at > 0) {
    bdi.replaceChildren(make("span", { className: "head", textContent: text.slice(0, at) }), make("span", { textContent: text.slice(at) }));
  }
  return element;
}

/** A table whose rows open: of callees from the outermost functions, or of callers from those with self time. */
export class TreeTable extends EventTarget {
  #body = byId("tree-rows");

  /**
   * Shows the tree of a session.
   *
   * @param {"top-down" | "bottom-up"} order
   * @param {{rowOf: (fn: number) => FunctionRow, isFound?: (fn: number) => boolean}} look
   * @param {Measure} measure
   */
  show(tree, order, look, measure) {
    this.order = order;
    const roots = order === "bottom-up" ? bottomUp(tree).map((row) => this.#caller(row, tree)) : this.#callees(tree, 0);
    const found = look.isFound ? roots.filter(({ fn }) => look.isFound(fn)) : roots;
    byId("tree-second").textContent = order === "bottom-up" ? "Self" : "Total";
    byId("tree-third").hidden = order === "bottom-up";
    this.#body.replaceChildren(...this.#elements(found, 1, look, measure));
  }

  #caller(row, tree) {
    return { fn: row.fn, value: row.us, children: () => callerRows(row, tree).map((each) => this.#caller(each, tree)), hasChildren: row.ends.some(([node]) => tree.parents[node] > 0) };
  }

  #callees(tree, parent) {
    const { first, list } = (tree.children ??= childrenOf(tree));
    return Array.from(list.subarray(first[parent], first[parent + 1])).filter((node) => tree.total[node] > 0).map((node) => ({
      fn: tree.functions[node],
      value: tree.total[node],
      self: tree.self[node],
      children: () => this.#callees(tree, node),
      hasChildren: first[node + 1] > first[node],
    }));
  }

  /** Makes the elements of rows; beyond the first, one shows the others. */
  #elements(rows, level, look, measure) {
    const some = rows.slice(0, FIRST_ROWS).map((row) => this.#element(row, level, look, measure));
    if (rows.length > FIRST_ROWS) {
      const rest = make("tr", {}, make("td", { colSpan: 3 }));
      const button = link(() => rest.replaceWith(...rows.slice(FIRST_ROWS, FIRST_ROWS + MORE_ROWS).map((row) => this.#element(row, level, look, measure))), `${rows.length - FIRST_ROWS} more`);
      rest.firstChild.style.paddingInlineStart = `${level * 1.1}rem`;
      rest.firstChild.append(button);
      rest.dataset.level = level;
      some.push(rest);
    }
    return some;
  }

  #element(row, level, look, measure) {
    const about = look.rowOf(row.fn);
    const opener = make("button", { type: "button", className: "opener", ariaExpanded: "false", ariaLabel: `Open ${about.name}`, textContent: "▸" });
    opener.disabled = !row.hasChildren;
    const place = make("span", { className: "quiet" }, " ", name(about.place));
    const cell = make("td", { title: about.where }, opener, functionButton(about, () => this.dispatchEvent(new CustomEvent("choose", { detail: row.fn }))), place);
    cell.style.paddingInlineStart = `${(level - 1) * 1.1}rem`;
    const numbers = [row.value, ...(row.self === undefined ? [] : [row.self])].map((value) => {
      const part = make("span", { className: "part", textContent: share(value, measure.whole) });
      const number = make("td", { className: "number" }, amount(value, measure.unit), part);
      number.dataset.us = value;
      return number;
    });
    const element = make("tr", {}, cell, ...numbers);
    element.dataset.level = level;
    opener.onclick = () => {
      const isOpen = opener.ariaExpanded === "true";
      opener.ariaExpanded = String(!isOpen);
      opener.textContent = isOpen ? "▸" : "▾";
      if (isOpen) {
        while (Number(element.nextElementSibling?.dataset.level) > level) {
          element.nextElementSibling.remove();
        }
      } else {
        element.after(...this.#elements(row.children(), level + 1, look, measure));
      }
    };
    return element;
  }
}
