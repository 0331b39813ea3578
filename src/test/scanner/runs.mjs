// Runs each bundle in a process of its own; lists the frames of its CPU profile, and the functions on
// the heap at the end.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FOLDER } from './texts.mjs';
import { offsets } from './v8.mjs';

const RUNS = [
  'typescript/lib/typescript.js',
  '@babel/standalone/babel.js',
  'terser/dist/bundle.min.js',
  'mathjs/lib/browser/math.js',
  'babylonjs/babylon.js',
  'echarts/dist/echarts.min.js',
];
const PROGRAM = fileURLToPath(new URL('run.cjs', import.meta.url));

/** Returns lists of functions: { group: 'profile' | 'heap', path, functions: [[start, name]] }. */
export function* runs() {
  for (const bundle of RUNS) {
    const path = join(FOLDER, 'node_modules', bundle);
    const offset = offsets(readFileSync(path, 'utf8'));
    const output = join(FOLDER, 'run.json');
    execFileSync(process.execPath, [PROGRAM, FOLDER, path, output], { stdio: 'inherit' });
    for (const [group, functions] of Object.entries(JSON.parse(readFileSync(output, 'utf8')))) {
      yield {
        group,
        path,
        functions: functions.map(([line, column, name]) => [offset(line, column), name]),
      };
    }
  }
}
