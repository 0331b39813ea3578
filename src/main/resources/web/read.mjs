// Reads what browsers and Node.js record: traces of the JS Self-Profiling API
// (https://wicg.github.io/js-self-profiling/) and V8's CPU profiles. Reads them too as the browser SDKs of Sentry and
// Datadog send them: in envelopes and in forms, compressed or not.
import { RecordingError, StackTree, checked } from "./stacks.mjs";

/**
 * A function's name and start. Lines and columns begin at 1; 0 stands for none, as does an empty URL.
 * @typedef {{name: string, url: string, line: number, column: number}} Place
 *
 * Places of functions, and samples. Times are whole microseconds and never fall; the stack −1 stands for none; the
 * interval 0 is unknown. CPU profiles know their end. `functionOf` has the function of each entry of the file, if these are not equal.
 * @typedef {{format: string, places: Place[], tree: StackTree, times: Float64Array, sampleStacks: Int32Array,
 *   interval: number, end?: number, functionOf?: Int32Array}} Recording
 */

/** Tells whether a value is a trace. */
function isTrace(value) {
  return ["frames", "resources", "stacks", "samples"].every((member) => Array.isArray(value?.[member]));
}

function placeOf(name, url, line, column) {
  return { name: String(name ?? ""), url: String(url ?? ""), line: Number(line ?? 0), column: Number(column ?? 0) };
}

/** Returns the place of each frame. */
function placesOfTrace({ frames, resources }) {
  return frames.map((frame) => placeOf(frame?.name, resources[frame?.resourceId], frame?.line, frame?.column));
}

/**
 * Reads a trace.
 *
 * @param {number} interval the sample interval in ms, or 0
 * @throws {RecordingError} if an index is out of range, or if time stamps fall
 */
function readTrace(trace, interval) {
  const { frames, stacks, samples } = trace;
  const places = placesOfTrace(trace);
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
  samples.forEach((sample, i) => {
    times[i] = Math.round(Number(sample?.timestamp) * 1000);
    if (!(times[i] >= (times[i - 1] ?? -Infinity))) {
      throw new RecordingError(`The time stamp of sample ${i} is missing, or earlier than the one before.`);
    }
    const isIdle = sample.stackId === undefined || sample.stackId === null;
    const stack = isIdle ? -1 : entries[checked(sample.stackId, stacks.length, "stack")];
    sampleStacks[i] = withMarker(tree, stack, sample.marker, marker);
  });
  return { format: "js-self-profile", places, tree, times, sampleStacks, interval: Math.round(interval * 1000) };
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

/** Returns the place of each node, whose lines and columns begin at 0. */
function placesOfNodes({ nodes }) {
  return nodes.map(({ callFrame: { functionName, url, lineNumber, columnNumber } = {} }) =>
    placeOf(functionName, url, Number(lineNumber ?? -1) + 1, Number(columnNumber ?? -1) + 1),
  );
}

/**
 * Reads a CPU profile. Nodes of one function at one place are one function, as they were recorded.
 *
 * @throws {RecordingError} if a node is missing, or if the nodes form a cycle
 */
function readCpuProfile(profile) {
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
  const { places, functionOf } = mergeNodes(profile);
  const tree = new StackTree();
  const isNone = (i) => nodes[i].callFrame.functionName === OUTERMOST || nodes[i].callFrame.functionName === IDLE;
  const entries = tree.addAll(nodes.length, (i) => parents[i], (i) => (isNone(i) ? -1 : functionOf[i]));
  const { times, order } = sampleTimes(profile);
  const sampleStacks = Int32Array.from(order, (i) => entries[checked(indexOf.get(samples[i]), nodes.length, "node")]);
  return { format: "cpuprofile", places, functionOf, tree, times, sampleStacks, interval: 0, end: Math.round(profile.endTime) || 0 };
}

/** Gives nodes of one function one index. */
function mergeNodes(profile) {
  const places = [];
  const known = new Map();
  const functionOf = Int32Array.from(placesOfNodes(profile), (place, i) => {
    const { scriptId } = profile.nodes[i].callFrame;
    const key = JSON.stringify([place.name, scriptId, place.url, place.line, place.column]);
    if (!known.has(key)) {
      known.set(key, places.length);
      places.push(place);
    }
    return known.get(key);
  });
  return { places, functionOf };
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

/** The largest file that the page reads itself, inflated; the service takes larger ones. */
const MOST_BYTES = 128 * 1024 * 1024;

/** Returns inflated bytes. */
async function inflate(bytes, coding) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(coding)).getReader();
  const chunks = [];
  let length = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    chunks.push(piece.value);
    length += piece.value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError("The file is too large for the page.");
    }
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Returns the profile of an envelope's text with most samples, or undefined. */
function profileInEnvelope(text) {
  const lines = text.split("\n");
  const items = lines.flatMap((line, i) => (/^\{.{0,200}"type":"profile(?:_chunk)?"/.test(line) ? [lines[i + 1]] : []));
  return items
    .map((item) => parsed(item))
    .filter((item) => Array.isArray(item?.profile?.samples) && Array.isArray(item.profile.frames))
    .sort((a, b) => b.profile.samples.length - a.profile.samples.length)[0];
}

/** Returns a JSON value, or undefined. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the place of each frame. */
function placesOfEnvelope({ profile }) {
  return profile.frames.map((frame) => placeOf(frame.function, frame.abs_path, frame.lineno, frame.colno));
}

/** Reads a profile of the sample format, version 1 or 2. */
function readEnvelope(item) {
  const { frames, stacks, samples } = item.profile;
  const tree = new StackTree();
  const entries = stacks.map((stack) =>
    stack.reduceRight((parent, frame) => tree.add(parent, checked(frame, frames.length, "frame")), -1),
  );
  const time = ({ timestamp, elapsed_since_start_ns: ns }) => Math.round(timestamp ? timestamp * 1e6 : Number(ns) / 1000);
  const sorted = samples.map((sample) => ({ at: time(sample), id: sample.stack_id })).sort((a, b) => a.at - b.at);
  return {
    format: "sentry-envelope",
    places: placesOfEnvelope(item),
    tree,
    times: Float64Array.from(sorted, ({ at }) => at),
    sampleStacks: Int32Array.from(sorted, ({ id }) => entries[checked(id, stacks.length, "stack")]),
    interval: 0,
  };
}

const FORMATS = [
  { is: isTrace, read: readTrace, places: placesOfTrace },
  { is: isCpuProfile, read: readCpuProfile, places: placesOfNodes },
  { is: (value) => Array.isArray(value?.profile?.frames), read: readEnvelope, places: placesOfEnvelope },
];

const LATIN = new TextDecoder("latin1");

/** Tells whether bytes look like a form: a boundary, then a part's header. */
function isForm(bytes) {
  return /^--\S+\r\n[Cc]ontent-/.test(LATIN.decode(bytes.subarray(0, 200)));
}

/** Returns the content of the part wall-time.json, inflated; undefined if there is none. */
async function traceInForm(bytes) {
  const text = LATIN.decode(bytes);
  const boundary = text.slice(0, text.indexOf("\r\n"));
  const named = text.indexOf('name="wall-time.json"');
  const start = text.indexOf("\r\n\r\n", named) + 4;
  const end = text.indexOf(`\r\n${boundary}`, start);
  if (named < 0 || start < 4 || end < 0) {
    return undefined;
  }
  const part = bytes.subarray(start, end);
  return part[0] === 0x78 ? inflate(part, "deflate") : part;
}

/** Opens a file; its `document` is undefined if the page cannot draw it. */
async function open(bytes) {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const content = isGzip ? await inflate(bytes, "gzip") : bytes;
  const part = isForm(content) ? await traceInForm(content) : content;
  const text = new TextDecoder().decode(part);
  const outer = parsed(text);
  if (outer === undefined) {
    return { document: profileInEnvelope(text) };
  }
  const document = [outer, outer?.trace].find((value) => FORMATS.some(({ is }) => is(value)));
  const interval = Number(document?.sampleInterval ?? outer?.sampleInterval) || 0;
  return { document, interval, report: outer?.symbolication };
}

/**
 * Reads a recording.
 *
 * @returns {Promise<Recording | undefined>} undefined if the page cannot draw the file
 * @throws {RecordingError} if the recording contradicts itself
 */
export async function readRecording(file) {
  if (file.size > MOST_BYTES) {
    return undefined;
  }
  const { document, interval } = await open(await bytesOf(file));
  const format = FORMATS.find(({ is }) => is(document));
  try {
    return format && checkTimes(format.read(document, interval));
  } catch (failure) {
    throw failure instanceof TypeError ? new RecordingError("A value of the profile is of the wrong kind.") : failure;
  }
}

/** Larger numbers are not exact. */
const LATEST_US = Number.MAX_SAFE_INTEGER;

function checkTimes(recording) {
  const wrong = recording.times.findIndex((us) => !(Math.abs(us) <= LATEST_US));
  if (wrong >= 0) {
    throw new RecordingError(`The time of sample ${wrong} is missing or too large.`);
  }
  return recording.end > LATEST_US ? { ...recording, end: 0 } : recording;
}

/** Reads the places of a recording's functions in the service's answer. */
export async function readAnswer(answer, recording) {
  const { document, report } = await open(await bytesOf(answer));
  const entries = FORMATS.find(({ is }) => is(document)).places(document);
  const places = [...recording.places];
  entries.forEach((place, i) => {
    places[recording.functionOf?.[i] ?? i] = place;
  });
  return { places, report };
}

async function bytesOf(file) {
  return new Uint8Array(await file.arrayBuffer());
}
