// Sends profiles of 2 KB to the door for browsers at a fixed rate, kills the process in between, and looks whether all that
// were acknowledged are in the folder, or in the topic of a real broker, from which the same process symbolicates them:
// node src/test/load/ingest.mjs [profiles] [a second] [kills] [folder|topic]
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { startBroker } from "./kafka-broker.mjs";
import { smallContainer, startService } from "./service.mjs";

const [profiles = 10_000, rate = 1000, kills = 1] = process.argv.slice(2, 5).map(Number);
const isTopic = process.argv[5] === "topic";
const ORIGIN = "https://shop.example";
const BODY_BYTES = 2048;
const CASE = join(import.meta.dirname, "../resources/cases/mini-vite8");
const folder = mkdtempSync(join(tmpdir(), "ingest-"));
const broker = isTopic ? await startBroker(folder) : undefined;
await broker?.makeTopics({ profiles: 4, symbolicated: 4, dead: 1 });
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const app = createServer((asked, response) => {
  const path = join(CASE, asked.url);
  response.writeHead(existsSync(path) ? 200 : 404, { "Content-Type": path.endsWith(".js") ? "text/javascript" : "application/json" }).end(existsSync(path) ? readFileSync(path) : "");
}).listen(0, "127.0.0.1");
await once(app, "listening");
const trace = JSON.parse(readFileSync(join(CASE, "trace.json"), "utf8"));
const script = `http://127.0.0.1:${app.address().port}${new URL(trace.resources[0]).pathname}`;
const frames = trace.frames.filter(({ resourceId }) => resourceId === 0).slice(0, 12);

/** A profile with an id of its own, of a real script. */
function profile(id) {
  const stacks = frames.map((_, frameId) => (frameId === 0 ? { frameId } : { frameId, parentId: frameId - 1 }));
  const samples = Array.from({ length: 24 }, (_, i) => ({ timestamp: 10 * i, stackId: i % stacks.length }));
  const text = JSON.stringify({ id, trace: { frames, resources: [script], stacks, samples } });
  return text + " ".repeat(Math.max(0, BODY_BYTES - text.length));
}

function send(url, id) {
  return new Promise((resolve) => {
    const started = performance.now();
    const sent = request(`${url}/profiles`, { method: "POST", agent, headers: { Origin: ORIGIN, "Content-Type": "text/plain" } }, (response) => {
      response.resume().on("end", () => resolve({ id, status: response.statusCode, ms: performance.now() - started }));
    });
    sent.on("error", () => resolve({ id, status: 0 }));
    sent.end(profile(id));
  });
}

const start = () => startService({
  java: smallContainer(),
  settings: {
    SYMBOLICATOR_INGEST_ORIGINS: ORIGIN,
    SYMBOLICATOR_INGEST_MAX_PER_ORIGIN: "1000000",
    SYMBOLICATOR_INGEST_MAX_PER_ADDRESS: "1000000",
    ...(isTopic
      ? {
        SYMBOLICATOR_KAFKA_BOOTSTRAP_SERVERS: broker.servers,
        SYMBOLICATOR_KAFKA_TOPIC: "profiles",
        SYMBOLICATOR_KAFKA_OUTPUT_TOPIC: "symbolicated",
        SYMBOLICATOR_KAFKA_DEAD_LETTER_TOPIC: "dead",
      }
      : { SYMBOLICATOR_SINK_DIRECTORY: folder, SYMBOLICATOR_SINK_SEGMENT_AGE: "2S" }),
  },
});
const processorMs = (pid) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13).reduce((sum, ticks) => sum + 10 * Number(ticks), 0);
const percentile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]?.toFixed(1);

let service = await start();
const answers = [];
try {
  let next = 0;
  for (let part = 0; part <= kills; part++) {
    const until = Math.round((profiles * (part + 1)) / (kills + 1));
    const [began, before, first] = [performance.now(), processorMs(service.pid), next];
    const open = [];
    while (next < until) {
      const due = first + Math.min(until - first, Math.floor(((performance.now() - began) * rate) / 1000));
      for (; next < due; next++) {
        open.push(send(service.url, `p${next}`));
      }
      await sleep(5);
    }
    if (part < kills) {
      service.kill(); // while answers are on their way
      answers.push(...(await Promise.all(open)));
      while (service.isAlive()) {
        await sleep(10);
      }
      service = await start();
    } else {
      answers.push(...(await Promise.all(open)));
    }
    const ms = performance.now() - began;
    const cpu = part < kills ? "" : `, ${((processorMs(service.pid) - before) / (next - first)).toFixed(2)} ms of CPU each`;
    console.log(`${next - first} profiles in ${(ms / 1000).toFixed(1)} s, ${Math.round(((next - first) * 1000) / ms)} a second${cpu}`);
  }
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, "utf8"))[1];
  await service.stop();
  service = undefined;
  const kept = new Map();
  const count = (line) => {
    const { id } = JSON.parse(line);
    kept.set(id, (kept.get(id) ?? 0) + 1);
  };
  await broker?.read(["profiles"], ({ value }) => count(value), { values: true });
  const segments = isTopic ? [] : readdirSync(folder);
  for (const name of segments) {
    readFileSync(join(folder, name), "utf8").trimEnd().split("\n").forEach(count);
  }
  const accepted = answers.filter(({ status }) => status === 202);
  const times = accepted.map(({ ms }) => ms).sort((a, b) => a - b);
  const statuses = {};
  answers.forEach(({ status }) => (statuses[status] = (statuses[status] ?? 0) + 1));
  console.log(`accepted ${accepted.length} of ${answers.length} (by status ${JSON.stringify(statuses)}, 0 for a broken connection); lost ${accepted.filter(({ id }) => !kept.has(id)).length}, ` +
    `doubled ${[...kept.values()].filter((times) => times > 1).length}; p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms; peak memory ${Math.round(peak / 1024)} MiB; open segments ${segments.filter((name) => name.endsWith(".open")).length}`);
} finally {
  await service?.stop("SIGKILL");
  await broker?.stop("SIGKILL");
  agent.destroy();
  app.close();
  rmSync(folder, { recursive: true, force: true });
}
