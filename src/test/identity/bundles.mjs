// Bundles consecutive releases of npm packages, each once, into target/identity/releases/PACKAGE/RELEASE.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const target = fileURLToPath(new URL("../../../target/identity", import.meta.url));
const TOOLS = ["esbuild@0.28.2", "typescript@5.9.3"];

/** The last 20 stable releases of each package when this was written, oldest first, and what of it is bundled. */
export const PACKAGES = [
  {
    name: "rxjs", // TypeScript; published as ES5 with maps
    entries: ["", "/ajax", "/fetch", "/operators", "/testing", "/webSocket"],
    releases:
      "7.0.0 7.0.1 7.1.0 7.2.0 7.3.0 7.3.1 7.4.0 7.5.0 7.5.1 7.5.2 7.5.3 7.5.4 7.5.5 7.5.6 7.5.7 7.6.0 7.7.0 7.8.0 7.8.1 7.8.2",
  },
  {
    name: "preact", // JavaScript; published minified with maps
    entries: ["", "/compat", "/debug", "/devtools", "/hooks", "/jsx-runtime", "/test-utils"],
    releases:
      "10.28.0 10.28.1 10.28.2 10.28.3 10.28.4 10.29.0 10.29.1 10.29.2 10.29.3 10.29.4 10.29.5 10.29.6 10.29.7 10.29.8 " +
      "11.0.0 11.0.1 11.0.2 11.1.0 11.1.1 11.2.0",
  },
  {
    name: "@reduxjs/toolkit", // TypeScript; published as a few files with maps
    entries: ["", "/query", "/react", "/query/react"],
    releases:
      "2.5.0 2.5.1 2.6.0 2.6.1 2.7.0 2.8.0 2.8.1 2.8.2 2.9.0 2.9.1 2.9.2 2.10.0 2.10.1 2.11.0 2.11.1 2.11.2 2.12.0 2.13.0 2.14.0 2.15.0",
  },
  {
    name: "three", // JavaScript; published as two large files and many small ones without maps
    entries: ["", "/addons"],
    releases:
      "0.175.0 0.176.0 0.177.0 0.178.0 0.179.0 0.179.1 0.180.0 0.181.0 0.181.1 0.181.2 0.182.0 0.183.0 0.183.1 0.183.2 " +
      "0.184.0 0.185.0 0.185.1 0.186.0 0.186.1 0.187.0",
  },
  {
    name: "react-aria-components", // TypeScript with JSX; published as files with maps
    entries: [""],
    releases:
      "1.9.0 1.10.0 1.10.1 1.11.0 1.12.0 1.12.1 1.12.2 1.13.0 1.14.0 1.15.0 1.15.1 1.16.0 1.17.0 1.18.0 1.19.0 1.20.0 1.21.0 1.21.1 " +
      "1.22.0 1.22.1",
  },
].map((one) => ({ ...one, releases: one.releases.split(" ") }));

/** Installs esbuild and TypeScript, once; returns what requires them. */
export function tools() {
  const folder = join(target, "tools");
  if (!existsSync(join(folder, "node_modules"))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
    execFileSync("npm", ["install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund", ...TOOLS], { cwd: folder, stdio: "inherit" });
  }
  return createRequire(join(folder, "package.json"));
}

/** Bundles all releases of a package that are not there yet; returns the folder that has one for each release. */
export async function bundle({ name, entries, releases }, esbuild) {
  const folder = join(target, "releases", name);
  const missing = releases.filter((release) => !existsSync(join(folder, release, "app.js")));
  const work = mkdtempSync(join(tmpdir(), "symbolicator-identity-"));
  try {
    if (missing.length > 0) {
      execFileSync("npm", ["pack", "--silent", ...missing.map((release) => `${name}@${release}`)], { cwd: work });
    }
    for (const release of missing) {
      const installed = join(work, "node_modules", name);
      mkdirSync(installed, { recursive: true });
      const archive = `${name.replace("@", "").replace("/", "-")}-${release}.tgz`;
      execFileSync("tar", ["-xzf", join(work, archive), "-C", installed, "--strip-components=1"]);
      await build(esbuild, work, name, entries, join(folder, release));
      rmSync(installed, { recursive: true });
    }
  } finally {
    rmSync(work, { recursive: true });
  }
  return folder;
}

/** Bundles a release as an application does that uses all of it. What it imports from other packages stays outside. */
async function build(esbuild, work, name, entries, folder) {
  const isOwn = (path) => path.startsWith(".") || path === name || path.startsWith(`${name}/`);
  await esbuild.build({
    stdin: { contents: entries.map((entry, i) => `export * as entry${i} from "${name}${entry}";`).join("\n"), resolveDir: work },
    absWorkingDir: work,
    // Beside node_modules, as of an application, so that the sources are `../node_modules/…`.
    outfile: join(work, "dist", "app.js"),
    bundle: true,
    format: "esm",
    minify: true,
    sourcemap: "linked",
    logLevel: "error",
    plugins: [
      {
        name: "others stay outside",
        setup: ({ onResolve }) => onResolve({ filter: /^/ }, ({ path }) => (isOwn(path) ? null : { path, external: true })),
      },
    ],
  });
  mkdirSync(folder, { recursive: true });
  for (const file of ["app.js.map", "app.js"]) {
    writeFileSync(join(folder, file), readFileSync(join(work, "dist", file)));
  }
}
