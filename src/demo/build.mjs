// Builds the demo: `node src/demo/build.mjs` minifies app/ to one file with a linked source map.
// esbuild is installed into a temporary folder; nothing of it stays in the project.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ESBUILD = "esbuild@0.28.2";
const here = fileURLToPath(new URL(".", import.meta.url));
const output = fileURLToPath(new URL("../main/resources/demo/", import.meta.url));

const tools = mkdtempSync(join(tmpdir(), "demo-build-"));
try {
  // The platform's own binary comes as a dependency: esbuild's install script only checks it.
  writeFileSync(join(tools, "package.json"), '{"private": true}');
  execFileSync("npm", ["install", "--silent", "--ignore-scripts", "--save-exact", ESBUILD], {
    cwd: tools,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const esbuild = createRequire(join(tools, "package.json"))("esbuild");
  const { outputFiles } = esbuild.buildSync({
    absWorkingDir: here,
    entryPoints: ["app/main.ts"],
    // Written by hand below: an outfile beside app/ makes the map's sources read "app/main.ts".
    outfile: "app.min.js",
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    sourcemap: "linked",
    sourcesContent: true,
  });
  for (const { path, contents } of outputFiles) {
    const name = path.slice(here.length);
    writeFileSync(join(output, name), contents);
    console.log(`${name}: ${contents.length} bytes`);
  }
  const map = JSON.parse(readFileSync(join(output, "app.min.js.map"), "utf8"));
  console.log(`sources: ${map.sources.join(", ")}`);
} finally {
  rmSync(tools, { recursive: true, force: true });
}
