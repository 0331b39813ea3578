import { readFileSync, writeFileSync } from "node:fs";
import { VueLoaderPlugin } from "vue-loader";
import webpack from "webpack";

const typescript = { loader: "ts-loader", options: { transpileOnly: true, appendTsSuffixTo: [/\.vue$/] } };

webpack(
  {
    mode: "production",
    devtool: "source-map",
    entry: "./src/vue/main.ts",
    output: { path: `${import.meta.dirname}/dist` },
    resolve: { extensions: [".ts", ".js"] },
    module: {
      rules: [
        { test: /\.vue$/, loader: "vue-loader" },
        { test: /\.ts$/, use: typescript },
        { test: /\.css$/, use: ["css-loader"] },
      ],
    },
    plugins: [new VueLoaderPlugin()],
  },
  (error, stats) => {
    if (error ?? stats.hasErrors()) {
      console.error(error ?? stats.toString("errors-only"));
      process.exitCode = 1;
      return;
    }
    const page = readFileSync("src/page.html", "utf8");
    writeFileSync("dist/index.html", `${page}<script src="main.js"></script>\n`);
  },
);
