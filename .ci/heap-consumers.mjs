// Opens heap snapshots with the programs that people use: the worker of DevTools, VS Code's parser,
// and memlab. A program that opens the recorded snapshot must open the symbolicated one, and show
// the original names.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { devToolsModule } from './devtools.mjs';

export const HEAP_PACKAGES = { '@memlab/core': '2.0.5', '@vscode/v8-heap-parser': '0.1.0' };

const WORKER = `export { HeapSnapshot, HeapSnapshotLoader } from 'entrypoints/heap_snapshot_worker/heap_snapshot_worker.ts';
export { HeapSnapshotModel } from 'models/heap_snapshot/heap_snapshot.ts';
`;
const sum = (counts, name, count) => counts.set(name, (counts.get(name) ?? 0) + count);

async function devTools(folder) {
  const worker = await devToolsModule(folder, 'worker', WORKER);
  return async (file) => {
    const loader = new worker.HeapSnapshotLoader.HeapSnapshotLoader({ sendEvent() {} });
    const text = readFileSync(file, 'utf8');
    for (let at = 0; at < text.length; at += 1 << 20) loader.write(text.slice(at, at + (1 << 20)));
    loader.close();
    const { port1, port2 } = new MessageChannel();
    const warn = console.warn;
    console.warn = () => {};
    try {
      new worker.HeapSnapshot.SecondaryInitManager(port2);
      const snapshot = await loader.buildSnapshot(port1);
      const counts = new Map();
      const filter = new worker.HeapSnapshotModel.NodeFilter();
      Object.values(snapshot.aggregatesWithFilter(filter)).forEach(({ name, count }) => sum(counts, name, count));
      return counts;
    } finally {
      console.warn = warn;
      port1.close();
      port2.close();
    }
  };
}

function vsCode(folder) {
  const parser = createRequire(join(folder, 'package.json'))('@vscode/v8-heap-parser');
  return (file) => {
    const counts = new Map();
    const graph = parser.decode_bytes(readFileSync(file));
    graph.get_class_groups(0, 100_000, true).forEach((group) => sum(counts, group.name(), group.children_len));
    return counts;
  };
}

function memlab(folder) {
  const { utils } = createRequire(join(folder, 'package.json'))('@memlab/core');
  return async (file) => {
    const counts = new Map();
    const heap = await utils.getSnapshotFromFile(file, { buildNodeIdIndex: false });
    heap.nodes.forEach((node) => { if (node.type === 'object') sum(counts, node.name, 1); });
    return counts;
  };
}

/**
 * Compares what the programs show of a recorded and of a symbolicated snapshot.
 *
 * @param classes for each original class, how many objects it must have
 * @returns the names of the programs that open the snapshot
 */
export async function openHeaps(folder, recorded, symbolicated, classes) {
  const programs = { "DevTools' worker": await devTools(folder), "VS Code's parser": vsCode(folder), memlab: memlab(folder) };
  const opened = [];
  for (const [name, open] of Object.entries(programs)) {
    const before = await Promise.resolve(recorded).then(open).catch(() => null);
    if (!before) continue;
    const after = await open(symbolicated);
    for (const [original, count] of Object.entries(classes)) {
      assert.equal(after.get(original), count, `${name}: ${original} in ${symbolicated}`);
    }
    const total = (counts) => [...counts.values()].reduce((all, count) => all + count, 0);
    assert.equal(total(after), total(before), `${name}: objects in ${symbolicated}`);
    opened.push(name);
  }
  return opened;
}
