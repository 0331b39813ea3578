// Starts the service and runs the commands of README.md, and compares their output with README.md.
// Port 8080 must be free, since the commands name this port.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SERVICE = 'http://localhost:8080';
const project = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(project, 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'readme-'));

/** Returns the fenced blocks of a language below a heading. */
function blocks(heading, language) {
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  return [...section.matchAll(/^```(\w*)\n(.*?)^```/gms)]
    .filter(([, its]) => its === language)
    .map(([, , text]) => text);
}

const run = (commands) =>
  execFileSync('bash', ['-e', '-c', commands], { cwd: folder, encoding: 'utf8' });

const isReady = () => fetch(`${SERVICE}/q/health/ready`).then((answer) => answer.ok, () => false);

/** Compares the picture at the top of README.md with the frames of both profiles. */
function comparePicture(before, after) {
  const row = /│[ └]*(\S+) +(\S+) +(\d+):(\d+)│.*│[ └]*(\S+) +(\S+) +(\d+):(\d+) *│/g;
  const rows = [...readme.matchAll(row)];
  assert.notEqual(rows.length, 0, 'README.md has no picture of before and after');
  const text = ({ frames, resources }, i) => {
    const { name, line, column, resourceId } = frames[i];
    const source = resources[resourceId].replace(`${SERVICE}/demo/`, '');
    return `${name} ${source} ${line}:${column}`;
  };
  const pairs = before.frames.map((_, i) => `${text(before, i)} -> ${text(after, i)}`);
  for (const [, name, file, line, column, ...right] of rows) {
    const pair = `${name} ${file} ${line}:${column} -> ${right[0]} ${right[1]} ${right[2]}:${right[3]}`;
    assert(pairs.includes(pair), `the picture in README.md shows '${pair}', which no frame has`);
  }
}

assert(!(await isReady()), `another program answers at ${SERVICE}`);
const [start, symbolicate] = blocks('Run it', 'sh');
const service = spawn('bash', ['-c', start], { cwd: project, detached: true, stdio: 'inherit' });
try {
  while (!(await isReady())) {
    assert.equal(service.exitCode, null, 'the service did not start');
    await pause(500);
  }
  assert.equal(run(symbolicate), blocks('Run it', 'json')[0]);
  const profile = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  comparePicture(profile('trace.json'), profile('symbolicated.json'));
  const printed = run(blocks('Call it', 'sh')[0]);
  const [, header] = readme.match(/`(Symbolication: [^`]+)`/);
  assert(printed.includes(header), `README.md shows '${header}', but curl prints:\n${printed}`);
  const answer = readFileSync(join(folder, 'symbolicated.json'), 'utf8');
  const [, command] = blocks('Call it', 'sh');
  run(command.replace('java -jar ', `java -jar ${project}`).replace('--maps ', `--maps ${project}`));
  assert.equal(readFileSync(join(folder, 'symbolicated.json'), 'utf8'), answer);
} finally {
  if (service.exitCode === null) process.kill(-service.pid);
  rmSync(folder, { recursive: true });
}
console.log('The commands of README.md print the shown output.');
