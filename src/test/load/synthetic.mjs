// Makes minified scripts, their source maps and the right answer for each function from a number. The same number gives
// the same bytes in every process, so an origin needs no disk and a run no download.
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VERBS = ["read", "write", "merge", "split", "count", "render", "fold", "parse"];
const NOUNS = ["Order", "Cart", "Price", "Route", "Panel", "Filter", "Token", "Frame"];
const FUNCTIONS_PER_SOURCE = 400;
/** Bytes of a map per function, `sourcesContent` included. */
const MAP_BYTES_PER_FUNCTION = 190;

function vlq(value) {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = "";
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += BASE64[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}

/** Returns the original name of a function; no two scripts share one. */
export function nameOf(script, index) {
  const mixed = (index * 2654435761 + script * 40503) >>> 0;
  return `${VERBS[mixed & 7]}${NOUNS[(mixed >> 3) & 7]}${script}_${index}`;
}

/** Returns how many functions a script needs for a map of about `mapBytes` bytes. */
export function functionsFor(mapBytes) {
  return Math.max(1, Math.round(mapBytes / MAP_BYTES_PER_FUNCTION));
}

/**
 * Makes a script of `count` functions on one line.
 *
 * Returns `script` and `map` as texts, and `functions`: the minified and the original name of each, with the generated
 * and the original position, 1-based as in a trace.
 */
export function synthesize(script, count) {
  const generated = [];
  const sources = [];
  const contents = [];
  const names = [];
  const functions = [];
  let mappings = "";
  let column = 0;
  let lastColumn = 0;
  let lastSource = 0;
  let lastLine = 0;
  let lastOriginalColumn = 0;
  const segment = (atColumn, source, line, originalColumn, name) => {
    mappings += mappings === "" ? "" : ",";
    mappings += vlq(atColumn - lastColumn) + vlq(source - lastSource) + vlq(line - lastLine);
    mappings += vlq(originalColumn - lastOriginalColumn);
    lastColumn = atColumn;
    lastSource = source;
    lastLine = line;
    lastOriginalColumn = originalColumn;
    if (name) {
      mappings += vlq(names.length === 0 ? 0 : 1);
      names.push(name);
    }
  };
  let text = "";
  for (let index = 0; index < count; index++) {
    const source = Math.floor(index / FUNCTIONS_PER_SOURCE);
    const line = (index % FUNCTIONS_PER_SOURCE) * 4;
    const name = nameOf(script, index);
    const short = `f$${index.toString(36)}`; // The $ makes it no reserved word.
    const header = `function ${short}(`;
    const code = `${header}n,t){return n+t*${index}}`;
    if (index % FUNCTIONS_PER_SOURCE === 0) {
      sources.push(`../src/module-${script}-${source}.js`);
      text = "";
    }
    text += `export function ${name}(first, second) {\n  // Adds what the caller wants.\n  return first + second * ${index};\n}\n`;
    contents[source] = text;
    segment(column, source, line, 7);
    segment(column + 9, source, line, 16, name);
    segment(column + header.length, source, line, 17 + name.length);
    segment(column + header.length + 5, source, line + 2, 2);
    segment(column + header.length + 12, source, line + 2, 9);
    generated.push(code);
    functions.push({
      minified: { name: short, line: 1, column: column + header.length },
      original: { name, source: `src/module-${script}-${source}.js`, line: line + 1, column: 17 + name.length },
    });
    column += code.length;
  }
  const map = JSON.stringify({ version: 3, file: "app.js", sources, sourcesContent: contents, names, mappings });
  return { script: `${generated.join("")}\n//# sourceMappingURL=app.js.map\n`, map, functions };
}

/** Returns functions of a script, picked by `pick(count)`, without keeping the script. */
export function someOf(script, count, howMany, pick) {
  const { functions } = synthesize(script, count);
  return Array.from({ length: howMany }, () => functions[pick(functions.length)]);
}

/** Returns a trace with `framesEach` frames of each script, picked by `pick(count)`, and the expected originals. */
export function traceOf(scripts, framesEach, pick) {
  const frames = [];
  const expected = [];
  const resources = scripts.map(({ url }) => url);
  scripts.forEach(({ functions }, resourceId) => {
    for (let i = 0; i < framesEach; i++) {
      const one = functions[pick(functions.length)];
      frames.push({ ...one.minified, resourceId });
      expected.push(one.original);
    }
  });
  const stacks = frames.map((_, frameId) => (frameId === 0 ? { frameId } : { frameId, parentId: frameId - 1 }));
  const samples = stacks.map((_, stackId) => ({ timestamp: 10 * stackId, stackId }));
  return { trace: { resources, frames, stacks, samples }, expected };
}

/** Returns the number of wrong frames in an answer. */
export function countFaults(answer, expected) {
  return expected.filter((want, i) => {
    const got = answer.frames[i];
    const source = answer.resources[got.resourceId] ?? "";
    return !(got.name === want.name && got.line === want.line && got.column === want.column && source.endsWith(want.source));
  }).length;
}

/** Returns a generator of random numbers (mulberry32), equal in every run. */
export function random(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}
