// Opens files: tells their format, inflates them, and reads what browsers, Node.js and other tools record. It runs in a
// worker of the page, since a large file takes seconds.
import { isCollapsed, isPprof, readCollapsed, readPprof } from "./pprof.mjs";
import { inWords, readEnvelope, readProfiles } from "./profiles.mjs";
import { RecordingError } from "./stacks.mjs";
import { isTrace, readTrace } from "./trace.mjs";

/** The largest file that the page reads itself, inflated; the service takes larger ones. */
export const MOST_BYTES = 256 * 1024 * 1024;

/**
 * What a file is. `lines` are profiles as a batch has them, each without a line feed; a recording's `line` is its
 * number, from 0.
 * @typedef {{kind: "profiles", recordings: import("./profiles.mjs").Recording[], lines?: string[], report?: object,
 *   problems?: number} | {kind: "stack", text: string} | {kind: "snapshot"} | {kind: "other"}} Opened
 */

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

/** Returns the profiles of an envelope's text, the one with most samples first. */
function profilesInEnvelope(text) {
  const lines = text.split("\n");
  return lines
    .flatMap((line, i) => (/^\{.{0,200}"type":"profile(?:_chunk)?"/.test(line) ? [parsed(lines[i + 1])] : []))
    .filter((item) => Array.isArray(item?.profile?.samples) && Array.isArray(item.profile.frames))
    .sort((a, b) => b.profile.samples.length - a.profile.samples.length);
}

/** Returns a JSON value, or undefined. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const LATIN = new TextDecoder("latin1");

/** Tells whether bytes look like a form: a boundary, then a part's header. */
function isForm(bytes) {
  return /^--\S+\r\n[Cc]ontent-/.test(LATIN.decode(bytes.subarray(0, 200)));
}

/** Returns the content of the part wall-time.json, inflated; empty if there is none. */
async function traceInForm(bytes) {
  const text = LATIN.decode(bytes);
  const boundary = text.slice(0, text.indexOf("\r\n"));
  const named = text.indexOf('name="wall-time.json"');
  const start = text.indexOf("\r\n\r\n", named) + 4;
  const end = text.indexOf(`\r\n${boundary}`, start);
  if (named < 0 || start < 4 || end < 0) {
    return new Uint8Array();
  }
  const part = bytes.subarray(start, end);
  return part[0] === 0x78 ? inflate(part, "deflate") : part;
}

/**
 * Opens a file.
 *
 * @param {{progress?: (part: number) => void, isBatch?: boolean}} options `isBatch` also returns a single profile as a line
 * @returns {Promise<Opened>}
 * @throws {RecordingError} if the recording contradicts itself
 */
export async function openFile(file, { progress, isBatch = false } = {}) {
  if (file.size > MOST_BYTES) {
    return { kind: "other" };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const content = isGzip ? await inflate(bytes, "gzip") : bytes;
  if (isPprof(content)) {
    return profiles(inWords(() => readPprof(content)));
  }
  if (isTrace(content)) {
    return profiles(readTrace(content, progress), { report: reportOfTrace(content) });
  }
  if (/^\s*\{\s*"snapshot"\s*:/.test(LATIN.decode(content.subarray(0, 200)))) {
    return { kind: "snapshot" };
  }
  const part = isForm(content) ? await traceInForm(content) : content;
  return openText(new TextDecoder().decode(part), isBatch);
}

const TAIL = 1 << 20;

/** Returns the report in a trace's answer, which is its last member. */
function reportOfTrace(bytes) {
  const tail = new TextDecoder().decode(bytes.subarray(-TAIL));
  const at = tail.lastIndexOf('"symbolication":{');
  return at < 0 ? undefined : parsed(tail.slice(at + '"symbolication":'.length).trimEnd().replace(/\}$/, ""));
}

function profiles(recordings, more = {}) {
  return recordings?.length > 0 ? { kind: "profiles", recordings, ...more } : { kind: "other" };
}

function openText(text, isBatch) {
  const value = parsed(text);
  if (value !== undefined) {
    if (typeof value?.stack === "string") {
      return { kind: "stack", text: value.stack };
    }
    const recordings = readProfiles(value);
    const isLine = isBatch && BATCHED.includes(recordings?.[0]?.format);
    const lines = isLine ? { lines: [text.replace(/[\r\n]+/g, " ")] } : {};
    return profiles(recordings?.map((each) => ({ ...each, ...(isLine ? { line: 0 } : {}) })), { report: value?.symbolication, ...lines });
  }
  const items = profilesInEnvelope(text);
  if (items.length > 0) {
    return profiles(items.flatMap((item) => inWords(() => readEnvelope(item))));
  }
  if (/^\s*[{]/.test(text)) {
    return openLines(text);
  }
  return isStack(text) ? { kind: "stack", text } : isCollapsed(text) ? profiles(readCollapsed(text)) : { kind: "other" };
}

/** Formats of which a batch may have lines. */
export const BATCHED = ["js-self-profile", "cpuprofile"];

/** Reads a profile of each line. A line that cannot be read costs no more than itself, and is not sent to the service. */
function openLines(text) {
  const lines = text.split("\n");
  const leaveOut = (number) => {
    lines[number] = "";
    problems++;
  };
  const recordings = [];
  let problems = 0;
  let first;
  lines.forEach((line, number) => {
    if (line.trim() === "") {
      return;
    }
    try {
      const found = readProfiles(JSON.parse(line))?.filter(({ format }) => BATCHED.includes(format)) ?? [];
      recordings.push(...found.map((each) => ({ ...each, line: number })));
      if (found.length === 0) {
        leaveOut(number);
      }
    } catch (failure) {
      first ??= failure;
      leaveOut(number);
    }
  });
  if (recordings.length === 0 && first instanceof RecordingError) {
    throw first;
  }
  return profiles(recordings, { lines, problems });
}

const FRAME = /^[ \t]*at [^\n]+:\d+\)?$|^[^@]*@[^\n]+:\d+$/;
const LONGEST_LINE = 2000;
const MOST_LINES = 200;

/** Tells whether one of the first lines of a text is of an error's stack. */
function isStack(text) {
  const lines = text.slice(0, LONGEST_LINE * MOST_LINES).split("\n", MOST_LINES);
  return lines.some((line) => line.length <= LONGEST_LINE && FRAME.test(line.trimEnd()));
}

/**
 * Reads an answer of the service: its places, what it says of functions, and its reports.
 *
 * @returns {Promise<{recordings: {places: object[], info?: object, lines?: Int32Array}[], report?: object}>}
 */
export async function openAnswer(answer) {
  const { recordings = [], report } = await openFile(answer);
  return { recordings: recordings.map(({ places, info, lines }) => ({ places, info, lines })), report };
}

/** Reads the lines of an answer to a batch; a problem becomes its title. */
export async function openAnswerLines(answer) {
  return (await answer.text()).trimEnd().split("\n").map((line) => {
    const value = parsed(line);
    if (String(value?.type).startsWith("urn:")) {
      return { problem: String(value.detail ?? value.title), line: value.line, isEnd: value.end === true };
    }
    const [recording] = readProfiles(value) ?? [{}];
    return { places: recording.places, info: recording.info, report: value?.symbolication };
  });
}
