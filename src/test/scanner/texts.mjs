// Installs the texts on which the scanner is measured and compared: bundles, files and sources of
// npm packages, by name and exact version, in target/scanner. They belong to their authors and are
// not part of the project.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = [
  'acorn@8.19.0',
  'typescript@5.9.3',
  // bundles
  '@babel/standalone@7.29.10',
  'antd@6.6.8',
  'babylonjs@9.34.0',
  'echarts@5.5.1',
  'exceljs@4.4.0',
  'hls.js@1.5.18',
  'maplibre-gl@4.7.1',
  'mathjs@14.0.1',
  'mermaid@11.4.1',
  'monaco-editor@0.52.2',
  'react@19.3.1',
  'react-dom@19.3.1',
  'svelte@5.57.3',
  'swagger-ui-dist@5.18.2',
  'terser@5.51.2',
  'three@0.187.0',
  'vue@3.5.45',
  'xlsx@0.18.5',
  // packages that ship their TypeScript
  '@reduxjs/toolkit@2.14.0',
  '@tanstack/query-core@5.108.0',
  '@tanstack/react-query@5.108.0',
  '@tanstack/react-router@1.170.46',
  'effect@4.1.0',
  'react-redux@9.3.1',
  'rxjs@7.8.2',
  'zod@4.6.7',
];

const BUNDLES = [
  '@babel/standalone/babel.js',
  '@babel/standalone/babel.min.js',
  'antd/dist/antd.js',
  'antd/dist/antd.min.js',
  'babylonjs/babylon.js',
  'echarts/dist/echarts.esm.js',
  'echarts/dist/echarts.min.js',
  'exceljs/dist/exceljs.min.js',
  'hls.js/dist/hls.js',
  'hls.js/dist/hls.min.js',
  'maplibre-gl/dist/maplibre-gl.js',
  'mathjs/lib/browser/math.js',
  'mermaid/dist/mermaid.js',
  'mermaid/dist/mermaid.min.js',
  'monaco-editor/min/vs/editor/editor.main.js',
  'react-dom/cjs/react-dom-client.development.js',
  'react-dom/cjs/react-dom-client.production.js',
  'svelte/compiler/index.js',
  'swagger-ui-dist/swagger-ui-bundle.js',
  'terser/dist/bundle.min.js',
  'three/build/three.core.js',
  'three/build/three.webgpu.nodes.js',
  'typescript/lib/typescript.js',
  'vue/dist/vue.global.js',
  'vue/dist/vue.global.prod.js',
  'xlsx/dist/xlsx.full.min.js',
];

const TYPESCRIPT = [
  '@reduxjs/toolkit',
  '@tanstack/query-core',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/router-core',
  'effect',
  'immer',
  'react-redux',
  'rxjs',
  'zod',
];

const FILES = 1_000;
const LARGEST_FILE = 200_000;

export const FOLDER = fileURLToPath(new URL('../../../target/scanner', import.meta.url));
const MODULES = join(FOLDER, 'node_modules');

/** Installs missing packages; needs npm. Returns `require` within the installed packages. */
export function install() {
  mkdirSync(FOLDER, { recursive: true });
  const stamp = join(FOLDER, 'installed.json');
  const wanted = JSON.stringify(PACKAGES);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    writeFileSync(join(FOLDER, 'package.json'), '{"private":true}');
    const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', ...flags, ...PACKAGES], { cwd: FOLDER, stdio: 'inherit' });
    writeFileSync(stamp, wanted);
  }
  return createRequire(join(FOLDER, 'package.json'));
}

/** Returns all texts: { group, dialect, path }, the path absolute. */
export const texts = () => [...bundles(), ...files(), ...sources()];

export const bundles = () =>
  BUNDLES.map((path) => ({ group: 'bundles', dialect: 'JAVASCRIPT', path: join(MODULES, path) }));

/** Returns FILES files, always the same for the same packages. */
function files() {
  const taken = new Set(BUNDLES);
  const all = filesIn('', (path) => /\.[cm]?js$/.test(path) && !taken.has(path));
  const small = all.filter((path) => statSync(join(MODULES, path)).size <= LARGEST_FILE);
  const step = small.length / FILES;
  return Array.from({ length: FILES }, (_, i) => ({
    group: 'files',
    dialect: 'JAVASCRIPT',
    path: join(MODULES, small[Math.floor(i * step)]),
  }));
}

const sources = () =>
  TYPESCRIPT.flatMap((name) =>
    filesIn(name, (path) => /\.[cm]?tsx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path)).map(
      (path) => ({
        group: name,
        dialect: path.endsWith('x') ? 'TSX' : 'TYPESCRIPT',
        path: join(MODULES, path),
      }),
    ),
  );

function filesIn(folder, isWanted) {
  return readdirSync(join(MODULES, folder), { recursive: true })
    .map((path) => join(folder, path))
    .filter(isWanted)
    .filter((path) => statSync(join(MODULES, path)).isFile())
    .sort();
}
