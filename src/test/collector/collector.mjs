// Lets the collector record pages in a headless Chromium, and looks at what arrives: at a recorder, and after the service.
// An argument runs only the tests whose names have it.
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, startService } from "../load/service.mjs";
import { Browser } from "../page/browser.mjs";

const PROJECT = join(import.meta.dirname, "../../..");
const COLLECTOR = readFileSync(join(PROJECT, "src/main/js/collector.js"), "utf8");
const CASE = join(PROJECT, "src/test/resources/cases/mini-vite8");
const MOST_BYTES = 3 * 1024;
const UNLOADS = 10;
const SECRET = "secret-of-a-user";
const IDS = ["0a5d0d1c-7b52-4e43-9c1e-0b8f6a2d4e01", "0a5d0d1c-7b52-4e43-9c1e-0b8f6a2d4e02", "0a5d0d1c-7b52-4e43-9c1e-0b8f6a2d4e03"];
const DIMENSIONS = ["page", "phase", "browser", "os", "viewport", "cores", "memory", "connection"];

const WORK = `
  function spin(ms) { const end = performance.now() + ms; while (performance.now() < end) Math.sqrt(end); }
  function brief() { spin(15); }
  function long() { spin(200); }
  /** Runs work in a task of its own, since the protocol's are none that the browser measures. */
  function task(work) { return new Promise((resolve) => setTimeout(() => resolve(work()))); }`;
/** What the tools of Sentry, Turbopack and Datadog add to a script. */
const SCRIPTS = {
  "/work.js": WORK,
  "/sentry.js": `function first() { spin(40); }(()=>{let e=(new Error).stack;(globalThis._sentryDebugIds??={})[e]="${IDS[0]}"})();`,
  "/turbopack.js": `function second() { spin(40); }(function note(){(globalThis._debugIds??={})[new Error().stack]="${IDS[1]}"})();`,
  "/datadog.js": `function third() { spin(40); }(function(c,n){(window[n]??={})[new Error().stack]=c})({"ddDebugId":"${IDS[2]}"},"DD_SOURCE_CODE_CONTEXT");`,
  "/collector.js": COLLECTOR,
};

/** Serves pages, and keeps what is posted to /profiles. */
class Recorder {
  posts = [];
  preflights = 0;

  async start() {
    this.server = createServer((request, response) => void this.#answer(request, response)).listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.port = this.server.address().port;
    this.origin = `http://127.0.0.1:${this.port}`;
    return this;
  }

  async #answer(request, response) {
    const { pathname, searchParams } = new URL(request.url, "http://x");
    if (request.method === "OPTIONS") {
      this.preflights++;
    }
    if (request.method !== "GET") {
      const raw = await request.toArray().then(Buffer.concat).catch(() => undefined);
      if (raw?.length > 0 && pathname === "/profiles") {
        const body = JSON.parse(raw[0] === 0x1f ? gunzipSync(raw) : raw);
        this.posts.push({ url: request.url, headers: request.headers, raw, body });
      }
      response.writeHead(204).end();
    } else if (SCRIPTS[pathname]) {
      response.writeHead(200, { "Content-Type": "text/javascript", "Access-Control-Allow-Origin": "*" }).end(SCRIPTS[pathname]);
    } else if (pathname.startsWith("/assets/") && existsSync(join(CASE, pathname))) {
      response.writeHead(200, { "Content-Type": extname(pathname) === ".js" ? "text/javascript" : "application/json" });
      response.end(readFileSync(join(CASE, pathname)));
    } else {
      const policy = searchParams.has("unruled") ? {} : { "Document-Policy": "js-profiling" };
      response.writeHead(200, { "Content-Type": "text/html", ...policy });
      response.end(`<!doctype html><title>A page</title><link rel="icon" href="data:,">
        <p>Some text.</p><button id="handler" onclick="spin(30)">Click</button>
        ${Object.keys(SCRIPTS).filter((path) => path !== "/collector.js").map((path) => `<script src="${path}"></script>`).join("")}
        <script>function inline() { spin(40); }</script>`);
    }
  }

  /** Waits until so many traces arrived, and returns and forgets them. */
  async take(count = 1) {
    for (let waited = 0; this.posts.length < count; waited++) {
      assert(waited < 600, `${this.posts.length} of ${count} traces arrived`);
      await sleep(50);
    }
    return this.posts.splice(0);
  }
}

/** Opens a page that notes what goes wrong, and imports the collector as `collect`. */
async function openPage(browser, url, { before = "", from = "/collector.js" } = {}) {
  const tab = await browser.tab();
  const failed = [];
  tab.on("Network.loadingFailed", ({ errorText }) => failed.push(errorText));
  await tab.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `globalThis.faults = []; globalThis.warnings = []; globalThis.profilers = 0;
      for (const type of ["error", "unhandledrejection"]) addEventListener(type, (event) => faults.push(String(event.reason ?? event.message)));
      console.warn = (failure) => warnings.push(String(failure));
      if (globalThis.Profiler) Profiler = class extends Profiler { constructor(options) { super(options); profilers++; } };
      ${before}`,
  });
  await tab.open(url);
  await tab.run(async (path) => {
    globalThis.collect = (await import(path)).collect;
  }, from);
  return { tab, failed };
}

const names = ({ trace }) => trace.frames.map(({ name }) => name);
/** Returns the names of the functions that ran in samples, the innermost first. */
const stackNames = ({ trace: { frames, stacks } }, { stackId }) => {
  const found = [];
  for (let id = stackId; id !== undefined; id = stacks[id].parentId) {
    found.push(frames[stacks[id].frameId].name);
  }
  return found;
};

const tests = {
  "the file is small"() {
    const bytes = gzipSync(COLLECTOR, { level: 9 }).length;
    assert(bytes <= MOST_BYTES, `${bytes} bytes`);
    console.log(`  ${bytes} bytes in gzip`);
  },

  async "a share of page loads is recorded"({ open }) {
    const { tab } = await open("/share");
    const recorded = (share, random) => tab.run((part, value) => {
      Math.random = () => value;
      profilers = 0;
      collect({ endpoint: "/unread", share: part ?? undefined })();
      return profilers;
    }, share, random);
    assert.deepEqual([await recorded(0, 0), await recorded(1, 0.999), await recorded(0.3, 0.31), await recorded(0.3, 0.29)], [0, 1, 0, 1]);
    assert.deepEqual([await recorded(undefined, 0.02), await recorded(undefined, 0.009)], [0, 1]);
  },

  async "a load is recorded, and all that the service reads is beside the trace"({ open, recorder }) {
    const { tab } = await open(`/products/7?user=${SECRET}#${SECRET}`);
    const before = Date.now();
    await tab.run(async () => {
      const stop = collect({ endpoint: "/profiles?kind=1", share: 1, release: "1.4.2", token: "a+b", dimensions: { country: "JP", signedIn: false } });
      await task(() => {
        document.body.append("Text.");
        long();
      });
      document.querySelector("#handler").click();
      inline();
      await new Promise((resolve) => setTimeout(resolve, 100));
      stop();
    });
    const [{ url, headers, raw, body }] = await recorder.take();
    assert.equal(url, "/profiles?kind=1&token=a%2Bb");
    assert.deepEqual([headers["content-type"], headers["content-encoding"], raw.readUInt16BE()], ["text/plain", undefined, 0x1f8b]);
    assert.equal(headers.referer, `${recorder.origin}/`);
    assert(!JSON.stringify([body, headers]).includes(SECRET));
    assert.deepEqual([body.page, body.release, body.country, body.signedIn, body.phase], ["/products/7", "1.4.2", "JP", "false", "use"]);
    for (const name of DIMENSIONS) {
      assert.equal(typeof body[name], "string", name);
    }
    assert.match(body.browser, /^(?:Headless)?Chrom\w+ \d+$/);
    assert(Math.abs(body.timeOrigin - before) < 60_000 && body.sampleInterval === 10 && body.fcp > 0);
    assert(body.longtasks.some(({ duration }) => duration >= 200), "long task");
    assert(body.loaf.some(({ duration, blockingDuration }) => duration >= 200 && blockingDuration > 0), "long animation frame");
    for (const name of ["spin", "long", "inline"]) {
      assert(names(body).includes(name), name);
    }
    assert(body.trace.resources.includes(`${recorder.origin}/products/7`));
  },

  async "pages are named as the page wishes, in resources too"({ open, recorder }) {
    const { tab } = await open("/orders/1234?x=1");
    await tab.run(() => {
      const stop = collect({ endpoint: "/profiles", share: 1, page: ({ pathname }) => pathname.replace(/\d+/, ":id") });
      inline();
      stop();
    });
    const [{ body }] = await recorder.take();
    assert.equal(body.page, "/orders/:id");
    assert(!JSON.stringify(body).includes("1234"));
    assert(body.trace.resources.includes(`${recorder.origin}/orders/:id`));
  },

  async "runs of idle samples are shortened, and nothing else changes"({ open, recorder }) {
    const { tab } = await open("/idle");
    await tab.run(async () => {
      const stop = collect({ endpoint: "/profiles", share: 1 });
      const pause = () => new Promise((resolve) => setTimeout(resolve, 400));
      long();
      await pause();
      long();
      await pause();
      stop();
    });
    const [{ body }] = await recorder.take();
    const { samples } = body.trace;
    const idle = samples.map(({ stackId }) => stackId === undefined);
    assert(!idle.some((each, i) => each && idle[i - 1] && idle[i + 1]));
    assert(samples.at(-1).timestamp - samples[0].timestamp > 1000 && samples.length < 80, `${samples.length} samples`);
    assert(samples.every(({ timestamp }, i) => i === 0 || timestamp > samples[i - 1].timestamp));
  },

  async "a trace in which nothing ran is not sent"({ open, recorder }) {
    const { tab } = await open("/nothing");
    await tab.run(async () => {
      const stop = collect({ endpoint: "/profiles", share: 1, seconds: 0.1 });
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await task(long);
      stop();
    });
    const posts = [];
    while (!posts.some(({ body }) => names(body).includes("long"))) {
      posts.push(...(await recorder.take()));
    }
    // Not only one: a sample of some may show how the collector sent the trace before, which is work like any other.
    const count = await tab.run(() => profilers);
    assert(posts.length < count, `${posts.length} of ${count} sent`);
  },

  async "samples that the browser wrote late are put in order"({ open, recorder }) {
    const { tab } = await open("/late");
    await tab.run(() => {
      const { stop: original } = Object.getPrototypeOf(Profiler.prototype);
      Profiler.prototype.stop = async function () {
        const trace = await original.call(this);
        trace.samples.splice(5, 2, trace.samples[6], trace.samples[5]);
        return trace;
      };
      const stop = collect({ endpoint: "/profiles", share: 1 });
      long();
      stop();
    });
    const [{ body }] = await recorder.take();
    assert(body.trace.samples.every(({ timestamp }, i, { [i - 1]: before }) => !(timestamp < before?.timestamp)));
  },

  async "of long tasks alone, other samples, functions and traces are left out"({ open, recorder }) {
    const { tab } = await open("/long-tasks");
    await tab.run(async () => {
      const record = async (release, ...works) => {
        const stop = collect({ endpoint: "/profiles", share: 1, release, onlyLongTasks: true });
        for (const work of works) {
          await task(work);
        }
        stop();
      };
      await record("none", brief, brief, brief);
      await record("one", brief, brief, long, brief);
    });
    const posts = await recorder.take();
    assert.deepEqual(posts.map(({ body }) => body.release), ["one"]);
    const [{ body }] = posts;
    const busy = body.trace.samples.filter(({ stackId }) => stackId !== undefined);
    assert(busy.length >= 10, `${busy.length} samples`);
    const isLong = ({ timestamp }) => body.longtasks.some(({ startTime, duration }) => timestamp >= startTime && timestamp <= startTime + duration);
    assert(busy.every(isLong));
    assert(!names(body).includes("brief") && names(body).includes("long"));
  },

  async "without the header, nothing happens but a warning"({ open, recorder }) {
    const { tab } = await open("/?unruled");
    assert.deepEqual(await tab.run(() => [typeof collect({ endpoint: "/profiles", share: 1 }), warnings]), ["function", ["NotAllowedError: Failed to construct 'Profiler': JS profiling is disabled by Document Policy."]]);
    assert.equal(recorder.posts.length, 0);
  },

  async "without the API, nothing happens"({ open }) {
    const { tab } = await open("/firefox", { before: "delete globalThis.Profiler;" });
    assert.deepEqual(await tab.run(() => [typeof globalThis.Profiler, typeof collect({ endpoint: "/profiles", share: 1 }), warnings]), ["undefined", "function", []]);
  },

  async "wrong options are a warning"({ open }) {
    const { tab } = await open("/wrong");
    await tab.run(() => {
      collect({ endpoint: "https://[", share: 1 })();
      collect({ endpoint: "/", share: 1, page() { throw new Error("no page"); } })();
      collect();
    });
    assert.equal((await tab.run(() => warnings)).length, 3);
  },

  async "an endpoint that is away harms nobody"({ open }) {
    const { tab, failed } = await open("/offline");
    await tab.run((port) => {
      const stop = collect({ endpoint: `http://127.0.0.1:${port}/profiles`, share: 1 });
      long();
      stop();
    }, await freePort());
    await tab.until(() => true);
    for (let waited = 0; failed.length === 0; waited++) {
      assert(waited < 200, "no request failed");
      await sleep(50);
    }
    assert.deepEqual(failed, ["net::ERR_CONNECTION_REFUSED"]);
  },

  async "traces follow one another, also when the buffer is full"({ open, recorder }) {
    const { tab } = await open("/full");
    await tab.run(async () => {
      const stop = collect({ endpoint: "/profiles", share: 1, seconds: 0.2 });
      spin(1000);
      await new Promise((resolve) => setTimeout(resolve, 50));
      for (let i = 0; i < 40; i++) {
        await task(brief);
      }
      stop();
    });
    const posts = await recorder.take(await tab.run(() => profilers));
    const sorted = posts.map(({ body }) => body.trace.samples).sort((a, b) => a[0].timestamp - b[0].timestamp);
    assert(sorted[0].length <= 30, `${sorted[0].length} samples`);
    const gaps = sorted.slice(2).map((samples, i) => samples[0].timestamp - sorted[i + 1].at(-1).timestamp);
    assert(gaps.every((gap) => gap < 500), `gaps of ${gaps.join()} ms`);
  },

  async "no more traces are sent than wanted"({ open, recorder }) {
    const { tab } = await open("/few");
    await tab.run(async () => {
      collect({ endpoint: "/profiles", share: 1, seconds: 0.1, traces: 2 });
      for (let i = 0; i < 40; i++) {
        await task(brief);
      }
    });
    const pages = (await recorder.take(2)).map(({ body }) => body.page);
    assert.deepEqual([pages, await tab.run(() => profilers)], [["/few", "/few"], 2]);
  },

  async "a hidden page is not recorded, and a visible one again"({ open, recorder }) {
    const { tab } = await open("/hidden");
    const show = (state) => tab.run((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
      return profilers;
    }, state);
    await tab.run(() => {
      collect({ endpoint: "/profiles", share: 1 });
      long();
    });
    assert.equal(await show("hidden"), 1);
    await recorder.take();
    assert.equal(await show("visible"), 2);
    await tab.run(() => long());
    assert.equal(await show("hidden"), 2);
    await recorder.take();
  },

  async "debug IDs are those of the scripts"({ open, recorder }) {
    const { tab } = await open("/ids");
    await tab.run(() => {
      const stop = collect({ endpoint: "/profiles", share: 1 });
      first();
      second();
      third();
      stop();
    });
    const [{ body }] = await recorder.take();
    const expected = ["/sentry.js", "/turbopack.js", "/datadog.js"].map((path, i) => [recorder.origin + path, IDS[i]]);
    assert.deepEqual(body.debugIds, Object.fromEntries(expected));
  },

  async "without CompressionStream, text is sent"({ open, recorder }) {
    const { tab } = await open("/plain", { before: "delete globalThis.CompressionStream;" });
    await tab.run(() => {
      const stop = collect({ endpoint: "/profiles", share: 1 });
      long();
      stop();
    });
    const [{ raw, headers }] = await recorder.take();
    assert.deepEqual([String(raw.subarray(0, 1)), headers["content-type"]], ["{", "text/plain"]);
  },

  async "a trace that is too large for a page's end arrives from a visible page"({ open, recorder }) {
    const { tab } = await open("/large");
    await tab.run(() => {
      const release = Array.from({ length: 60_000 }, () => Math.floor(Math.random() * 65_536).toString(16)).join("");
      const stop = collect({ endpoint: "/profiles", share: 1, release });
      long();
      stop();
    });
    const [{ raw }] = await recorder.take();
    assert(raw.length > 65_536, `${raw.length} bytes`);
  },

  async "collector, page and recorder may have three origins"({ browser, recorder, service }) {
    const other = `http://localhost:${recorder.port}`;
    const { tab } = await openPage(browser, `${other}/three?user=${SECRET}`, { from: `${service.url}/collector.js` });
    await tab.run((endpoint) => {
      document.cookie = "session=1";
      const stop = collect({ endpoint, share: 1 });
      long();
      stop();
    }, `${recorder.origin}/profiles`);
    const [{ headers }] = await recorder.take();
    assert.deepEqual([headers.referer, headers.origin, headers.cookie], [`${other}/`, other, undefined]);
    assert.equal((await fetch(`${service.url}/collector.js`).then((answer) => answer.text())), COLLECTOR);
    assert.deepEqual(await tab.run(() => faults), []);
    await tab.send("Page.close");
  },

  async "the service takes the body as it was sent, and finds the names"({ open, recorder, service }) {
    const { tab } = await open(`/shop?user=${SECRET}`);
    await tab.run(async (script) => {
      const stop = collect({ endpoint: "/profiles", share: 1, release: "1.4.2", seconds: 5 });
      await import(script);
      await new Promise((resolve) => setTimeout(resolve, 2500));
      stop();
    }, "/assets/mini-BGAwvM7n.js");
    const [{ raw, body }] = await recorder.take();
    const post = async (query) => {
      const answer = await fetch(`${service.url}/symbolicate${query}`, { method: "POST", body: raw, headers: { "Content-Type": "text/plain" } });
      const text = await answer.text();
      assert.equal(answer.status, 200, `${query}: ${text}`);
      return text;
    };
    const answer = JSON.parse(await post("?report=true"));
    const { mapped, total } = answer.symbolication;
    const script = answer.symbolication.scripts.find(({ url }) => url.endsWith("/assets/mini-BGAwvM7n.js"));
    assert.equal(script.status, "found");
    assert(mapped > 10, `${mapped} of ${total}`);
    assert(answer.trace.resources.some((resource) => resource.endsWith(".ts")));
    console.log(`  ${mapped} of ${total} frames mapped; ${raw.length} bytes, ${body.trace.samples.length} samples`);
    const rows = (await post("?rows=profiles")).trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual([rows[0].release, ...DIMENSIONS.map((name) => rows[0][name])], ["1.4.2", ...DIMENSIONS.map((name) => body[name])]);
    assert.equal(Date.parse(rows[0].ts), Math.floor(body.timeOrigin + body.trace.samples[0].timestamp), "the profile's begin");
    await post("?keep=long-tasks&compact=true");
  },

  /** Counts, since what a page sends at its end is not certain to leave. */
  async "what arrives from pages that end"({ browser, recorder }) {
    const ends = {
      "to another page": (tab) => tab.send("Page.navigate", { url: `${recorder.origin}/next` }),
      "to another site": (tab) => tab.send("Page.navigate", { url: `http://localhost:${recorder.port}/next` }),
      "reloaded": (tab) => tab.send("Page.reload"),
      "closed": (tab) => tab.send("Page.close"),
    };
    for (const [end, leave] of Object.entries(ends)) {
      for (let i = 0; i < UNLOADS; i++) {
        const { tab } = await openPage(browser, `${recorder.origin}/unload/${i}`);
        await tab.run(() => {
          collect({ endpoint: "/profiles", share: 1 });
          long();
        });
        await leave(tab);
        if (end !== "closed") {
          await tab.until(() => document.readyState === "complete" && !globalThis.collect);
          await tab.send("Page.close");
        }
      }
      await sleep(1000); // What has not arrived by now is lost.
      const arrived = new Set(recorder.posts.splice(0).filter(({ body }) => names(body).includes("long")).map(({ body }) => body.page));
      console.log(`  ${end}: ${arrived.size} of ${UNLOADS} arrived`);
      assert(arrived.size > 0, end);
    }
  },
};

let browser;
let service;
let recorder;
try {
  recorder = await new Recorder().start();
  service = await startService({ settings: { SYMBOLICATOR_ROWS_DIMENSIONS: DIMENSIONS.join() } });
  browser = await Browser.start();
  for (const [name, test] of Object.entries(tests).filter(([each]) => each.includes(process.argv[2] ?? ""))) {
    const started = performance.now();
    const tabs = [];
    const open = async (path, options) => {
      const page = await openPage(browser, recorder.origin + path, options);
      tabs.push(page.tab);
      return page;
    };
    await Promise.resolve(test({ open, browser, recorder, service })).catch((failure) => {
      throw new Error(`${name}: ${failure.message}`, { cause: failure });
    });
    for (const tab of tabs) {
      assert.deepEqual(await tab.run(() => faults), [], name);
      await tab.send("Page.close");
    }
    assert.equal(recorder.preflights, 0, name);
    recorder.posts.length = 0;
    console.log(`${name}: ${Math.round(performance.now() - started)} ms`);
  }
} finally {
  await browser?.close();
  await service?.stop();
  recorder?.server.close();
}
