import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const target = join(import.meta.dirname, "../../../target");
export const workOf = name => join(target, "builders-work", name);

/** Installs packages into a folder of their own, once; returns the folder. */
export function install(name, packages) {
  const folder = workOf(name);
  if (!existsSync(join(folder, "node_modules"))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version: "1.0.0", private: true }));
    execFileSync("npm", ["install", "--no-package-lock", ...packages], { cwd: folder, stdio: "inherit" });
  }
  return folder;
}
