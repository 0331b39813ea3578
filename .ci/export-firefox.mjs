// Asks the reader of profiler.firefox.com for the self time of each function.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { Times } from './export-times.mjs';

export function firefoxTimes(node, cli, file) {
  const session = `exports-${process.pid}`;
  const run = (...parameters) => {
    const { status, stdout, stderr } = spawnSync(node, [cli, ...parameters, '--session', session], { encoding: 'utf8', maxBuffer: 1 << 28, timeout: 120_000 });
    assert.equal(status, 0, `${parameters}: ${stdout} ${stderr}`);
    return stdout;
  };
  // The program waits half a second for its daemon, which may take longer on a busy machine.
  for (let attempt = 1; ; attempt++) {
    try {
      run('load', file);
      break;
    } catch (slow) {
      if (attempt === 10) throw slow;
      spawnSync('sleep', ['2']);
      spawnSync(node, [cli, 'stop', '--session', session]);
    }
  }
  try {
    const { functions } = JSON.parse(run('thread', 'functions', '--json', '--limit', '0', '--thread', 't-0'));
    const sums = new Times();
    for (const { name, selfSamples } of functions) sums.add(name, selfSamples * 1000);
    return sums;
  } finally {
    run('stop');
  }
}
