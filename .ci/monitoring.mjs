// Checks and tests the rules of k8s/monitoring with promtool, then has a Prometheus scrape the
// packaged service, and asks it each expression of rules and dashboard: one whose figure has another
// name or another label has no series.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, startService } from './service.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));

// Figures without a series here, each with the reason.
const NEEDS_OTHERS = {
  symbolicator_kafka_records_total: 'needs a broker: KafkaModeTest asks for it',
  symbolicator_sink_: 'needs a folder in place of the topic: ProfilesTest asks for it',
};
const token = 'monitoring-0123456789abcdef';

for (const program of ['promtool', 'prometheus']) {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
  } catch {
    console.log(`SKIPPED: ${program} is missing. To install it: apt-get install prometheus`);
    process.exit(0);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'monitoring-'));
const read = (path) => readFileSync(join(project, path), 'utf8');
const rulesFile = join(folder, 'rules.yaml');
const [, spec] = read('k8s/monitoring/prometheus-rule.yaml').split(/^spec:\n/m);
writeFileSync(rulesFile, spec.replace(/^ {2}/gm, ''));
copyFileSync(join(project, 'src/test/monitoring/rules-test.yaml'), join(folder, 'rules-test.yaml'));
const promtool = (...args) => execFileSync('promtool', args, { cwd: folder, stdio: 'inherit' });

let service;
let prometheus;
let log = '';
const stop = async () => {
  if (prometheus?.exitCode === null) {
    const ended = once(prometheus, 'exit');
    prometheus.kill();
    await ended;
  }
  await service?.stop();
  rmSync(folder, { recursive: true });
};

async function send() {
  const headers = { authorization: `Bearer ${token}` };
  const trace = await (await fetch(`${service.url}/demo/trace.json`)).text();
  for (const body of [trace, trace, '{']) {
    await fetch(`${service.url}/symbolicate`, { method: 'POST', headers, body });
  }
  await fetch(`${service.url}/source-maps?script=a`, { method: 'PUT', headers, body: '{}' });
}

async function startPrometheus() {
  const port = await freePort();
  const config = join(folder, 'prometheus.yml');
  // JSON is YAML.
  writeFileSync(config, JSON.stringify({
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rulesFile],
    scrape_configs: [{
      job_name: 'profile-symbolicator',
      metrics_path: '/q/metrics',
      static_configs: [{ targets: [new URL(service.url).host] }],
    }],
  }));
  prometheus = spawn('prometheus', [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ], { stdio: ['ignore', 'ignore', 'pipe'] });
  prometheus.stderr.on('data', (words) => { log += words; });
  return async (path, parameters) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}?${new URLSearchParams(parameters)}`);
    if (answer.status === 503) return { result: [], groups: [] }; // it starts
    const { status, error, data } = await answer.json();
    assert.equal(status, 'success', `${parameters?.query}: ${error}`);
    return data;
  };
}

/** Asks again until there is a true answer, for so long as five scrapes may take on a loaded machine. */
async function until(condition) {
  const end = Date.now() + 30_000;
  for (;;) {
    assert.equal(prometheus.exitCode, null, `Prometheus ended:\n${log}`);
    const answer = await condition().catch((failure) => {
      if (failure.cause?.code === 'ECONNREFUSED') return false;
      throw failure;
    });
    if (answer || Date.now() > end) return answer;
    await pause(200);
  }
}

// Scrapes come each second, so shorter ranges have samples too.
const shortened = (expression) =>
  expression.replaceAll(/\[\d+[mh](:\d+m)?\]/g, (range, step) => (step ? '[20s:1s]' : '[20s]'));

/** Returns each figure of a rule, asked for any value of its labels: a fault has no series here. */
const figures = (expression) =>
  [...expression.matchAll(/\b(?:up|(?:symbolicator|http_server|process|jvm)_\w+)\b(\{.*?\})?/g)].map(
    ([figure]) => figure.replaceAll(/(\w+)(?:=~|!~|!=|=)"[^"]*"/g, '$1=~".+"'));

try {
  promtool('check', 'rules', rulesFile);
  promtool('test', 'rules', 'rules-test.yaml');

  service = await startService(folder, {
    'symbolicator.cache.directory': join(folder, 'cache'),
    'symbolicator.maps.directory': join(folder, 'maps'),
    'symbolicator.access.tokens.ci.value': token,
    // Nothing listens there, but the pipeline has its figures.
    'symbolicator.kafka.bootstrap-servers': `127.0.0.1:${await freePort()}`,
    'symbolicator.kafka.topic': 'profiles',
    'symbolicator.kafka.output-topic': 'profiles-symbolicated',
    'symbolicator.kafka.dead-letter-topic': 'profiles-dead',
  });
  await send();
  const ask = await startPrometheus();
  const isUp = () => ask('query', { query: 'count_over_time(up[1m]) > 2' });
  assert(await until(async () => (await isUp()).result.length), `nothing is scraped:\n${log}`);
  await send(); // A rate needs counts that grow between scrapes.

  const { panels } = JSON.parse(read('k8s/monitoring/dashboard.json'));
  const { groups } = await until(async () => {
    const data = await ask('rules');
    return data.groups[0]?.rules.every(({ health }) => health !== 'unknown') && data;
  });
  const asked = [
    ...panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ of: `panel ${title}`, query: shortened(expr) }))),
    ...groups[0].rules.flatMap(({ name, query, health }) => {
      assert.equal(health, 'ok', name);
      return figures(query).map((figure) => ({ of: `alert ${name}`, query: figure }));
    }),
  ];
  const missing = [];
  const excused = new Set();
  for (const { of, query } of asked) {
    const excuse = Object.keys(NEEDS_OTHERS).find((prefix) => query.includes(prefix));
    const hasSeries = async () => (await ask('query', { query })).result.length > 0;
    if (excuse) {
      excused.add(excuse);
      assert(!(await hasSeries()), `${of} answers without what it is said to need: ${query}`);
    } else if (!(await until(hasSeries))) {
      missing.push(`${of}: ${query}`);
    }
  }
  for (const excuse of excused) console.log(`without series: ${excuse}, which ${NEEDS_OTHERS[excuse]}`);
  assert.deepEqual(missing, [], 'expressions without any series');
  assert.deepEqual([...excused].sort(), Object.keys(NEEDS_OTHERS).sort());
  console.log(`${asked.length} expressions of ${panels.length} panels and ${groups[0].rules.length} rules have series or a reason`);
} finally {
  await stop();
}
