// A web server on loopback for synthetic scripts: /<number>/<functions>/app.js and its map.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { functionsFor } from "./synthetic.mjs";

const SERVER = fileURLToPath(new URL("origin-server.mjs", import.meta.url));

/**
 * Starts it. Returns `url(script, functions)`, `requests()` (how often each kind of file was asked for, how many
 * answers were 304, and how often the script was asked for that was asked for most) and `close()`.
 */
export async function startOrigin({ headers = {} } = {}) {
  const server = fork(SERVER, [JSON.stringify(headers)]);
  const [{ port }] = await once(server, "message");
  return {
    url: (script, functions) => `http://127.0.0.1:${port}/${script}/${functions}/app.js`,
    requests: async () => {
      server.send("requests");
      const [{ requests }] = await once(server, "message");
      return requests;
    },
    close: () => server.disconnect(),
  };
}

/** Scripts `0 … count-1` whose maps have between `minBytes` and `maxBytes` bytes, spread evenly. */
export function sizes(count, minBytes, maxBytes) {
  return Array.from({ length: count }, (_, i) =>
    functionsFor(minBytes + ((maxBytes - minBytes) * ((i * 7919) % count)) / Math.max(1, count - 1)),
  );
}
