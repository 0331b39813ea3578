// Memory under V8's largest profiles: a million nodes of a CPU profile, a million samples of a heap profile, plain and
// compressed, with the JVM's options of `k8s/base`. Every answer must be a right profile or a clear refusal, all memory
// must be given back, and the process must live.
//
//   node src/test/load/many-nodes.mjs [entries] [heap in MiB] [max-body-size]
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { startOrigin } from "./origin.mjs";
import { finish, heapAfterCollection, memory, smallContainer, startService, watch } from "./service.mjs";
import { synthesize } from "./synthetic.mjs";

const entries = Number(process.argv[2] ?? 1_000_000);
const heap = Number(process.argv[3] ?? 128);
const maxBody = process.argv[4] ?? "32M";
const FUNCTIONS = 5_000;
const HEAP_NODES = 90;

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });
const service = await startService({
  java: smallContainer(heap),
  settings: { SYMBOLICATOR_CACHE_DIRECTORY: join(directory, "cache"), SYMBOLICATOR_HTTP_MAX_BODY_SIZE: maxBody },
  log: join(directory, "service.log"),
});
const watched = watch(service.pid);
const url = origin.url(0, FUNCTIONS);
const { functions } = synthesize(0, FUNCTIONS);
let faults = 0;

const many = (count, make) => Array.from({ length: count }, (_, i) => make(i)).join(",");

function callFrame(i) {
  const { minified } = functions[i % FUNCTIONS];
  const frame = { functionName: minified.name, scriptId: "3", url, lineNumber: minified.line - 1, columnNumber: minified.column - 1 };
  return `"callFrame":${JSON.stringify(frame)}`;
}

const cpuProfile = (nodes) => Buffer.from(`{"nodes":[${nodes}],"startTime":1,"endTime":2,"samples":[1],"timeDeltas":[0]}`);
const heapProfile = (samples) => {
  const head = `{"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"selfSize":0,"id":1,"children":[`;
  const nodes = many(HEAP_NODES, (i) => `{${callFrame(i)},"selfSize":64,"id":${i + 2},"children":[]}`);
  return Buffer.from(`{"head":${head}${nodes}]},"samples":[${samples}]}`);
};

/** Each makes a body, so that one at a time is in memory. */
const BODIES = {
  "nodes of a CPU profile": () =>
    cpuProfile(many(entries, (i) => `{"id":${i + 1},${callFrame(i)},"hitCount":1,"children":[],"positionTicks":[{"line":1,"ticks":1}]}`)),
  "nodes with a URL only": () => cpuProfile(many(entries, () => `{"callFrame":{"url":"a"}}`)),
  "samples of a heap profile": () =>
    heapProfile(many(entries, (i) => `{"size":64,"nodeId":${(i % HEAP_NODES) + 2},"ordinal":${i + 1}}`)),
  "samples with a size only": () => heapProfile(many(entries, () => `{"size":64}`)),
};

/** Returns the number of nodes that do not show their originals. */
function countFaults(answer) {
  const nodes = answer.nodes ?? answer.head.children;
  return nodes.filter(({ callFrame: got }, i) => {
    const want = functions[i % FUNCTIONS].original;
    const isThere = got.url.endsWith(want.source) && got.lineNumber === want.line - 1 && got.columnNumber === want.column - 1;
    return !(isThere && got.functionName === want.name);
  }).length;
}

async function inFlight() {
  const metrics = await (await fetch(`${service.url}/q/metrics`)).text();
  return Number(metrics.match(/^symbolicator_bytes_in_flight\S* ([0-9.E]+)/m)[1]);
}

async function send(what, body, headers) {
  const started = performance.now();
  let outcome;
  try {
    const response = await fetch(`${service.url}/symbolicate`, { method: "POST", body, headers });
    const text = await response.text();
    outcome = response.status;
    if (response.status === 200) {
      const wrong = what.includes("URL only") ? 0 : countFaults(JSON.parse(text));
      faults += wrong;
      outcome += `, ${wrong} wrong`;
    } else {
      const { type, detail } = JSON.parse(text);
      outcome += ` ${type.split(":").at(-1)}: ${detail}`;
      faults += response.status === 413 || response.status === 503 ? 0 : 1;
    }
  } catch (failure) {
    // The service may close the connection before it has read a body that it refuses.
    outcome = `the connection was closed: ${failure.cause?.code ?? failure}`;
    faults++;
  }
  const { peak } = memory(service.pid);
  console.log(
    `${entries} ${what}, ${(body.length / 1e6).toFixed(1)} MB${headers["content-encoding"] ? " of gzip" : ""}: ${outcome}; ` +
      `${Math.round(performance.now() - started)} ms; heap ${heapAfterCollection(service.pid).toFixed(1)} MiB after a collection; ` +
      `RSS peak ${peak}, anonymous at most ${watched.peak()}; ${await inFlight()} bytes in flight`,
  );
}

/** Sends a small profile until its script is loaded. */
async function warmUp() {
  for (let i = 0; i < 40; i++) {
    const answer = await fetch(`${service.url}/symbolicate`, { method: "POST", body: heapProfile('{"size":64}') });
    if (countFaults(await answer.json()) === 0) {
      return;
    }
    await sleep(500);
  }
}

try {
  await warmUp();
  for (const [what, make] of Object.entries(BODIES)) {
    const body = make();
    await send(what, body, {});
    await send(what, gzipSync(body, { level: 1 }), { "content-encoding": "gzip" });
  }
} finally {
  watched.stop();
  await finish(service, origin, directory);
}
process.exitCode = faults > 0 ? 1 : 0;
