// The one door to all formats that the page can draw.
import { FORMATS, inflate, isForm, MOST_BYTES, parsed, profileInEnvelope, traceInForm } from "./formats.mjs";
import { RecordingError } from "./stacks.mjs";

/**
 * A function's name and start. Lines and columns begin at 1; 0 stands for none, as does an empty URL.
 * @typedef {{name: string, url: string, line: number, column: number}} Place
 *
 * Places of functions, and samples. Times are whole microseconds and never fall; the stack −1 stands for none; the
 * interval 0 is unknown. CPU profiles know their end. `functionOf` has the function of each entry of the file, if these are not equal.
 * @typedef {{format: string, places: Place[], tree: StackTree, times: Float64Array, sampleStacks: Int32Array,
 *   interval: number, end?: number, functionOf?: Int32Array}} Recording
 */

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
