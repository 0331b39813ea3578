// Lets the real SDKs of Sentry and Datadog send profiles through the service, and compares what arrives with what was sent.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inflateSync } from "node:zlib";
import { startService } from "../load/service.mjs";

const PACKAGES = {
  "@sentry/browser": "11.12.0",
  "sentry-browser-10": "npm:@sentry/browser@10.78.0",
  "@datadog/browser-rum": "7.16.2",
  esbuild: "0.28.2",
};
const DEBUG_ID = "5d0f3a1c-7b52-4e43-9c1e-0b8f6a2d4e10";
const SECONDS = 40;
const TYPES = { ".js": "text/javascript", ".map": "application/json", ".ico": "image/x-icon", "": "text/html" };
/** Chromium ends a little after its window closes, and may hold its profile's files until then. */
const REMOVAL = { recursive: true, force: true, maxRetries: 20, retryDelay: 200 };

const sentry = (module, lifecycle) => `
  import * as Sentry from ${JSON.stringify(module)};
  Sentry.init({
    dsn: "http://key@127.0.0.1:9/42", tunnel: location.origin + "/relay", release: "shop@1.4.2",
    integrations: [Sentry.browserProfilingIntegration()], tracesSampleRate: 1,
    ${lifecycle === "transaction" ? "profilesSampleRate: 1" : `profileSessionSampleRate: 1, profileLifecycle: "${lifecycle}"`},
  });
  const work = () => Sentry.startSpan({ name: "work", forceTransaction: true }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    workLong();
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  ${lifecycle === "manual" ? "Sentry.uiProfiler.startProfiler();" : ""}
  await work();
  ${lifecycle === "manual" ? "Sentry.uiProfiler.stopProfiler();" : ""}
  await Sentry.flush(5000);`;

const datadog = (isDeflated) => `
  import { datadogRum } from "@datadog/browser-rum";
  datadogRum.init({
    applicationId: "00000000-0000-4000-8000-000000000001", clientToken: "pub0", site: "datadoghq.com",
    service: "shop", version: "1.4.2", sessionSampleRate: 100, profilingSampleRate: 100, trackLongTasks: true,
    proxy: location.origin + "/relay", compressIntakeRequests: ${isDeflated},
  });
  for (let turn = 0; turn < 10; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    workLong();
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  datadogRum.stopSession();`;

/** The pages: the SDK's script, and how a profile is told from the SDK's other requests. */
const PAGES = {
  "sentry 11, manual": sentry("@sentry/browser", "manual"),
  "sentry 11, trace": sentry("@sentry/browser", "trace"),
  "sentry 10, manual": sentry("sentry-browser-10", "manual"),
  "sentry 10, transaction": sentry("sentry-browser-10", "transaction"),
  "datadog, plain": datadog(false),
  "datadog, deflated": datadog(true),
};

const folder = mkdtempSync(join(tmpdir(), "relay-"));
const source = readFileSync(join(import.meta.dirname, "app.js"), "utf8");

function install() {
  if (process.argv[2]) {
    return process.argv[2];
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: PACKAGES }));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--silent"], { cwd: folder, stdio: "inherit" });
  return folder;
}

/** Bundles a text; returns the paths of a page and their contents. */
function bundle(modules, name, text, more) {
  const entry = join(modules, `${name}.entry.mjs`);
  const outfile = join(folder, `${name}.js`);
  writeFileSync(entry, text);
  const esbuild = join(modules, "node_modules/esbuild/bin/esbuild");
  execFileSync(esbuild, [entry, "--bundle", "--minify", "--format=esm", `--outfile=${outfile}`, "--log-level=error", ...more]);
  rmSync(entry);
  return outfile;
}

/** Gives the app a debug ID as Sentry's tools inject it: a snippet before, a comment behind, a member of the map. */
function bundleApp(modules) {
  const snippet = `(()=>{let e=(new Error).stack;e&&((globalThis._sentryDebugIds??={})[e]="${DEBUG_ID}")})();`;
  const script = bundle(modules, "app", source, ["--sourcemap", `--banner:js=${snippet}`]);
  const map = JSON.parse(readFileSync(`${script}.map`));
  return {
    "/app.js": `${readFileSync(script, "utf8")}//# debugId=${DEBUG_ID}\n`,
    "/app.js.map": JSON.stringify({ ...map, debugId: DEBUG_ID, sources: ["/src/app.js"] }),
  };
}

async function listen(answer) {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    await answer(request, response, Buffer.concat(chunks));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

/** Posts a body to the service, and hands the answer on to the recorder. */
async function forward(service, recorder, type, body) {
  const symbolicated = await fetch(`${service.url}/symbolicate`, { method: "POST", headers: { "Content-Type": type }, body });
  const answer = Buffer.from(await symbolicated.arrayBuffer());
  assert.equal(symbolicated.status, 200, answer.toString());
  await fetch(recorder.url, { method: "POST", headers: { "Content-Type": symbolicated.headers.get("content-type") }, body: answer });
}

/** Opens a page, and returns the profile's request as it was sent and as it arrived. */
async function run(name, files, service) {
  const arrived = [];
  const sent = [];
  const failures = [];
  const recorder = await listen((request, response, body) => {
    arrived.push({ type: request.headers["content-type"], body });
    response.end();
  });
  const web = await listen(async (request, response, body) => {
    const path = new URL(request.url, "http://x").pathname;
    if (path === "/relay" && request.method === "POST" && isForwarded(name, request.url)) {
      const type = request.headers["content-type"] ?? "text/plain";
      sent.push({ type, body });
      await forward(service, recorder, type, body).catch((failure) => failures.push(failure));
    }
    const quota = JSON.stringify({ data: { attributes: { admitted: true, reason: "" } } });
    const served = { ...files, "/relay": quota };
    response.writeHead(path in served ? 200 : 404, { "Content-Type": TYPES[extname(path)], "Document-Policy": "js-profiling" });
    response.end(served[path]);
  });
  const browser = spawn("chromium", [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", `--user-data-dir=${mkdtempSync(join(folder, "chromium-"))}`, `${web.url}/`,
  ], { stdio: "ignore" });
  const ended = once(browser, "exit");
  try {
    for (let waited = 0; failures.length === 0 && !arrived.some((request) => profileOf(request)); waited++) {
      assert(waited < 10 * SECONDS, `${name}: no profile arrived in ${SECONDS} s; ${sent.length} requests were sent`);
      await sleep(100);
    }
  } finally {
    browser.kill();
    await ended;
    for (const { server } of [web, recorder]) {
      server.closeAllConnections();
      server.close();
    }
  }
  assert.deepEqual(failures, []);
  assert.equal(arrived.length, sent.length);
  return { sent, arrived, origin: web.url };
}

/** Datadog's SDK sends its other events to other paths. */
const isForwarded = (name, url) => name.startsWith("sentry") || decodeURIComponent(url).includes("/api/v2/profile?");

/** Cuts a request around its profile; returns undefined if it holds none. */
function profileOf({ type, body }) {
  const text = body.toString("latin1");
  if (!/^multipart/.test(type)) {
    const found = /^\{"type":"profile(?:_chunk)?".*\n(.*)$/m.exec(text);
    const start = found && found.index + found[0].length - found[1].length;
    return found ? { around: text.slice(0, start) + text.slice(start + found[1].length), profile: JSON.parse(Buffer.from(found[1], "latin1")) } : undefined;
  }
  const start = text.indexOf("\r\n\r\n", text.indexOf('name="wall-time.json"')) + 4;
  const end = text.lastIndexOf(`\r\n${text.slice(0, text.indexOf("\r\n"))}`);
  const isZlib = text[start] === "x";
  const content = body.subarray(start, end);
  return { around: text.slice(0, start) + text.slice(end), isZlib, profile: JSON.parse(isZlib ? inflateSync(content) : content) };
}

/** Returns the frames in one shape, and the profile without all that may change. */
function parts({ profile }) {
  if (profile.resources) {
    const { frames, resources, ...rest } = profile;
    const shown = frames.map((f) => ({ name: f.name, source: resources[f.resourceId], line: f.line, column: f.column }));
    return { frames: shown, resources, rest };
  }
  const { debug_meta: debugMeta, profile: { frames, ...samples }, ...rest } = profile;
  const shown = frames.map((f) => ({ name: f.function, source: f.abs_path, line: f.lineno, column: f.colno }));
  return { frames: shown, debugMeta, rest: { samples, rest } };
}

/** The line of each function in the app's source, 1-based. */
const LINES = new Map(
  source.split("\n").flatMap((text, i) => {
    const found = /^(?:function |globalThis\.\w+ = function | {2})(\w+)\([^)]*\) \{$/.exec(text);
    return found && !["while", "if"].includes(found[1]) ? [[found[1], i + 1]] : [];
  }),
);

function compare(name, { sent, arrived, origin }) {
  let functions = 0;
  sent.forEach((request, i) => {
    const before = profileOf(request);
    const after = profileOf(arrived[i]);
    assert.equal(arrived[i].type.replaceAll(" ", ""), request.type.replaceAll(" ", ""));
    if (!before) {
      assert(arrived[i].body.equals(request.body), `${name}: a request without a profile changed`);
      return;
    }
    assert.equal(after.around, before.around);
    assert.equal(after.isZlib, before.isZlib);
    const was = parts(before);
    const is = parts(after);
    assert.deepEqual(is.rest, was.rest);
    assert.equal(is.frames.length, was.frames.length);
    assert.deepEqual(is.resources?.slice(0, was.resources.length), was.resources);
    was.frames.forEach((frame, k) => {
      const now = is.frames[k];
      if (now.source !== `${origin}/src/app.js`) {
        assert.deepEqual(now, frame);
      } else if (now.name !== "") {
        assert.equal(frame.source, `${origin}/app.js`);
        assert.equal(now.line, LINES.get(now.name), `${name}: ${JSON.stringify(now)}`);
        functions++;
      }
    });
    if (was.debugMeta) {
      const left = is.frames.some((frame) => frame.source === `${origin}/app.js`);
      assert.equal(is.debugMeta !== undefined, left, `${name}: debug_meta`);
    }
  });
  assert(functions >= 4, `${name}: only ${functions} functions of the app are named`);
  console.log(`${name}: ${sent.length} requests, ${functions} functions of the app at their lines`);
}

let service;
try {
  const modules = install();
  const app = bundleApp(modules);
  service = await startService({ log: join(folder, "service.log") });
  for (const [name, script] of Object.entries(PAGES)) {
    const sdk = readFileSync(bundle(modules, name.replaceAll(/\W+/g, "-"), script, []), "utf8");
    const page = '<!doctype html><title>relay</title><script src="/app.js"></script><script type="module" src="/sdk.js"></script>';
    const files = { "/": page, "/sdk.js": sdk, ...app };
    compare(name, await run(name, files, service));
  }
} finally {
  await service?.stop();
  rmSync(folder, REMOVAL);
}
