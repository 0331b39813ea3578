// Goes the whole way that the documents describe, with their settings, commands and SQL: two releases of a page, bundled by
// vite, are recorded by the collector in Chromium. Their profiles go through POST /profiles, a Kafka broker and topics of rows
// to DuckDB, where the function that the second release made slow must be the slowest.
// An argument names a folder whose node_modules holds the packages already.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { install } from "../../../.ci/packages.mjs";
import { startService } from "../../../.ci/service.mjs";
import { JARS, startBroker } from "../load/kafka-broker.mjs";
import { Browser } from "../page/browser.mjs";

const PACKAGES = { vite: "8.3.8", "@duckdb/node-api": "1.5.6-r.1" };
const RELEASES = ["1.4.1", "1.4.2"];
const VISITS = 10;
/** What a page sends at its end may be lost, so not every visit must arrive. */
const FEWEST = 5;
const ARRIVAL_SECONDS = 15;
const PIPELINE_SECONDS = 60;
const TYPES = { ".html": "text/html", ".js": "text/javascript" };
/** Kafka's own scripts, which come with its archive and not with its jars. */
const KAFKA_SCRIPTS = { "kafka-topics.sh": "TopicCommand", "kafka-console-consumer.sh": "consumer.ConsoleConsumer" };
const SCRIPT = '<script type="module" async>';
const SCRIPT_FOR_VITE = '<script type="module" async vite-ignore>';
const SLOWED = { label: "countColours (src/colours.ts)", name: "countColours", file: "src/colours.ts" };
const SLOWEST_BEFORE = "blurGrey (src/blur.ts)";

const project = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "fleet-"));
const at = (...names) => join(folder, ...names);
const started = performance.now();
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const say = (text) => console.log(`${String(Math.round((performance.now() - started) / 1000)).padStart(3)} s: ${text}`);

const read = (document) => readFileSync(join(project, "docs", document), "utf8");

/** Returns the document's block that has a text; it must have one only. */
function block(document, text) {
  const found = [...read(document).matchAll(/^```\w*\n(.*?)^```/gms)].filter(([, its]) => its.includes(text));
  assert.equal(found.length, 1, `docs/${document} has ${found.length} blocks with '${text}'`);
  return found[0][1];
}

/** Replaces names of the documents by those of this run. */
function replaced(text, names) {
  for (const [name, own] of Object.entries(names)) {
    assert(text.includes(name), `no ${name} in:\n${text}`);
    text = text.replaceAll(name, own);
  }
  return text;
}

function missing() {
  const programs = ["chromium", "java", "curl", "sh"].filter((program) => spawnSync(program, ["--version"]).error?.code === "ENOENT");
  const jars = ["kafka_2.13.jar", "kafka-tools.jar"].filter((jar) => !existsSync(join(JARS, jar)));
  return [...programs, ...jars];
}

async function run(commands, environment = {}) {
  const env = { ...process.env, PATH: at("bin") + delimiter + process.env.PATH, ...environment };
  const { stdout } = await promisify(execFile)("sh", ["-e", "-c", commands], { cwd: folder, env });
  return stdout;
}

/** Waits until a condition is true, and returns whether it is. */
async function becomesTrue(condition, seconds) {
  for (const end = performance.now() + seconds * 1000; !(await condition()); await sleep(50)) {
    if (performance.now() > end) {
      return false;
    }
  }
  return true;
}

/** Serves the release that is deployed. */
class Site {
  deployed = "";

  async start() {
    this.server = createServer((request, response) => this.#answer(request, response)).listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.origin = `http://127.0.0.1:${this.server.address().port}`;
    return this;
  }

  #answer({ url }, response) {
    const path = url === "/" ? "/index.html" : url;
    const file = join(this.deployed, path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": TYPES[extname(path)], "Document-Policy": "js-profiling" }).end(readFileSync(file));
  }
}

/** Writes the settings of the documents into the file that configuration.md names. */
function writeSettings({ broker, site, tokens }) {
  mkdirSync(at("config"));
  mkdirSync(at("secrets"));
  mkdirSync(at("maps"));
  writeFileSync(at("secrets/ci"), tokens.ci);
  writeFileSync(at("secrets/pipeline"), randomBytes(32).toString("hex"));
  const settings = [
    replaced(block("source-maps.md", "symbolicator.maps.directory="), { "/var/lib/symbolicator": at("maps"), "/secrets/": at("secrets/") }),
    replaced(block("recording.md", "symbolicator.ingest.origins="), {
      "https://www.example.com,https://shop.example.com": site.origin,
      "page,phase,browser,os,viewport": "page,country", // as fleet.md says
    }),
    replaced(block("recording.md", "symbolicator.fetch.allowed-origins="), { "https://cdn.example.com": site.origin }),
    replaced(block("recording.md", "symbolicator.access.tokens.pages."), { "all-who-see-the-page-can-read-this": tokens.pages }),
    replaced(block("fleet.md", "symbolicator.kafka.bootstrap-servers="), { "kafka-1:9092": broker.servers }),
  ];
  assert(settings[1].includes(block("fleet.md", "symbolicator.rows.dimensions=").trim()));
  assert(read("configuration.md").includes("`config/application.properties`"));
  writeFileSync(at("config/application.properties"), settings.join("\n"));
}

async function makeTopics({ servers }) {
  mkdirSync(at("bin"));
  for (const [script, main] of Object.entries(KAFKA_SCRIPTS)) {
    const command = `exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp '${JARS}/*' org.apache.kafka.tools.${main} "$@"`;
    writeFileSync(at("bin", script), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  }
  const one = { "kafka-1:9092": servers, "--replication-factor 3": "--replication-factor 1" };
  await run(replaced(block("kafka.md", "kafka-topics.sh"), one));
}

/** Bundles a release with the collector in its page, uploads its maps, and deploys what is left. */
async function deploy(release, { service, site, tokens }) {
  cpSync(join(import.meta.dirname, "app"), folder, { recursive: true });
  if (release === RELEASES[1]) {
    cpSync(join(import.meta.dirname, "slowed"), folder, { recursive: true });
  }
  assert(read("recording.md").includes(`\`${SCRIPT_FOR_VITE}\``));
  const collector = replaced(block("recording.md", SCRIPT), {
    "https://symbolicator.example.com": service.url,
    [SCRIPT]: SCRIPT_FOR_VITE,
    '"1.4.2"': `"${release}", share: 1, token: "${tokens.pages}", dimensions: { country: "JP" }`,
  });
  writeFileSync(at("index.html"), replaced(readFileSync(at("index.html"), "utf8"), { "<!-- collector -->": collector }));
  writeFileSync(at("vite.config.mjs"), block("source-maps.md", "build: { sourcemap: 'hidden'"));
  const commands = replaced(block("source-maps.md", "npx vite build\nsh"), { "https://cdn.example.com/": `${site.origin}/` });
  const environment = { RELEASE: release, SYMBOLICATOR_URL: service.url, SYMBOLICATOR_TOKEN: tokens.ci };
  const printed = await run(commands, environment);
  const files = readdirSync(at("dist"), { recursive: true }).map(String);
  const scripts = files.filter((name) => name.endsWith(".js"));
  assert.equal(scripts.length, 1, printed);
  assert.deepEqual(files.filter((name) => name.endsWith(".map")), []);
  assert(!/sourceMappingURL|countColours/.test(readFileSync(at("dist", scripts[0]), "utf8")));
  cpSync(at("dist"), at(release), { recursive: true });
  site.deployed = at(release);
  say(`${release} is deployed: ${printed.trim().split("\n").at(-1)}`);
}

/** Returns the sum of a figure's series whose labels have a text. */
async function figure(service, name, labels) {
  const lines = (await (await fetch(`${service.url}/q/metrics`)).text()).split("\n");
  const series = lines.filter((line) => line.startsWith(`${name}{`) && line.includes(labels));
  return series.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}

/** Returns how many profiles were answered with 202. */
const taken = (service) => figure(service, "symbolicator_requests_total", 'outcome="collected"');

/** Visits the deployed release, and leaves it when all is shown. */
async function visit(tab, { service, site }) {
  for (let i = 0; i < VISITS; i++) {
    const before = await taken(service);
    await tab.open(`${site.origin}/`);
    await tab.click("button");
    await tab.until(() => document.title === "Shown 2048");
    await tab.open(`${site.origin}/left.html`);
    await becomesTrue(async () => (await taken(service)) > before, ARRIVAL_SECONDS);
  }
}

/** Waits until each of so many profiles is symbolicated, and writes the topics of rows to files. */
async function readRows(count, { broker, service }) {
  const done = (labels = "") => figure(service, "symbolicator_kafka_records_total", labels);
  assert(await becomesTrue(async () => (await done()) >= count, PIPELINE_SECONDS), `${await done()} of ${count}`);
  assert.deepEqual([await done(), await done('outcome="symbolicated"')], [count, count], service.log());
  const records = [];
  await broker.read(["profiles", "profiles-dead"], (record) => records.push(record));
  assert.deepEqual(records.filter(({ topic }) => topic === "profiles-dead"), []);
  assert.equal(records.length, count);
  const commands = replaced(block("fleet.md", "kafka-console-consumer.sh"), { "kafka-1:9092": broker.servers });
  const readTopic = async (kind) => {
    // Each topic takes ten seconds more than its rows, so they are read side by side.
    await run(replaced(commands, { "profile-rows stack-rows function-rows": `${kind}-rows` }));
    const lines = readFileSync(at(`rows/${kind}-rows.ndjson`), "utf8").trimEnd().split("\n");
    return [kind, lines.map((line) => JSON.parse(line))];
  };
  return Object.fromEntries(await Promise.all(["profile", "stack", "function"].map(readTopic)));
}

/** Loads the files, and asks the questions of fleet.md. */
async function query(ask) {
  const sql = (name) => block("fleet.md", `-- ${name}\n`);
  await ask(`SET file_search_path = '${folder}'`);
  await ask(sql("tables"));
  await ask(sql("load"));
  const slowest = async (release) => (await ask(replaced(sql("top 20"), { "FROM facts": `FROM facts WHERE release = '${release}'` })))[0];
  return { before: await slowest(RELEASES[0]), after: await slowest(RELEASES[1]), changes: await ask(sql("release A against B")) };
}

/** Returns where a function's parameters begin, which is where V8 has its start; both releases have it at one place. */
function placeOf({ name, file }) {
  const places = ["app", "slowed"].map((part) => {
    const lines = readFileSync(join(import.meta.dirname, part, file), "utf8").split("\n");
    const line = lines.findIndex((text) => text.includes(`function ${name}(`));
    return { line: line + 1, column: lines[line].indexOf("(") + 1 };
  });
  assert.deepEqual(places[0], places[1]);
  return places[0];
}

async function main(running) {
  const tokens = { ci: randomBytes(32).toString("hex"), pages: randomBytes(32).toString("hex") };
  cpSync(join(project, "src/main/sh/upload.sh"), at("upload.sh"));
  const site = (running.site = await new Site().start());
  const broker = (running.broker = await startBroker(folder));
  await makeTopics(broker);
  writeSettings({ broker, site, tokens });
  const service = (running.service = await startService(folder, {}));
  say("broker, topics and service are there");

  const browser = (running.browser = await Browser.start());
  const tab = await browser.tab();
  tab.warnings = [];
  tab.on("Runtime.consoleAPICalled", ({ args }) => tab.warnings.push(args.map(({ value, description }) => value ?? description).join(" ")));
  tab.on("Log.entryAdded", ({ entry }) => tab.warnings.push(entry.text));
  for (const release of RELEASES) {
    await deploy(release, { service, site, tokens });
    await visit(tab, { service, site });
    say(`after ${VISITS} visits of ${release}, ${await taken(service)} profiles were taken`);
  }
  assert.deepEqual(tab.warnings, []);
  await browser.close();

  const count = await taken(service);
  const rows = await readRows(count, { broker, service });
  say(`${rows.profile.length} rows of profiles, ${rows.stack.length} of stacks, ${rows.function.length} of functions`);
  assert.deepEqual([rows.profile.length, await taken(service)], [count, count]);
  assert.equal(new Set(rows.profile.map(({ profile_id: id }) => id)).size, count);
  const of = (wanted) => rows.profile.filter(({ release, page, country }) => release === wanted && page === "/" && country === "JP").length;
  assert.equal(of(RELEASES[0]) + of(RELEASES[1]), count);
  for (const release of RELEASES) {
    assert(of(release) >= FEWEST, `${of(release)} profiles of ${release}`);
  }

  const { DuckDBInstance } = createRequire(at("package.json"))("@duckdb/node-api");
  const store = await (await DuckDBInstance.create()).connect();
  const { before, after, changes } = await query(async (sql) => (await store.runAndReadAll(sql)).getRowObjectsJS());
  store.closeSync();
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  for (const { label, a_share: a, b_share: b } of changes.slice(0, 4)) {
    say(`${label}: ${percent(a)} of ${RELEASES[0]}, ${percent(b)} of ${RELEASES[1]}`);
  }
  assert.equal(before.label, SLOWEST_BEFORE);
  assert.equal(after.label, SLOWED.label);
  assert.equal(changes[0].function_id, after.function_id);
  assert(changes[0].change > 0, percent(changes[0].change));
  const found = rows.function.filter(({ function_id: id }) => id === after.function_id);
  assert(found.length > 0);
  for (const { name, source, line, column } of found) {
    assert.deepEqual({ name, source, line, column }, { name: SLOWED.name, source: `${site.origin}/${SLOWED.file}`, ...placeOf(SLOWED) });
  }
}

const absent = missing();
if (absent.length > 0) {
  const words = `missing: ${absent.join(", ")}; jars are looked for in ${JARS}`;
  assert.notEqual(process.env.CI, "true", words);
  console.log(`SKIPPED: ${words}`);
  process.exit();
}
const running = {};
try {
  if (install(folder, PACKAGES)) {
    await main(running);
  }
} finally {
  await running.browser?.close();
  await running.service?.stop();
  await running.broker?.stop();
  running.site?.server.close();
}
