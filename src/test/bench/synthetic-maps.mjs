// Writes scripts whose maps have about 5 and 20 MB into target/bench-synthetic:
// node src/test/bench/synthetic-maps.mjs
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { functionsFor, synthesize } from '../load/synthetic.mjs';

const folder = fileURLToPath(new URL('../../../target/bench-synthetic', import.meta.url));

mkdirSync(folder, { recursive: true });
for (const megabytes of [5, 20]) {
  const { script, map } = synthesize(0, functionsFor(megabytes * 1e6));
  const path = join(folder, `synthetic-${megabytes}.js`);
  writeFileSync(path, script);
  writeFileSync(`${path}.map`, map);
}
