// Memory over many scripts: each of 2,000 scripts with maps of 1 to 5 MB once, then requests over a random mix of them.
//
//   node src/test/load/many-scripts.mjs [scripts] [mixed requests]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sizes, startOrigin } from "./origin.mjs";
import { heapAfterCollection, inParallel, memory, post, spread, startService } from "./service.mjs";
import { countFaults, random, synthesize, traceOf } from "./synthetic.mjs";

const scripts = Number(process.argv[2] ?? 2000);
const mixed = Number(process.argv[3] ?? 2000);
const MB = 1_000_000;
const AT_ONCE = 4;
const FRAMES = 50;
const MILESTONES = [Math.ceil(scripts / 10), scripts];

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });
const service = await startService({
  java: ["-Xmx128m", "-XX:MaxDirectMemorySize=32m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"],
  settings: { SYMBOLICATOR_CACHE_DIRECTORY: join(directory, "cache") },
  log: join(directory, "service.log"),
});
const functions = sizes(scripts, MB, 5 * MB);
const pick = random(1);
let faults = 0;
const statuses = {};

/** Asks for frames of some scripts; only the functions that are asked for are kept in mind. */
async function ask(numbers) {
  const known = numbers.map((script) => ({ url: origin.url(script, functions[script]), ...synthesize(script, functions[script]) }));
  const { trace, expected } = traceOf(known, FRAMES, pick);
  const { status, text, ms } = await post(service, trace);
  statuses[status] = (statuses[status] ?? 0) + 1;
  faults += status === 200 ? countFaults(JSON.parse(text), expected) : FRAMES * numbers.length;
  return ms;
}

function show(what, times) {
  const { peak, anonymous, files } = memory(service.pid);
  console.log(
    `${what}: ${spread(times)}; heap ${heapAfterCollection(service.pid).toFixed(1)} MiB after a collection, peak RSS ${peak}, now ${anonymous} anonymous + ${files} of files; ` +
      `origin asked for ${origin.requests.scripts} scripts, ${origin.requests.maps} maps; ${JSON.stringify(statuses)}, ${faults} faults`,
  );
}

try {
  let times = [];
  let from = 0;
  for (const to of MILESTONES) {
    await inParallel(to - from, AT_ONCE, async (i) => times.push(await ask([from + i])));
    show(`${to} scripts, each for the first time`, times);
    times = [];
    from = to;
  }
  await inParallel(mixed, AT_ONCE, async () => times.push(await ask([pick(scripts), pick(scripts), pick(scripts)])));
  show(`${mixed} requests over three random scripts each`, times);
} finally {
  console.log(service.isAlive() ? "The process lives." : "The process is DEAD.");
  await service.stop();
  origin.close();
  rmSync(directory, { recursive: true });
}
process.exitCode = faults > 0 ? 1 : 0;
