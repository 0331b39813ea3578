// What edited functions have become, by their texts alone: nothing here knows names or keys.
import { functionsOf } from "../scanner/typescript.mjs";
import { offsets } from "../scanner/v8.mjs";

const TOKEN = /\/\*[^]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[^]|[^`\\])*`|[\p{ID_Continue}$#]+|[^\s]/gu;
/** The least share of equal pairs of tokens, by Dice, of a function before and after an edit. */
const ALIKE = 0.5;
/** The least number of tokens: shorter functions resemble too many others. */
const TOKENS = 10;

/** Gives each row of a release the `pairs` of neighbouring tokens of its function, where the row is a function. */
export function describe(ts, rows) {
  const texts = new Map();
  for (const row of rows) {
    const text = texts.get(row.text) ?? texts.set(row.text, extents(ts, row)).get(row.text);
    const start = text.offset(row.line - 1, row.column - 1);
    row.range = text.ends.has(start) ? [start, text.ends.get(start)] : null;
  }
}

function extents(ts, { text, path }) {
  const kind = /\.[jt]sx$/.test(path) ? "text.tsx" : "text.ts";
  const functions = functionsOf(ts, text, kind) ?? [];
  const written = functions.filter(({ kind, end }) => kind !== "CLASS" && end !== undefined);
  return { offset: offsets(text), ends: new Map(written.map(({ start, end }) => [start, end])) };
}

/** Returns how alike the texts of two functions are, from 0 to 1: the share of neighbouring tokens that both have. */
export function likeness(f, g) {
  const [a, b] = [pairsOf(f), pairsOf(g)];
  let both = 0;
  for (const [pair, count] of a.counts) {
    both += Math.min(count, b.counts.get(pair) ?? 0);
  }
  return (2 * both) / (a.size + b.size);
}

function pairsOf(row) {
  if (row.pairs === undefined) {
    const tokens = row.text.slice(...row.range).match(TOKEN).filter((token) => !/^\/[/*]/.test(token));
    const counts = new Map();
    tokens.forEach((token, i) => {
      const pair = `${token} ${tokens[i + 1] ?? ""}`;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    });
    row.pairs = { size: tokens.length, counts };
  }
  return row.pairs;
}

/**
 * Returns pairs of functions that were edited: of those that are on a path in one of two releases only, by their bodies,
 * each that resembles exactly one of the other release most, and is resembled most by it.
 */
export function edited(before, after) {
  const [old, young] = [changed(before, after), changed(after, before)];
  return [...old].flatMap(([path, list]) => mutual(list, young.get(path) ?? []));
}

function changed(rows, others) {
  const unchanged = new Set(others.map(({ path, body }) => `${path} ${body}`));
  const paths = new Map();
  for (const row of rows) {
    if (row.body !== null && row.range && !unchanged.has(`${row.path} ${row.body}`) && pairsOf(row).size >= TOKENS) {
      paths.set(row.path, [...(paths.get(row.path) ?? []), row]);
    }
  }
  return paths;
}

function mutual(old, young) {
  const alike = old.map((f) => young.map((g) => likeness(f, g)));
  const best = (values) => {
    const most = Math.max(0, ...values);
    return most >= ALIKE && values.filter((value) => value === most).length === 1 ? values.indexOf(most) : -1;
  };
  const bestOld = young.map((_, j) => best(alike.map((values) => values[j])));
  return old.flatMap((f, i) => {
    const j = best(alike[i]);
    return j >= 0 && bestOld[j] === i ? [[f, young[j]]] : [];
  });
}
