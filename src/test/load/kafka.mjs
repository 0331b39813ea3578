// Compares what a record costs in the pipeline mode with what it costs in a batch over HTTP, in turns in one process: records
// a second and core, by the processor time of the service.
//
//   node src/test/load/kafka.mjs [--rounds 5] [--records 50000] [--sizes 2048,28672] [--keys 500] [--heap 128]
//
// Records of 28 KB are a tenth as many. The first round of each is not counted. The broker's jars are in target/kafka, or in
// the folder that the environment variable KAFKA_JARS names.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
    rounds: { type: "string", default: "5" },
    records: { type: "string", default: "50000" },
    sizes: { type: "string", default: "2048,28672" },
    keys: { type: "string", default: "500" },
    heap: { type: "string", default: "128" },
  },
});
const KINDS = 50;
const SCRIPTS = 4;
const FUNCTIONS = 3_000;
const SMALL = 4_096;
const TICKS_PER_SECOND = 100; // of /proc; the kernel's USER_HZ
const GROUP = "profile-symbolicator";

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const pick = random(7);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/** Returns the seconds of processor time that a process has taken. */
function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function traces(origin, bytes) {
  const known = Array.from({ length: SCRIPTS }, (_, i) => ({ url: origin.url(i, FUNCTIONS), ...synthesize(i, FUNCTIONS) }));
  return Array.from({ length: KINDS }, () => {
    const { trace } = traceOf(known, bytes > SMALL ? 60 : 4, pick);
    const samples = Math.floor((bytes - JSON.stringify({ ...trace, samples: [] }).length) / 40);
    trace.samples = Array.from({ length: samples }, (_, at) => ({ timestamp: 16.7 * at, stackId: pick(trace.stacks.length) }));
    return `${JSON.stringify(trace)}\n`;
  });
}

/** Sends a batch, and returns how many lines were answered with a profile. */
async function batch(service, lines, count) {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      let chunk = "";
      for (let i = 0; i < KINDS && sent < count; i++, sent++) chunk += lines[sent % lines.length];
      controller.enqueue(new TextEncoder().encode(chunk));
      if (sent >= count) controller.close();
    },
  });
  const answer = await fetch(`${service.url}/symbolicate?totals=true`, { method: "POST", headers: { "content-type": "application/x-ndjson" }, body, duplex: "half" });
  let end = "";
  for await (const chunk of answer.body) end = (end + Buffer.from(chunk).toString("latin1")).slice(-300);
  const { totals } = JSON.parse(end.trim().split("\n").at(-1));
  if (totals.pending > 0 || totals.mapped !== totals.total) throw new Error(JSON.stringify(totals));
  return totals.symbolicated;
}

const broker = await startBroker(directory);
const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });
await broker.makeTopics({ in: 6, out: 6, dead: 1 });
const log = join(directory, "service.log");
const service = await startService({
  java: smallContainer(Number(values.heap)),
  log,
  settings: {
    SYMBOLICATOR_KAFKA_BOOTSTRAP_SERVERS: broker.servers,
    SYMBOLICATOR_KAFKA_GROUP_ID: GROUP,
    SYMBOLICATOR_KAFKA_TOPIC: "in",
    SYMBOLICATOR_KAFKA_OUTPUT_TOPIC: "out",
    SYMBOLICATOR_KAFKA_DEAD_LETTER_TOPIC: "dead",
  },
});
try {
  for (const bytes of values.sizes.split(",").map(Number)) {
    const lines = traces(origin, bytes);
    const file = join(directory, `${bytes}.ndjson`);
    writeFileSync(file, lines.join(""));
    const count = Number(values.records) / (bytes > SMALL ? 10 : 1);
    await batch(service, lines, KINDS).catch(() => sleep(2_000)); // The scripts are fetched.
    const ways = {
      batch: () => batch(service, lines, count),
      topic: async () => {
        await broker.repeat("in", file, count, Number(values.keys));
        while ((await broker.lag(GROUP, "in")) > 0) await sleep(200);
        return count;
      },
    };
    const rates = { batch: [], topic: [] };
    for (let round = 0; round <= Number(values.rounds); round++) {
      for (const [way, run] of Object.entries(ways)) {
        const before = processorTime(service.pid);
        const done = await run();
        const taken = processorTime(service.pid) - before;
        if (done !== count) throw new Error(`${way}: ${done} of ${count}`);
        if (round > 0) rates[way].push(count / taken);
      }
    }
    const shares = rates.topic.map((rate, i) => rate / rates.batch[i]);
    console.log(`${bytes} bytes, ${count} records a round: batch ${Math.round(median(rates.batch))}, topic ${Math.round(median(rates.topic))} records a second and core; shares ${shares.map((share) => share.toFixed(2)).join(", ")}, median ${median(shares).toFixed(2)}`);
  }
  let dead = 0;
  await broker.read(["dead"], () => dead++);
  console.log(`dead letters ${dead}; heap ${heapAfterCollection(service.pid).toFixed(1)} MiB, peak RSS ${memory(service.pid).peak} MiB; errors in the log: ${complaints(log) || "none"}`);
} finally {
  await service.stop();
  await broker.stop("SIGKILL");
  origin.close();
  rmSync(directory, { recursive: true });
}
