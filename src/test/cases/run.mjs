// Runs the cases from public bug reports, each a folder here: what the origin serves and the body (case.json), and the answer
// by the standard's or V8's rules (expected.json). README names the reports.
//
//   node src/test/cases/run.mjs SERVICE [part of a name]
//
// SERVICE is the URL of a service with SYMBOLICATOR_FETCH_ALLOW_PRIVATE_ADDRESSES=true. Cases with an upload are posted to the
// service in the environment variable UPLOADS, with the token in TOKEN, and are skipped without.
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { tarGz } from "../load/tar.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const PLACEHOLDER = "__ORIGIN__";
const ANSWER_MILLIS = 60_000;
const CODERS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };
const DEFAULT_HEADERS = { "content-type": "application/javascript", "cache-control": "max-age=600" };

const json = (...path) => JSON.parse(readFileSync(join(folder, ...path), "utf8"));

/** Serves the files of a case on loopback. `asked` has the paths of all requests. */
async function startOrigin(name, rules) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    const rule = rules.find(({ path }) => path === request.url);
    if (!rule) {
      response.writeHead(404, { "content-type": "text/plain" }).end("no such file");
      return;
    }
    const fill = (text) => text.replaceAll(PLACEHOLDER, url);
    let data = rule.file ? readFileSync(join(folder, name, rule.file)) : Buffer.from(rule.text ?? "");
    if (!rule.raw && data.includes(PLACEHOLDER)) {
      data = Buffer.from(fill(data.toString("utf8")));
    }
    const headers = { ...DEFAULT_HEADERS };
    for (const [key, value] of Object.entries(rule.headers ?? {})) {
      headers[key] = Array.isArray(value) ? value.map(fill) : fill(value);
    }
    if (rule.declare) {
      headers["content-encoding"] = rule.declare;
    }
    const coded = (rule.encode ?? []).reduce((bytes, coding) => CODERS[coding](bytes), data);
    response.writeHead(rule.status ?? 200, headers).end(coded);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${server.address().port}`;
  return { url, asked, server };
}

/** Returns the frames of a self-profile, a file of V8 or one of speedscope as texts: name, URL, line, column. */
function framesOf({ trace, ...bare }) {
  const answer = trace ?? bare;
  const show = (name, url, line, column) => `${JSON.stringify(name ?? "")} ${url ?? "-"}:${line ?? ""}:${column ?? ""}`;
  if (Array.isArray(answer.frames)) {
    return answer.frames.map((each) => show(each.name, answer.resources[each.resourceId], each.line, each.column));
  }
  if (Array.isArray(answer.nodes)) {
    return answer.nodes.map(({ callFrame: each }) => show(each.functionName, each.url, each.lineNumber, each.columnNumber));
  }
  return (answer.shared?.frames ?? []).map((each) => show(each.name, each.file, each.line, each.col));
}

/** Calls `report` for each index at which `got` has none of the values that are wanted. */
function compare(wanted, got, report) {
  for (let i = 0; i < Math.max(wanted.length, got.length); i++) {
    const allowed = [wanted[i]].flat();
    if (!allowed.includes(got[i])) {
      report(i, allowed.join(" or "), got[i]);
    }
  }
}

/** Returns what differs from the expectation. */
function differences(expected, status, text, asked) {
  const all = [];
  let answer = {};
  try {
    answer = JSON.parse(text) ?? {};
  } catch {
    // A stack as text.
  }
  const scripts = answer.symbolication?.scripts ?? [];
  if (status !== (expected.status ?? 200)) {
    all.push(`status ${status}: ${text.slice(0, 300)}`);
  }
  if (expected.text !== undefined) {
    compare(expected.text.split("\n"), text.split("\n"), (i, want, got) =>
      all.push(`line ${i}: wanted ${JSON.stringify(want)}, got ${JSON.stringify(got)}`),
    );
  }
  if (expected.stack !== undefined && answer.stack !== expected.stack) {
    all.push(`stack ${JSON.stringify(answer.stack)}`);
  }
  if (expected.frames) {
    compare(expected.frames, framesOf(answer), (i, want, got) => all.push(`frame ${i}: wanted ${want}, got ${got}`));
  }
  for (const [url, wanted] of Object.entries(expected.scripts ?? {})) {
    const script = scripts.find((each) => each.url === url);
    if (![wanted].flat().includes(script?.status)) {
      all.push(`script ${url}: wanted ${wanted}, got ${script?.status} (${script?.detail})`);
    }
  }
  all.push(...(expected.contains ?? []).filter((each) => !text.includes(each)).map((each) => `lacks ${JSON.stringify(each)}`));
  all.push(...(expected.notFetched ?? []).filter((each) => asked.includes(each)).map((each) => `fetched ${each}`));
  if (all.length > 0) {
    all.push(`report: ${JSON.stringify(scripts.map(({ url, status, detail }) => [url, status, detail]))}, asked for: ${asked.join(" ")}`);
  }
  return all;
}

async function upload(service, token, name, { path, entries }) {
  const files = entries.map(([entry, file]) => [entry, readFileSync(join(folder, name, file))]);
  const body = tarGz(Object.fromEntries(files));
  const answer = await fetch(service + path, { method: "POST", headers: { authorization: `Bearer ${token}` }, body });
  return answer.ok ? [] : [`upload: ${answer.status} ${await answer.text()}`];
}

async function runCase(name, it, origin, { service, uploads, token }) {
  const target = it.upload ? uploads : service;
  const all = it.upload ? await upload(uploads, token, name, it.upload) : [];
  const body = readFileSync(join(folder, name, it.body), "utf8").replaceAll(PLACEHOLDER, origin.url);
  const headers = { "content-type": it.type, ...(it.upload && { authorization: `Bearer ${token}` }) };
  const path = (it.path ?? "/symbolicate?report=true").replaceAll(PLACEHOLDER, origin.url);
  const answer = await fetch(target + path, { method: "POST", body, headers, signal: AbortSignal.timeout(ANSWER_MILLIS) });
  const text = (await answer.text()).replaceAll(origin.url, PLACEHOLDER);
  all.push(...differences(json(name, "expected.json"), answer.status, text, origin.asked));
  return all;
}

/**
 * Runs all cases whose names include `part`. Returns for each its `name`, and what `differs` from the expectation; nothing of a
 * case that was skipped.
 */
export async function runCases({ service, uploads, token, part = "" }) {
  const results = [];
  const origins = [];
  for (const name of readdirSync(folder).sort()) {
    if (!name.includes(part) || !existsSync(join(folder, name, "case.json"))) {
      continue;
    }
    const it = json(name, "case.json");
    if (it.upload && !uploads) {
      console.log(`${name} is skipped: it needs UPLOADS and TOKEN`);
      continue;
    }
    const origin = await startOrigin(name, it.serve);
    origins.push(origin);
    const differs = await runCase(name, it, origin, { service, uploads, token }).catch((fault) => [String(fault)]);
    results.push({ name, differs });
  }
  // The service remembers scripts by their URLs. So no port is free for a second case before.
  for (const { server } of origins) {
    server.closeAllConnections();
    server.close();
  }
  return results;
}

/** Prints a line per result, and returns the number of those that differ. */
export function print(results) {
  for (const { name, differs } of results) {
    console.log(`${differs.length > 0 ? "DIFFERS" : "ok     "} ${name}${differs.length > 0 ? `: ${differs.join(" | ")}` : ""}`);
  }
  return results.filter(({ differs }) => differs.length > 0).length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [service, part] = process.argv.slice(2);
  const results = await runCases({ service, part, uploads: process.env.UPLOADS, token: process.env.TOKEN });
  const different = print(results);
  console.log(`${results.length} cases, ${different} differ`);
  process.exitCode = different > 0 || results.length === 0 ? 1 : 0;
}
