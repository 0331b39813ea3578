// Merges samples to a call tree, whose widest branch comes first.
import { breath } from "./dom.mjs";
import { RecordingError, StackTree } from "./stacks.mjs";

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
  const functions = new Int32Array(length).fill(-1);
  const parents = new Int32Array(length).fill(-1);
  const depths = new Int32Array(length).fill(-1);
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

/**
 * Returns the self and total time of each function. A sample in which a function occurs more than
 * once counts once.
 *
 * @param {number} count of functions
 */
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
