// Writes the functions of all texts by acorn and TypeScript, for
// dev.symbolicator.javascript.oracle.SyntaxTreesTest: node src/test/scanner/write-oracles.mjs
//
// target/scanner/texts.tsv has a line for each text: group, dialect, the text's path and the path
// of its oracle. An oracle has a line for each function: start, kind, header, body, end, V8's name
// and the qualified one as JSON. Unknown values are empty.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { functionsOf as ofJavaScript } from './estree.mjs';
import { FOLDER, install, texts } from './texts.mjs';
import { functionsOf as ofTypeScript } from './typescript.mjs';

const require = install();
const acorn = require('acorn');
const ts = require('typescript');
const oracles = join(FOLDER, 'oracles');
rmSync(oracles, { recursive: true, force: true });
mkdirSync(oracles);

const written = [];
const unread = {};
for (const { group, dialect, path } of texts()) {
  const text = readFileSync(path, 'utf8');
  const rows =
    dialect === 'JAVASCRIPT' ? ofJavaScript(acorn, text) : ofTypeScript(ts, text, path);
  if (rows === null) {
    (unread[group] ??= []).push(path);
    continue;
  }
  const oracle = join(oracles, `${written.length}.tsv`);
  writeFileSync(oracle, rows.sort((a, b) => a.start - b.start).map(line).join(''));
  written.push([group, dialect, path, oracle].join('\t') + '\n');
}
writeFileSync(join(FOLDER, 'texts.tsv'), written.join(''));

console.log(`${written.length} oracles written`);
for (const [group, paths] of Object.entries(unread)) {
  console.log(`${group}: ${paths.length} texts that the parser does not read`);
  for (const path of paths) console.log(`  ${path}`);
}

function line({ start, kind, header, body, end, v8, qualified }) {
  const names = [v8, qualified].map((name) => (name === undefined ? '' : JSON.stringify(name)));
  return [start, kind, header ?? '', body ?? '', end ?? '', ...names].join('\t') + '\n';
}
