// A heap snapshot and a trace that are larger than the heap: time, memory, and right names.
//
//   node src/test/load/large-files.mjs [MB of the snapshot] [MB of the trace] [heap in MiB]
import { execFile, execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startOrigin } from "./origin.mjs";
import { finish, heapAfterCollection, memory, post as postTrace, spread, startService } from "./service.mjs";
import { countFaults, nameOf, random, synthesize, traceOf } from "./synthetic.mjs";

const snapshotBytes = 1e6 * Number(process.argv[2] ?? 500);
const traceBytes = 1e6 * Number(process.argv[3] ?? 300);
const heap = Number(process.argv[4] ?? 256);
const FUNCTIONS = 400;
const BYTES_PER_OBJECT = 440;
const EVENTS_PER_CHUNK = 40;
const MOST_PIECE = 1 << 24;

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });
const url = origin.url(0, FUNCTIONS);
const { functions } = synthesize(0, FUNCTIONS);
const cache = join(directory, "cache");
const start = () =>
  startService({
    java: [`-Xmx${heap}m`, "-XX:+ExitOnOutOfMemoryError"],
    settings: { SYMBOLICATOR_CACHE_DIRECTORY: cache },
    log: join(directory, "service.log"),
  });
let service = await start();
let faults = 0;
/** The times that the last answer tells. */
let parts = "";

function expect(isTrue, text) {
  if (!isTrue) {
    faults++;
    console.log(`WRONG: ${text}`);
  }
}

function makeSnapshot(file) {
  const maker = fileURLToPath(new URL("snapshot.mjs", import.meta.url));
  const objects = Math.ceil(snapshotBytes / BYTES_PER_OBJECT);
  execFileSync("node", ["--max-old-space-size=16000", maker, url, FUNCTIONS, objects, file], { stdio: "inherit" });
}

/** Writes a trace of two processes: nodes in the first chunk, then samples with executing positions, calls and others. */
function makeTrace(file) {
  const out = openSync(file, "w");
  const write = (events) => writeSync(out, events.map((event) => `,\n${JSON.stringify(event)}`).join(""));
  writeSync(out, `{"metadata":{"source":"DevTools"},"traceEvents":[\n${JSON.stringify({ ph: "M", pid: 0, name: "start" })}`);
  const chunk = (pid, data) => ({ args: { data }, cat: "v8", id: "0x1", name: "ProfileChunk", ph: "P", pid, tid: 1, ts: 1 });
  for (const pid of [1, 2]) {
    const nodes = functions.map(({ minified }, i) => {
      const callFrame = { codeType: "JS", functionName: minified.name, scriptId: 3, url, lineNumber: 0, columnNumber: minified.column - 1 };
      return { callFrame, id: i + 2, parent: 1 };
    });
    write([chunk(pid, { cpuProfile: { nodes: [{ callFrame: { codeType: "other", functionName: "(root)", scriptId: 0 }, id: 1 }, ...nodes] } })]);
  }
  for (let i = 0, bytes = 0; bytes < traceBytes; i++) {
    const events = [];
    for (let k = 0; k < EVENTS_PER_CHUNK; k++) {
      const { minified } = functions[(i + k) % FUNCTIONS];
      const at = { functionName: minified.name, scriptId: "3", url, lineNumber: 1, columnNumber: minified.column };
      events.push({ args: { data: { frame: "A1", isolate: "123456", ...at } }, cat: "devtools.timeline", dur: 7, name: "FunctionCall", ph: "X", pid: 1, tid: 1, ts: i });
      events.push({ args: { layerTreeId: 5, sequence: k }, cat: "disabled-by-default-devtools.timeline", name: "BeginMainThreadFrame", ph: "I", pid: 1, s: "t", tid: 1, ts: i });
    }
    const samples = Array.from({ length: EVENTS_PER_CHUNK }, (_, k) => 2 + ((i + k) % FUNCTIONS));
    const columns = samples.map((id) => functions[id - 2].minified.column + 5);
    const profile = { cpuProfile: { samples }, lines: samples.map(() => 1), columns, timeDeltas: samples.map(() => 100) };
    bytes += write([...events, chunk(1 + (i % 2), profile)]);
  }
  writeSync(out, "\n]}\n");
  closeSync(out);
}

/** Posts a file; returns the seconds until the whole answer has arrived. */
async function post(file, answer) {
  const out = ["-o", answer, "-w", "%{http_code} %{time_total} %header{server-timing}"];
  const { stdout } = await promisify(execFile)("curl", ["-sS", "-X", "POST", "-T", file, ...out, `${service.url}/symbolicate`]);
  const [, status, seconds, timing] = stdout.match(/^(\S+) (\S+) (.*)$/);
  parts = [...timing.matchAll(/(\w+);dur=(\d+)/g)].map(([, part, ms]) => `${part} ${(ms / 1000).toFixed(1)} s`).join(", ");
  expect(status === "200", `${file}: ${stdout} ${status === "200" ? "" : readFileSync(answer, "utf8").slice(0, 500)}`);
  return Number(seconds);
}

/** Calls `use` with pieces of a file; a piece begins with the last bytes of the one before. */
function scan(file, overlap, use) {
  const from = openSync(file, "r");
  const piece = Buffer.alloc(MOST_PIECE);
  const size = statSync(file).size;
  for (let at = 0; at < size; at += MOST_PIECE - overlap) {
    use(piece.subarray(0, readSync(from, piece, 0, MOST_PIECE, at)).toString("latin1"));
  }
  closeSync(from);
}

/** Returns how often texts that a pattern finds begin in a file. */
function count(file, pattern) {
  const overlap = 1 << 10;
  let all = 0;
  scan(file, overlap, (text) => {
    for (const { index } of text.matchAll(pattern)) {
      all += index < MOST_PIECE - overlap;
    }
  });
  return all;
}

function report(what, file, seconds) {
  const bytes = statSync(file).size;
  const { peak } = memory(service.pid);
  console.log(`${what}: ${Math.round(bytes / 1e6)} MB in ${seconds.toFixed(1)} s, ${Math.round(bytes / 1e6 / seconds)} MB/s (${parts}); peak of the process ${peak} MiB`);
}

const snapshot = join(directory, "big.heapsnapshot");
makeSnapshot(snapshot);
for (let round = 0; round < 3; round++) {
  report("snapshot", snapshot, await post(snapshot, join(directory, "answer")));
}
const appended = new Set();
scan(join(directory, "answer"), 1 << 10, (text) => {
  for (const [name] of text.matchAll(/"[a-z]+[A-Z][a-z]+0_\d+"/g)) {
    appended.add(name.slice(1, -1));
  }
});
const missing = functions.filter((_, i) => !appended.has(nameOf(0, i)));
expect(missing.length === 0, `${missing.length} functions have no original name in the snapshot`);

const trace = join(directory, "big.trace.json");
makeTrace(trace);
for (let round = 0; round < 3; round++) {
  report("trace", trace, await post(trace, join(directory, "answer")));
}
const calls = count(trace, /"name":"FunctionCall"/g);
const right = count(join(directory, "answer"), /"functionName":"[a-z]+[A-Z][a-z]+0_\d+","scriptId":"\d+","url":"[^"]*src\/module-0-0\.js"/g);
expect(calls === right, `${right} of ${calls} calls show their originals`);
const left = count(join(directory, "answer"), /"functionName":"f\$/g);
expect(left === 0, `${left} functions are minified still`);

const { trace: small, expected } = traceOf([{ url, functions }], 100, random(1));

/** Posts small traces until a promise is done, at least a hundred; returns their times. */
async function smallTraces(until) {
  let isDone = false;
  until.then(() => (isDone = true));
  const times = [];
  while (!isDone || times.length < 100) {
    const { status, text, ms } = await postTrace(service, small);
    expect(status === 200 && countFaults(JSON.parse(text), expected) === 0, `a small trace beside: ${status}`);
    times.push(ms);
  }
  return times;
}

console.log(`small traces alone: ${spread(await smallTraces(sleep(3000)))}`);
const two = Promise.all([post(snapshot, join(directory, "one")), post(snapshot, join(directory, "two"))]);
console.log(`small traces beside two snapshots: ${spread(await smallTraces(two))}`);
console.log(`two snapshots at once: ${(await two).map((seconds) => seconds.toFixed(1)).join(" and ")} s; peak of the process ${memory(service.pid).peak} MiB`);

console.log(`heap in use afterwards ${heapAfterCollection(service.pid).toFixed(1)} MiB`);
const bytesOnDisk = () =>
  readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .reduce((sum, file) => sum + statSync(join(file.parentPath ?? file.path, file.name)).size, 0);
const before = bytesOnDisk();
const cut = post(snapshot, join(directory, "cut")).catch(() => {});
await sleep(1500);
await service.stop("SIGKILL");
await cut;
console.log(`files of the cache directory: ${before} bytes; after kill -9 in the middle of a snapshot: ${bytesOnDisk()} bytes`);
service = await start();
console.log(`after the restart: ${bytesOnDisk()} bytes`);
expect(bytesOnDisk() === before, "the cache directory has other files");
report("snapshot after the restart", snapshot, await post(snapshot, join(directory, "answer")));
console.log(`${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
await finish(service, origin, directory);
