// Three instances of the pipeline mode at a real broker, which is away for a while; one instance dies, two are restarted. Then:
// records of 8 MB in a small heap, and a script that takes ten seconds. Exits with 1 if a promise of docs/kafka.md is broken.
//
//   node src/test/load/kafka-kills.mjs [--records 20000] [--rate 400] [--keys 500] [--away 20] [--broker SIGTERM]
//     [--heap 128] [--cases kills,large,slow] [--client KEY=VALUE,...]
//
// --rate: records sent a second; 0 for all at once. --broker: how it ends. --client: keys of Kafka's clients. The broker's
// jars are in target/kafka, or in the folder that the environment variable KAFKA_JARS names.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startBroker } from "./kafka-broker.mjs";
import { startOrigin } from "./origin.mjs";
import { complaints, heapAfterCollection, memory, post, smallContainer, spread, startService } from "./service.mjs";
import { random, synthesize, traceOf } from "./synthetic.mjs";

const { values } = parseArgs({
  options: {
    records: { type: "string", default: "20000" },
    rate: { type: "string", default: "400" },
    keys: { type: "string", default: "500" },
    away: { type: "string", default: "20" },
    broker: { type: "string", default: "SIGTERM" },
    heap: { type: "string", default: "128" },
    cases: { type: "string", default: "kills,large,slow" },
    client: { type: "string", default: "" },
  },
});
const RECORDS = Number(values.records);
const KEYS = Number(values.keys);
const RATE = Number(values.rate);
const POISON = 1_000;
const KINDS = 50;
const TRACE_BYTES = 2_048;
const MOST_DOUBLED = 100;
const TIME = Date.UTC(2026, 10, 24);
const GROUP = "profile-symbolicator";
const ROW_TOPICS = ["profile-rows", "stack-rows", "function-rows"];
const LARGE = 20;
const LARGE_BYTES = 8_000_000;
const SLOW_MILLIS = 10_000;
const MOST_LATENCY = 2_000;

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const pick = random(11);
const sha = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);
const keyOf = (number) => `user-${number % KEYS}`;
const numberOf = (record) => Number(record.headers.number);
let faults = 0;

/** Prints a count, and whether it is a fault. */
function check(what, isRight) {
  faults += isRight ? 0 : 1;
  console.log(`${isRight ? "ok   " : "FAULT"} ${what}`);
}

async function until(isTrue, what, seconds = 300) {
  for (const end = Date.now() + 1_000 * seconds; Date.now() < end; await sleep(50)) {
    if (await isTrue()) {
      return;
    }
  }
  throw new Error(`After ${seconds} s: ${what}`);
}

/** Returns a trace of a size, and its text with a number in it, so that no two texts are equal. */
function traceOfBytes(scripts, bytes) {
  const { trace } = traceOf(scripts, 4, pick);
  const samples = Math.floor((bytes - JSON.stringify({ ...trace, samples: [] }).length) / 40);
  trace.samples = Array.from({ length: samples }, (_, at) => ({ timestamp: 16.7 * at, stackId: pick(trace.stacks.length) }));
  return trace;
}

/** An instance that can be ended and started again, with its own cache. */
function instance(name, broker, settings) {
  const log = join(directory, `${name}.log`);
  mkdirSync(join(directory, name), { recursive: true });
  const client = Object.fromEntries(
    values.client.split(",").filter(Boolean).map((pair) => {
      const [key, value] = pair.split("=");
      return [`SYMBOLICATOR_KAFKA_CLIENT__${key.toUpperCase().replaceAll(".", "_")}_`, value];
    }),
  );
  const self = {
    name,
    log,
    service: null,
    start: async () => {
      self.service = await startService({
        java: smallContainer(Number(values.heap)),
        log,
        settings: {
          SYMBOLICATOR_CACHE_DIRECTORY: join(directory, name),
          SYMBOLICATOR_KAFKA_BOOTSTRAP_SERVERS: broker.servers,
          SYMBOLICATOR_KAFKA_GROUP_ID: GROUP,
          ...client,
          ...settings,
        },
      });
    },
  };
  return self;
}

/** Names the topics of a case, so that cases share nothing but the broker. */
async function topicsOf(broker, name, others = []) {
  const topic = (kind) => `${name}-${kind}`;
  const kinds = ["in", "out", "retry", "dead", ...others];
  await broker.makeTopics(Object.fromEntries(kinds.map((kind) => [topic(kind), kind === "dead" ? 1 : 6])));
  return {
    topic,
    settings: {
      SYMBOLICATOR_KAFKA_TOPIC: topic("in"),
      SYMBOLICATOR_KAFKA_OUTPUT_TOPIC: topic("out"),
      SYMBOLICATOR_KAFKA_RETRY_TOPIC: topic("retry"),
      SYMBOLICATOR_KAFKA_RETRY_DELAY: "2S",
      SYMBOLICATOR_KAFKA_DEAD_LETTER_TOPIC: topic("dead"),
      SYMBOLICATOR_KAFKA_GROUP_ID: `${GROUP}-${name}`,
    },
    group: `${GROUP}-${name}`,
  };
}

/** Posts until no script is pending; returns the answer's text. */
async function answerOf(service, trace) {
  let answer = null;
  await until(async () => {
    answer = await post(service, trace);
    return answer.status === 200 && answer.headers.get("symbolication").endsWith("pending=0");
  }, "scripts are pending");
  return answer.text;
}

async function kills(broker, origin) {
  const { topic, settings, group } = await topicsOf(broker, "kills", ROW_TOPICS);
  ROW_TOPICS.forEach((kind) => {
    settings[`SYMBOLICATOR_KAFKA_${kind.toUpperCase().replace("-", "_")}_TOPIC`] = topic(kind);
  });
  const known = Array.from({ length: 4 }, (_, i) => ({ url: origin.url(i, 3_000), ...synthesize(i, 3_000) }));
  // A name of eight digits, so that all texts of a kind have the same length.
  const traces = Array.from({ length: KINDS }, () => ({ ...traceOfBytes(known, TRACE_BYTES), id: "########" }));
  const numbered = (text, number) => text.replace("########", String(number).padStart(8, "0"));
  const texts = traces.map((trace) => JSON.stringify(trace));
  const isPoison = (number) => number % POISON === POISON - 1;
  const valueOf = (number) => {
    const text = numbered(texts[number % KINDS], number);
    return isPoison(number) ? text.slice(0, text.length / 2) : text;
  };

  const instances = ["a", "b", "c"].map((name) => instance(name, broker, settings));
  await Promise.all(instances.map(({ start }) => start()));
  const answers = [];
  for (const trace of traces) {
    answers.push(await answerOf(instances[0].service, trace));
  }
  const seen = new Set();
  const follower = broker.follow([topic("out"), topic("dead")], (record) => seen.add(numberOf(record)));
  const sender = broker.sender(topic("in"));
  const started = performance.now();
  const sending = (async () => {
    for (let number = 0; number < RECORDS; number++) {
      if (RATE > 0 && number % 20 === 0) {
        await sleep(Math.max(0, started + (1_000 * number) / RATE - performance.now()));
      }
      await sender.send({ key: keyOf(number), time: TIME + number, value: valueOf(number), headers: { number, traceparent: `00-${number}` } });
    }
    await sender.end();
  })();
  const say = (text) => console.log(`${((performance.now() - started) / 1_000).toFixed(1)} s, ${seen.size} answered: ${text}`);
  const reach = (share) => until(() => seen.size >= share * RECORDS, `only ${seen.size} answers`);

  const [a, b, c] = instances;
  await reach(0.1);
  await a.service.stop("SIGKILL");
  say("killed one of three");
  await a.start();
  await reach(0.35);
  for (const each of [b, c]) {
    await each.service.stop();
    say("restarting one");
    await each.start();
  }
  await reach(0.6);
  await broker.stop(values.broker);
  say("the broker is gone");
  await sleep(1_000 * Number(values.away));
  await broker.start();
  say("the broker is back");
  await sending;
  await reach(1);
  say("all");
  await until(async () => (await broker.lag(group, topic("in"))) === 0, "not all is committed");
  const heaps = instances.map(({ service }) => `${heapAfterCollection(service.pid).toFixed(1)} MiB`);
  await Promise.all(instances.map(({ service }) => service.stop()));
  follower.stop();

  const copies = new Map();
  const dead = new Map();
  const retried = new Set();
  const last = new Map();
  let wrong = 0;
  let disordered = 0;
  await broker.read([topic("retry")], (record) => retried.add(numberOf(record)));
  const hasCaller = (record, number) => record.key === keyOf(number) && record.time === TIME + number && record.headers.traceparent === `00-${number}`;
  await broker.read([topic("out"), topic("dead")], (record) => {
    const number = numberOf(record);
    const of = record.topic === topic("dead") ? dead : copies;
    of.set(number, (of.get(number) ?? 0) + 1);
    const value = of === dead ? valueOf(number) : numbered(answers[number % KINDS], number);
    wrong += record.hash === sha(value) && hasCaller(record, number) && (of === dead) === isPoison(number) ? 0 : 1;
    if (of === copies && of.get(number) === 1 && !retried.has(number)) {
      disordered += number < (last.get(record.key) ?? -1) ? 1 : 0;
      last.set(record.key, Math.max(number, last.get(record.key) ?? -1));
    }
  });
  let lost = 0;
  for (let number = 0; number < RECORDS; number++) {
    lost += copies.has(number) || dead.has(number) ? 0 : 1;
  }
  const doubledIn = (of) => [...of.values()].reduce((sum, times) => sum + times - 1, 0);
  console.log(`${copies.size} answers, ${dead.size} dead letters, ${retried.size} retried; heap ${heaps.join(", ")}`);
  check(`lost ${lost}`, lost === 0);
  check(`doubled ${doubledIn(copies)} answers, ${doubledIn(dead)} dead letters`, doubledIn(copies) <= MOST_DOUBLED);
  check(`out of order within their key: ${disordered}`, disordered === 0);
  check(`with a wrong value, key, time or header: ${wrong}`, wrong === 0);

  const rows = { profile: new Map(), stack: new Map(), function: new Map() };
  let sent = 0;
  let different = 0;
  await broker.read(
    ROW_TOPICS.map(topic),
    ({ value, key }) => {
      const row = JSON.parse(value);
      const of = row.function_id !== undefined && row.stack_id === undefined ? "function" : row.stack_id !== undefined ? "stack" : "profile";
      sent += of === "profile" ? 1 : 0;
      different += row[`${of}_id`] === key && (rows[of].get(key) ?? value) === value ? 0 : 1;
      rows[of].set(key, value);
    },
    { values: true },
  );
  let missing = 0;
  for (let number = 0; number < RECORDS; number++) {
    missing += isPoison(number) || rows.profile.has(sha(valueOf(number))) ? 0 : 1;
  }
  let dangling = 0;
  rows.profile.forEach((text) => JSON.parse(text).stack_ids.forEach((id) => (dangling += rows.stack.has(id) ? 0 : 1)));
  rows.stack.forEach((text) => (dangling += rows.function.has(JSON.parse(text).function_id) ? 0 : 1));
  const wanted = RECORDS - Math.floor(RECORDS / POISON);
  check(`rows: ${sent} of profiles, ${rows.profile.size} by profile_id; lost ${missing}`, missing === 0 && rows.profile.size === wanted);
  check(`rows that differ from their double: ${different}; stacks and functions that are missing: ${dangling}`, different === 0 && dangling === 0);
  instances.forEach(({ name, log }) => check(`errors in the log of ${name}: ${complaints(log) || "none"}`, complaints(log) === ""));
}

/** Records of 8 MB within 32 MB, with small ones between. */
async function large(broker, origin) {
  const { topic, settings, group } = await topicsOf(broker, "large");
  const scripts = [{ url: origin.url(0, 3_000), ...synthesize(0, 3_000) }];
  const small = traceOfBytes(scripts, TRACE_BYTES);
  const big = traceOfBytes(scripts, LARGE_BYTES);
  const only = instance("large", broker, { ...settings, SYMBOLICATOR_MEMORY_MAX_BYTES_IN_FLIGHT: "32M" });
  await only.start();
  try {
    const answers = { small: sha(await answerOf(only.service, small)), big: "" };
    const texts = { small: JSON.stringify(small), big: JSON.stringify(big) };
    const sender = broker.sender(topic("in"));
    const started = performance.now();
    const count = 10 * LARGE;
    for (let number = 0; number < count; number++) {
      const size = number % 10 === 5 ? "big" : "small";
      await sender.send({ key: keyOf(number), time: TIME + number, value: texts[size], headers: { number, size } });
    }
    await sender.end();
    await until(async () => !only.service.isAlive() || (await broker.lag(group, topic("in"))) === 0, "not all is committed");
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    const seen = { small: new Set(), big: new Set() };
    const hashes = new Set();
    const dead = {};
    await broker.read([topic("out"), topic("dead")], (record) => {
      const { size } = record.headers;
      const reason = record.headers["dead-letter-reason"];
      if (reason) {
        const what = `${size} ${reason.split(":").at(-1)}`;
        dead[what] = (dead[what] ?? 0) + 1;
        return;
      }
      if (size === "big") {
        hashes.add(record.hash);
      }
      if (size === "big" || record.hash === answers.small) {
        seen[size].add(numberOf(record));
      }
    });
    console.log(`${texts.big.length} bytes each, in ${seconds} s; heap ${values.heap} MiB, peak RSS ${only.service.isAlive() ? memory(only.service.pid).peak : "?"} MiB`);
    check(`answered ${seen.big.size} of ${LARGE} large ones, ${seen.small.size} of ${count - LARGE} small ones; dead letters ${JSON.stringify(dead)}`, seen.big.size === LARGE && seen.small.size === count - LARGE);
    check(`different answers to the large one: ${hashes.size}`, hashes.size === 1);
    check(`the process lives; errors in its log: ${complaints(only.log) || "none"}`, only.service.isAlive() && complaints(only.log) === "");
  } finally {
    await only.service.stop();
  }
}

/** One cold script that takes ten seconds, and records of other keys meanwhile. */
async function slow(broker, origin) {
  const { topic, settings } = await topicsOf(broker, "slow");
  const cold = synthesize(99, 100);
  const web = createServer((request, response) => {
    const isMap = request.url.endsWith(".map");
    setTimeout(() => response.writeHead(200, { "content-type": isMap ? "application/json" : "text/javascript" }).end(isMap ? cold.map : cold.script), isMap ? 0 : SLOW_MILLIS);
  }).listen(0, "127.0.0.1");
  await once(web, "listening");
  const warm = traceOfBytes([{ url: origin.url(0, 3_000), ...synthesize(0, 3_000) }], TRACE_BYTES);
  const waiting = traceOfBytes([{ url: `http://127.0.0.1:${web.address().port}/app.js`, ...cold }], TRACE_BYTES);
  const only = instance("slow", broker, {
    ...settings,
    SYMBOLICATOR_SYMBOLICATION_DEADLINE: "20S",
    SYMBOLICATOR_FETCH_TIMEOUT: "30S",
    SYMBOLICATOR_FETCH_IDLE_TIMEOUT: "30S",
  });
  await only.start();
  try {
    await answerOf(only.service, warm);
    const sent = new Map();
    const times = new Map();
    const order = [];
    const follower = broker.follow([topic("out"), topic("dead")], (record) => {
      times.set(numberOf(record), performance.now() - sent.get(numberOf(record)));
      if (record.key === "cold") {
        order.push(numberOf(record));
      }
    });
    const sender = broker.sender(topic("in"));
    let number = 0;
    const send = (key, trace) => {
      sent.set(number, performance.now());
      return sender.send({ key, time: TIME + number, value: JSON.stringify(trace), headers: { number: number++ } });
    };
    for (; number < 100; await sleep(20)) {
      await send(keyOf(number), warm); // The programs start.
    }
    await until(() => times.size === 100, "the first are not answered");
    await send("cold", waiting);
    await send("cold", warm); // It waits for that before it.
    for (let end = performance.now() + SLOW_MILLIS - 500; performance.now() < end; await sleep(10)) {
      await send(keyOf(number), warm);
    }
    await until(() => times.size === number, `${times.size} of ${number} are answered`);
    await sender.end();
    follower.stop();
    const others = [...times].filter(([each]) => each >= 102).map(([, ms]) => ms);
    console.log(`${others.length} records of other keys meanwhile: ${spread(others)}`);
    check(`the record of the slow script took ${Math.round(times.get(100))} ms, and that behind it ${Math.round(times.get(101))} ms, in the order ${order}`, times.get(100) > SLOW_MILLIS - 500 && `${order}` === "100,101");
    check(`others took at most ${Math.round(Math.max(...others))} ms`, Math.max(...others) < MOST_LATENCY);
    check(`errors in the log: ${complaints(only.log) || "none"}`, complaints(only.log) === "");
  } finally {
    await only.service.stop();
    web.close();
    web.closeAllConnections();
  }
}

const broker = await startBroker(directory);
const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });
try {
  for (const each of values.cases.split(",")) {
    console.log(`\n${each}`);
    await { kills, large, slow }[each](broker, origin);
  }
} finally {
  await broker.stop("SIGKILL");
  origin.close();
  if (faults === 0) {
    rmSync(directory, { recursive: true });
  } else {
    console.log(`The logs are in ${directory}.`);
  }
}
console.log(`\n${faults} faults`);
process.exit(faults > 0 ? 1 : 0);
