// Weighs samples, finds the stretches in which the page was blocked, and merges samples to a call tree, whose widest branch
// comes first.
import { breath } from "./dom.mjs";
import { RecordingError, StackTree } from "./stacks.mjs";

const LEAST_CAP_US = 100_000;
const DEFAULT_GAP_US = 10_000;

/**
 * Weighs samples, in microseconds. A sample counts until the next one, but no longer than the cap; the last sample counts
 * as long as the median gap. A sample without a stack is idle and weighs 0. `unknown` is the time beyond the cap. A
 * recording that knows its end has samples for all its time, and no cap.
 */
export function weigh({ times, sampleStacks, interval, end: known }) {
  const gap = medianGap(times);
  const cap = known === undefined ? Math.max(10 * (interval || gap), LEAST_CAP_US) : Infinity;
  const lastGap = known >= times.at(-1) ? known - times.at(-1) : gap;
  const weights = new Float64Array(times.length);
  let busy = 0;
  let unknown = 0;
  for (let i = 0; i < times.length; i++) {
    const whole = i + 1 < times.length ? times[i + 1] - times[i] : lastGap;
    if (sampleStacks[i] < 0) {
      continue;
    }
    weights[i] = Math.min(whole, cap);
    busy += weights[i];
    unknown += whole - weights[i];
  }
  const start = times[0] ?? 0;
  const end = times.length > 0 ? times.at(-1) + weights.at(-1) : 0;
  return { weights, gap, cap, start, end, busy, unknown };
}

/** Returns the median of the positive gaps, or 10 ms without any. */
function medianGap(times) {
  const gaps = Array.from(times, (time, i) => time - times[i - 1]);
  const sorted = Float64Array.from(gaps.filter((gap) => gap > 0)).sort();
  const middle = sorted.length >> 1;
  return sorted.length === 0 ? DEFAULT_GAP_US : Math.round((sorted[middle] + sorted[(sorted.length - 1) >> 1]) / 2);
}

/** A long task takes at least so long, by the definition of the Long Tasks API. */
export const LONG_US = 50_000;

/**
 * Finds runs of samples with a stack and without a gap over the cap. A run ends at the next sample,
 * or one interval after its last sample if that is earlier.
 *
 * @returns {{first: number, last: number, start: number, end: number}[]} the runs of 50 ms or more, the longest
 * first; start and end are microseconds since the first sample
 */
export function longStretches({ times, sampleStacks, interval }, { gap, cap, start }) {
  const runs = [];
  const close = (first, last) => {
    const end = Math.min(times[last + 1] ?? Infinity, times[last] + (interval || gap));
    if (end - times[first] >= LONG_US) {
      runs.push({ first, last, start: times[first] - start, end: end - start });
    }
  };
  let first = -1;
  for (let i = 0; i < times.length; i++) {
    if (first >= 0 && (sampleStacks[i] < 0 || times[i] - times[i - 1] > cap)) {
      close(first, i - 1);
      first = -1;
    }
    if (first < 0 && sampleStacks[i] >= 0) {
      first = i;
    }
  }
  if (first >= 0) {
    close(first, times.length - 1);
  }
  return runs.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
}

/** Returns the functions from the outermost to the one with most self time within a stretch, on its longest way. */
export function heaviest(stretch, { sampleStacks }, { weights }, { functions, parents, nodeOf }) {
  const nodes = new Map();
  const self = new Map();
  const add = (times, key, us) => times.set(key, (times.get(key) ?? 0) + us);
  for (let i = stretch.first; i <= stretch.last; i++) {
    const node = nodeOf[sampleStacks[i]];
    add(nodes, node, weights[i]);
    add(self, functions[node], weights[i]);
  }
  nodes.delete(0);
  const longest = (a, b) => self.get(functions[b]) - self.get(functions[a]) || nodes.get(b) - nodes.get(a);
  const path = [];
  for (let [node] = [...nodes.keys()].sort(longest); node > 0; node = parents[node]) {
    path.unshift(functions[node]);
  }
  return path;
}

/** Engines end programs with deeper stacks. */
const DEEPEST = 100_000;

/** So many samples are laid out at once; then the browser has a turn. */
const SLICE = 16_384;

/**
 * Columns of nodes, children after their parent. Node 0 is the root, with the function −1 at depth −1. Times are
 * microseconds, and `nodeOf` has the node of each stack.
 *
 * @typedef {{functions, parents, depths, self, total, nodeOf, length: number}} CallTree
 *
 * Boxes of one depth, in the order of their starts.
 * @typedef {{nodes: Int32Array, starts: Float64Array, ends: Float64Array, length: number}} Row
 */

/** Builds the call tree. A hidden function is left out, and its time counts for its caller. */
export function callTree({ tree, sampleStacks }, { weights }, isHidden = () => false) {
  const size = tree.functions.length;
  const nodeOf = new Int32Array(size);
  const merged = new StackTree();
  for (let stack = 0; stack < size; stack++) {
    const parent = tree.parents[stack] < 0 ? 0 : nodeOf[tree.parents[stack]];
    nodeOf[stack] = isHidden(tree.functions[stack]) ? parent : merged.add(parent - 1, tree.functions[stack]) + 1;
  }
  const length = merged.functions.length + 1;
  const [functions, parents, depths] = Array.from({ length: 3 }, () => new Int32Array(length).fill(-1));
  for (let node = 1; node < length; node++) {
    functions[node] = merged.functions[node - 1];
    parents[node] = merged.parents[node - 1] + 1;
    depths[node] = depths[parents[node]] + 1;
    if (depths[node] >= DEEPEST) {
      throw new RecordingError(`A stack has more than ${DEEPEST} functions.`);
    }
  }
  const self = new Float64Array(length);
  for (let i = 0; i < sampleStacks.length; i++) {
    if (sampleStacks[i] >= 0) {
      self[nodeOf[sampleStacks[i]]] += weights[i];
    }
  }
  const total = Float64Array.from(self);
  for (let node = length - 1; node > 0; node--) {
    total[parents[node]] += total[node];
  }
  return { functions, parents, depths, self, total, nodeOf, length };
}

/** Returns the children of each node, the longest first: those of a node are in `list` from `first[node]` on. */
function childrenOf({ parents, total, length }) {
  const first = new Int32Array(length + 1);
  for (let node = 1; node < length; node++) {
    first[parents[node] + 1]++;
  }
  for (let node = 0; node < length; node++) {
    first[node + 1] += first[node];
  }
  const list = new Int32Array(length);
  const next = first.slice();
  for (let node = 1; node < length; node++) {
    list[next[parents[node]]++] = node;
  }
  for (let node = 0; node < length; node++) {
    if (first[node + 1] - first[node] > 1) {
      list.subarray(first[node], first[node + 1]).sort((a, b) => total[b] - total[a] || a - b);
    }
  }
  return { first, list };
}

/** Calls `enter` and `leave` for each node below the root, children after their parent. */
function walk(tree, enter, leave = () => {}) {
  const { first, list } = (tree.children ??= childrenOf(tree));
  const open = [];
  const push = (node) => {
    for (let i = first[node + 1] - 1; i >= first[node]; i--) {
      open.push(list[i]);
    }
  };
  push(0);
  while (open.length > 0) {
    const node = open.pop();
    if (node < 0) {
      leave(-node);
    } else {
      enter(node);
      open.push(-node);
      push(node);
    }
  }
}

/** Returns the self and total times of so many functions. A sample in which one occurs more than once counts once. */
export function functionTimes(tree, count) {
  const self = new Float64Array(count);
  const total = new Float64Array(count);
  const open = new Int32Array(count);
  walk(
    tree,
    (node) => {
      const fn = tree.functions[node];
      self[fn] += tree.self[node];
      if (open[fn]++ === 0) {
        total[fn] += tree.total[node];
      }
    },
    (node) => open[tree.functions[node]]--,
  );
  return { self, total };
}

/** Returns the callers of a function, each with the time of its calls, the longest first. Calls within calls count once. */
export function callersOf(tree, fn) {
  const { functions, parents, total } = tree;
  const times = new Map();
  const open = new Map();
  const turn = (node, step) => {
    const caller = functions[parents[node]];
    if (functions[node] !== fn || caller < 0 || caller === fn) {
      return;
    }
    if (step > 0 && !open.get(caller)) {
      times.set(caller, (times.get(caller) ?? 0) + total[node]);
    }
    open.set(caller, (open.get(caller) ?? 0) + step);
  };
  walk(tree, (node) => turn(node, 1), (node) => turn(node, -1));
  return [...times].sort((a, b) => b[1] - a[1]);
}

/** Lays the call tree out: merged, the longest on the left. */
export function leftHeavy(tree) {
  const counts = [];
  for (let node = 1; node < tree.length; node++) {
    counts[tree.depths[node]] = (counts[tree.depths[node]] ?? 0) + 1;
  }
  const rows = Array.from(counts, (size) => newRow(size));
  const ends = new Float64Array(tree.length);
  walk(tree, (node) => {
    const start = ends[tree.parents[node]];
    ends[node] = start;
    ends[tree.parents[node]] += tree.total[node];
    append(rows[tree.depths[node]], node, start, start + tree.total[node]);
  });
  return { rows, extent: ends[0] };
}

/** Lays samples out in the order of time. Neighbours with the same stack are one box. */
export async function timeOrder(recording, { weights, start, end }, tree) {
  const { times, sampleStacks } = recording;
  const rows = [];
  const open = [];
  const path = [];
  let openEnd = 0;
  const closeTo = (depth) => {
    while (open.length > depth) {
      const { node, from } = open.pop();
      append((rows[open.length] ??= newRow(8)), node, from, openEnd);
    }
  };
  for (let i = 0; i < times.length; i++) {
    if (i % SLICE === SLICE - 1) {
      await breath();
    }
    const from = times[i] - start;
    if (sampleStacks[i] >= 0 && weights[i] === 0) {
      continue;
    }
    let node = sampleStacks[i] < 0 ? 0 : tree.nodeOf[sampleStacks[i]];
    if (from > openEnd) {
      closeTo(0);
    }
    while (node !== 0 && open[tree.depths[node]]?.node !== node) {
      path.push(node);
      node = tree.parents[node];
    }
    closeTo(node === 0 ? 0 : tree.depths[node] + 1);
    while (path.length > 0) {
      open.push({ node: path.pop(), from });
    }
    openEnd = from + weights[i];
  }
  closeTo(0);
  return { rows, extent: end - start };
}

function newRow(size) {
  return { nodes: new Int32Array(size), starts: new Float64Array(size), ends: new Float64Array(size), length: 0 };
}

/** Adds a box to a row, which grows as needed. */
function append(row, node, start, end) {
  if (row.length === row.nodes.length) {
    const size = 2 * row.length;
    for (const column of ["nodes", "starts", "ends"]) {
      const larger = new row[column].constructor(size);
      larger.set(row[column]);
      row[column] = larger;
    }
  }
  row.nodes[row.length] = node;
  row.starts[row.length] = start;
  row.ends[row.length++] = end;
}
