// TypeScript writes modules and their maps, rollup bundles them and reads the maps, terser minifies and reads rollup's.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rollup } from "rollup";
import { minify } from "terser";

execFileSync("node_modules/.bin/tsc", ["--project", "."], { stdio: "inherit" });

const compiled = {
  name: "compiled",
  resolveId: (source, importer) => (importer ? `${join(dirname(importer), source)}.js` : null),
  load(id) {
    if (!existsSync(`${id}.map`)) return null;
    const map = JSON.parse(readFileSync(`${id}.map`, "utf8"));
    return { code: readFileSync(id, "utf8").replace(/\/\/# sourceMappingURL=.*/, ""), map };
  },
};
const bundle = await rollup({ input: `${import.meta.dirname}/compiled/plain/main.js`, plugins: [compiled] });
const { output } = await bundle.generate({ dir: "dist", format: "es", sourcemap: true });

mkdirSync("dist", { recursive: true });
for (const chunk of output.filter(({ type }) => type === "chunk")) {
  const { fileName } = chunk;
  const { code, map } = await minify(chunk.code, {
    module: true,
    compress: { passes: 2 },
    sourceMap: { content: chunk.map, filename: fileName, url: `${fileName}.map` },
  });
  writeFileSync(`dist/${fileName}`, code);
  writeFileSync(`dist/${fileName}.map`, map);
}
const page = readFileSync("src/page.html", "utf8");
writeFileSync("dist/index.html", `${page}<script type="module" src="main.js"></script>\n`);
