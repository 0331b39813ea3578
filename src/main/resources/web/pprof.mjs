// Reads pprof, a message of Protocol Buffers by google/pprof’s proto/profile.proto, and
// collapsed stacks, a text with a stack and its weight in each line.
import { placeOf, recordingOf, unitOf } from "./profiles.mjs";
import { RecordingError, StackTree } from "./stacks.mjs";
import { DEEPEST } from "./tree.mjs";

/** Yields each field of a message: its number, and its value: a number, or the bytes of a text, list or message. */
function* fieldsOf(bytes) {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || scale > 2 ** 63) {
        throw new RecordingError("The pprof profile ends within a value.");
      }
      value += (byte & 127) * scale;
      if (byte < 128) {
        return value;
      }
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const [field, type] = [Math.floor(key / 8), key % 8];
    if (type === 0) {
      yield [field, varint()];
    } else if (type === 2) {
      const length = varint();
      if (at + length > bytes.length) {
        throw new RecordingError("The pprof profile ends within a value.");
      }
      yield [field, bytes.subarray(at, (at += length))];
    } else if (type === 1 || type === 5) {
      at += type === 1 ? 8 : 4;
    } else {
      throw new RecordingError("The pprof profile has a value of an unknown kind.");
    }
  }
}

/** Returns the numbers of a field that is repeated or packed. */
function numbersOf(value) {
  if (typeof value === "number") {
    return [value];
  }
  const numbers = [];
  let number = 0;
  let scale = 1;
  for (const byte of value) {
    number += (byte & 127) * scale;
    scale = byte < 128 ? 1 : scale * 128;
    if (byte < 128) {
      numbers.push(number);
      number = 0;
    }
  }
  return numbers;
}

/** Returns the fields of a message as lists. */
function messageOf(bytes) {
  const message = {};
  for (const [field, value] of fieldsOf(bytes)) {
    (message[field] ??= []).push(value);
  }
  return message;
}

/** Profiles have a few types of values; each becomes a recording. */
const MOST_TYPES = 16;

/** Adds the lines of locations, the innermost first, to a tree; returns the stack. */
function stackOf(ids, linesOf, tree) {
  let depth = 0;
  let stack = -1;
  for (let i = ids.length - 1; i >= 0; i--) {
    const lines = linesOf.get(ids[i]) ?? [];
    depth += lines.length;
    if (depth > DEEPEST) {
      throw new RecordingError(`A stack has more than ${DEEPEST} functions.`);
    }
    for (let line = lines.length - 1; line >= 0; line--) {
      stack = tree.add(stack, lines[line]);
    }
  }
  return stack;
}

/** Tells whether bytes are a profile: its first field is a type of values. */
export function isPprof(bytes) {
  return bytes[0] === 0x0a && bytes[1] < 0x20 && bytes[2] === 0x08;
}

/** Reads a profile: a recording for each type of values, the default one first. */
export function readPprof(bytes) {
  const profile = messageOf(bytes);
  const decoder = new TextDecoder();
  const texts = (profile[6] ?? []).map((text) => decoder.decode(text));
  const functions = new Map((profile[5] ?? []).map(messageOf).map((fn) => [fn[1]?.[0], fn]));
  const places = [];
  const linesOf = new Map();
  for (const location of (profile[4] ?? []).map(messageOf)) {
    const lines = (location[4] ?? []).map(messageOf).map((line) => {
      const fn = functions.get(line[1]?.[0]) ?? {};
      return places.push(placeOf(texts[fn[2]?.[0]], texts[fn[4]?.[0]], fn[5]?.[0] || line[2]?.[0], 0)) - 1;
    });
    linesOf.set(location[1]?.[0], lines.length > 0 ? lines : [places.push(placeOf("(unknown)")) - 1]);
  }
  const grown = new StackTree();
  const samples = (profile[2] ?? []).map(messageOf).map((sample) => ({
    stack: stackOf((sample[1] ?? []).flatMap(numbersOf), linesOf, grown),
    values: (sample[2] ?? []).flatMap(numbersOf),
  }));
  const tree = { functions: Int32Array.from(grown.functions), parents: Int32Array.from(grown.parents) };
  const chosen = texts[profile[14]?.[0] ?? 0];
  return (profile[1] ?? [])
    .slice(0, MOST_TYPES)
    .map(messageOf)
    .map((type, i) => {
      const title = texts[type[1]?.[0]] ?? "";
      const { unit, scale } = unitOf(texts[type[2]?.[0]]);
      return recordingOf({
        format: "pprof", title, unit, places, tree,
        sampleStacks: Int32Array.from(samples, ({ stack }) => stack),
        weights: Float64Array.from(samples, ({ values }) => (values[i] ?? 0) * scale),
      });
    })
    .sort((a, b) => (b.title === chosen) - (a.title === chosen) || (b.unit === "us") - (a.unit === "us"));
}

const COLLAPSED = /^(\S.*) (\d+(?:\.\d+)?)(?: (\d+(?:\.\d+)?))?$/;

/** Tells whether a text is of collapsed stacks. */
export function isCollapsed(text) {
  const lines = text.slice(0, 10_000).split("\n").slice(0, 20).filter((line) => line.trim() !== "");
  const whole = text.length > 10_000 ? lines.slice(0, -1) : lines;
  return whole.length > 0 && whole.every((line) => COLLAPSED.test(line.trimEnd()));
}

/** Reads collapsed stacks. A second number in each line is another set, as `difffolded.pl` writes it. */
export function readCollapsed(text) {
  const tree = new StackTree();
  const known = new Map();
  const places = [];
  const functionOf = (name) => {
    if (!known.has(name)) {
      known.set(name, places.push(placeOf(name)) - 1);
    }
    return known.get(name);
  };
  const samples = text.split("\n").flatMap((line) => {
    const [, stack, first, second] = COLLAPSED.exec(line.trimEnd()) ?? [];
    return stack === undefined ? [] : [{ stack: stack.split(";").reduce((parent, name) => tree.add(parent, functionOf(name)), -1), weights: [first, second] }];
  });
  const columns = samples.some(({ weights }) => weights[1] !== undefined) ? ["before", "after"] : [""];
  return columns.map((title, i) => recordingOf({
    format: "collapsed", title, unit: "count", places, tree,
    sampleStacks: Int32Array.from(samples, ({ stack }) => stack),
    weights: Float64Array.from(samples, ({ weights }) => Number(weights[i] ?? 0)),
  }));
}
