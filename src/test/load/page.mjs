// Opens many profiles and a large trace on the page in a headless Chromium, and measures until when they are drawn and
// named, and how long the page's tasks are: node src/test/load/page.mjs [profiles] [MB] [rounds]
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser } from "../page/browser.mjs";
import { startService } from "./service.mjs";

const [profiles = 500, megabytes = 100, rounds = 3] = process.argv.slice(2).map(Number);
const CASE = join(import.meta.dirname, "../resources/cases/mini-vite8");
const TRACE = join(import.meta.dirname, "../../../../shared/formats/chrome/app.trace.json");
const PROFILE_BYTES = 28_000;
const folder = mkdtempSync(join(tmpdir(), "page-load-"));

/** Writes profiles of about 28 KB, a line each: parts of a recorded one, each with other times. */
function writeProfiles(origin) {
  const trace = JSON.parse(readFileSync(join(CASE, "trace.json"), "utf8").replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):\d+/g, origin));
  const head = JSON.stringify({ ...trace, samples: [] }).length;
  const each = JSON.stringify(trace.samples).length / trace.samples.length;
  const length = Math.floor((PROFILE_BYTES - head) / each);
  const lines = Array.from({ length: profiles }, (_, i) => {
    const from = (i * 37) % trace.samples.length;
    const samples = Array.from({ length }, (_, s) => ({ ...trace.samples[(from + s) % trace.samples.length], timestamp: 1000 + s * (10 + (i % 7)) }));
    return JSON.stringify({ release: `1.${i % 2}`, trace: { ...trace, samples } });
  });
  const path = join(folder, "fleet.ndjson");
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

/** Writes a trace whose events are those of a recorded one over and over, each time later. Nodes are named once. */
function writeTrace() {
  const { traceEvents } = JSON.parse(readFileSync(TRACE, "utf8"));
  const times = traceEvents.map(({ ts }) => ts).filter(Boolean);
  const length = Math.max(...times) - Math.min(...times);
  const later = traceEvents.map((event) => structuredClone(event)).filter(({ name }) => name !== "Profile");
  later.forEach(({ args }) => delete args?.data?.cpuProfile?.nodes);
  const parts = [JSON.stringify(traceEvents).slice(1, -1)];
  let bytes = parts[0].length;
  for (let turn = 1; bytes < megabytes * 1e6; turn++) {
    const text = JSON.stringify(later.map((event) => (event.ts ? { ...event, ts: event.ts + turn * length } : event))).slice(1, -1);
    parts.push(text);
    bytes += text.length;
  }
  const path = join(folder, "large.trace.json");
  writeFileSync(path, `{"traceEvents":[${parts.join(",")}]}`);
  return path;
}

async function measure(tab, url, path) {
  await tab.open("about:blank");
  await tab.open(url);
  await tab.run(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: "longtask" });
    globalThis.started = new Promise((resolve) => document.querySelector("#file").addEventListener("change", () => resolve(performance.now()), { once: true, capture: true }));
    globalThis.progressed = false;
    new MutationObserver(() => (progressed ||= !document.querySelector("#progress").hidden)).observe(document.querySelector("#progress"), { attributes: true });
  });
  await tab.choose("#file", [path]);
  await tab.until(() => !document.querySelector("#result").hidden && document.querySelector("#scripts .meter"));
  return tab.run(async () => {
    const from = await started;
    const drawn = performance.getEntriesByType("measure").find(({ name }) => name === "draw left-heavy");
    const asked = performance.getEntriesByName("ask").at(-1);
    return {
      status: document.querySelector("#status").textContent, drawn: Math.round(drawn.startTime + drawn.duration - from),
      named: Math.round(asked.startTime + asked.duration - from), longest: Math.max(0, ...longTasks), progressed,
    };
  });
}

const app = createServer((request, response) => {
  const path = join(CASE, new URL(request.url, "http://x").pathname);
  response.writeHead(existsSync(path) ? 200 : 404).end(existsSync(path) ? readFileSync(path) : undefined);
}).listen(0, "127.0.0.1");
await once(app, "listening");
const service = await startService();
const browser = await Browser.start();
try {
  const tab = await browser.tab();
  await tab.size(1440, 900);
  const files = [writeProfiles(`http://127.0.0.1:${app.address().port}`), ...(existsSync(TRACE) ? [writeTrace()] : [])];
  for (const path of files) {
    for (let round = 0; round < rounds; round++) {
      const { status, drawn, named, longest, progressed } = await measure(tab, `${service.url}/`, path);
      console.log(`${status}: drawn after ${drawn} ms, named after ${named} ms, longest task ${longest} ms, ${progressed ? "with" : "without"} a progress bar`);
    }
  }
} finally {
  await browser.close();
  await service.stop();
  app.close();
  rmSync(folder, { recursive: true, force: true });
}
