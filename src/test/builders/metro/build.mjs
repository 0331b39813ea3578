import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import Metro from "metro";

const config = await Metro.loadConfig({ cwd: import.meta.dirname });
config.resolver.sourceExts = ["tsx", "ts", "jsx", "js"];
mkdirSync("dist");
await Metro.runBuild(config, {
  entry: "src/react/main.tsx",
  out: "dist/main.js",
  platform: "web",
  dev: false,
  minify: true,
  sourceMap: true,
  sourceMapUrl: "main.map",
});
writeFileSync("dist/index.html", `${readFileSync("src/page.html", "utf8")}<script src="main.js"></script>\n`);
