// Records a performance trace with Chromium, and opens traces with the model of DevTools'
// performance panel.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { devToolsModule } from './devtools.mjs';

const CATEGORIES = '-*,__metadata,devtools.timeline,v8.execute,disabled-by-default-v8.cpu_profiler';

/** Returns the trace in a file, or null as long as Chromium has not written the whole file. */
function written(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  } catch {
    return null;
  }
}

/** Records the first seconds of a page. */
export async function recordTrace(folder, page, file) {
  const browser = spawn('chromium', [
    '--headless', '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
    `--user-data-dir=${join(folder, 'chromium-traced')}`, `--trace-startup=${CATEGORIES}`,
    '--trace-startup-format=json', `--trace-startup-file=${file}`, '--trace-startup-duration=4', page,
  ], { stdio: 'ignore' });
  const ended = once(browser, 'exit');
  try {
    const last = Date.now() + 60_000;
    while (!written(file) && Date.now() < last) await pause(200);
    assert.ok(written(file), 'Chromium wrote no trace');
  } finally {
    browser.kill();
    await ended;
  }
}

/** Returns the events of the process that runs functions of a script. */
export function processOf(trace, script) {
  const { pid } = trace.traceEvents.find((event) => event.name === 'ProfileChunk' && JSON.stringify(event).includes(script));
  return trace.traceEvents.filter((event) => event.pid === pid);
}

/** Reads the functions that DevTools shows of a trace, with its calls and its samples. */
export async function traceModel(folder) {
  const { Trace } = await devToolsModule(
    folder, 'trace', "import * as Trace from 'models/trace/trace.ts';\nexport { Trace };\n");
  return async ({ traceEvents, metadata }) => {
    const model = Trace.TraceModel.Model.createWithAllHandlers();
    await model.parse(structuredClone(traceEvents), { metadata, isFreshRecording: false });
    const { data } = model.parsedTrace(0);
    const shown = { nodes: [], calls: 0, samples: 0, entries: data.Renderer.entryToNode.size };
    for (const threads of data.Samples.profilesInProcess.values()) {
      for (const { parsedProfile, profileCalls } of threads.values()) {
        shown.nodes.push(...(parsedProfile.nodes() ?? []));
        shown.calls += profileCalls.length;
        shown.samples += parsedProfile.samples?.length ?? 0;
      }
    }
    return shown;
  };
}

/** Checks that the model shows as much of the symbolicated trace as of the recorded one. */
export async function compareTraces(folder, recorded, symbolicated) {
  const open = await traceModel(folder);
  const { nodes: before, ...counted } = await open(recorded);
  const { nodes, ...counts } = await open(symbolicated);
  assert.deepEqual({ nodes: nodes.length, ...counts }, { nodes: before.length, ...counted });
  return nodes;
}
