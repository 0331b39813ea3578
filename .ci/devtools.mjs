// Makes modules of DevTools' sources that Node.js can import.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// DevTools' build generates this module.
const LOCALES = `export const LOCALES = ['en-US'], BUNDLED_LOCALES = LOCALES, DEFAULT_LOCALE = 'en-US';
export const REMOTE_FETCH_PATTERN = '', LOCAL_FETCH_PATTERN = '';`;

/** Imports what a text exports. Its modules' paths are relative to the package's front_end. */
export async function devToolsModule(folder, name, text) {
  const { build } = createRequire(join(folder, 'package.json'))('esbuild');
  const source = text.replaceAll("from '", "from 'chrome-devtools-frontend/front_end/");
  writeFileSync(join(folder, `${name}.ts`), source);
  await build({
    absWorkingDir: folder, entryPoints: [`${name}.ts`], bundle: true, format: 'esm', platform: 'node',
    outfile: join(folder, `${name}.mjs`), logLevel: 'error',
    plugins: [{
      name: 'locales',
      setup(plugin) {
        plugin.onResolve({ filter: /^\.\/locales\.js$/ }, () => ({ path: 'locales', namespace: 'locales' }));
        plugin.onLoad({ filter: /./, namespace: 'locales' }, () => ({ contents: LOCALES }));
      },
    }],
  });
  // Node.js 20 has not all that DevTools uses of its browser.
  Promise.withResolvers ??= () => {
    const made = {};
    made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
    return made;
  };
  globalThis.location ??= { search: '', href: 'http://localhost/', pathname: '/' };
  globalThis.self ??= globalThis;
  globalThis.window ??= globalThis;
  globalThis.document ??= { addEventListener() {}, documentElement: { style: {} } };
  return import(pathToFileURL(join(folder, `${name}.mjs`)).href);
}
