// Writes the functions of all bundles by V8, for dev.symbolicator.javascript.oracle.V8SnippetsTest:
// node src/test/scanner/write-v8.mjs
//
// target/scanner/v8.tsv has a line for each list of functions: its group, the dialect, the text's
// path and the list's path. A list has a line for each function: start and name as JSON.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runs } from './runs.mjs';
import { FOLDER, bundles, install } from './texts.mjs';
import { compiled } from './v8.mjs';

install();
const lists = join(FOLDER, 'v8');
rmSync(lists, { recursive: true, force: true });
mkdirSync(lists);

const written = [];
for (const { path } of bundles()) write('compiled', path, compiled([path])[0]);
for (const { group, path, functions } of runs()) write(group, path, functions);
writeFileSync(join(FOLDER, 'v8.tsv'), written.join(''));

function write(group, path, functions) {
  const list = join(lists, `${written.length}.tsv`);
  const rows = functions.map(([start, name]) => `${start}\t${JSON.stringify(name)}\n`);
  writeFileSync(list, rows.join(''));
  written.push([group, 'JAVASCRIPT', path, list].join('\t') + '\n');
  console.log(`${group} ${path}: ${functions.length} functions`);
}
