// Loads a bundle, runs it, and writes the functions that V8 saw into a file: the frames of a CPU
// profile and the functions on the heap. Positions are 0-based lines and columns.
const { readFileSync, writeFileSync } = require('node:fs');
const inspector = require('node:inspector');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const [folder, path, output] = process.argv.slice(2);
const modules = join(folder, 'node_modules');
const read = (file) => readFileSync(join(modules, file), 'utf8');

const WORK = {
  'typescript.js'(ts) {
    const options = { compilerOptions: { target: ts.ScriptTarget.ES5, module: ts.ModuleKind.CommonJS } };
    ts.transpileModule(read('zod/src/v4/core/schemas.ts'), options);
    const program = ts.createProgram([join(modules, 'rxjs/src/index.ts')], { noEmit: true, strict: true });
    program.getSemanticDiagnostics();
  },
  'babel.js'(babel) {
    const text = read('react-dom/cjs/react-dom-client.production.js');
    babel.transform(text, { presets: [['env', { targets: 'ie 11' }]], compact: true });
    babel.transform(read('zod/src/v4/core/schemas.ts'), { presets: ['env', 'typescript'], filename: 'a.ts' });
  },
  async 'bundle.min.js'(terser) {
    await terser.minify(read('react-dom/cjs/react-dom-client.development.js'), { sourceMap: true });
  },
  'math.js'(math) {
    for (let i = 0; i < 300; i++) math.evaluate(`derivative("x^${i} + sin(x)", "x").evaluate({x: ${i}})`);
    for (let i = 0; i < 200; i++) math.inv(math.random([12, 12]));
    math.simplify('2 x + 3 x (4 - x)^2');
  },
  'babylon.js'(babylon) {
    const engine = new babylon.NullEngine();
    const scene = new babylon.Scene(engine);
    scene.activeCamera = new babylon.FreeCamera('camera', babylon.Vector3.Zero(), scene);
    for (let i = 0; i < 50; i++) babylon.MeshBuilder.CreateSphere(`s${i}`, { segments: 24 }, scene);
    for (let i = 0; i < 50; i++) scene.render();
  },
  'echarts.min.js'(echarts) {
    const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 400 });
    const data = Array.from({ length: 5000 }, (_, i) => Math.sin(i / 50));
    chart.setOption({ xAxis: { type: 'category' }, yAxis: {}, series: [{ type: 'line', data }] });
    chart.renderToSVGString();
  },
};

const session = new inspector.Session();
session.connect();
const scripts = new Set();
session.on('Debugger.scriptParsed', ({ params }) => {
  if (isBundle(params.url)) scripts.add(params.scriptId);
});
post('Debugger.enable');
post('Debugger.setBreakpointsActive', { active: false });
post('Profiler.enable');
post('Profiler.setSamplingInterval', { interval: 100 });
post('Profiler.start');
main();

async function main() {
  const bundle = require(path);
  await WORK[path.split(/[\\/]/).at(-1)](bundle);
  const { profile } = post('Profiler.stop');
  const seen = { profile: distinct(frames(profile)), heap: distinct(closures()) };
  writeFileSync(output, JSON.stringify(seen));
  process.exit();
}

function* frames(profile) {
  for (const { callFrame } of profile.nodes) {
    const { url, lineNumber, columnNumber, functionName } = callFrame;
    if (isBundle(url)) yield [lineNumber, columnNumber, functionName];
  }
}

/** Yields position and name of every function object in a heap snapshot. */
function* closures() {
  const chunks = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ params }) => chunks.push(params.chunk));
  post('HeapProfiler.takeHeapSnapshot');
  const { snapshot, nodes, locations, strings } = JSON.parse(chunks.join(''));
  const { location_fields, node_fields, node_types } = snapshot.meta;
  const closure = node_types[0].indexOf('closure');
  for (let i = 0; i < locations.length; i += location_fields.length) {
    const [node, script, line, column] = locations.slice(i, i + location_fields.length);
    const isClosure = nodes[node + node_fields.indexOf('type')] === closure;
    if (isClosure && scripts.has(String(script))) {
      yield [line, column, strings[nodes[node + node_fields.indexOf('name')]]];
    }
  }
}

function distinct(functions) {
  return [...new Set(Array.from(functions, (f) => JSON.stringify(f)))].map((f) => JSON.parse(f));
}

function isBundle(url) {
  return url === path || url === pathToFileURL(path).href;
}

function post(method, params) {
  let answer;
  session.post(method, params, (error, result) => {
    if (error) throw new Error(error.message);
    answer = result;
  });
  return answer;
}
