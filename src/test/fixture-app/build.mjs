// Minifies the fixture app with several builders: `node src/test/fixture-app/build.mjs` writes
// built/. The builders are installed into a temporary folder and leave nothing else in the project.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BUILDERS = [
  "esbuild@0.28.2",
  "rollup@4.68.7",
  "@rollup/plugin-terser@1.0.2",
  "@swc/core@1.16.22",
  "rolldown@1.3.2",
  "webpack@5.112.2",
  "@rspack/core@2.3.2",
];

const BUILT = ["esbuild", "rollup-terser", "rollup-swc", "rolldown", "webpack-terser", "rspack"];

// The small change of one function that makes the next release, whose scripts are next.js.
const CHANGE = { file: "numbers.js", from: "return a + b;", to: "return b === 0 ? a : a + b;" };

const home = fileURLToPath(new URL(".", import.meta.url));
let here = home;
let entry = join(here, "app/main.js");
const folder = (builder) => join(here, "built", builder);
const output = (builder) => join(folder(builder), "app.js");

function write(builder, code, map) {
  mkdirSync(folder(builder), { recursive: true });
  const comment = `//# sourceMappingURL=app.js.map\n`;
  writeFileSync(output(builder), code.trimEnd().replace(/\n?\/\/# sourceMappingURL=.*$/, "") + "\n" + comment);
  writeFileSync(output(builder) + ".map", map);
}

async function withEsbuild(esbuild) {
  const options = { bundle: true, minify: true, format: "esm", target: "esnext", charset: "utf8" };
  await esbuild.build({ ...options, entryPoints: [entry], outfile: output("esbuild"), sourcemap: "linked" });
}

async function withRollup(rollup, terser, swc) {
  const bundle = await rollup({ input: entry });
  await bundle.write({ file: output("rollup-terser"), sourcemap: true, plugins: [terser({ module: true })] });

  const { output: [plain] } = await bundle.generate({ file: output("rollup-swc"), sourcemap: true });
  const { code, map } = await swc.minify(plain.code, {
    module: true,
    compress: true,
    mangle: true,
    sourceMap: { content: JSON.stringify(plain.map) },
    inlineSourcesContent: true,
  });
  write("rollup-swc", code, map);
}

async function withRolldown({ rolldown }) {
  const bundle = await rolldown({ input: entry });
  await bundle.write({ file: output("rolldown"), sourcemap: true, minify: true });
}

function withWebpack(webpack, builder) {
  const options = {
    mode: "production",
    target: ["web", "es2024"],
    context: here,
    entry,
    output: { path: folder(builder), filename: "app.js" },
    devtool: "source-map",
  };
  return new Promise((resolve, reject) => {
    webpack(options, (error, stats) => {
      if (error ?? stats.hasErrors()) reject(error ?? new Error(stats.toString()));
      else resolve();
    });
  });
}

async function build(load) {
  rmSync(join(here, "built"), { recursive: true, force: true });
  await withEsbuild(await load("esbuild"));
  const { rollup } = await load("rollup");
  await withRollup(rollup, await load("@rollup/plugin-terser"), await load("@swc/core"));
  await withRolldown(await load("rolldown"));
  await withWebpack(await load("webpack"), "webpack-terser");
  const { rspack } = await load("@rspack/core");
  await withWebpack(rspack, "rspack");
}

const tools = mkdtempSync(join(tmpdir(), "fixture-build-"));
try {
  writeFileSync(join(tools, "package.json"), '{"private": true}');
  // Each platform's binaries come as dependencies; the install scripts would only check them.
  execFileSync("npm", ["install", "--silent", "--ignore-scripts", "--save-exact", ...BUILDERS], {
    cwd: tools,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const { resolve } = createRequire(join(tools, "package.json"));
  const load = async (name) => {
    const module = await import(resolve(name));
    return module.default ?? module;
  };
  await build(load);

  here = tools;
  entry = join(here, "app/main.js");
  cpSync(join(home, "app"), join(here, "app"), { recursive: true });
  const changed = join(here, "app", CHANGE.file);
  const text = readFileSync(changed, "utf8");
  if (!text.includes(CHANGE.from)) throw new Error(`${CHANGE.file} lacks ${CHANGE.from}`);
  writeFileSync(changed, text.replace(CHANGE.from, CHANGE.to));
  await build(load);
  for (const builder of BUILT) copyFileSync(output(builder), join(home, "built", builder, "next.js"));
  here = home;
} finally {
  rmSync(tools, { recursive: true, force: true });
}

for (const builder of BUILT) {
  const code = readFileSync(output(builder));
  const map = readFileSync(output(builder) + ".map");
  const { sources } = JSON.parse(map);
  console.log(`${builder}: ${code.length} + ${map.length} bytes; ${sources[0]}`);
}
