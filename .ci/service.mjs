// Starts the packaged service for a test with outside programs.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts the service in a folder, with settings by their keys, and returns once it is ready. */
export async function startService(folder, settings) {
  const port = await freePort();
  const all = { 'quarkus.http.host': '127.0.0.1', 'quarkus.http.port': port, ...settings };
  const service = spawn('java', [
    ...Object.entries(all).map(([key, value]) => `-D${key}=${value}`),
    '-jar', join(project, 'target/quarkus-app/quarkus-run.jar'),
  ], { stdio: ['ignore', 'pipe', 'inherit'], cwd: folder });
  let log = '';
  service.stdout.on('data', (words) => { log += words; });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () => fetch(`${url}/q/health/ready`).then((answer) => answer.ok, () => false);
  while (!(await isReady())) {
    assert.equal(service.exitCode, null, `the service did not start:\n${log}`);
    await pause(300);
  }
  const stop = async () => {
    if (service.exitCode === null) {
      const ended = once(service, 'exit');
      service.kill();
      await ended;
    }
  };
  return { url, log: () => log, stop };
}
