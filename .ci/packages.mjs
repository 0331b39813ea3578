// Installs packages of npm for a test with outside programs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs packages in a folder, or links to the node_modules in the folder that the script's argument names.
 * Returns whether the packages are installed; without CI=true, an absent registry is no failure.
 */
export function install(folder, packages) {
  if (process.argv[2]) {
    symlinkSync(join(process.argv[2], 'node_modules'), join(folder, 'node_modules'));
    return true;
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  const npm = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder, encoding: 'utf8', timeout: 600_000,
  });
  if (npm.status === 0) return true;
  const words = `npm could not install ${Object.keys(packages).join(', ')}:\n${npm.error ?? npm.stderr}`;
  assert.notEqual(process.env.CI, 'true', words);
  console.log(`SKIPPED: ${words}`);
  return false;
}
