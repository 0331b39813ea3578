// Runs the cases of profile files that other programs wrote, each a module here (case.mjs) that makes the request and checks
// the answer. The files of "shared" are the origin.
//
//   [TOKEN=…] node src/test/file-cases/run.mjs SERVICE [part of a name]
//
// SERVICE is the URL of a service with SYMBOLICATOR_FETCH_ALLOW_PRIVATE_ADDRESSES=true. Cases that upload a map need its token,
// and are skipped without.
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { print } from "../cases/run.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const shared = join(folder, "shared");
const ANSWER_MILLIS = 60_000;
/** Paths whose names are none of a file. */
const NAMES = { "/index.bundle": "app.min.js" };

async function startOrigin() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://origin");
    const name = NAMES[pathname] ?? basename(pathname);
    if (!existsSync(join(shared, name))) {
      response.writeHead(404).end();
      return;
    }
    const type = name.endsWith(".map") ? "application/json" : "text/javascript; charset=utf-8";
    response.writeHead(200, { "content-type": type }).end(readFileSync(join(shared, name)));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { base: `http://127.0.0.1:${server.address().port}`, server };
}

async function runCase(name, it, { service, token, base }) {
  const { query = "", headers = {}, body } = await it.request({ base, service, token, dir: join(folder, name), shared });
  const answer = await fetch(`${service}/symbolicate${query}`, {
    method: "POST",
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body,
    signal: AbortSignal.timeout(ANSWER_MILLIS),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = bytes.toString();
  const came = await it.check({
    status: answer.status,
    headers: answer.headers,
    body: bytes,
    text,
    json: () => JSON.parse(text),
    sent: body,
    base,
  });
  return came === null ? [] : [`expected ${it.expected}, came: ${came}`];
}

/** Runs all cases whose names include `part`. Returns for each its `name`, and what `differs` from the expectation. */
export async function runFileCases({ service, token, part = "" }) {
  const { base, server } = await startOrigin();
  const results = [];
  for (const name of readdirSync(folder).sort()) {
    const module = join(folder, name, "case.mjs");
    if (!name.includes(part) || !existsSync(module)) {
      continue;
    }
    const { default: it } = await import(pathToFileURL(module));
    if (it.needsToken && !token) {
      console.log(`${name} is skipped: it needs TOKEN`);
      continue;
    }
    results.push({ name, differs: await runCase(name, it, { service, token, base }).catch((fault) => [String(fault)]) });
  }
  server.closeAllConnections();
  server.close();
  return results;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [service, part] = process.argv.slice(2);
  const results = await runFileCases({ service, part, token: process.env.TOKEN });
  const different = print(results);
  console.log(`${results.length} cases, ${different} differ`);
  process.exitCode = different > 0 || results.length === 0 ? 1 : 0;
}
