// Reads the rows of functions of all scripts in a folder: those of the packaged service, or of its code for all functions of the sources.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, extname, join, relative } from "node:path";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startService } from "../load/service.mjs";

const project = fileURLToPath(new URL("../../..", import.meta.url));
const CLASSES = [join(project, "target/test-classes"), join(project, "target/quarkus-app/quarkus-run.jar")].join(delimiter);
const NONE = "0000000000000000";
const TYPES = { ".js": "text/javascript", ".map": "application/json" };
const ATTEMPTS = 60;

/**
 * Opens the way to rows. `roots`: the setting of the service; `texts`: all functions of the sources, not only those that
 * are in the scripts. `of(folder, headers)` resolves to the rows of the scripts in a folder, which are served with extra
 * headers by their paths. A row has `script` and `source`, the 1-based `line` and `column` in the source, and its `text`.
 */
export async function openRows({ roots = [], texts = false } = {}) {
  if (texts) {
    return { of: async (folder, headers = {}) => rowsOfTexts(scriptsOf(folder, headers, "http://127.0.0.1"), roots), close: () => {} };
  }
  const directory = mkdtempSync(join(tmpdir(), "symbolicator-identity-"));
  const log = join(directory, "service.log");
  const service = await startService({
    java: ["-Xmx768m"],
    settings: { SYMBOLICATOR_CACHE_DIRECTORY: directory, SYMBOLICATOR_IDENTITY_ROOTS: roots.join(",") },
    log,
  });
  return {
    of: async (folder, headers = {}) => {
      const origin = await serve(folder, headers);
      try {
        const rows = [];
        for (const script of scriptsOf(folder, headers, origin.url)) {
          rows.push(...(await rowsOfScript(service, script)));
        }
        return rows;
      } finally {
        origin.close();
      }
    },
    close: async () => {
      await service.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

async function serve(folder, headers) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://127.0.0.1");
    const file = join(folder, decodeURIComponent(pathname));
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain", ...headers[pathname] }).end(readFileSync(file));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Returns the scripts in a folder that have a map, with it and both URLs. */
function scriptsOf(folder, headers, origin) {
  const files = readdirSync(folder, { recursive: true }).filter((path) => /\.m?js$/.test(path)).sort();
  return files.flatMap((path) => {
    const script = new URL(relative(folder, join(folder, path)), `${origin}/`);
    const last = [...readFileSync(join(folder, path), "utf8").matchAll(/\/\/[#@] sourceMappingURL=(\S+)/g)].at(-1);
    const said = headers[script.pathname]?.SourceMap ?? last?.[1];
    if (said === undefined) {
      return [];
    }
    const url = new URL(said, script);
    if (url.protocol === "data:") {
      const [, base64] = url.href.split(";base64,");
      return [{ script: script.href, url: script.href, map: JSON.parse(Buffer.from(base64, "base64").toString()) }];
    }
    const file = join(folder, decodeURIComponent(url.pathname));
    return existsSync(file) ? [{ script: script.href, url: url.href, map: JSON.parse(readFileSync(file, "utf8")) }] : [];
  });
}

/** Returns the sources with a text of a map, those of sections too. */
function sourcesOf({ map }) {
  return (map.sections?.map((section) => section.map) ?? [map]).flatMap(({ sources, sourcesContent = [], sourceRoot = "" }) =>
    sources.map((source, i) => ({ source, text: sourcesContent[i], sourceRoot })).filter(({ text }) => typeof text === "string"),
  );
}

async function rowsOfScript(service, script) {
  const texts = new Map();
  for (const { source, text, sourceRoot } of sourcesOf(script)) {
    const entry = (sourceRoot && `${sourceRoot.replace(/\/$/, "")}/`) + source;
    for (const spelling of [source, entry, URL.canParse(entry, script.url) ? new URL(entry, script.url).href : entry]) {
      texts.set(spelling, text);
    }
  }
  const rows = (await dictionary(service, script.script)).map((row) => ({
    script: script.script,
    id: row.function_id ?? null,
    body: row.body_hash ?? null,
    stability: row.stability,
    package: row.package ?? "",
    path: row.path,
    origin: row.origin,
    role: row.role ?? row.qualified ?? "",
    isWrapper: row.qualified === "(module)",
    source: row.source,
    line: row.original_line,
    column: row.original_column,
    text: texts.get(row.source),
  }));
  const lost = rows.find(({ id, text }) => id !== null && text === undefined);
  if (lost) {
    throw new Error(`${script.script}: ${lost.source} has ids, and is not in the map.`);
  }
  return distinct(rows.filter(({ line, text }) => line !== undefined && text !== undefined));
}

async function dictionary(service, script) {
  for (let i = 0; i < ATTEMPTS; i++) {
    const answer = await fetch(`${service.url}/scripts/functions?${new URLSearchParams({ script })}`);
    const text = await answer.text();
    if (answer.ok) {
      return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    }
    if (answer.status !== 503) {
      throw new Error(`${script}: ${answer.status} ${text}`);
    }
    await sleep(1_000 * Number(answer.headers.get("retry-after") ?? 1));
  }
  throw new Error(`${script}: there is no answer.`);
}

function rowsOfTexts(scripts, roots) {
  const units = scripts.flatMap((script) => sourcesOf(script).map((one) => ({ ...one, script: script.script, mapUrl: script.url, roots })));
  const output = execFileSync("java", ["-Xss4m", "-cp", CLASSES, "dev.symbolicator.symbols.IdentityRows"], {
    input: units.map((unit, i) => JSON.stringify({ ...unit, unit: String(i) })).join("\n"),
    encoding: "utf8",
    maxBuffer: 1e9,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const rows = output.split("\n").filter(Boolean).map((line) => {
    const { unit, body, package: name, ...row } = JSON.parse(line);
    const { script, source, text } = units[unit];
    return { ...row, script, source, text, body: body === NONE ? null : body, package: name ?? "" };
  });
  return distinct(rows);
}

/** Leaves out what a script has several times, such as a function that the minifier copied. */
function distinct(rows) {
  const seen = new Set();
  return rows.filter(({ script, source, text, line, column, id }) => {
    const place = JSON.stringify([script, source, text.length, line, column, id]);
    return !seen.has(place) && seen.add(place);
  });
}
