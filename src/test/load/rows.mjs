// Makes the profiles of a fleet out of recorded ones, sends them as a batch, with rows and without in turns, and prints the
// bytes of the rows and the processor time of the service.
//
//   node src/test/load/rows.mjs [profiles] [rounds] [heap] [FOLDER]
//
// FOLDER: keeps the profiles and their rows. Needs zstd.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { memory, post, smallContainer, startService } from "./service.mjs";
import { random } from "./synthetic.mjs";

const PROFILES = Number(process.argv[2] ?? 10_000);
const ROUNDS = Number(process.argv[3] ?? 5);
const HEAP = Number(process.argv[4] ?? 128);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const CASES = [here("../../../../shared/corpus"), here("../resources/cases")].find((path) => existsSync(path));
const TICKS_PER_SECOND = 100; // of /proc; the kernel's USER_HZ
const MIN_SAMPLES = 150;
/** A gap of a recording that is longer says that the page was idle. */
const LONGEST_GAP = 20;
const DAY = Date.UTC(2026, 10, 24);
const DAY_MILLIS = 86_400_000;
const SLOWER = { low: 2.2, mid: 1.3, high: 1 };
const VALUES = {
  release: ["1.4.1", "1.4.2"],
  page: ["/", "/cart", "/search", "/item"],
  country: ["DE", "US", "IN", "BR", "JP", "FR", "NG", "ID"],
  device: Object.keys(SLOWER),
};
const KINDS = ["function", "stack", "profile"];

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const kept = process.argv[5] ?? directory;
mkdirSync(kept, { recursive: true });
const file = (name) => join(kept, name);
const json = (path) => JSON.parse(readFileSync(path, "utf8"));
const micros = (millis) => Math.round(millis * 1_000);

/** Serves the scripts and maps of the recorded cases, each below its name. */
const web = createServer((req, response) => {
  const [, name, ...rest] = new URL(req.url, "http://a").pathname.split("/");
  const path = join(CASES, name, ...rest);
  if (!existsSync(path)) {
    response.writeHead(404).end();
    return;
  }
  const headers = Object.entries(json(join(CASES, name, "case.json")).headers?.[`/${rest.join("/")}`] ?? {});
  response
    .writeHead(200, {
      "content-type": extname(path) === ".js" ? "text/javascript" : "application/json",
      "cache-control": "max-age=86400",
      ...Object.fromEntries(headers.map(([key, value]) => [key, value.replace(/^\//, `/${name}/`)])),
    })
    .end(readFileSync(path));
}).listen(0, "127.0.0.1");
await once(web, "listening");

function recordings() {
  const names = readdirSync(CASES).filter((name) => existsSync(join(CASES, name, "trace.json")));
  return names
    .map((name) => {
      const trace = json(join(CASES, name, "trace.json"));
      trace.resources = trace.resources.map((url) => {
        const { pathname, search } = new URL(url);
        return `http://127.0.0.1:${web.address().port}/${name}${pathname}${search}`;
      });
      return trace;
    })
    .filter(({ samples }) => samples.length > MIN_SAMPLES);
}

/** Numbers the values that are used, in the order of their first use, and copies each. */
function renumber(values, copy) {
  const numbers = new Map();
  const used = [];
  const number = (index) => {
    if (!numbers.has(index)) {
      const value = copy(values[index]);
      numbers.set(index, used.push(value) - 1);
    }
    return numbers.get(index);
  };
  return { used, number };
}

/**
 * Makes a profile: a window of a recording on a faster or slower device, in which some samples have one more function inside.
 * Returns its text, and the microseconds that its rows must have with and without code.
 */
function profileOf(recording, pick) {
  const { frames, resources, stacks, samples } = recording;
  const dimensions = Object.fromEntries(Object.entries(VALUES).map(([name, values]) => [name, values[pick(values.length)]]));
  const length = Math.min(samples.length, MIN_SAMPLES + pick(400));
  const from = pick(samples.length - length + 1);
  const places = renumber(resources, (url) => url);
  const functions = renumber(frames, (frame) => (frame.resourceId === undefined ? frame : { ...frame, resourceId: places.number(frame.resourceId) }));
  const calls = renumber(stacks, ({ frameId, parentId }) =>
    parentId === undefined ? { frameId: functions.number(frameId) } : { parentId: calls.number(parentId), frameId: functions.number(frameId) },
  );
  const made = [];
  const used = [];
  let time = 0;
  for (let at = from; at < from + length; at++) {
    const { stackId } = samples[at];
    const sample = { timestamp: Math.round(time * 1_000) / 1_000 };
    if (stackId !== undefined) {
      sample.stackId = calls.number(stackId);
      if (pick(100) < 3) {
        sample.stackId = calls.used.push({ parentId: sample.stackId, frameId: functions.number(pick(frames.length)) }) - 1;
      }
    }
    used.push(sample);
    const gap = at + 1 < samples.length ? samples[at + 1].timestamp - samples[at].timestamp : 10;
    made.push(gap);
    time += Math.min(LONGEST_GAP, gap) * SLOWER[dimensions.device] * (0.8 + pick(400) / 1_000);
  }
  const times = used.map(({ timestamp }) => micros(timestamp));
  const gaps = times.slice(1).map((each, i) => each - times[i]);
  const sorted = gaps.filter((gap) => gap > 0).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  gaps.push(sorted.length % 2 === 1 ? sorted[middle] : Math.round((sorted[middle - 1] + sorted[middle]) / 2));
  const sum = (isCounted) => gaps.reduce((total, gap, i) => total + (isCounted(used[i]) ? gap : 0), 0);
  const trace = { timeOrigin: DAY + pick(DAY_MILLIS), frames: functions.used, resources: places.used, stacks: calls.used, samples: used };
  return {
    text: `${JSON.stringify({ ...dimensions, trace })}\n`,
    self: sum(({ stackId }) => stackId !== undefined),
    idle: sum(({ stackId }) => stackId === undefined),
  };
}

async function write(stream, text) {
  if (!stream.write(text)) {
    await once(stream, "drain");
  }
}

async function makeProfiles(known) {
  const pick = random(42);
  const out = createWriteStream(file("traces.ndjson"));
  const expected = [];
  for (let i = 0; i < PROFILES; i++) {
    const { text, self, idle } = profileOf(known[pick(known.length)], pick);
    expected.push({ self, idle });
    await write(out, text);
  }
  out.end();
  await once(out, "finish");
  return expected;
}

/** Posts all profiles as one batch, and gives the pieces of the answer to `take`. */
async function batch(service, query, take) {
  const { hostname, port } = new URL(service.url);
  const req = request({ hostname, port, path: `/symbolicate?totals=true&${query}`, method: "POST", headers: { "content-type": "application/x-ndjson" } });
  const answered = once(req, "response");
  createReadStream(file("traces.ndjson"), { highWaterMark: 1 << 18 }).pipe(req);
  const [response] = await answered;
  let end = Buffer.alloc(0);
  for await (const piece of response) {
    end = piece.length < 1_000 ? Buffer.concat([end, piece]) : piece;
    await take(piece);
  }
  const { totals } = JSON.parse(end.toString().trimEnd().split("\n").at(-1));
  if (totals.symbolicated !== PROFILES) {
    throw new Error(`${query}: ${JSON.stringify(totals)}`);
  }
  return totals;
}

/** Writes the rows of all profiles, each function and stack once, and compares their times with `expected`. */
async function keepRows(service, expected) {
  const outs = Object.fromEntries(KINDS.map((kind) => [kind, createWriteStream(file(`${kind}s.ndjson`))]));
  const ids = { function: new Set(), stack: new Set() };
  let rest = Buffer.alloc(0);
  let profiles = 0;
  let entries = 0;
  let wrong = 0;
  let plain = 0;
  const line = async (text) => {
    const row = JSON.parse(text);
    if (row.kind === undefined) {
      return;
    }
    plain += Buffer.byteLength(text) + 1;
    if (row.kind === "profile") {
      const self = row.stack_self_us.reduce((sum, time) => sum + time, 0);
      const { self: ofCode, idle } = expected[profiles++];
      wrong += self === ofCode && row.idle_us === idle && row.capped_us === 0 ? 0 : 1;
      entries += row.stack_ids.length;
    } else {
      const id = row[`${row.kind}_id`];
      if (ids[row.kind].has(id)) {
        return;
      }
      ids[row.kind].add(id);
    }
    await write(outs[row.kind], `${text.replace(/"kind":"\w+",/, "")}\n`);
  };
  const totals = await batch(service, "rows=all", async (piece) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      await line(bytes.toString("utf8", from, end));
      from = end + 1;
    }
    rest = bytes.subarray(from);
  });
  for (const kind of KINDS) {
    outs[kind].end();
    await once(outs[kind], "finish");
  }
  return { totals, plain, profiles, entries, wrong, functions: ids.function.size, stacks: ids.stack.size };
}

/** Returns the bytes of files for each profile: plain, in gzip, and in zstd. */
function sizes(...names) {
  const each = (bytes) => Math.round(bytes / PROFILES);
  const coded = (command, args) => names.reduce((sum, name) => {
    execFileSync(command, [...args, "-kfq", file(name)]);
    const path = `${file(name)}.${command === "gzip" ? "gz" : "zst"}`;
    const { size } = statSync(path);
    rmSync(path);
    return sum + size;
  }, 0);
  const plain = names.reduce((sum, name) => sum + statSync(file(name)).size, 0);
  return [plain, coded("gzip", ["-6"]), coded("zstd", ["-3"])].map(each);
}

/** Returns the processor time of a process so far, in milliseconds, of all its threads. */
function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}

/** Returns the processor time for each profile, in milliseconds. */
async function cost(service, query) {
  const before = processorTime(service.pid);
  await batch(service, query, () => {});
  return (processorTime(service.pid) - before) / PROFILES;
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const spread = (numbers) => `${median(numbers).toFixed(3)} (${Math.min(...numbers).toFixed(3)} to ${Math.max(...numbers).toFixed(3)})`;

const service = await startService({
  java: smallContainer(HEAP),
  settings: { SYMBOLICATOR_CACHE_DIRECTORY: join(directory, "cache"), SYMBOLICATOR_ROWS_DIMENSIONS: "page,country,device" },
});
try {
  const known = recordings();
  for (const trace of known) {
    for (let isPending = true; isPending; ) {
      isPending = !(await post(service, trace)).headers.get("symbolication").includes("pending=0");
    }
  }
  const expected = await makeProfiles(known);
  const rows = await keepRows(service, expected);
  console.log(
    `${PROFILES} profiles of ${known.length} recordings: ${JSON.stringify(rows.totals)}; ${rows.profiles} rows of profiles, ${rows.wrong} wrong, ` +
      `${(rows.entries / PROFILES).toFixed(0)} stacks each; ${rows.functions} functions, ${rows.stacks} stacks; answer of ${Math.round(rows.plain / PROFILES)} bytes each`,
  );
  console.log("\n| bytes of a profile | plain | gzip -6 | zstd -3 |\n|---|--:|--:|--:|");
  const print = (what, ...names) => console.log(`| ${what} | ${sizes(...names).join(" | ")} |`);
  print("as it came", "traces.ndjson");
  print("its row", "profiles.ndjson");
  print("stacks, each once", "stacks.ndjson");
  print("functions, each once", "functions.ndjson");
  print("all three", ...KINDS.map((kind) => `${kind}s.ndjson`));

  const queries = ["rows=none", "rows=all", "rows=profiles", "annotate=true"];
  const costs = Object.fromEntries(queries.map((query) => [query, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const query of queries) {
      const ms = await cost(service, query);
      if (round > 0) {
        costs[query].push(ms); // The first round warms up.
      }
    }
  }
  console.log("\n| answer | CPU of a profile, ms | of symbolication alone |\n|---|--:|--:|");
  for (const query of queries) {
    const ratios = costs[query].map((ms, round) => ms / costs["rows=none"][round]);
    console.log(`| ${query} | ${spread(costs[query])} | ${spread(ratios)} |`);
  }
  console.log(`\npeak RSS ${memory(service.pid).peak} MiB`);
  if (rows.wrong > 0 || rows.profiles !== PROFILES) {
    process.exitCode = 1;
  }
} finally {
  await service.stop();
  web.close();
  web.closeAllConnections();
  rmSync(directory, { recursive: true });
}
