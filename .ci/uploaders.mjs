// Installs the uploaders that docs/source-maps.md names, and lets each upload a build of its own to
// the packaged service. Checks their exit statuses, and that profiles of the builds resolve.
// An argument names a folder whose node_modules holds the packages already.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install } from './packages.mjs';
import { startService } from './service.mjs';

const PACKAGES = {
  '@sentry/cli-linux-x64': '3.8.0',
  'sentry-cli-2': 'npm:@sentry/cli-linux-x64@2.58.6',
  '@sentry/vite-plugin': '11.9.0',
  'sentry-vite-plugin-5': 'npm:@sentry/vite-plugin@5.4.1',
  '@sentry/webpack-plugin': '11.8.0',
  'sentry-webpack-plugin-5': 'npm:@sentry/webpack-plugin@5.4.1',
  '@datadog/datadog-ci': '5.25.0',
  esbuild: '0.28.2',
  vite: '7.3.8',
  webpack: '5.112.2',
};
const TOKEN = 'shop-0123456789abcdef';
const OTHER_TOKEN = 'news-0123456789abcdef';
const ORIGIN = 'https://cdn.example.com';

/** The app: functions that call each other, each with a text that no bundler changes. */
const SOURCES = {
  'basket.js': `export function totalOfBasket(basket) {
  console.debug('basket-total');
  return basket.items.reduce((sum, item) => sum + item.price, 0);
}
export function sizeOfBasket(basket) {
  console.debug('basket-size');
  return totalOfBasket(basket) + basket.items.length;
}
`,
  'main.js': `import { sizeOfBasket, totalOfBasket } from './basket.js';
export function renderBasket(basket) {
  console.debug('basket-render');
  const size = sizeOfBasket(basket);
  return size > 3 ? renderBasket({ items: [] }) : totalOfBasket(basket);
}
globalThis.shop = { renderBasket, sizeOfBasket, totalOfBasket };
`,
  'index.html': '<!doctype html><script type="module" src="/main.js"></script>\n',
  'package.json': '{"name":"shop","private":true,"type":"module"}\n',
};
const FUNCTIONS = {
  'basket-total': 'totalOfBasket',
  'basket-size': 'sizeOfBasket',
  'basket-render': 'renderBasket',
};

const folder = mkdtempSync(join(tmpdir(), 'uploaders-'));
const modules = (path) => join(folder, 'node_modules', path);
const done = [];
/** Scripts that are on the web, without their maps. */
const served = new Map();
const web = createServer((request, response) => {
  const text = served.get(request.url);
  response.writeHead(text === undefined ? 404 : 200, { 'Content-Type': 'text/javascript' }).end(text);
});
let builds = 0;
let started;

/** Returns the environment of the uploaders, which may talk to this machine only. */
const environment = (token) => ({
  PATH: process.env.PATH,
  HOME: join(folder, 'home'),
  NODE_ENV: 'production',
  CI: 'true',
  DO_NOT_TRACK: '1',
  SENTRY_URL: `${started.url}/`,
  SENTRY_AUTH_TOKEN: token,
  SENTRY_ORG: 'shop',
  SENTRY_PROJECT: 'site',
  SENTRY_CONFIG_DIR: join(folder, `sentry-${token}`),
  SENTRY_CLI_NO_TELEMETRY: '1',
  SENTRY_TELEMETRY: '0',
  DATADOG_API_KEY: token,
  DATADOG_SITE: 'localhost',
  DATADOG_SOURCEMAP_INTAKE_URL: started.url,
  HTTPS_PROXY: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1',
  no_proxy: '127.0.0.1',
});

function run(command, parameters, cwd, token = TOKEN) {
  const result = spawnSync(command, parameters, {
    cwd, env: environment(token), encoding: 'utf8', timeout: 120_000,
  });
  assert.equal(result.error, undefined, `${command} could not be run: ${result.error}`);
  return { status: result.status, output: result.stdout + result.stderr };
}

function assertExit(expected, { status, output }, what) {
  assert.equal(status, expected, `${what}: exit status ${status} instead of ${expected}\n${output}`);
}

/** Makes a folder with the app; each app is another build, with another script. */
function app() {
  const cwd = join(folder, `app-${++builds}`);
  mkdirSync(cwd);
  for (const [name, text] of Object.entries(SOURCES)) {
    writeFileSync(join(cwd, name), `${text}${name === 'main.js' ? `shop.build = ${builds};\n` : ''}`);
  }
  return cwd;
}

function esbuild() {
  const cwd = app();
  const result = run(modules('.bin/esbuild'), [
    'main.js', '--bundle', '--minify', '--sourcemap', '--outfile=dist/app.js',
  ], cwd);
  assertExit(0, result, 'esbuild');
  return cwd;
}

/** Writes a configuration of a bundler, and runs the bundler. */
function bundle(tool, configuration, token) {
  const cwd = app();
  const script = join(cwd, 'build.mjs');
  writeFileSync(script, configuration);
  return { cwd, result: run(process.execPath, [script], cwd, token), tool };
}

const vite = (plugin, token) => bundle('vite', `
import { build } from 'vite';
import { sentryVitePlugin } from '${plugin}';
await build({
  build: { sourcemap: 'hidden', assetsDir: 'assets' },
  logLevel: 'warn',
  plugins: [sentryVitePlugin({ telemetry: false, release: { name: 'vite-${builds}' } })],
});
`, token);

const webpack = (plugin, token) => bundle('webpack', `
import webpack from 'webpack';
import { sentryWebpackPlugin } from '${plugin}';
const stats = await new Promise((resolve, reject) => webpack({
  mode: 'production', entry: './main.js', devtool: 'hidden-source-map',
  plugins: [sentryWebpackPlugin({ telemetry: false, release: { name: 'webpack-${builds}' } })],
}, (failed, stats) => failed ? reject(failed) : resolve(stats)));
if (stats.hasErrors()) {
  console.error(stats.toString());
  process.exit(1);
}
`, token);

/** Returns the only script below a folder. */
function scriptIn(dist) {
  const found = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.js'));
  assert.equal(found.length, 1, `scripts in ${dist}: ${found}`);
  return { name: found[0], text: readFileSync(join(dist, found[0]), 'utf8') };
}

const debugIdOf = (text) =>
  text.match(/\/\/# debugId=([0-9a-f-]{36})/)?.[1] ?? text.match(/sentry-dbid-([0-9a-f-]{36})/)?.[1];

/** Returns a trace whose frames are the app's functions, as a browser would report them. */
function traceOf(url, text) {
  const frames = Object.keys(FUNCTIONS).map((marker) => {
    const at = text.indexOf(marker);
    assert.notEqual(at, -1, `${marker} is not in the build`);
    const start = text.indexOf('(', text.lastIndexOf('function', at));
    const before = text.slice(0, start).split('\n');
    const [name] = text.slice(0, start).match(/[\w$]*$/);
    return { name, resourceId: 0, line: before.length, column: before.at(-1).length + 1 };
  });
  return {
    resources: [url],
    frames,
    stacks: frames.map((_, frameId) => ({ frameId })),
    samples: frames.map((_, stackId) => ({ timestamp: stackId, stackId })),
  };
}

/** Sends a profile of a build, which carries further members, and compares the names. */
async function assertResolves(what, url, text, members) {
  const answer = await fetch(`${started.url}/symbolicate?report=true`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ trace: traceOf(url, text), ...members }),
  });
  const profile = JSON.parse(await answer.text());
  const names = profile.trace?.frames.map((frame) => frame.name);
  assert.deepEqual(names, Object.values(FUNCTIONS), `${what}: ${JSON.stringify(profile, null, 1)}`);
  const sources = profile.trace.resources.slice(1);
  assert(sources.some((source) => source.endsWith('basket.js')), `${what}: sources ${sources}`);
  done.push(what);
}

async function sentryCli(version, command) {
  const what = `sentry-cli ${version}`;
  const printed = run(command, ['--version'], folder).output;
  assert(printed.includes(version), `${what} says it is ${printed}`);
  const release = `cli-${version}`;
  const parameters = [
    'sourcemaps', 'upload', '--no-rewrite', '--release', release, '--url-prefix', `${ORIGIN}/${release}/`, 'dist',
  ];

  const first = esbuild();
  assertExit(0, run(command, ['releases', 'new', release], first), `${what} releases new`);
  assertExit(1, run(command, parameters, first, 'wrong-0123456789abcdef'), `${what} with a wrong token`);
  const foreign = run(command, parameters, first, OTHER_TOKEN);
  assertExit(1, foreign, `${what} with a token of another scope`);
  assert.match(foreign.output, /not for this organization/);
  assertExit(0, run(command, parameters, first), what);
  assertExit(0, run(command, parameters, first), `${what} again`);
  assertExit(0, run(command, ['releases', 'finalize', release], first), `${what} releases finalize`);
  const plain = scriptIn(join(first, 'dist'));
  await assertResolves(`${what} by release`, `${ORIGIN}/${release}/app.js`, plain.text, { release });

  const second = esbuild();
  assertExit(0, run(command, ['sourcemaps', 'inject', 'dist'], second), `${what} inject`);
  assertExit(0, run(command, ['sourcemaps', 'upload', 'dist'], second), `${what} with debug IDs`);
  const injected = scriptIn(join(second, 'dist'));
  const url = `${ORIGIN}/anywhere/${release}.js`;
  const debugIds = { [url]: debugIdOf(injected.text) };
  await assertResolves(`${what} by debug ID`, url, injected.text, { debugIds });
}

async function sentryPlugin(what, run, dist) {
  const { cwd, result } = run(TOKEN);
  assertExit(0, result, what);
  const { text } = scriptIn(join(cwd, 'dist', dist));
  const url = `${ORIGIN}/plugin/${builds}.js`;
  const debugId = debugIdOf(text);
  assert(debugId, `${what} wrote no debug ID`);
  await assertResolves(`${what} by debug ID`, url, text, { debugIds: { [url]: debugId } });
  const path = `/plugin/${builds}.js`;
  served.set(path, text);
  await assertResolves(`${what} by the script on the web`, `http://127.0.0.1:${web.address().port}${path}`, text, {});
  const wrong = run('wrong-0123456789abcdef');
  return wrong.result;
}

async function datadog() {
  const version = PACKAGES['@datadog/datadog-ci'];
  const what = `datadog-ci ${version}`;
  const cwd = esbuild();
  const parameters = [
    'sourcemaps', 'upload', 'dist', '--service', 'site', '--release-version', 'dd-1',
    '--minified-path-prefix', `${ORIGIN}/dd/`, '--disable-git',
  ];
  const command = modules('.bin/datadog-ci');
  assertExit(1, run(command, parameters, cwd, 'wrong-0123456789abcdef'), `${what} with a wrong key`);
  assertExit(0, run(command, parameters, cwd), what);
  const { text } = scriptIn(join(cwd, 'dist'));
  await assertResolves(`${what} by release`, `${ORIGIN}/dd/app.js`, text, { release: 'dd-1' });
}

try {
  mkdirSync(join(folder, 'home'));
  mkdirSync(join(folder, 'maps'));
  if (install(folder, PACKAGES)) {
    await new Promise((resolve) => web.listen(0, '127.0.0.1', resolve));
    started = await startService(folder, {
      'symbolicator.access.tokens.shop.value': TOKEN,
      'symbolicator.access.tokens.shop.scope': 'shop',
      'symbolicator.access.tokens.news.value': OTHER_TOKEN,
      'symbolicator.access.tokens.news.scope': 'news',
      'symbolicator.maps.directory': join(folder, 'maps'),
      'symbolicator.maps.places': 'uploaded,web',
      'symbolicator.fetch.allow-private-addresses': true,
    });
    await sentryCli('3.8.0', modules('@sentry/cli-linux-x64/bin/sentry-cli'));
    await sentryCli('2.58.6', modules('sentry-cli-2/bin/sentry-cli'));
    const vite11 = await sentryPlugin('@sentry/vite-plugin 11.9.0', (token) => vite('@sentry/vite-plugin', token), 'assets');
    const vite5 = await sentryPlugin('@sentry/vite-plugin 5.4.1', (token) => vite('sentry-vite-plugin-5', token), 'assets');
    const webpack11 = await sentryPlugin('@sentry/webpack-plugin 11.8.0', (token) => webpack('@sentry/webpack-plugin', token), '');
    const webpack5 = await sentryPlugin('@sentry/webpack-plugin 5.4.1', (token) => webpack('sentry-webpack-plugin-5', token), '');
    // The plugins report a failed upload, but do not fail the build.
    for (const result of [vite11, vite5, webpack11, webpack5]) assertExit(0, result, 'a build with a wrong token');
    await datadog();
    console.log(`Uploaded and resolved:\n  ${done.join('\n  ')}`);
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
