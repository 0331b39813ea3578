// A web server on loopback for synthetic scripts: /<number>/<functions>/app.js and its map.
import { once } from "node:events";
import { createServer } from "node:http";
import { functionsFor, synthesize } from "./synthetic.mjs";

/**
 * Starts it. Returns `url(script, functions)`, `requests` (how often each kind of file was asked for, and how many
 * answers were 304) and `close()`.
 */
export async function startOrigin({ headers = {} } = {}) {
  const requests = { scripts: 0, maps: 0, notModified: 0 };
  const server = createServer((request, response) => {
    const [, script, functions, file] = request.url.split("/");
    const etag = `"${script}-${functions}-${file}"`;
    requests[file === "app.js" ? "scripts" : "maps"]++;
    if (request.headers["if-none-match"] === etag) {
      requests.notModified++;
      response.writeHead(304, { etag, ...headers }).end();
      return;
    }
    const made = synthesize(Number(script), Number(functions));
    const isScript = file === "app.js";
    response.writeHead(200, {
      "content-type": isScript ? "text/javascript" : "application/json",
      etag,
      ...headers,
    });
    response.end(isScript ? made.script : made.map);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${server.address().port}`;
  return {
    requests,
    url: (script, functions) => `${base}/${script}/${functions}/app.js`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Scripts `0 … count-1` whose maps have between `minBytes` and `maxBytes` bytes, spread evenly. */
export function sizes(count, minBytes, maxBytes) {
  return Array.from({ length: count }, (_, i) =>
    functionsFor(minBytes + ((maxBytes - minBytes) * ((i * 7919) % count)) / Math.max(1, count - 1)),
  );
}
