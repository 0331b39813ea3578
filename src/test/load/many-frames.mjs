// Memory under attack: many profiles of very many frames at once, with the JVM's options of `k8s/base`. Every answer
// must be a profile or a clear refusal, all memory must be given back, and the process must live.
//
//   node src/test/load/many-frames.mjs [profiles at once] [rounds] [heap in MiB]
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startOrigin } from "./origin.mjs";
import { finish, heapAfterCollection, memory, post, smallContainer, spread, startService, watch } from "./service.mjs";
import { countFaults, random, synthesize, traceOf } from "./synthetic.mjs";

const atOnce = Number(process.argv[2] ?? 24);
const rounds = Number(process.argv[3] ?? 3);
const heap = Number(process.argv[4] ?? 128);
const FRAMES = [1_000, 20_000, 50_000, 100_000, 150_000];
const FUNCTIONS = 5_000;

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });
const service = await startService({
  java: smallContainer(heap),
  settings: { SYMBOLICATOR_CACHE_DIRECTORY: join(directory, "cache"), SYMBOLICATOR_HTTP_MAX_BODY_SIZE: "12M" },
  log: join(directory, "service.log"),
});
const watched = watch(service.pid);
const pick = random(5);
const known = [{ url: origin.url(0, FUNCTIONS), ...synthesize(0, FUNCTIONS) }];
const profiles = FRAMES.map((frames) => traceOf(known, frames, pick));
let faults = 0;

async function inFlight() {
  const metrics = await (await fetch(`${service.url}/q/metrics`)).text();
  return Number(metrics.match(/^symbolicator_bytes_in_flight\S* ([0-9.E]+)/m)[1]);
}

try {
  await post(service, profiles[0].trace);
  for (let round = 0; round < rounds; round++) {
    const outcomes = {};
    const times = [];
    await Promise.all(
      Array.from({ length: atOnce }, async (_, i) => {
        const { trace, expected } = profiles[i % profiles.length];
        const { status, text, ms } = await post(service, trace);
        outcomes[`${expected.length} frames: ${status}`] = (outcomes[`${expected.length} frames: ${status}`] ?? 0) + 1;
        times.push(ms);
        faults += status === 200 ? countFaults(JSON.parse(text), expected) : status === 503 || status === 413 ? 0 : 1;
      }),
    );
    const { peak, files } = memory(service.pid);
    console.log(
      `round ${round + 1}: ${JSON.stringify(outcomes)}; ${spread(times)}; heap ${heapAfterCollection(service.pid).toFixed(1)} MiB after a collection; ` +
        `RSS peak ${peak}, anonymous at most ${watched.peak()}, ${files} of files; ${await inFlight()} bytes in flight; ${faults} faults`,
    );
  }
} finally {
  watched.stop();
  await finish(service, origin, directory);
}
process.exitCode = faults > 0 ? 1 : 0;
