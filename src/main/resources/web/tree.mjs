// Weighs samples, finds the stretches in which the page was blocked, and merges samples to a call tree, whose widest branch
// comes first.
import { breath } from "./dom.mjs";
import { RecordingError, StackTree } from "./stacks.mjs";

const LEAST_CAP_US = 100_000;
const DEFAULT_GAP_US = 10_000;

/** Returns the times of a recording whose samples have weights of their own, be these bytes. */
function weighed({ weights: recorded, sampleStacks }) {
  const weights = recorded.map((weight, i) => (sampleStacks[i] < 0 ? 0 : weight));
  const busy = weights.reduce((sum, each) => sum + each, 0);
  return { weights, gap: 0, cap: Infinity, start: 0, end: busy, busy, unknown: 0 };
}

/**
 * Weighs samples, in microseconds. A sample counts until the next one, but no longer than the cap; the last sample counts
 * as long as the median gap. A sample without a stack is idle and weighs 0. `unknown` is the time beyond the cap. A
 * recording that knows its end has samples for all its time, and no cap.
 */
export function weigh(recording) {
  const { times, sampleStacks, interval, end: known } = recording;
  if (!times) {
    return weighed(recording);
  }
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

/** Returns the weights of samples within a range of time, whose ends are microseconds since the start. */
export function within({ times }, { weights, start }, range) {
  return range
    ? weights.map((weight, i) => Math.max(0, Math.min(times[i] - start + weight, range.end) - Math.max(times[i] - start, range.start)))
    : weights;
}

/** Returns the median of the positive gaps, or 10 ms without any. */
function medianGap(times) {
  const sorted = times.map((time, i) => time - times[i - 1]).filter((gap) => gap > 0).sort();
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
export function longStretches({ times = [], sampleStacks, interval }, { gap, cap, start }) {
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
export function heaviest(stretch, { sampleStacks }, { weights }, { functions, parents, nodeOfs: [nodeOf] }) {
  const nodes = new Map();
  const self = new Map();
  const count = (times, key, us) => times.set(key, (times.get(key) ?? 0) + us);
  for (let i = stretch.first; i <= stretch.last; i++) {
    if (sampleStacks[i] >= 0) {
      const node = nodeOf[sampleStacks[i]];
      count(nodes, node, weights[i]);
      count(self, functions[node], weights[i]);
    }
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
export const DEEPEST = 100_000;

/** So many samples or stacks are worked on at once; then the browser has a turn. */
const SLICE = 16_384;

/**
 * Columns of nodes, children after their parent. Node 0 is the root, with the function −1 at depth −1. Times are
 * microseconds, and `nodeOfs` has the node of each stack of each member.
 *
 * @typedef {{functions, parents, depths, self, total, nodeOfs, length: number}} CallTree
 *
 * Boxes of one depth, in the order of their starts.
 * @typedef {{nodes: Int32Array, starts: Float64Array, ends: Float64Array, length: number}} Row
 */

/**
 * Builds the call tree of all members together. `profiles` has in how many members each node is, and `functionProfiles` in
 * how many each function is. A hidden function is left out, and its time counts for its caller; with
 * `isFolded`, a function that calls itself is one box.
 *
 * Members of two sets are compared: `sides` has the times of each set, and the tree's own times are the mean of both, of
 * which each is scaled by `scales`.
 *
 * @param {{recording: object, weights: Float64Array, fns: Int32Array, set?: number}[]} members `fns` has the function of
 * each place
 */
export async function callTree(members, { isHidden = () => false, isFolded = false, scales } = {}) {
  const merged = new StackTree();
  const nodeOfs = [];
  let work = 0;
  for (const { recording: { tree }, fns } of members) {
    const nodeOf = new Int32Array(tree.functions.length);
    for (let stack = 0; stack < nodeOf.length; stack++) {
      if (++work % SLICE === 0) {
        await breath();
      }
      const parent = tree.parents[stack] < 0 ? 0 : nodeOf[tree.parents[stack]];
      const fn = fns[tree.functions[stack]];
      const isSame = isFolded && parent > 0 && merged.functions[parent - 1] === fn;
      nodeOf[stack] = isSame || isHidden(fn) ? parent : merged.add(parent - 1, fn) + 1;
    }
    nodeOfs.push(nodeOf);
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
  const sides = scales && [0, 1].map(() => ({ self: new Float64Array(length) }));
  const self = new Float64Array(length);
  const profiles = new Int32Array(length);
  const seen = new Int32Array(length).fill(-1);
  const [functionProfiles, seenFunctions] = [[], []];
  for (const [m, { recording: { sampleStacks }, weights, set = 0 }] of members.entries()) {
    const nodeOf = nodeOfs[m];
    const target = sides ? sides[set].self : self;
    for (let i = 0; i < sampleStacks.length; i++) {
      if (++work % SLICE === 0) {
        await breath();
      }
      if (sampleStacks[i] >= 0 && weights[i] > 0) {
        target[nodeOf[sampleStacks[i]]] += weights[i];
        for (let node = nodeOf[sampleStacks[i]]; node >= 0 && seen[node] !== m; node = parents[node]) {
          seen[node] = m;
          profiles[node]++;
          if (node > 0 && seenFunctions[functions[node]] !== m) {
            seenFunctions[functions[node]] = m;
            functionProfiles[functions[node]] = (functionProfiles[functions[node]] ?? 0) + 1;
          }
        }
      }
    }
  }
  if (sides) {
    sides.forEach((side) => (side.total = totalsOf(side.self, parents)));
    self.forEach((_, node) => (self[node] = (sides[0].self[node] * scales[0] + sides[1].self[node] * scales[1]) / 2));
  }
  return { functions, parents, depths, self, total: totalsOf(self, parents), profiles, functionProfiles, sides, nodeOfs, length };
}

/** Adds the times of nodes to those that they lie in. */
export function totalsOf(self, parents) {
  const total = Float64Array.from(self);
  for (let node = total.length - 1; node > 0; node--) {
    total[parents[node]] += total[node];
  }
  return total;
}

/** Returns the children of each node, the longest first: those of a node are in `list` from `first[node]` on. */
export function childrenOf({ parents, total, length }) {
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

/**
 * Returns the self and total times of so many functions. A sample in which one occurs more than once counts once.
 *
 * @param times the times of the nodes; those of one side of a comparison, or else the tree's
 */
export function functionTimes(tree, count, times = tree) {
  const self = new Float64Array(count);
  const total = new Float64Array(count);
  const open = new Int32Array(count);
  walk(
    tree,
    (node) => {
      const fn = tree.functions[node];
      self[fn] += times.self[node];
      if (open[fn]++ === 0) {
        total[fn] += times.total[node];
      }
    },
    (node) => open[tree.functions[node]]--,
  );
  return { self, total };
}

/**
 * Returns the trees of a function's callees and of its callers, as call trees. The function is outermost in both; those
 * who call it lie below it. A call within a call of it counts once.
 */
export function sandwichOf(tree, fn) {
  const outermost = [];
  const open = { count: 0 };
  walk(
    tree,
    (node) => {
      if (tree.functions[node] === fn && open.count++ === 0) {
        outermost.push(node);
      }
    },
    (node) => {
      open.count -= tree.functions[node] === fn ? 1 : 0;
    },
  );
  return { callees: calleesOf(tree, outermost), callers: callersOf(tree, outermost) };
}

function calleesOf(tree, roots) {
  const { first, list } = (tree.children ??= childrenOf(tree));
  const grown = new StackTree();
  const sums = new Map();
  const open = roots.map((node) => [node, -1]);
  while (open.length > 0) {
    const [node, parent] = open.pop();
    const stack = grown.add(parent, tree.functions[node]);
    add(sums, stack, tree, node, "self");
    for (let i = first[node]; i < first[node + 1]; i++) {
      open.push([list[i], stack]);
    }
  }
  return treeOf(grown, sums, tree);
}

/** So many boxes of callers are drawn at most. */
const MOST_CALLERS = 1_000_000;

function callersOf(tree, roots) {
  const grown = new StackTree();
  const sums = new Map();
  for (const root of roots) {
    let stack = -1;
    // Very deep callers are cut, so that a small file cannot fill the memory.
    for (let node = root; node > 0 && (stack < 0 || grown.functions.length < MOST_CALLERS); node = tree.parents[node]) {
      stack = grown.add(stack, tree.functions[node]);
    }
    add(sums, stack, tree, root, "total");
  }
  return treeOf(grown, sums, tree);
}

/** Adds the time of a node, and that of both sides, to the sum of a stack. */
function add(sums, stack, tree, node, column) {
  const sum = sums.get(stack) ?? [0, 0, 0];
  sum[0] += tree[column][node];
  tree.sides?.forEach((side, i) => (sum[i + 1] += side[column][node]));
  sums.set(stack, sum);
}

/** Returns a call tree of stacks with the self times of each. */
function treeOf({ functions, parents }, sums, { sides }) {
  const length = functions.length + 1;
  const tree = { length };
  tree.functions = Int32Array.from({ length }, (_, node) => (node === 0 ? -1 : functions[node - 1]));
  tree.parents = Int32Array.from({ length }, (_, node) => (node === 0 ? -1 : parents[node - 1] + 1));
  tree.depths = new Int32Array(length).fill(-1);
  for (let node = 1; node < length; node++) {
    tree.depths[node] = tree.depths[tree.parents[node]] + 1;
  }
  const column = (i) => {
    const self = Float64Array.from({ length }, (_, node) => sums.get(node - 1)?.[i] ?? 0);
    return { self, total: totalsOf(self, tree.parents) };
  };
  return { ...tree, ...column(0), ...(sides ? { sides: [column(1), column(2)] } : {}) };
}

/**
 * A row of the table of callers: a function, and the places of the call tree that lead there with their times.
 *
 * @typedef {{fn: number, us: number, ends: [number, number][]}} CallerRow
 */

/** Returns the functions with self time, the longest first. */
export function bottomUp(tree) {
  const ends = [];
  for (let node = 1; node < tree.length; node++) {
    if (tree.self[node] > 0) {
      ends.push([node, tree.self[node]]);
    }
  }
  return grouped(ends, tree);
}

/** Returns the callers of a row of the table of callers. */
export function callerRows(row, tree) {
  return grouped(row.ends.map(([node, us]) => [tree.parents[node], us]).filter(([node]) => node > 0), tree);
}

function grouped(ends, { functions }) {
  const rows = new Map();
  for (const end of ends) {
    const fn = functions[end[0]];
    const row = rows.get(fn) ?? { fn, us: 0, ends: [] };
    row.us += end[1];
    row.ends.push(end);
    rows.set(fn, row);
  }
  return [...rows.values()].sort((a, b) => b.us - a.us || a.fn - b.fn);
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

/** Beyond so many boxes over time, only so many callers of each sample are boxes, lest a small file fill the memory. */
const MOST_BOXES = 2_000_000;
const DEEPEST_THEN = 200;

/** Lays samples out in the order of time. Neighbours with the same stack are one box. */
export async function timeOrder(recording, { weights, start, end }, tree) {
  const { times, sampleStacks } = recording;
  const rows = [];
  const open = [];
  const path = [];
  let openEnd = 0;
  let boxes = 0;
  let next = SLICE;
  const closeTo = (depth) => {
    while (open.length > depth) {
      const { node, from } = open.pop();
      append((rows[open.length] ??= newRow(8)), node, from, openEnd);
      boxes++;
    }
  };
  for (let i = 0; i < times.length; i++) {
    if (i + boxes >= next) {
      await breath();
      next = i + boxes + SLICE;
    }
    const from = times[i] - start;
    if (sampleStacks[i] >= 0 && weights[i] === 0) {
      continue;
    }
    let node = sampleStacks[i] < 0 ? 0 : tree.nodeOfs[0][sampleStacks[i]];
    if (from > openEnd) {
      closeTo(0);
    }
    while (boxes > MOST_BOXES && node !== 0 && tree.depths[node] >= DEEPEST_THEN) {
      node = tree.parents[node];
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
