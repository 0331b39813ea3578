// Runs the cases of src/test/cases and src/test/file-cases against the packaged service, which is
// started twice: open as for a public origin, and with a folder for maps and a token.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { print, runCases } from '../src/test/cases/run.mjs';
import { runFileCases } from '../src/test/file-cases/run.mjs';
import { startService } from './service.mjs';

// Cases whose expectation is wrong, by name, each with the reason: the rule, or what V8 or
// Chromium was seen to do.
const EXPECTED_TO_DIFFER = {
  'bun-async-positions': 'not answered yet: the table has no positions of bodies',
};

const token = 'cases-0123456789abcdef';
const folder = mkdtempSync(join(tmpdir(), 'cases-'));
const at = (name) => {
  mkdirSync(join(folder, name));
  return join(folder, name);
};
const services = [];
try {
  const open = {
    'symbolicator.fetch.allow-private-addresses': true,
    'symbolicator.cache.directory': at('cache-of-open'),
  };
  const withUploads = {
    ...open,
    'symbolicator.cache.directory': at('cache'),
    'symbolicator.maps.directory': at('maps'),
    'symbolicator.access.tokens.ci.value': token,
  };
  services.push(await startService(folder, open));
  services.push(await startService(folder, withUploads));
  const [service, uploads] = services.map(({ url }) => url);
  const results = [
    ...(await runCases({ service, uploads, token })),
    ...(await runFileCases({ service: uploads, token })),
  ];
  const names = results.map(({ name }) => name);
  print(results);
  const isUnexpected = ({ name, differs }) => differs.length > 0 !== name in EXPECTED_TO_DIFFER;
  const wrong = results.filter(isUnexpected).map(({ name }) => name);
  wrong.push(...Object.keys(EXPECTED_TO_DIFFER).filter((name) => !names.includes(name)));
  console.log(`${results.length} cases; not as expected: ${wrong.length} ${wrong.join(' ')}`);
  process.exitCode = wrong.length > 0 || results.length === 0 ? 1 : 0;
} finally {
  await Promise.all(services.map(({ stop }) => stop()));
  rmSync(folder, { recursive: true });
}
