// What V8 itself says of functions, as lines "start, name as JSON" by offset in the text.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMPILE = `
  const { Script, SourceTextModule } = require('node:vm');
  const text = require('node:fs').readFileSync(process.argv[1], 'utf8');
  try {
    new Script(text, { filename: 'text.js' });
  } catch {
    new SourceTextModule(text, { identifier: 'text.js' });
  }
`;
const ESCAPED = { n: '\n', r: '\r', t: '\t' };
const CREATED = /^code-creation,[^,]*,\d+,\d+,0x[0-9a-f]+,\d+,(.*) text\.js:(\d+):(\d+),/;

/**
 * The functions of a script, all of which V8 compiles at once and logs with their names; nothing
 * of it runs. Without those in code that is never reached, which V8 drops.
 */
export function compiled(path) {
  const folder = mkdtempSync(join(tmpdir(), 'v8-log-'));
  const log = join(folder, 'log');
  try {
    const logged = ['--log-code', '--no-logfile-per-isolate', `--logfile=${log}`];
    const flags = ['--no-lazy', '--experimental-vm-modules', '--no-warnings', ...logged];
    execFileSync(process.execPath, [...flags, '-e', COMPILE, path]);
    const offset = offsets(readFileSync(path, 'utf8'));
    return lines(readFileSync(log, 'utf8'), offset);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function lines(log, offset) {
  const functions = [];
  for (const line of log.split('\n')) {
    const created = CREATED.exec(line);
    if (created !== null) {
      const [, name, row, column] = created;
      functions.push([offset(row - 1, column - 1), unescaped(name)]);
    }
  }
  return functions;
}

/** V8's log escapes what is no printable ASCII. */
const unescaped = (text) =>
  text.replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))/g, (_, latin, wide, other) =>
    other === undefined ? String.fromCharCode(parseInt(latin ?? wide, 16)) : ESCAPED[other] ?? other,
  );

/** Turns V8's 0-based lines and columns into offsets. */
export function offsets(text) {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) {
    starts.push(end.index + end[0].length);
  }
  return (line, column) => starts[line] + column;
}
