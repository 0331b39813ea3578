// Starts the service as docs/source-maps.md says, and runs the page's recipes against the service:
// vite, webpack, rollup, esbuild, curl, the shell loop, a mounted folder, explain, list, delete.
// With the argument --next also the recipe for Next.js, which takes a minute more.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

// The versions with which the recipes were written.
const PACKAGES = ['vite@8.3.8', 'webpack@5.112.2', 'webpack-cli@7.3.1', 'rollup@4.68.7', 'esbuild@0.28.2'];
const NEXT = ['next@15.5.29', 'react@19', 'react-dom@19'];
const CDN = 'https://cdn.example.com/';

const withNext = process.argv.includes('--next');
const project = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(project, 'docs/source-maps.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'recipes-'));
const at = (...names) => join(folder, ...names);

/** Returns the fenced blocks of a language below a heading of any level. */
function blocks(heading, language) {
  const section = page.split(/^##+ /m).find((text) => text.startsWith(`${heading}\n`));
  assert(section, `docs/source-maps.md has no heading '${heading}'`);
  const found = [...section.matchAll(/^```(\w*)\n(.*?)^```/gms)].filter(([, its]) => its === language);
  assert.notEqual(found.length, 0, `'${heading}' has no block of ${language}`);
  return found.map(([, , text]) => text);
}

/** Returns the page's properties as arguments of java, with their folders in this test's folder. */
const properties = (heading) =>
  blocks(heading, 'properties')[0]
    .trim()
    .split('\n')
    .map((line) => '-D' + line.replace(/=\//, () => `=${folder}/`));

const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = server.address();
    server.close(() => resolve(free));
  });
});
const SERVICE = `http://127.0.0.1:${port}`;
const tokens = { ci: 'recipes-ci-0123456789', pipeline: 'recipes-pipeline-0123456789' };

const run = (commands, release = 'none') =>
  execFileSync('sh', ['-e', '-c', commands], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      SYMBOLICATOR_URL: SERVICE,
      SYMBOLICATOR_TOKEN: tokens.ci,
      RELEASE: release,
      NEXT_TELEMETRY_DISABLED: '1',
    },
  });

const ask = async (path) => {
  const answer = await fetch(SERVICE + path, { headers: { Authorization: `Bearer ${tokens.ci}` } });
  assert(answer.ok, `${path} is answered with ${answer.status}`);
  return answer.json();
};

const isReady = () => fetch(`${SERVICE}/q/health/ready`).then((answer) => answer.ok, () => false);

const filesOf = (name) => readdirSync(at(name), { recursive: true }).map(String);

/** Checks that the maps of a release are stored, and that its scripts resolve. */
async function assertResolves(release) {
  const { entries } = await ask(`/source-maps?release=${release}`);
  assert.notEqual(entries.length, 0, `the service has no map of ${release}`);
  // A browser's URL has the brackets of a dynamic route encoded.
  const names = entries.map(({ script }) => script.replaceAll('[', '%5B').replaceAll(']', '%5D'));
  for (const script of names) {
    const query = new URLSearchParams({ script, release });
    const { status, detail } = await ask(`/source-maps/explain?${query}`);
    assert.equal(status, 'found', `${script}: ${detail}`);
  }
  return entries;
}

async function runBundler(heading, output) {
  const release = heading.replaceAll('.', '');
  rmSync(at(output), { recursive: true, force: true });
  for (const [, file, text] of page
    .split(`### ${heading}\n`)[1]
    .split(/^##/m)[0]
    .matchAll(/`([\w.]+)`:\n\n```js\n(.*?)^```/gms)) {
    writeFileSync(at(file), text);
  }
  run(blocks(heading, 'sh')[0], release);
  const files = filesOf(output);
  assert(files.some((name) => name.endsWith('.js')), `${heading} wrote no script`);
  assert.deepEqual(files.filter((name) => name.endsWith('.map')), [], `${heading} left maps`);
  const entries = await assertResolves(release);
  console.log(`${heading}: ${entries.length} scripts resolve, and no map is left to be deployed.`);
}

async function runCurl() {
  run(blocks('esbuild', 'sh')[0].split('\n')[0]);
  const script = filesOf('dist').find((name) => name.endsWith('.js'));
  cpSync(at('dist', `${script}.map`), at('app.js.map'));
  for (const release of ['1.0', '1.1']) {
    cpSync(at('dist'), at('releases', release), { recursive: true });
    cpSync(at('dist'), at('builds', release, 'assets'), { recursive: true });
  }
  const [one, archive, loop] = blocks('curl', 'sh');
  run(one, 'one');
  assert.equal((await ask('/source-maps?release=one')).entries[0].script, `${CDN}app.js`);
  run(archive, 'archive');
  await assertResolves('archive');
  run(loop);
  await assertResolves('1.0');
  await assertResolves('1.1');
  const query = new URLSearchParams({ script: `${CDN}assets/${script}`, release: '1.1' });
  const mounted = await ask(`/source-maps/explain?${query}`);
  assert.equal(mounted.status, 'found', mounted.detail);
  assert.equal(mounted.steps.at(-1).place, 'folder');
  console.log('curl, the loop and the mounted folder: every script resolves.');
}

async function runUpkeep() {
  const explained = JSON.parse(run(blocks('Which map is used', 'sh')[0], 'one'));
  assert.equal(explained.script, `${CDN}app.js`);
  assert(explained.steps.some(({ outcome }) => outcome.startsWith('Found the upload')));
  run(blocks('List, keep and delete', 'sh')[0], 'one');
  assert.deepEqual((await ask('/source-maps?release=one')).entries, []);
  console.log('explain, list and delete: as the page says.');
}

writeFileSync(at('package.json'), '{"private":true}');
for (const name of ['src', 'app', 'app/[id]', 'secrets', 'store']) mkdirSync(at(name));
writeFileSync(at('index.html'), '<script type="module" src="/src/main.js"></script>');
writeFileSync(
  at('src/main.js'),
  "import { total } from './cart.js';\nfunction show() { document.title = total([1, 2]); }\nonload = show;\n",
);
writeFileSync(
  at('src/cart.js'),
  'export function total(items) { return items.reduce(function add(sum, item) { return sum + item; }); }\n',
);
writeFileSync(at('app/layout.js'), 'export default ({ children }) => <html><body>{children}</body></html>;\n');
writeFileSync(
  at('app/page.js'),
  "'use client';\nexport default () => <button onClick={function hello() { alert(1); }}>1</button>;\n",
);
cpSync(at('app/page.js'), at('app/[id]/page.js'));
cpSync(join(project, 'src/main/sh/upload.sh'), at('upload.sh'));
for (const [name, value] of Object.entries(tokens)) writeFileSync(at('secrets', name), value);

const options = [...properties('Prepare the service'), ...properties('A folder or a bucket')];
const service = spawn('java', [...options, '-jar', join(project, 'target/quarkus-app/quarkus-run.jar')], {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    QUARKUS_HTTP_HOST: '127.0.0.1',
    QUARKUS_HTTP_PORT: String(port),
    SYMBOLICATOR_CACHE_DIRECTORY: folder,
  },
});
try {
  run(`npm install --silent --no-audit --no-fund ${[...PACKAGES, ...(withNext ? NEXT : [])].join(' ')}`);
  while (!(await isReady())) {
    assert.equal(service.exitCode, null, 'the service did not start');
    await pause(200);
  }
  await runBundler('vite', 'dist');
  await runBundler('webpack', 'dist');
  await runBundler('rollup', 'dist');
  await runBundler('esbuild', 'dist');
  if (withNext) {
    await runBundler('Next.js', '.next/static');
    const { entries } = await ask('/source-maps?release=Nextjs');
    assert(entries.some(({ script }) => /\/(\[|%5B)id/.test(script)), 'no script is of the dynamic route');
  }
  await runCurl();
  await runUpkeep();
} finally {
  if (service.exitCode === null) {
    service.kill();
    await new Promise((resolve) => service.once('exit', resolve));
  }
  rmSync(folder, { recursive: true, force: true });
}
console.log('The recipes of docs/source-maps.md work.');
