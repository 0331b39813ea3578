// Requests of every kind with known right answers, for soak.mjs. An answer is "whole" if every frame shows its original, and
// "left" if frames stay as they were sent and all others show their originals. Anything else is wrong.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gunzipSync, gzipSync } from "node:zlib";
import { headers as authorization, look, upload, urlOf } from "./builds.mjs";
import { nameOf, random, synthesize, traceOf } from "./synthetic.mjs";

/** Bounds the wait for any answer. It is far beyond the service's deadline, so that a busy machine fails no run. */
export const ANSWER_MILLIS = 40_000;

const OUTPUTS = ["cpuprofile", "speedscope", "collapsed", "pprof", "firefox"];
const ORIGINAL_NAME = /(?:read|write|merge|split|count|render|fold|parse)(?:Order|Cart|Price|Route|Panel|Filter|Token|Frame)\d+_\d+/g;
const SNAPSHOT_OBJECTS = 300;
const SNAPSHOT_FUNCTIONS = 40;
const TRACE_PADDING = 1_200_000; // beyond the megabyte from which a body is kept on disk
const PPROF_STRING_TABLE = 6;

/** An answer that breaks a promise of the service. */
export class Breach extends Error {}

const pick = random(30);

/** Makes a client that sends one request at a time on one connection, as long as the service keeps it. */
export function connect(service) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(service.url);
  const send = ({ method = "POST", path = "/symbolicate", headers = {}, body }) =>
    new Promise((done, failed) => {
      const all = { ...authorization, ...headers, ...(body && { "content-length": body.length }) };
      const req = request({ agent, hostname, port, method, path, headers: all });
      const timer = setTimeout(() => req.destroy(new Breach(`no answer within ${ANSWER_MILLIS} ms`)), ANSWER_MILLIS);
      req.on("error", failed).on("close", () => clearTimeout(timer));
      req.on("response", async (response) => {
        try {
          const pieces = [];
          for await (const piece of response) {
            pieces.push(piece);
          }
          done({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(pieces) });
        } catch (fault) {
          failed(fault);
        }
      });
      req.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** Checks a refusal: a problem that says what to do, and for a 503 also when to come back. Returns the problem's type. */
export function problemOf({ status, headers, bytes }) {
  let problem = null;
  try {
    problem = JSON.parse(bytes);
  } catch {
    // No problem, so a breach.
  }
  if (!headers["content-type"]?.startsWith("application/problem+json") || problem?.status !== status || !problem.detail) {
    throw new Breach(`${status} without a problem: ${JSON.stringify(bytes.toString("latin1", 0, 200))}`);
  }
  if (status === 503 && !(Number(headers["retry-after"]) >= 0)) {
    throw new Breach(`503 without Retry-After: ${bytes.toString("utf8", 0, 200)}`);
  }
  return problem.type.replace(/.*:/, "");
}

function expectStatus(answer, what) {
  if (answer.status !== 200) {
    throw new Breach(`${what}: ${answer.status} ${answer.bytes.toString("utf8", 0, 300)}`);
  }
}

/** Compares frames with the functions that they stand for; all are 1-based. */
function compareFrames(frames, functions) {
  let left = 0;
  frames.forEach((got, i) => {
    const { url, minified, original } = functions[i];
    const isAt = (name, line, column) => got.name === name && got.line === line && got.column === column;
    if (isAt(minified.name, minified.line, minified.column) && got.url === url) {
      left++;
    } else if (!isAt(original.name, original.line, original.column) || !got.url.endsWith(original.source)) {
      throw new Breach(`wrong name: ${JSON.stringify(got)} for ${JSON.stringify(functions[i])}`);
    }
  });
  return left === 0 ? "whole" : "left";
}

/** Compares the original names in a text with those that belong there. */
function compareNames(text, functions) {
  const found = new Set(text.match(ORIGINAL_NAME) ?? []);
  const expected = new Set(functions.map(({ original }) => original.name));
  const wrong = [...found].filter((name) => !expected.has(name));
  if (wrong.length > 0) {
    throw new Breach(`wrong name: ${wrong.slice(0, 3)} are not in the profile`);
  }
  return found.size === expected.size ? "whole" : "left";
}

function strings(pprof) {
  const all = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = pprof[at++];
      value += (byte & 127) * shift;
      if (byte < 128) {
        return value;
      }
    }
  };
  while (at < pprof.length) {
    const tag = varint();
    const length = varint();
    if (tag % 8 === 2) {
      if (tag >> 3 === PPROF_STRING_TABLE) {
        all.push(pprof.toString("utf8", at, at + length));
      }
      at += length;
    }
  }
  return all.join("\n");
}

const coders = { gzip: gzipSync, br: brotliCompressSync };
const coded = (text, coding) => ({
  body: coding ? coders[coding](text) : Buffer.from(text),
  headers: coding ? { "content-encoding": coding } : {},
});
const framesOf = ({ frames, resources }) => frames.map(({ resourceId, ...frame }) => ({ ...frame, url: resources[resourceId] }));

/** Makes a self-profile of some functions of each script, and the list of those functions. */
function selfProfile(scripts, framesEach) {
  const chosen = scripts.map(({ url, functions }) => ({ url, functions: Array.from({ length: framesEach }, () => functions[pick(functions.length)]) }));
  let next = 0;
  const { trace } = traceOf(chosen, framesEach, () => next++ % framesEach);
  return { trace, functions: chosen.flatMap(({ url, functions }) => functions.map((each) => ({ url, ...each }))) };
}

function cpuProfile(functions) {
  const root = { functionName: "(root)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 };
  const nodes = functions.map(({ url, minified: { name, line, column } }, i) => ({
    id: i + 2,
    callFrame: { functionName: name, scriptId: "7", url, lineNumber: line - 1, columnNumber: column - 1 },
    hitCount: 1,
  }));
  const samples = nodes.map(({ id }) => id);
  const first = { id: 1, callFrame: root, hitCount: 0, children: samples };
  return { nodes: [first, ...nodes], startTime: 0, endTime: 10 * nodes.length, samples, timeDeltas: samples.map(() => 10) };
}

function chromeTrace(functions, padding) {
  const call = ({ url, minified: { name, column } }, ts) => ({
    args: { data: { functionName: name, scriptId: "3", url, lineNumber: 1, columnNumber: column } },
    cat: "devtools.timeline", name: "FunctionCall", ph: "X", pid: 1, tid: 1, ts, dur: 1,
  });
  return { metadata: { source: "DevTools" }, traceEvents: [...functions.map(call), { name: "padding", ph: "I", pid: 1, tid: 1, ts: 0, args: { text: "x".repeat(padding) } }] };
}

/** Returns the lines of a stack. The position of a call is the return statement of each function. */
function stackOf(functions) {
  const statement = ({ minified }) => minified.column + "(n,t){".length;
  const lines = functions.map((each) => `    at ${each.minified.name} (${each.url}:1:${statement(each)})`);
  return `Error: what was thrown\n${lines.join("\n")}\n`;
}

function compareStack(text, sent, functions) {
  const lines = text.split("\n");
  const before = sent.split("\n");
  const left = functions.filter((each, i) => {
    const line = lines[i + 1];
    const isRight =
      line.startsWith(`    at ${each.original.name} (`) && line.endsWith(`${each.original.source}:${each.original.line + 2}:3)`);
    if (!isRight && line !== before[i + 1]) {
      throw new Breach(`wrong name: ${line} for ${before[i + 1]}`);
    }
    return !isRight;
  });
  return left.length === 0 ? "whole" : "left";
}

/** Returns the kinds of requests for scripts that the origin serves: each makes a request and checks its answer. */
export function profileKinds(origin, known, directory) {
  const some = (count) => Array.from({ length: count }, () => known[pick(known.length)]);
  const snapshotFile = join(directory, "soak.heapsnapshot");
  const snapshotUrl = origin.url(0, SNAPSHOT_FUNCTIONS);
  const maker = fileURLToPath(new URL("snapshot.mjs", import.meta.url));
  execFileSync("node", [maker, snapshotUrl, SNAPSHOT_FUNCTIONS, SNAPSHOT_OBJECTS, snapshotFile]);
  const snapshot = readFileSync(snapshotFile);
  const snapshotFunctions = Array.from({ length: SNAPSHOT_FUNCTIONS }, (_, i) => ({ original: { name: nameOf(0, i) } }));
  const compareSelf = (bytes, functions) => compareFrames(framesOf(JSON.parse(bytes)), functions);

  const self = (framesEach, coding) => () => {
    const { trace, functions } = selfProfile(some(2), framesEach);
    return { ...coded(JSON.stringify(trace), coding), check: ({ bytes }) => compareSelf(bytes, functions) };
  };
  const ofTrace = (padding) => () => {
    const { functions } = selfProfile(some(2), 20);
    return { body: Buffer.from(JSON.stringify(chromeTrace(functions, padding))), check: ({ bytes }) => compareNames(bytes.toString("latin1"), functions) };
  };
  return {
    "self-profile": self(20),
    "self-profile in gzip": self(100, "gzip"),
    "self-profile in br": self(300, "br"),
    "cpuprofile": () => {
      const { functions } = selfProfile(some(2), 50);
      const check = ({ bytes }) => {
        const frames = JSON.parse(bytes).nodes.slice(1).map(({ callFrame: at }) => ({ name: at.functionName, url: at.url, line: at.lineNumber + 1, column: at.columnNumber + 1 }));
        return compareFrames(frames, functions);
      };
      return { body: Buffer.from(JSON.stringify(cpuProfile(functions))), check };
    },
    "batch": () => {
      const lines = Array.from({ length: 20 }, () => selfProfile(some(1), 10));
      const text = [...lines.map(({ trace }) => JSON.stringify(trace)), '{"frames":['].join("\n");
      const check = ({ bytes }) => {
        const answers = bytes.toString("utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
        const isRefused = (answer) => answer.status === 503 && answer.retryAfter > 0;
        if (answers.length !== lines.length + 1 || !(answers.at(-1).status === 400 || isRefused(answers.at(-1)))) {
          throw new Breach(`a batch of ${lines.length + 1} lines has ${answers.length} answers, the last ${JSON.stringify(answers.at(-1)).slice(0, 200)}`);
        }
        const all = lines.map(({ functions }, i) => (isRefused(answers[i]) ? "left" : compareFrames(framesOf(answers[i]), functions)));
        return all.every((each) => each === "whole") ? "whole" : "left";
      };
      return { body: Buffer.from(text), headers: { "content-type": "application/x-ndjson" }, check };
    },
    "heap snapshot": () => ({ body: snapshot, check: ({ bytes }) => compareNames(bytes.toString("latin1"), snapshotFunctions) }),
    "trace": ofTrace(0),
    "large trace": ofTrace(TRACE_PADDING),
    "stack": () => {
      const { functions } = selfProfile(some(2), 20);
      const sent = stackOf(functions);
      return { body: Buffer.from(sent), headers: { "content-type": "text/plain" }, check: ({ bytes }) => compareStack(bytes.toString("utf8"), sent, functions) };
    },
    "output": () => {
      const { trace, functions } = selfProfile(some(2), 20);
      const output = OUTPUTS[pick(OUTPUTS.length)];
      const text = (bytes) => (output === "pprof" ? strings(gunzipSync(bytes)) : bytes.toString("utf8"));
      return { path: `/symbolicate?output=${output}`, body: Buffer.from(JSON.stringify(trace)), check: ({ bytes }) => compareNames(text(bytes), functions) };
    },
    "output of an idle profile": () => {
      const output = OUTPUTS[pick(OUTPUTS.length)];
      const body = Buffer.from('{"frames":[],"resources":[],"stacks":[],"samples":[{"timestamp":1},{"timestamp":20}]}');
      return { path: `/symbolicate?output=${output}`, body, check: () => "whole" };
    },
  };
}

/** Makes a profile of a script that nobody asked for before. */
export function newScript(origin, number, functions) {
  const url = origin.url(number, functions);
  const { trace, functions: chosen } = selfProfile([{ url, functions: synthesize(number, functions).functions }], 20);
  return { body: Buffer.from(JSON.stringify(trace)), check: ({ bytes }) => compareFrames(framesOf(JSON.parse(bytes)), chosen) };
}

/** Makes a profile of a script in the mounted folder, whose map is that of one of `builds()` when the answer comes: "whole" is its number. */
export function mountedScript(url, functions, builds) {
  const functionsOf = (build) => synthesize(build, functions).functions.slice(0, 20).map((each) => ({ url, ...each }));
  const frames = functionsOf(builds()[0]).map(({ minified }) => ({ ...minified, resourceId: 0 }));
  const check = ({ bytes }) => {
    const got = framesOf(JSON.parse(bytes));
    const outcomes = builds().map((build) => {
      try {
        return compareFrames(got, functionsOf(build)) === "whole" ? build : "left";
      } catch (breach) {
        return breach;
      }
    });
    const seen = outcomes.find((each) => !(each instanceof Breach));
    if (seen === undefined) {
      throw outcomes.at(-1);
    }
    return seen;
  };
  return { body: Buffer.from(JSON.stringify({ resources: [url], frames, stacks: [], samples: [] })), check };
}

/** Sends a request and returns "whole", "left", or the type of the problem of a 503. Throws a `Breach` or an error of the connection. */
export async function ask(client, request, what) {
  const answer = await client.send(request);
  if (answer.status === 503) {
    return problemOf(answer);
  }
  expectStatus(answer, what);
  return request.check(answer);
}

export { look, upload, urlOf };
