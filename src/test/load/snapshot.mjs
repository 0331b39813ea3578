// Writes a heap snapshot of this process, in which a synthetic script has made many objects.
//
//   node --max-old-space-size=16000 src/test/load/snapshot.mjs <URL of the script> <functions> <objects> <file>
import { writeHeapSnapshot } from "node:v8";
import { runInThisContext } from "node:vm";
import { synthesize } from "./synthetic.mjs";

const [url, functions, objects, file] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4]), process.argv[5]];
const { script, functions: made } = synthesize(0, functions);
const names = made.map(({ minified }) => minified.name);
const constructors = runInThisContext(`${script};[${names}]`, { filename: url });

/** Reachable, so that the snapshot has them all. */
globalThis.kept = Array.from({ length: objects }, (_, i) => {
  const one = new constructors[i % functions](i, 1);
  one.text = `text of the object ${i}`;
  one.list = [i + 0.5, one];
  return one;
});
writeHeapSnapshot(file);
