// A deployment: several instances that share a Redis are asked for new scripts at once. Prints how many scripts were
// compiled and fetched in all, and how long it took until every answer was complete.
//
//   node src/test/load/deploy-storm.mjs [scripts] [instances]
//
// Needs redis-server.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sizes, startOrigin } from "./origin.mjs";
import { inParallel, memory, post, smallContainer, startRedis, startService } from "./service.mjs";
import { countFaults, random, synthesize, traceOf } from "./synthetic.mjs";

const scripts = Number(process.argv[2] ?? 500);
const instances = Number(process.argv[3] ?? 4);
const SCRIPTS_PER_REQUEST = 5;
const KB = 1_000;

async function counted(service, name) {
  const metrics = await (await fetch(`${service.url}/q/metrics`)).text();
  return [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.E]+)`, "gm"))].reduce((sum, match) => sum + Number(match[1]), 0);
}

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const redis = await startRedis(directory);
if (!redis) {
  throw new Error("There is no redis-server.");
}
const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });
const services = await Promise.all(
  Array.from({ length: instances }, (_, i) =>
    startService({
      java: smallContainer(),
      settings: {
        SYMBOLICATOR_CACHE_DIRECTORY: join(directory, `cache-${i}`),
        SYMBOLICATOR_CACHE_REDIS_URL: redis.url,
        SYMBOLICATOR_CACHE_REDIS_KEY: "a key for this run alone, of enough bytes",
      },
      log: join(directory, `service-${i}.log`),
    }),
  ),
);
const functions = sizes(scripts, 100 * KB, 1_000 * KB);
const pick = random(3);
const requests = [];
for (let from = 0; from < scripts; from += SCRIPTS_PER_REQUEST) {
  const known = [];
  for (let script = from; script < Math.min(scripts, from + SCRIPTS_PER_REQUEST); script++) {
    known.push({ url: origin.url(script, functions[script]), ...synthesize(script, functions[script]) });
  }
  requests.push(traceOf(known, 10, pick));
}

const started = performance.now();
let incomplete = 0;
let faults = 0;
try {
  await Promise.all(
    services.map((service) =>
      inParallel(requests.length, 8, async (i) => {
        const { trace, expected } = requests[i];
        for (;;) {
          const { status, text } = await post(service, trace, "?incomplete=reject");
          if (status === 200) {
            faults += countFaults(JSON.parse(text), expected);
            return;
          }
          incomplete++;
          await sleep(200);
        }
      }),
    ),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${scripts} new scripts, ${instances} instances: every answer complete after ${seconds} s, ${incomplete} answers were 503 first, ${faults} faults`);
  const { scripts: fetched, maps, mostPerScript } = await origin.requests();
  console.log(`origin asked for ${fetched} scripts, ${maps} maps; for one script ${mostPerScript} times at most`);
  for (const service of services) {
    const failures = await counted(service, "symbolicator_redis_failures_total");
    console.log(`${failures} commands to Redis failed, compiled ${await counted(service, "symbolicator_compile_seconds_count")}, peak RSS ${memory(service.pid).peak} MiB`);
  }
} finally {
  await Promise.all(services.map((service) => service.stop()));
  redis.stop();
  origin.close();
  await sleep(200);
  rmSync(directory, { recursive: true, force: true });
}
process.exitCode = faults > 0 ? 1 : 0;
