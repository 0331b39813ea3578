// Minifies bundles that are published without a source map, to measure compiling their tables:
// node src/test/bench/build-maps.mjs
//
// Writes into target/bench-built, which is never committed. Needs the program npm. Existing files
// are not built again.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = ['esbuild@0.28.2', 'react-dom@19.3.1', 'typescript@5.9.3'];
const BUNDLES = {
  'react-dom.js': 'react-dom/cjs/react-dom-client.production.js',
  'typescript.js': 'typescript/lib/typescript.js',
};

const folder = fileURLToPath(new URL('../../../target/bench-built', import.meta.url));

mkdirSync(folder, { recursive: true });
if (!Object.keys(BUNDLES).every((name) => existsSync(join(folder, `${name}.map`)))) {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const flags = ['--legacy-peer-deps', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...flags, ...PACKAGES], { cwd: folder, stdio: 'inherit' });
  const require = createRequire(join(folder, 'package.json'));
  const esbuild = require('esbuild');
  for (const [name, bundle] of Object.entries(BUNDLES)) {
    esbuild.buildSync({
      entryPoints: [join(folder, 'node_modules', bundle)],
      outfile: join(folder, name),
      minify: true,
      sourcemap: true,
    });
  }
  rmSync(join(folder, 'node_modules'), { recursive: true });
}
