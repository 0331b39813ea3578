// What the collector costs a page: processor time of the page's process with and without it, in turns.
import { createServer } from "node:http";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Browser } from "../page/browser.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "9" }, interactions: { type: "string", default: "60" } } });
const ROUNDS = Number(values.rounds);
const INTERACTIONS = Number(values.interactions);
const COLLECTOR = readFileSync(join(import.meta.dirname, "../../main/js/collector.js"));

/** A page that renders a list anew at each interaction, with work of many small functions. */
const APP = `
  const rows = Array.from({ length: 400 }, (_, i) => ({ id: i, name: "row " + i, price: (i * 7919) % 1000 }));
  const compare = { price: (a, b) => a.price - b.price, name: (a, b) => (a.name < b.name ? -1 : 1) };
  const format = (price) => (price / 100).toFixed(2).replace(".", ",");
  const score = (row, depth) => (depth === 0 ? row.price : score(row, depth - 1) + Math.sqrt(depth * row.id));
  const cell = (text) => { const td = document.createElement("td"); td.textContent = text; return td; };
  const line = (row) => { const tr = document.createElement("tr"); tr.append(cell(row.name), cell(format(row.price)), cell(score(row, 20).toFixed(1))); return tr; };
  function render(order) {
    for (let turn = 0; turn < 12; turn++) [...rows].sort(compare[order]).map((row) => JSON.parse(JSON.stringify(row))).forEach((row) => score(row, 40));
    document.querySelector("tbody").replaceChildren(...[...rows].sort(compare[order]).map(line));
    document.body.offsetHeight;
  }
  let clicks = 0;
  document.querySelector("button").addEventListener("click", () => render(clicks++ % 2 ? "price" : "name"));
  globalThis.work = async (count) => {
    for (let i = 0; i < count; i++) {
      document.querySelector("button").click();
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };`;

const VARIANTS = {
  "no header": { isRuled: false, isRecorded: false },
  "header alone": { isRuled: true, isRecorded: false },
  "collector": { isRuled: true, isRecorded: true },
};

let bytes = 0;
const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://x");
  if (request.method === "POST") {
    bytes += Buffer.concat(await request.toArray()).length;
    response.end();
  } else if (pathname.endsWith(".js")) {
    response.writeHead(200, { "Content-Type": "text/javascript" }).end(pathname === "/app.js" ? APP : COLLECTOR);
  } else {
    const { isRuled, isRecorded } = VARIANTS[searchParams.get("variant")];
    response.writeHead(200, { "Content-Type": "text/html", ...(isRuled ? { "Document-Policy": "js-profiling" } : {}) });
    response.end(`<!doctype html><title>x</title><link rel="icon" href="data:,">
      ${isRecorded ? `<script type="module">import { collect } from "/collector.js"; globalThis.stop = collect({ endpoint: "/profiles", share: 1 });</script>` : ""}
      <button>Sort</button><table><tbody></tbody></table><script type="module" src="/app.js"></script>`);
  }
}).listen(0, "127.0.0.1");
await once(server, "listening");

/** Returns the processor time of the browser's processes that render, in ms. */
async function processorTimes(browser) {
  const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
  return new Map(processInfo.filter(({ type }) => type === "renderer").map(({ id, cpuTime }) => [id, cpuTime * 1000]));
}

/** Runs the page's script once. The browser is new each time, so nothing is warm. */
async function run(variant) {
  const browser = await Browser.start();
  try {
    const tab = await browser.tab();
    const before = await processorTimes(browser);
    await tab.open(`http://127.0.0.1:${server.address().port}/?variant=${encodeURIComponent(variant)}`);
    await tab.run(async (count) => {
      await work(count);
      globalThis.stop?.();
      await new Promise((resolve) => setTimeout(resolve, 500));
    }, INTERACTIONS);
    const spent = [...(await processorTimes(browser))].map(([id, ms]) => ms - (before.get(id) ?? 0));
    return Math.round(Math.max(...spent));
  } finally {
    await browser.close();
  }
}

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const times = Object.fromEntries(Object.keys(VARIANTS).map((name) => [name, []]));
await run("no header");
for (let round = 0; round < ROUNDS; round++) {
  const order = Object.keys(VARIANTS);
  for (const name of round % 2 ? order.toReversed() : order) {
    times[name].push(await run(name));
  }
}
const base = times["no header"];
for (const [name, list] of Object.entries(times)) {
  const ratios = list.map((ms, i) => ms / base[i]);
  const spread = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(3));
  console.log(`${name}: median ${median(list)} ms of processor time (${Math.min(...list)} to ${Math.max(...list)}); times no header: ${spread[0]} (${spread[1]} to ${spread[2]})`);
}
console.log(`${Math.round(bytes / ROUNDS)} bytes were sent in each run`);
server.close();
