// Memory over many scripts: asks for each of 2,000 scripts with maps of 1 to 5 MB once, then for a random mix of them.
//
//   node src/test/load/many-scripts.mjs [scripts] [mixed requests] [more options of the JVM …]
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sizes, startOrigin } from "./origin.mjs";
import { finish, heapAfterCollection, memory, post, smallContainer, spread, startService, watch } from "./service.mjs";
import { countFaults, random, someOf, traceOf } from "./synthetic.mjs";

const scripts = Number(process.argv[2] ?? 2000);
const mixed = Number(process.argv[3] ?? 2000);
const MB = 1_000_000;
const AT_ONCE = 4;
const FRAMES = 50;
const MILESTONES = [Math.ceil(scripts / 10), scripts];

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });
const service = await startService({
  java: [...smallContainer(), ...process.argv.slice(4)],
  // The disk has room for all tables, so the second part measures reading and not compiling.
  settings: { SYMBOLICATOR_CACHE_DIRECTORY: join(directory, "cache"), SYMBOLICATOR_CACHE_MAX_DISK_SIZE: "4G" },
  log: join(directory, "service.log"),
});
const watched = watch(service.pid);
const functions = sizes(scripts, MB, 5 * MB);
const known = [];
const pick = random(1);
let faults = 0;
const statuses = {};

/** Posts a trace, counts its faults, and returns the time of the answer in milliseconds. */
async function ask({ trace, expected }) {
  const { status, text, ms } = await post(service, trace);
  statuses[status] = (statuses[status] ?? 0) + 1;
  faults += status === 200 ? countFaults(JSON.parse(text), expected) : expected.length;
  return ms;
}

/** Posts traces, AT_ONCE at a time. These are made before the first is sent, so no time includes making them. */
async function rounds(count, make) {
  const times = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const traces = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => make(from + i));
    times.push(...(await Promise.all(traces.map(ask))));
  }
  return times;
}

async function show(what, times) {
  const requests = await origin.requests();
  const tables = await metric("symbolicator_tables_total");
  const { peak, anonymous, files } = memory(service.pid);
  console.log(
    `${what}: ${spread(times)}; heap ${heapAfterCollection(service.pid).toFixed(1)} MiB after a collection; RSS peak ${peak}, ` +
      `anonymous at most ${watched.peak()}, now ${anonymous} + ${files} of files; ` +
      `origin asked for ${requests.scripts} scripts, ${requests.maps} maps; tables ${JSON.stringify(tables)}; ${JSON.stringify(statuses)}, ${faults} faults`,
  );
}

async function metric(name) {
  const text = await (await fetch(`${service.url}/q/metrics`)).text();
  return Object.fromEntries([...text.matchAll(new RegExp(`^${name}\\{[^}]*tier="(\\w+)"[^}]*\\} ([0-9.E]+)`, "gm"))].map(([, tier, count]) => [tier, Number(count)]));
}

try {
  let from = 0;
  for (const to of MILESTONES) {
    const times = await rounds(to - from, (i) => {
      const script = from + i;
      known[script] = { url: origin.url(script, functions[script]), functions: someOf(script, functions[script], FRAMES, pick) };
      return traceOf([known[script]], FRAMES, pick);
    });
    await show(`${to} scripts, each for the first time`, times);
    from = to;
  }
  const times = await rounds(mixed, () => traceOf([known[pick(scripts)], known[pick(scripts)], known[pick(scripts)]], FRAMES, pick));
  await show(`${mixed} requests over three random scripts each`, times);
} finally {
  watched.stop();
  await finish(service, origin, directory);
}
process.exitCode = faults > 0 ? 1 : 0;
