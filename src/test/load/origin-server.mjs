// The web server of origin.mjs, in a process of its own: making files must not delay the clocks of the load run.
import { createServer } from "node:http";
import { synthesize } from "./synthetic.mjs";

const headers = JSON.parse(process.argv[2]);
const KEPT = 64;
const requests = { scripts: 0, maps: 0, notModified: 0 };
const made = new Map();
/** The number of requests for each script. */
const timesAsked = new Map();

/** Returns a script and its map, made once: the map is requested soon after the script. */
function files(script, functions) {
  const key = `${script}/${functions}`;
  const found = made.get(key) ?? synthesize(Number(script), Number(functions));
  made.delete(key);
  made.set(key, { script: found.script, map: found.map });
  if (made.size > KEPT) {
    made.delete(made.keys().next().value);
  }
  return found;
}

const server = createServer((request, response) => {
  const [, script, functions, file] = request.url.split("/");
  const isScript = file === "app.js";
  const etag = `"${script}-${functions}-${file}"`;
  requests[isScript ? "scripts" : "maps"]++;
  if (isScript) {
    timesAsked.set(script, (timesAsked.get(script) ?? 0) + 1);
  }
  if (request.headers["if-none-match"] === etag) {
    requests.notModified++;
    response.writeHead(304, { etag, ...headers }).end();
    return;
  }
  const { script: text, map } = files(script, functions);
  response.writeHead(200, { "content-type": isScript ? "text/javascript" : "application/json", etag, ...headers });
  response.end(isScript ? text : map);
});
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("message", () => {
  const mostPerScript = Math.max(0, ...timesAsked.values());
  process.send({ requests: { ...requests, mostPerScript } });
});
process.on("disconnect", () => process.exit());
