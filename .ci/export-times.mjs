// The self time of each function, in microseconds: by the rules of docs/api.md, written a second
// time, and as the programs say that people open exports with.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { devToolsModule } from './devtools.mjs';

const micros = (milliseconds) => Math.round(milliseconds * 1000);

/** Sums up times by keys. */
export class Times extends Map {
  add(key, time) {
    if (time !== 0) this.set(key, (this.get(key) ?? 0) + time);
  }
  rounded() {
    return Object.fromEntries([...this].map(([key, time]) => [key, Math.round(time)]).filter(([, time]) => time !== 0).sort());
  }
}

/** A function's name and place; lines and columns are 1-based, 0 if unknown. */
export const keyOf = (name, file = '', line = 0, column = 0) => JSON.stringify([name, file, line, column]);
/** Whether an export, or a program, made up a name for a function without one. */
const isMadeUp = (name) => /^\((?:anonymous|module)/.test(name);
/** Of a key, what each program shows: the file, and the name unless the function has none. */
export const coarse = (key) => {
  const [name, file] = JSON.parse(key);
  return JSON.stringify([isMadeUp(name) ? '' : name, file]);
};

const labelOf = (name, file, line, column) => {
  if (name) return name;
  if (!file) return '(anonymous)';
  const last = file.replace(/[?#][^]*/, '').replace(/\/+$/, '').replace(/^[^]*\//, '');
  if (line === 1 && column === 1) return `(module ${last})`;
  return `(anonymous ${last}${line ? `:${line}:${column}` : ''})`;
};

/** The self times of a symbolicated trace. */
export function interpret(body) {
  const trace = body.trace ?? body;
  const { frames, resources, stacks, samples } = trace;
  const times = samples.map(({ timestamp }) => micros(timestamp));
  const gaps = times.slice(1).map((time, i) => time - times[i]).filter((gap) => gap > 0).sort((a, b) => a - b);
  const middle = gaps.length >> 1;
  const median = !gaps.length ? 10_000 : gaps.length % 2 ? gaps[middle] : Math.round((gaps[middle - 1] + gaps[middle]) / 2);
  const interval = micros(trace.sampleInterval ?? body.sampleInterval ?? 0) || median;
  const cap = 10 * Math.max(interval, 10_000);
  const sums = new Times();
  samples.forEach(({ stackId, marker }, i) => {
    const weight = Math.min((times[i + 1] ?? times[i] + median) - times[i], cap);
    if (marker && !(marker === 'script' && stackId !== undefined)) {
      sums.add(keyOf(marker === 'gc' ? '(garbage collector)' : `(${marker})`), weight);
    } else if (stackId !== undefined) {
      const { name = '', resourceId, line, column } = frames[stacks[stackId].frameId];
      const file = resourceId === undefined ? '' : resources[resourceId];
      const place = file && line && column ? [line, column] : [0, 0];
      sums.add(keyOf(labelOf(name, file, ...place), file, ...place), weight);
    }
  });
  return sums;
}

/** The key of a function of a CPU profile. */
const cpuKey = ({ functionName, url, lineNumber, columnNumber }) => {
  const place = [lineNumber + 1, columnNumber + 1];
  // VS Code names functions without a name so, and the export a file's top level.
  const name = functionName === '(anonymous)' || functionName === '(module)' ? '' : functionName;
  return keyOf(labelOf(name, url, ...place), url, ...place);
};
const isPlaceholder = ({ functionName, url }) => !url && /^\((root|idle)\)$/.test(functionName);

/** What DevTools' flame chart shows of a CPU profile. */
export async function devToolsTimes(folder, profile) {
  const { CPUProfileDataModel } = await devToolsModule(
    folder, 'export-model', "export { CPUProfileDataModel } from 'models/cpu_profile/CPUProfileDataModel.ts';\n");
  const model = new CPUProfileDataModel(profile);
  const sums = new Times();
  model.forEachFrame(() => {}, (depth, node, index, timestamp, duration, self) => {
    if (!isPlaceholder(node)) sums.add(cpuKey(node), self * 1000);
  });
  return sums;
}

/** What VS Code's table shows of a CPU profile. */
export function vsCodeTimes(buildModel, profile) {
  const sums = new Times();
  for (const { callFrame, selfTime } of buildModel(profile).locations) {
    if (!isPlaceholder(callFrame)) sums.add(cpuKey(callFrame), selfTime);
  }
  return sums;
}

/** What `go tool pprof` reads: nanoseconds, and no columns. */
export function pprofTimes(file) {
  const { status, stdout, stderr } = spawnSync('go', ['tool', 'pprof', '-raw', file], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(status, 0, stderr);
  const [, samples, locations] = stdout.match(/Samples:\n.*\n([^]*?)Locations\n([^]*?)Mappings/);
  const keys = new Map();
  for (const [, id, nameAndFile, line] of locations.matchAll(/^ +(\d+): 0x0 (?:M=\d+ )?(.*?):(\d+)(?::\d+)? s=\d+.*$/gm)) {
    keys.set(id, [nameAndFile, Number(line)]);
  }
  const sums = new Times();
  for (const [, nanos, leaf] of samples.matchAll(/^ +\d+ +(\d+): (\d+)/gm)) {
    sums.add(JSON.stringify(keys.get(leaf)), Number(nanos) / 1000);
  }
  return sums;
}
export const pprofKey = (key) => {
  const [name, file, line] = JSON.parse(key);
  return JSON.stringify([`${name} ${file}`, line]);
};

/** What speedscope has read, from the file that it saves. */
export function speedscopeTimes({ profiles: [{ type, unit, events }], shared: { frames } }) {
  assert.equal(type, 'evented');
  const sums = new Times();
  const factor = unit === 'nanoseconds' ? 1e-3 : unit === 'none' ? 1e3 : 1;
  const stack = [];
  let last = 0;
  for (const { type: kind, frame, at } of events) {
    if (stack.length) {
      const { name, file } = frames[stack.at(-1)];
      sums.add(JSON.stringify([isMadeUp(name) ? '' : name, file ?? '']), (at - last) * factor);
    }
    last = at;
    if (kind === 'O') stack.push(frame);
    else assert.equal(stack.pop(), frame);
  }
  return sums;
}
