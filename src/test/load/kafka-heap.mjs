// Sends many small records through several instances, and shows the heap of each on the way: it must stay level.
//
//   node src/test/load/kafka-heap.mjs [--records 1000000] [--instances 3] [--keys 500] [--heap 128] [--steps 10]
//
// The broker's jars are in target/kafka, or in the folder that the environment variable KAFKA_JARS names.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startBroker } from "./kafka-broker.mjs";
import { startOrigin } from "./origin.mjs";
import { complaints, heapAfterCollection, memory, smallContainer, startService } from "./service.mjs";
import { random, synthesize, traceOf } from "./synthetic.mjs";

const { values } = parseArgs({
  options: {
    records: { type: "string", default: "1000000" },
    instances: { type: "string", default: "3" },
    keys: { type: "string", default: "500" },
    heap: { type: "string", default: "128" },
    steps: { type: "string", default: "10" },
  },
});
const KINDS = 50;
const SCRIPTS = 4;
const FUNCTIONS = 3_000;
const BYTES = 2_048;
const GROUP = "profile-symbolicator";

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const pick = random(7);
const broker = await startBroker(directory);
const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });
const services = [];
try {
  await broker.makeTopics({ in: 6, out: 6, dead: 1 });
  const known = Array.from({ length: SCRIPTS }, (_, i) => ({ url: origin.url(i, FUNCTIONS), ...synthesize(i, FUNCTIONS) }));
  const lines = Array.from({ length: KINDS }, () => {
    const { trace } = traceOf(known, 4, pick);
    const samples = Math.floor((BYTES - JSON.stringify({ ...trace, samples: [] }).length) / 40);
    trace.samples = Array.from({ length: samples }, (_, at) => ({ timestamp: 16.7 * at, stackId: pick(trace.stacks.length) }));
    return `${JSON.stringify(trace)}\n`;
  });
  const file = join(directory, "traces.ndjson");
  writeFileSync(file, lines.join(""));
  for (let i = 0; i < Number(values.instances); i++) {
    services.push(
      await startService({
        java: smallContainer(Number(values.heap)),
        log: join(directory, `${i}.log`),
        settings: {
          SYMBOLICATOR_KAFKA_BOOTSTRAP_SERVERS: broker.servers,
          SYMBOLICATOR_KAFKA_GROUP_ID: GROUP,
          SYMBOLICATOR_KAFKA_TOPIC: "in",
          SYMBOLICATOR_KAFKA_OUTPUT_TOPIC: "out",
          SYMBOLICATOR_KAFKA_DEAD_LETTER_TOPIC: "dead",
        },
      }),
    );
  }
  const step = Number(values.records) / Number(values.steps);
  const start = Date.now();
  for (let sent = step; sent <= Number(values.records); sent += step) {
    await broker.repeat("in", file, step, Number(values.keys));
    while ((await broker.lag(GROUP, "in")) > 0) await sleep(500);
    const heaps = services.map(({ pid }) => heapAfterCollection(pid).toFixed(1));
    console.log(`${sent} records after ${Math.round((Date.now() - start) / 1000)} s: heap ${heaps.join(", ")} MiB after a collection, peak RSS ${services.map(({ pid }) => memory(pid).peak).join(", ")} MiB`);
  }
  let dead = 0;
  await broker.read(["dead"], () => dead++);
  console.log(`dead letters ${dead}; errors in the logs: ${services.map((_, i) => complaints(join(directory, `${i}.log`)) || "none").join(", ")}`);
} finally {
  for (const service of services) await service.stop();
  await broker.stop("SIGKILL");
  origin.close();
  rmSync(directory, { recursive: true });
}
