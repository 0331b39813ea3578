// Writes maps that name functions, made by real tools, and the answers of real readers, for
// dev.symbolicator.sourcemap.functions.FunctionOraclesTest:
// node src/test/functions/write-oracles.mjs
//
// The tools are installed into target/functions; the originals are the files of their packages.
// - scopes-random: random scopes, written and read by Chrome DevTools' codec
// - scopes-swc: scopes as swc writes them with emitSourceMapScopes, read by the same codec
// - pasta: functions found, written and read by pasta
// - metro: function maps written by metro-source-map, read by metro-symbolicate
//
// target/functions/oracles has a map and a table for each case. A row is a source, a 0-based line
// and column, and the name as JSON, empty where the reader gives none.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../target/functions', import.meta.url));
const PACKAGES = [
  '@babel/parser@7',
  '@bloomberg/pasta-sourcemaps@1.7.0',
  '@swc/core@1.16.22',
  'chrome-devtools-frontend@1.0.1705227',
  'metro-source-map@0.84.6',
  'metro-symbolicate@0.84.6',
];
const CODEC = 'front_end/third_party/source-map-scopes-codec/package/src/mod.js';
const MOST_FILES = 150;

mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, 'package.json'), '{"private":true}');
execFileSync('npm', ['install', '--no-audit', '--no-fund', ...PACKAGES], { cwd: FOLDER });
const modules = join(FOLDER, 'node_modules');
const require = createRequire(join(FOLDER, 'package.json'));
const { encode, decode, ScopeInfoBuilder } = await import(
  pathToFileURL(join(modules, 'chrome-devtools-frontend', CODEC))
);

const oracles = join(FOLDER, 'oracles');
rmSync(oracles, { recursive: true, force: true });
mkdirSync(oracles);
const counts = {};
let seed = 1;

const files = ['@babel', 'debug', 'metro-source-map', 'metro-symbolicate', 'source-map']
  .flatMap((name) => filesIn(join(modules, name)))
  .filter((path) => statSync(path).size < 60_000)
  .slice(0, MOST_FILES);

for (let i = 0; i < 100; i++) randomScopes();
for (const path of files) {
  const text = readFileSync(path, 'utf8');
  await tolerant('scopes-swc', () => swc(text));
  await tolerant('pasta', () => pasta(text));
  await tolerant('metro', () => metro(text));
}
console.log(counts);

/** Leaves out a file that a tool does not read. */
async function tolerant(group, make) {
  try {
    await make();
  } catch {
    counts[`${group} unread`] = (counts[`${group} unread`] ?? 0) + 1;
  }
}

function randomScopes() {
  const builder = new ScopeInfoBuilder();
  const trees = 1 + random(4);
  for (let tree = 0; tree < trees; tree++) {
    if (random(4) === 0) {
      builder.addNullScope();
      continue;
    }
    let line = random(3);
    let column = random(30);
    let open = 0;
    const forward = () => {
      if (random(3) === 0) {
        line += 1 + random(3);
        column = random(40);
      } else {
        column += random(60);
      }
    };
    for (let step = 1 + random(40); step > 0 || open > 0; step--) {
      forward();
      if (open === 0 || (step > 0 && random(2) === 0)) {
        const name = random(3) ? `name${random(20)}` : undefined;
        const kind = random(2) ? `kind${random(4)}` : undefined;
        const variables = Array.from({ length: random(3) }, () => `v${random(9)}`);
        builder.startScope(line, column, { name, kind, isStackFrame: random(2) === 0, variables });
        open++;
      } else {
        builder.endScope(line, column);
        open--;
        if (open === 0) break;
      }
    }
    while (open-- > 0) {
      forward();
      builder.endScope(line, column);
    }
  }
  builder.startRange(0, 0).endRange(9, 9);
  const sources = Array.from({ length: trees }, (_, i) => `s${i}.js`);
  const map = encode(builder.build(), { version: 3, sources, names: ['x'], mappings: '' });
  write('scopes-random', map, sources.map((_, i) => [i, 24, 70]), scopesReader(map));
}

async function swc(text) {
  const { map } = await require('@swc/core').transform(text, {
    filename: 's.js',
    sourceMaps: true,
    jsc: { target: 'es2022', experimental: { emitSourceMapScopes: true } },
  });
  const read = JSON.parse(map);
  if (typeof read.scopes !== 'string') throw new Error('swc wrote no scopes');
  write('scopes-swc', read, [[0, ...extent(text)]], scopesReader(read));
}

function pasta(text) {
  const { encode: enrich, parse, SourceMapDecoder } = require('@bloomberg/pasta-sourcemaps');
  const map = enrich(
    { version: 3, sources: ['s.js'], names: ['x'], mappings: '' },
    new Map([['s.js', parse(text, 'ECMAScript')]]),
  );
  const decoder = new SourceMapDecoder(map);
  write('pasta', map, [[0, ...extent(text)]], (source, line, column) =>
    decoder.decode('s.js', line, column),
  );
}

function metro(text) {
  const { generateFunctionMap } = require('metro-source-map');
  const Consumer = require('metro-symbolicate/private/SourceMetadataMapConsumer').default;
  const ast = require('@babel/parser').parse(text, { sourceType: 'unambiguous' });
  const map = {
    version: 3,
    sources: ['s.js'],
    names: [],
    mappings: '',
    x_facebook_sources: [[generateFunctionMap(ast)]],
  };
  const consumer = new Consumer(map, (source) => source);
  write('metro', map, [[0, ...extent(text)]], (source, line, column) =>
    consumer.functionNameFor({ source: 's.js', line: line + 1, column }),
  );
}

/** Returns the innermost stack frame's name by the tree of scopes that the codec reads. */
function scopesReader(map) {
  const { scopes } = decode(map);
  const before = (a, b) => a.line < b.line || (a.line === b.line && a.column < b.column);
  return (source, line, column) => {
    const at = { line, column };
    let frame = null;
    let within = scopes[source] ? [scopes[source]] : [];
    for (;;) {
      const scope = within.findLast((s) => !before(at, s.start) && before(at, s.end));
      if (!scope) return frame?.name ?? null;
      if (scope.isStackFrame) frame = scope;
      within = scope.children;
    }
  };
}

function write(group, map, extents, nameAt) {
  const index = (counts[group] = (counts[group] ?? 0) + 1);
  const rows = [];
  for (const [source, lines, columns] of extents) {
    for (let i = 0; i < 300; i++) {
      const position = [source, random(lines), random(columns)];
      const name = nameAt(...position);
      rows.push([...position, name === null ? '' : JSON.stringify(name)].join('\t') + '\n');
    }
  }
  writeFileSync(join(oracles, `${group}-${index}.map`), JSON.stringify(map));
  writeFileSync(join(oracles, `${group}-${index}.tsv`), rows.join(''));
}

/** Returns the number of a text's lines, and a width that few of them exceed. */
function extent(text) {
  const lines = text.split('\n');
  return [lines.length, 60];
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return /\.c?js$/.test(entry.name) ? [path] : [];
  });
}

/** Returns a random number below a limit; the numbers are equal in every run. */
function random(below) {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * below);
}
