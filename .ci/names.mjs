// Records one script with all ways to give a function its name, unminified and minified by esbuild, terser and swc: as
// Node.js's CPU profile, its sampling heap profile and its stacks, as a performance trace of Chromium, and as a trace of the
// JS Self-Profiling API. Each frame of a minified recording, symbolicated by the packaged service, must have the name
// that V8 gave to the function at that place of the unminified script, in the same format.
// An argument names a folder whose node_modules holds the packages already.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Browser } from '../src/test/page/browser.mjs';
import { install } from './packages.mjs';
import { startService } from './service.mjs';

const PACKAGES = { esbuild: '0.28.2', terser: '5.51.2', '@swc/core': '1.16.22' };
const CATEGORIES = ['__metadata', 'devtools.timeline', 'v8.execute', 'disabled-by-default-v8.cpu_profiler'];
/** Each way on a line of its own, so that the line of a position in a stack tells the function. */
const APP = `const host = globalThis;
const kept = [];
const stacks = [];
function work(way) {
  const end = performance.now() + (host.SPIN_MS ?? 12);
  let sum = 0;
  while (performance.now() < end) sum += Math.sqrt(sum + way);
  kept.push(new Array(5000).fill(sum));
  stacks.push(new Error('way ' + way).stack);
  return way;
}
const key = 'dyn' + 'amic';
function declared() { return work(1); }
const arrow = () => { return work(2); };
const expression = function () { return work(3); };
const outer = function inner() { return work(4); };
function Klass() {
  work(0);
  this.own = function () { return work(5); };
  this.bound = () => { return work(6); };
}
Klass.prototype.protoFn = function () { return work(7); };
Klass.prototype.protoArrow = () => { return work(8); };
const o = { deep: {} };
o.member = function () { return work(9); };
o.memberArrow = () => { return work(10); };
o['quoted-x'] = function () { return work(11); };
o[key] = function () { return work(12); };
o.deep.member = function () { return work(13); };
o.first = o.second = function () { return work(14); };
o.later ||= function () { return work(15); };
o.either = key ? function () { return work(16); } : null;
o.list = [function () { return work(17); }];
o.table = {
  method() { return work(18); },
  property: function () { return work(19); },
  shorthandArrow: () => { return work(20); },
  get width() { return work(21); },
  set width(value) { work(22); },
  [key]() { return work(23); },
  async later() { return work(24); },
  'quoted-y'() { return work(25); },
};
class Shop {
  #hidden() { return work(26); }
  field = () => { return work(27); };
  static make() { return work(28); }
  constructor() { work(29); }
  open() { this.lower = function () { return work(30); }; return work(31); }
  get price() { return work(32); }
  hidden() { return this.#hidden(); }
  static shared = function () { return work(33); };
  *[Symbol.iterator]() { yield work(34); }
  7() { return work(43); }
}
class Store extends Shop {
  open() { return work(35); }
}
o.Anonymous = class { open() { return work(36); } };
host.assigned = function () { return work(38); };
(function () {
  work(42);
  this.inThis = function () { return work(37); };
}).call(o);
const klass = new Klass();
const shop = new Shop();
const store = new Store();
const run = (call) => call();
run(declared);
run(arrow);
run(expression);
run(outer);
for (const call of [
  'own', 'bound', 'protoFn', 'protoArrow',
]) klass[call]();
for (const call of [
  'member', 'memberArrow', 'quoted-x', key, 'first', 'later', 'either', 'inThis',
]) o[call]();
o.deep.member();
o.list[0]();
for (const call of ['method', 'property', 'shorthandArrow', key, 'later', 'quoted-y']) o.table[call]();
o.table.width = o.table.width;
for (const call of ['hidden', 'field', 'open', 'lower', 7]) shop[call]();
shop.price;
[...shop];
Shop.make();
Shop.shared();
store.open();
new o.Anonymous().open();
host.assigned();
run(function () { return work(39); });
run(() => { return work(40); });
[1].map(function each() { return work(41); });
host.kept = kept;
host.stacks = stacks;
`;
const SPIN_MS = 60;
/** The last line with a function of its own; below, only the top level calls. */
const LAST_WAY = APP.split('\n').findIndex((line) => line === '}).call(o);');
/** In a stack, V8 puts the class of `this` before it, which no map knows. */
const SET_AT_RUN_TIME = 'this.lower';
const LEAST_SEEN = 30;
/** Functions that take no time, such as initialisers, may be sampled in one recording and not in another. */
const MOST_UNSEEN = 2;
const TOP_LEVEL = '0:0';

const folder = mkdtempSync(join(tmpdir(), 'names-'));
const require = createRequire(join(folder, 'index.js'));
const web = createServer((request, response) => {
  const file = join(folder, new URL(request.url, 'http://localhost').pathname);
  const headers = { 'Content-Type': file.endsWith('.html') ? 'text/html' : 'text/javascript', 'Document-Policy': 'js-profiling' };
  return existsSync(file) ? response.writeHead(200, headers).end(readFileSync(file)) : response.writeHead(404).end();
});

/** Returns code and map of the app by minifier; the first one is the app itself. */
async function builds() {
  const { transform } = require('esbuild');
  const { minify } = require('terser');
  const swc = require('@swc/core');
  const esbuild = await transform(APP, { minify: true, format: 'iife', sourcemap: 'external', sourcefile: 'app.ts', sourcesContent: true });
  const terser = await minify({ 'app.ts': APP }, { toplevel: true, sourceMap: { includeSources: true } });
  const ofSwc = await swc.transform(APP, {
    filename: 'app.ts', sourceMaps: true, minify: true,
    jsc: { target: 'es2022', minify: { compress: true, mangle: { toplevel: true } } },
  });
  const names = { esbuild, terser, swc: ofSwc };
  return [['plain', { code: APP }], ...Object.entries(names)];
}

/** Runs the app in Node.js, and returns its recordings with the URLs of the origin. */
function runInNode(build, origin) {
  const at = join(folder, build);
  const program = join(at, 'app.js');
  const main = join(at, 'main.cjs');
  writeFileSync(main, "require('./app.js');\nrequire('node:fs').writeFileSync('stacks.txt', globalThis.stacks.join('\\n\\n'));\n");
  const options = ['--cpu-prof', '--cpu-prof-interval', '500', '--cpu-prof-name', 'app.cpuprofile',
    '--heap-prof', '--heap-prof-interval', '1024', '--heap-prof-name', 'app.heapprofile', main];
  const run = spawnSync(process.execPath, options, { cwd: at, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  const read = (name) => readFileSync(join(at, name), 'utf8')
    .replaceAll(pathToFileURL(program).href, `${origin}/${build}/app.js`)
    .replaceAll(program, `${origin}/${build}/app.js`);
  return { cpu: JSON.parse(read('app.cpuprofile')), heap: JSON.parse(read('app.heapprofile')), stacks: read('stacks.txt') };
}

async function runInChromium(browser, build, origin) {
  const tab = await browser.tab();
  await tab.open(`${origin}/${build}/page.html`);
  const run = (spin) => {
    globalThis.SPIN_MS = spin;
    const script = document.createElement('script');
    script.src = 'app.js';
    const done = new Promise((resolve, reject) => { script.onload = resolve; script.onerror = reject; });
    document.body.append(script);
    return done;
  };
  const selfProfile = await tab.run(new Function('spin', `
    const profiler = new Profiler({ sampleInterval: 10, maxBufferSize: 100000 });
    return (${run})(spin).then(() => profiler.stop());`), SPIN_MS);
  await tab.open(`${origin}/${build}/page.html`);
  tracing.events = [];
  const whole = new Promise((resolve) => { tracing.isWhole = resolve; });
  await browser.send('Tracing.start', { traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] } });
  await tab.run(run, SPIN_MS);
  await browser.send('Tracing.end');
  await whole;
  return { selfProfile, trace: { traceEvents: tracing.events } };
}

async function symbolicated(service, recording) {
  const isText = typeof recording === 'string';
  const answer = await fetch(`${service.url}/symbolicate`, {
    method: 'POST',
    body: isText ? recording : JSON.stringify(recording),
    headers: { 'Content-Type': isText ? 'text/plain' : 'application/json' },
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return isText ? text : JSON.parse(text);
}

/** How to list the frames of each recording: names by places, of the script or its original. */
const frames = {
  cpu: ({ nodes }) => nodes.map(({ callFrame }) => frame(callFrame)),
  heap: ({ head }) => {
    const found = [];
    const visit = (node) => {
      found.push(frame(node.callFrame));
      node.children.forEach(visit);
    };
    visit(head);
    return found;
  },
  trace: ({ traceEvents }) => traceEvents.filter(({ name }) => name === 'ProfileChunk')
    .flatMap(({ args }) => args.data.cpuProfile?.nodes ?? []).map(({ callFrame }) => frame(callFrame)),
  selfProfile: (trace) => trace.frames.map(({ name, line, column, resourceId }) => {
    const url = resourceId === undefined ? '' : trace.resources[resourceId];
    return { url, place: `${line - 1}:${column - 1}`, name };
  }),
  stacks: (text) => text.split('\n').flatMap((line) => {
    const match = /^ +at (?:(.*) \()?(.*):(\d+):(\d+)\)?$/.exec(line);
    return match ? [{ url: match[2], place: `line ${match[3]}`, name: match[1] ?? '' }] : [];
  }),
};

function frame({ url, lineNumber, columnNumber, functionName }) {
  return { url: url ?? '', place: `${lineNumber}:${columnNumber}`, name: functionName };
}

/** Returns the names at each place of the app, in the order of their first frames. */
function namesByPlace(all) {
  const names = {};
  for (const { url, place, name } of all.filter((each) => /\/app\.[jt]s$/.test(each.url))) {
    (names[place] ??= new Set()).add(name);
  }
  return names;
}

/** The events of the trace that is being recorded. */
const tracing = { events: [], isWhole: () => {} };
const services = [];
let browser;
try {
  if (install(folder, PACKAGES)) {
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    const origin = `http://127.0.0.1:${web.address().port}`;
    services.push(await startService(folder, { 'symbolicator.fetch.allow-private-addresses': true, 'symbolicator.cache.directory': join(folder, 'cache') }));
    browser = await Browser.start();
    browser.listen(({ method, params }) => {
      if (method === 'Tracing.dataCollected') tracing.events.push(...params.value);
      if (method === 'Tracing.tracingComplete') tracing.isWhole();
    });
    const recorded = {};
    for (const [build, { code, map }] of await builds()) {
      mkdirSync(join(folder, build));
      writeFileSync(join(folder, build, 'page.html'), '<!doctype html><title>names</title><body>');
      writeFileSync(join(folder, build, 'app.js'), map ? `${code}\n//# sourceMappingURL=app.js.map` : code);
      if (map) writeFileSync(join(folder, build, 'app.js.map'), map);
      recorded[build] = { ...runInNode(build, origin), ...(await runInChromium(browser, build, origin)) };
    }
    const { plain, ...minified } = recorded;
    const ofV8 = Object.fromEntries(Object.keys(frames).map((format) => [format, namesByPlace(frames[format](plain[format]))]));
    const wrong = [];
    for (const [build, recordings] of Object.entries(minified)) {
      let inlined = [];
      for (const [format, recording] of Object.entries(recordings)) {
        const expected = ofV8[format];
        const found = namesByPlace(frames[format](await symbolicated(services[0], recording)));
        if (format === 'cpu') {
          inlined = Object.keys(expected).filter((place) => !found[place]).map((place) => `line ${Number(place.split(':')[0]) + 1}`);
        }
        let right = 0;
        let unseen = 0;
        for (const [place, names] of Object.entries(found)) {
          if (place === TOP_LEVEL || inlined.includes(place) || Number(place.slice('line '.length)) > LAST_WAY) continue;
          for (const name of names) {
            if (expected[place]?.has(name)) right++;
            else if (!expected[place] && unseen < MOST_UNSEEN) unseen++;
            else if (!(format === 'stacks' && name === SET_AT_RUN_TIME)) {
              wrong.push(`${build}, ${format}: ${JSON.stringify(name)} at ${place}, where V8 says ${JSON.stringify([...(expected[place] ?? [])])}`);
            }
          }
        }
        console.log(`${build}, ${format}: ${right} names as V8's; ${Object.keys(expected).length} places in the unminified recording`);
        assert.ok(right > LEAST_SEEN, `only ${right} names of ${build}, ${format} were right`);
      }
    }
    assert.deepEqual(wrong, []);
  }
} finally {
  await browser?.close();
  await Promise.all(services.map(({ stop }) => stop()));
  web.close();
  web.closeAllConnections();
  rmSync(folder, { recursive: true });
}
