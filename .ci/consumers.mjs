// Lets the programs that people open profiles with read what the packaged service gives back:
// speedscope in Chromium, the models of Chrome's DevTools for CPU profiles and for performance
// traces, and three readers of heap snapshots. The profiles are recorded by this Node.js and by
// Chromium, from an app that esbuild minifies.
// VS Code's models read them too if VSCODE_JS_PROFILE_CORE names the folder of that package in a
// checkout of https://github.com/microsoft/vscode-js-profile-visualizer: the package is not in npm.
// An argument names a folder whose node_modules holds the packages already.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { devToolsModule } from './devtools.mjs';
import { HEAP_PACKAGES, openHeaps } from './heap-consumers.mjs';
import { install } from './packages.mjs';
import { startService } from './service.mjs';
import { compareTraces, processOf, recordTrace } from './trace-consumers.mjs';

const PACKAGES = {
  'chrome-devtools-frontend': '1.0.1705227',
  esbuild: '0.28.2',
  speedscope: '1.25.0',
  ...HEAP_PACKAGES,
};
const APP = `export function sumOfRoots(count) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += Math.sqrt(i);
  return sum;
}
export class Basket {
  constructor(items) { this.items = items; }
}
export function makeBaskets(count) {
  const baskets = [];
  for (let i = 0; i < count; i++) baskets.push(new Basket([i, String(i)]));
  return baskets;
}
export function runForAWhile(milliseconds) {
  const end = Date.now() + milliseconds;
  const kept = [];
  while (Date.now() < end) kept.push(sumOfRoots(20000), makeBaskets(200));
  return kept;
}
globalThis.kept = runForAWhile(400);
globalThis.all = [sumOfRoots, makeBaskets, runForAWhile];
globalThis.baskets = makeBaskets(300);
`;
/** The functions of the app, with the 0-based places of their parameter lists. */
const FUNCTIONS = Object.fromEntries(
  [...APP.matchAll(/export function (\w+)(?=\()/g)].map((match) => {
    const before = APP.slice(0, match.index + match[0].length).split('\n');
    return [match[1], { line: before.length - 1, column: before.at(-1).length }];
  }),
);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

const folder = mkdtempSync(join(tmpdir(), 'consumers-'));
const modules = (path) => join(folder, 'node_modules', path);

let shown = () => {};

/** Serves the app, speedscope, and the symbolicated profiles. */
const web = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (request.method === 'POST') {
    shown(await text(request));
    return response.writeHead(204).end();
  }
  const file = pathname.startsWith('/speedscope/')
    ? modules(`speedscope/dist/release/${pathname.slice('/speedscope/'.length)}`)
    : join(folder, pathname.slice(1));
  if (!existsSync(file)) return response.writeHead(404).end();
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  response.writeHead(200, { 'Content-Type': type }).end(readFileSync(file));
});

function run(command, parameters) {
  const result = spawnSync(command, parameters, { cwd: folder, encoding: 'utf8', timeout: 120_000 });
  assert.equal(result.status, 0, `${command}: ${result.error ?? result.stderr}`);
  return result.stdout;
}

const origin = () => `http://127.0.0.1:${web.address().port}`;

/** Records the minified app in both formats, as if it had come from the web. */
function record() {
  writeFileSync(join(folder, 'app.js'), APP);
  run(modules('.bin/esbuild'), [
    'app.js', '--bundle', '--minify', '--sourcemap', '--format=esm', '--outfile=app.min.mjs',
  ]);
  run(process.execPath, [
    '--cpu-prof', '--cpu-prof-interval=200', '--cpu-prof-name=recorded.cpuprofile',
    '--heap-prof', '--heap-prof-interval=1024', '--heap-prof-name=recorded.heapprofile', 'app.min.mjs',
  ]);
}

/** Records a heap snapshot with 300 baskets alone. */
function recordHeap() {
  writeFileSync(join(folder, 'heap.mjs'), `import './app.min.mjs';
import { writeHeapSnapshot } from 'node:v8';
globalThis.kept = undefined;
writeHeapSnapshot('recorded.heapsnapshot');
`);
  run(process.execPath, ['heap.mjs']);
}

/** Records a trace of a page that loads the app. */
async function recordPage() {
  writeFileSync(join(folder, 'app.html'), '<!doctype html><script type="module" src="app.min.mjs"></script>');
  await recordTrace(folder, `${origin()}/app.html`, join(folder, 'recorded.trace.json'));
}

async function symbolicate(service, type, query = '') {
  const script = `${origin()}/app.min.mjs`;
  const local = pathToFileURL(join(folder, 'app.min.mjs')).href;
  const recorded = readFileSync(join(folder, `recorded.${type}`), 'utf8').replaceAll(local, script);
  assert.ok(recorded.includes(script), `the ${type} does not name ${script}`);
  const answer = await fetch(`${service.url}/symbolicate${query}`, { method: 'POST', body: recorded });
  const profile = await answer.text();
  assert.equal(answer.status, 200, profile);
  writeFileSync(join(folder, `symbolicated.${type}`), profile);
  return JSON.parse(profile);
}

/** Checks that nodes of a profile's model show the app's functions. */
function assertFunctions(what, nodes, functions = Object.keys(FUNCTIONS)) {
  const shown = nodes.filter((node) => node.url === `${origin()}/app.js`);
  const names = new Set(shown.map((node) => node.functionName));
  for (const node of shown.filter(({ functionName }) => functionName in FUNCTIONS)) {
    const place = { line: node.lineNumber, column: node.columnNumber };
    assert.deepEqual(place, FUNCTIONS[node.functionName], `${what}: ${node.functionName}`);
  }
  const missing = functions.filter((name) => !names.has(name));
  assert.deepEqual(missing, [], `${what} shows ${[...names]}`);
}

async function devTools(profile) {
  const { CPUProfileDataModel } = await devToolsModule(
    folder, 'model', "export { CPUProfileDataModel } from 'models/cpu_profile/CPUProfileDataModel.ts';\n");
  const model = new CPUProfileDataModel(profile);
  assertFunctions("DevTools' model", model.nodes());
  const frames = new Map();
  for (const { callUID, url } of model.nodes()) {
    assert.equal(frames.get(callUID) ?? url, url, `${callUID} stands for functions of two files`);
    frames.set(callUID, url);
  }
}

/** Opens profiles with VS Code's models, or says that they are absent. Returns whether they are there. */
async function vsCode(cpu, heap) {
  const core = process.env.VSCODE_JS_PROFILE_CORE;
  if (!core) {
    console.log("SKIPPED: VS Code's models, since VSCODE_JS_PROFILE_CORE names no folder");
    return false;
  }
  writeFileSync(
    join(folder, 'vscode.ts'),
    ['cpu', 'heap']
      .map((type) => `export { buildModel as ${type} } from ${JSON.stringify(resolve(core, `src/${type}/model.ts`))};\n`)
      .join(''),
  );
  run(modules('.bin/esbuild'), ['vscode.ts', '--bundle', '--format=esm', '--platform=node', '--outfile=vscode.mjs']);
  const models = await import(pathToFileURL(join(folder, 'vscode.mjs')).href);
  const recorded = (type) => JSON.parse(readFileSync(join(folder, `recorded.${type}`), 'utf8'));
  const shown = ({ callFrame, src }) => {
    const place = { lineNumber: callFrame.lineNumber, columnNumber: callFrame.columnNumber };
    // The place that VS Code opens is 1-based.
    if (src) assert.deepEqual({ lineNumber: src.lineNumber - 1, columnNumber: src.columnNumber - 1 }, place);
    return { functionName: callFrame.functionName, url: src?.source.path, ...place };
  };
  const before = models.cpu(recorded('cpuprofile'));
  const after = models.cpu(structuredClone(cpu));
  assertFunctions("VS Code's CPU model", after.locations.map(shown));
  for (const member of ['samples', 'timeDeltas', 'duration']) {
    assert.deepEqual(after[member], before[member], `VS Code's CPU model: ${member}`);
  }
  const tree = ({ children }) => children.map(tree);
  const nodes = (node) => [node, ...node.children.flatMap(nodes)];
  const { head, samples } = models.heap(structuredClone(heap));
  const original = models.heap(recorded('heapprofile'));
  assert.deepEqual(tree(head), tree(original.head));
  assert.deepEqual(samples, original.samples);
  assertFunctions("VS Code's heap model", nodes(head).map(shown), ['makeBaskets']);
  return true;
}

/** A page that opens speedscope, and posts speedscope's table once the table has all functions. */
const opener = (url, functions) => `<!doctype html><iframe width="1500" height="2800" src="${url}"></iframe><script>
setInterval(() => {
  const { contentDocument, contentWindow } = document.querySelector('iframe');
  const table = contentDocument.body?.innerHTML ?? '';
  contentWindow.dispatchEvent(new Event('resize'));
  if (${JSON.stringify(functions)}.every((name) => table.includes(name))) fetch('/shown', { method: 'POST', body: table });
}, 200);
</script>`;

/** Opens a profile in speedscope, whose table of functions shows their names and files. */
async function speedscope(type, functions) {
  const profile = encodeURIComponent(`${origin()}/symbolicated.${type}`);
  const page = opener(`/speedscope/index.html#view=sandwich&amp;profileURL=${profile}`, functions);
  writeFileSync(join(folder, 'open.html'), page);
  const browser = spawn('chromium', [
    '--headless', '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--enable-unsafe-swiftshader', `--user-data-dir=${join(folder, 'chromium')}`,
    '--window-size=1600,3000', `${origin()}/open.html`,
  ], { stdio: 'ignore' });
  try {
    const table = await Promise.race([
      new Promise((resolve) => { shown = resolve; }),
      pause(60_000, undefined, { ref: false }),
    ]);
    assert.ok(table, `speedscope does not show ${functions} of the ${type}`);
    assert.ok(table.includes(`${origin()}/app.js`), `speedscope does not show the file of the ${type}`);
  } finally {
    const ended = once(browser, 'exit');
    browser.kill();
    await ended;
  }
}

let started;
try {
  if (install(folder, PACKAGES)) {
    await new Promise((resolve) => web.listen(0, '127.0.0.1', resolve));
    record();
    started = await startService(folder, {
      'symbolicator.fetch.allow-private-addresses': true,
      'symbolicator.fetch.allowed-origins': origin(),
    });
    const cpu = await symbolicate(started, 'cpuprofile');
    const heap = await symbolicate(started, 'heapprofile');
    const withVsCode = await vsCode(cpu, heap);
    await devTools(cpu);
    await speedscope('cpuprofile', Object.keys(FUNCTIONS));
    // A heap profile has functions whose objects are still alive.
    await speedscope('heapprofile', ['makeBaskets']);
    const models = withVsCode ? "VS Code's models, DevTools' model" : "DevTools' model";
    console.log(`Opened by ${models} and speedscope: .cpuprofile, .heapprofile`);
    await recordPage();
    const trace = await symbolicate(started, 'trace.json');
    const recorded = JSON.parse(readFileSync(join(folder, 'recorded.trace.json'), 'utf8'));
    assertFunctions("DevTools' trace model", await compareTraces(folder, recorded, trace));
    // Speedscope first shows the first of a trace's processes, which is the browser's own.
    writeFileSync(join(folder, 'symbolicated.page.json'), JSON.stringify(processOf(trace, `${origin()}/app.js`)));
    await speedscope('page.json', Object.keys(FUNCTIONS));
    console.log("Opened by DevTools' trace model and speedscope: .trace.json");
    recordHeap();
    await symbolicate(started, 'heapsnapshot', '?report=true');
    const snapshot = (name) => join(folder, `${name}.heapsnapshot`);
    const opened = await openHeaps(folder, snapshot('recorded'), snapshot('symbolicated'), { Basket: 300 });
    assert.ok(opened.length === 3, `opened by ${opened} only`);
    console.log(`Opened by ${opened.join(', ')}: .heapsnapshot`);
  }
} catch (failure) {
  if (started) console.error(`The service's log:\n${started.log().slice(-8_000)}`);
  throw failure;
} finally {
  await started?.stop();
  web.close();
  web.closeAllConnections();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
