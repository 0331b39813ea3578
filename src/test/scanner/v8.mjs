// Lists the functions of a text by V8 itself: [[start, name]], start being an offset in the text.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMPILE = `
  const { readFileSync } = require('node:fs');
  const { Script, SourceTextModule } = require('node:vm');
  process.argv.slice(1).forEach((path, i) => {
    const text = readFileSync(path, 'utf8');
    const name = 'text-' + i + '.js';
    try {
      new Script(text, { filename: name });
    } catch {
      new SourceTextModule(text, { identifier: name });
    }
  });
`;
const CREATED = /^code-creation,[^,]*,\d+,\d+,0x[0-9a-f]+,\d+,(.*) text-(\d+)\.js:(\d+):(\d+),/;
const ESCAPED = { n: '\n', r: '\r', t: '\t' };

/**
 * Returns a list of functions for each script or module. V8 compiles all code eagerly and logs the
 * names; no code runs. Two kinds of functions are missing: those in unreachable code, which V8 drops,
 * and those that V8 compiles lazily all the same, within functions that are default values or are in
 * static fields and blocks.
 */
export function compiled(paths) {
  const folder = mkdtempSync(join(tmpdir(), 'v8-log-'));
  const log = join(folder, 'log');
  try {
    const logged = ['--log-code', '--no-logfile-per-isolate', `--logfile=${log}`];
    const flags = ['--no-lazy', '--experimental-vm-modules', '--no-warnings', ...logged];
    execFileSync(process.execPath, [...flags, '-e', COMPILE, ...paths]);
    return functions(paths, readFileSync(log, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function functions(paths, log) {
  const lists = paths.map(() => []);
  const offset = paths.map((path) => offsets(readFileSync(path, 'utf8')));
  for (const line of log.split('\n')) {
    const created = CREATED.exec(line);
    if (created !== null) {
      const [, name, text, row, column] = created;
      lists[text].push([offset[text](row - 1, column - 1), unescaped(name)]);
    }
  }
  return lists;
}

/** Undoes the escapes of V8's log, which is printable ASCII. */
const unescaped = (text) =>
  text.replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))/g, (_, latin, wide, other) =>
    other === undefined
      ? String.fromCharCode(parseInt(latin ?? wide, 16))
      : (ESCAPED[other] ?? other),
  );

/** Turns V8's 0-based lines and columns into offsets. */
export function offsets(text) {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) {
    starts.push(end.index + end[0].length);
  }
  return (line, column) => starts[line] + column;
}
