// Reads profiles in JSON: traces of the JS Self-Profiling API (https://wicg.github.io/js-self-profiling/), V8's CPU and
// heap profiles, Sentry's profiles and files of speedscope. Each becomes recordings, one for each thread.
import { RecordingError, StackTree, checked } from "./stacks.mjs";

/**
 * A function's name and place. Lines and columns begin at 1; 0 stands for none, as does an empty URL.
 * @typedef {{name: string, url: string, line: number, column: number}} Place
 *
 * What was recorded of one thread: places of functions, stacks of these, and samples.
 *
 * `unit` is `us`, `bytes` or `count`. Times are whole microseconds and never fall; the stack −1 stands for none. Samples
 * with `weights` have no times. The interval 0 is unknown, and so is the end 0; a recording that has an end has samples
 * for all its time. `tasks` are long tasks, and `marks` other events, as the browser saw them. `lines` has the line that
 * was executed in each sample, or 0. `info` has what the service says of functions. `traits` are the short values beside
 * the profile, such as its release.
 * @typedef {{format: string, title: string, unit: string, places: Place[], tree: {functions: Int32Array, parents: Int32Array},
 *   sampleStacks: Int32Array, times?: Float64Array, weights?: Float64Array, interval: number, end?: number,
 *   tasks?: {start: number, end: number}[], marks?: {name: string, start: number, end: number}[], lines?: Int32Array,
 *   info?: object, traits?: Record<string, string>}} Recording
 */

/** Larger numbers are not exact. */
const LATEST_US = Number.MAX_SAFE_INTEGER;

export function placeOf(name, url, line, column) {
  return { name: String(name ?? ""), url: String(url ?? ""), line: Number(line ?? 0), column: Number(column ?? 0) };
}

/** Completes a recording, whose stacks may be a StackTree. */
export function recordingOf({ tree, ...recording }) {
  const { times, weights, end } = recording;
  const wrong = times ? times.findIndex((us) => !(Math.abs(us) <= LATEST_US)) : weights.findIndex((each) => !(each >= 0 && each <= LATEST_US));
  if (wrong >= 0) {
    throw new RecordingError(`The ${times ? "time" : "weight"} of sample ${wrong} is missing or too large.`);
  }
  const early = times ? times.findIndex((us, i) => us < times[i - 1]) : -1;
  if (early >= 0) {
    throw new RecordingError(`The time of sample ${early} is before that of the sample before.`);
  }
  const isPlain = tree.functions instanceof Int32Array;
  return {
    title: "", unit: "us", interval: 0, ...recording,
    ...(end > LATEST_US ? { end: 0 } : {}),
    tree: isPlain ? tree : { functions: Int32Array.from(tree.functions), parents: Int32Array.from(tree.parents) },
  };
}

/** Tells whether a value is a trace. */
function isTrace(value) {
  return ["frames", "resources", "stacks", "samples"].every((member) => Array.isArray(value?.[member]));
}

/**
 * Reads a trace.
 *
 * @param {number} interval the sample interval in ms, or 0
 * @throws {RecordingError} if an index is out of range, or if a time stamp is missing
 */
function readTrace(trace, interval, outer) {
  const { frames, stacks, samples, resources } = trace;
  const places = frames.map((frame) => placeOf(frame?.name, resources[frame?.resourceId], frame?.line, frame?.column));
  const tree = new StackTree();
  const entries = tree.addAll(
    stacks.length,
    (i) => stacks[i]?.parentId ?? -1,
    (i) => checked(stacks[i]?.frameId, frames.length, "frame"),
  );
  const markers = new Map();
  const marker = (text) => {
    if (!markers.has(text)) {
      markers.set(text, places.length);
      places.push(placeOf(text));
    }
    return markers.get(text);
  };
  const times = new Float64Array(samples.length);
  const sampleStacks = new Int32Array(samples.length).fill(-1);
  const timeless = samples.findIndex((sample) => !Number.isFinite(sample?.timestamp));
  if (timeless >= 0) {
    throw new RecordingError(`The time stamp of sample ${timeless} is missing.`);
  }
  // Chromium writes some samples late.
  [...samples].sort((a, b) => a.timestamp - b.timestamp).forEach((sample, i) => {
    times[i] = Math.round(sample.timestamp * 1000);
    const isIdle = sample.stackId === undefined || sample.stackId === null;
    const stack = isIdle ? -1 : entries[checked(sample.stackId, stacks.length, "stack")];
    sampleStacks[i] = withMarker(tree, stack, sample.marker, marker);
  });
  const tasks = [outer?.longtasks, outer?.loaf].find((list) => Array.isArray(list) && list.length > 0);
  return [recordingOf({
    format: "js-self-profile", places, tree, times, sampleStacks, interval: Math.round(interval * 1000),
    tasks: tasks?.map(({ startTime, duration }) => ({ start: startTime * 1000, end: (startTime + duration) * 1000 })),
    traits: traitsOf(outer), info: trace.functions ?? outer?.functions,
  })];
}

const LONGEST_TRAIT = 200;
const MOST_TRAITS = 50;

/** Returns the short texts and numbers of an object. */
function traitsOf(outer) {
  const isShort = ([, value]) => typeof value === "number" || (typeof value === "string" && value.length <= LONGEST_TRAIT);
  return Object.fromEntries(Object.entries(outer ?? {}).filter(isShort).slice(0, MOST_TRAITS).map(([key, value]) => [key, String(value)]));
}

/** Adds the browser's own work, as the sample's marker names it, to the stack. */
function withMarker(tree, stack, marker, functionOf) {
  if (marker === "gc") {
    return tree.add(stack, functionOf("(garbage collector)"));
  }
  return stack === -1 && ["style", "layout", "paint", "other"].includes(marker)
    ? tree.add(-1, functionOf(`(${marker})`))
    : stack;
}

/** Frames that V8 makes up: none, the thread doing nothing, the browser's own work. */
const OUTERMOST = "(root)";
const IDLE = "(idle)";

/** Tells whether a value is a CPU profile with samples. */
function isCpuProfile(value) {
  return Array.isArray(value?.nodes) && Array.isArray(value.samples) && value.nodes[0]?.callFrame !== undefined;
}

/** Returns the place of a frame whose lines and columns begin at 0. */
function placeOfCall({ functionName, url, lineNumber, columnNumber } = {}) {
  return placeOf(functionName, url, Number(lineNumber ?? -1) + 1, Number(columnNumber ?? -1) + 1);
}

/**
 * Reads nodes with samples, as V8 records them.
 *
 * @param {{nodes: object[], samples: number[], timeDeltas?: number[], timestamps?: number[], startTime?: number,
 *   endTime?: number, lines?: number[]}} profile
 * @throws {RecordingError} if a node is missing, or if the nodes form a cycle
 */
export function readNodes(profile, more) {
  const { nodes, samples } = profile;
  const indexOf = new Map(nodes.map((node, i) => [node.id, i]));
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, i) => {
    for (const child of node.children ?? []) {
      parents[checked(indexOf.get(child), nodes.length, "node")] = i;
    }
    if (node.parent !== undefined) {
      parents[i] = checked(indexOf.get(node.parent), nodes.length, "node");
    }
  });
  const places = nodes.map(({ callFrame }) => placeOfCall(callFrame));
  const tree = new StackTree();
  const isNone = (i) => nodes[i].callFrame.functionName === OUTERMOST || nodes[i].callFrame.functionName === IDLE;
  const entries = tree.addAll(nodes.length, (i) => parents[i], (i) => (isNone(i) ? -1 : i));
  const { times, order } = sampleTimes(profile);
  const sampleStacks = Int32Array.from(order, (i) => entries[checked(indexOf.get(samples[i]), nodes.length, "node")]);
  const lines = profile.lines?.length === samples.length ? Int32Array.from(order, (i) => profile.lines[i]) : undefined;
  return recordingOf({ places, tree, times, sampleStacks, lines, end: Math.round(profile.endTime) || 0, ...more });
}

/** Returns the samples in the order of time, since V8 may write some late, and their times. */
function sampleTimes({ samples, timeDeltas, timestamps, startTime = 0 }) {
  if ((timeDeltas ?? timestamps)?.length !== samples.length) {
    throw new RecordingError("The CPU profile has no time for each of its samples.");
  }
  let now = Number(startTime);
  const recorded = timestamps ?? timeDeltas.map((delta) => (now += Number(delta)));
  const order = samples.map((_, i) => i).sort((a, b) => recorded[a] - recorded[b] || a - b);
  return { times: Float64Array.from(order, (i) => Math.round(recorded[i])), order };
}

/** Reads a heap profile: a tree whose nodes have the size of what they allocated. */
function readHeapProfile({ head }) {
  const places = [];
  const tree = new StackTree();
  const sampleStacks = [];
  const weights = [];
  const open = [[head, -1]];
  while (open.length > 0) {
    const [node, parent] = open.pop();
    const entry = places.push(placeOfCall(node.callFrame)) - 1;
    const stack = node.callFrame.functionName === OUTERMOST ? parent : tree.add(parent, entry);
    if (node.selfSize > 0) {
      sampleStacks.push(stack);
      weights.push(Number(node.selfSize));
    }
    for (const child of node.children ?? []) {
      open.push([child, stack]);
    }
  }
  return [recordingOf({
    format: "heapprofile", unit: "bytes", places, tree, sampleStacks: Int32Array.from(sampleStacks), weights: Float64Array.from(weights),
  })];
}

/** Reads a profile of Sentry's sample format, version 1 or 2: a recording for each thread. */
export function readEnvelope({ profile }) {
  const { frames, stacks, samples, thread_metadata: threads = {} } = profile;
  const places = frames.map((frame) => placeOf(frame.function, frame.abs_path, frame.lineno, frame.colno));
  const tree = new StackTree();
  const entries = stacks.map((stack) =>
    stack.reduceRight((parent, frame) => tree.add(parent, checked(frame, frames.length, "frame")), -1),
  );
  const time = ({ timestamp, elapsed_since_start_ns: ns }) => Math.round(timestamp ? timestamp * 1e6 : Number(ns) / 1000);
  const sorted = samples
    .map((sample) => ({ at: time(sample), id: sample.stack_id, thread: String(sample.thread_id ?? "") }))
    .sort((a, b) => a.at - b.at);
  const byThread = new Map(sorted.map(({ thread }) => [thread, []]));
  sorted.forEach((sample) => byThread.get(sample.thread).push(sample));
  return [...byThread].map(([thread, own]) => recordingOf({
    format: "sentry-envelope",
    title: String(threads[thread]?.name ?? thread),
    places,
    tree,
    times: Float64Array.from(own, ({ at }) => at),
    sampleStacks: Int32Array.from(own, ({ id }) => entries[checked(id, stacks.length, "stack")]),
  }));
}

const MICROSECONDS = { __proto__: null, nanoseconds: 0.001, microseconds: 1, milliseconds: 1000, seconds: 1e6 };

/** Returns the unit that a file names as a recording has it, and how many of it one of the file's is. */
export function unitOf(named) {
  const scale = MICROSECONDS[named];
  return { unit: scale ? "us" : named === "bytes" ? "bytes" : "count", scale: scale ?? 1 };
}

/** Reads a file of speedscope, by its file-format-schema.json. */
function readSpeedscope({ shared, profiles }) {
  const places = shared.frames.map(({ name, file, line, col }) => placeOf(name, file, line, col));
  const filled = profiles.filter(({ samples, events }) => (samples ?? events).length > 0);
  return filled.map((profile) => {
    const { unit, scale } = unitOf(profile.unit);
    const tree = new StackTree();
    const samples = profile.type === "evented" ? samplesOfEvents(profile, tree, places.length) : samplesOfStacks(profile, tree, places.length);
    const common = { format: "speedscope", title: String(profile.name ?? ""), unit, places, tree };
    const sampleStacks = Int32Array.from(samples, ([stack]) => stack);
    if (unit !== "us") {
      return recordingOf({ ...common, sampleStacks, weights: Float64Array.from(samples, ([, weight]) => weight) });
    }
    let now = Number(profile.startValue) || 0;
    const times = Float64Array.from(samples, ([, weight]) => {
      const at = now;
      now += weight;
      return Math.round(at * scale);
    });
    return recordingOf({ ...common, sampleStacks, times, end: Math.round(now * scale) });
  });
}

/** Returns pairs of a stack and the time until the next event. */
function samplesOfEvents({ events, startValue }, tree, length) {
  const samples = [];
  const open = [];
  let at = Number(startValue) || 0;
  for (const { type, frame, at: next } of events) {
    if (next > at) {
      samples.push([open.at(-1) ?? -1, next - at]);
      at = next;
    }
    if (type === "O") {
      open.push(tree.add(open.at(-1) ?? -1, checked(frame, length, "frame")));
    } else {
      open.pop();
    }
  }
  return samples;
}

function samplesOfStacks({ samples, weights }, tree, length) {
  return samples.map((stack, i) => [
    stack.reduce((parent, frame) => tree.add(parent, checked(frame, length, "frame")), -1),
    Number(weights[i]),
  ]);
}

const FORMATS = [
  { is: isTrace, read: readTrace },
  { is: isCpuProfile, read: (profile, _, outer) => [readNodes(profile, { format: "cpuprofile", traits: traitsOf(outer), info: profile.functions ?? outer?.functions })] },
  { is: (value) => value?.head?.callFrame !== undefined && Array.isArray(value.head.children), read: readHeapProfile },
  { is: (value) => Array.isArray(value?.profile?.frames), read: readEnvelope },
  { is: (value) => Array.isArray(value?.shared?.frames) && Array.isArray(value.profiles), read: readSpeedscope },
];

/**
 * Returns the recordings of a JSON value, or undefined if it is of no format that the page draws.
 *
 * @throws {RecordingError} if the recording contradicts itself
 */
export function readProfiles(outer) {
  const candidates = [outer, outer?.trace, outer?.profile, outer?.result?.profile, outer?.params?.profile];
  const [document, format] = candidates
    .map((value) => [value, FORMATS.find(({ is }) => is(value))])
    .find(([, found]) => found) ?? [];
  return format && inWords(() => format.read(document, Number(document.sampleInterval ?? outer.sampleInterval) || 0, outer));
}

/** Reads, and says in words what cannot be read. */
export function inWords(read) {
  try {
    return read();
  } catch (failure) {
    throw failure instanceof TypeError ? new RecordingError("A value of the profile is of the wrong kind.") : failure;
  }
}
