// Fetches the source maps that the benchmarks and the differential test read, and their scripts,
// from npm packages by name and exact version, into target/bench-maps:
// node src/test/bench/fetch-maps.mjs
//
// Needs the programs npm and tar. Existing files are not fetched again.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAPS = [
  ['preact@11.2.0', 'dist/preact.mjs.map'],
  ['xlsx@0.18.5', 'dist/xlsx.full.min.map'],
  ['hls.js@1.5.18', 'dist/hls.min.js.map', 'dist/hls.js.map'],
  ['swagger-ui-dist@5.18.2', 'swagger-ui-bundle.js.map'],
  ['mathjs@14.0.1', 'lib/browser/math.js.map'],
  ['exceljs@4.4.0', 'dist/exceljs.min.js.map', 'dist/exceljs.js.map'],
  ['maplibre-gl@4.7.1', 'dist/maplibre-gl.js.map'],
  ['antd@6.6.8', 'dist/antd.min.js.map'],
  ['echarts@5.5.1', 'dist/echarts.js.map'],
  ['@babel/standalone@7.29.10', 'babel.min.js.map', 'babel.js.map'],
  ['mermaid@11.4.1', 'dist/mermaid.min.js.map'],
  ['monaco-editor@0.52.2', 'min-maps/vs/editor/editor.main.js.map'],
  ['@tensorflow/tfjs@4.22.0', 'dist/tf.min.js.map', 'dist/tf.js.map'],
  ['babylonjs@9.34.0', 'babylon.js.map'],
];

/** Returns the path of a map's script. */
function scriptOf(map) {
  if (map === 'dist/xlsx.full.min.map') {
    return 'dist/xlsx.full.min.js';
  }
  return map.replace(/^min-maps\//, 'min/').slice(0, -'.map'.length);
}

const folder = fileURLToPath(new URL('../../../target/bench-maps', import.meta.url));

function fetchMaps(spec, paths, scratch) {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', scratch, spec], {
    encoding: 'utf8',
    cwd: scratch,
  });
  const archive = join(scratch, packed.trim().split('\n').at(-1));
  for (const path of paths) {
    execFileSync('tar', ['-xzf', archive, '-C', scratch, `package/${path}`]);
    renameSync(join(scratch, 'package', path), join(folder, basename(path)));
  }
}

mkdirSync(folder, { recursive: true });
for (const [spec, ...maps] of MAPS) {
  const paths = maps.flatMap((map) => [map, scriptOf(map)]);
  if (!paths.every((path) => existsSync(join(folder, basename(path))))) {
    // Beside the maps, since a file cannot be renamed into another file system.
    const scratch = mkdtempSync(join(folder, '.fetch-'));
    try {
      fetchMaps(spec, paths, scratch);
    } finally {
      rmSync(scratch, { recursive: true });
    }
  }
  for (const path of paths) {
    const bytes = statSync(join(folder, basename(path))).size;
    console.log(`${spec}  ${path}  ${(bytes / 1e6).toFixed(2)} MB`);
  }
}
