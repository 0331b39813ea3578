// node build.mjs TARGET: es5 is the loader's default.
import { rspack } from "@rspack/core";

const target = process.argv[2];

const loader = {
  loader: "builtin:swc-loader",
  options: { jsc: { target, parser: { syntax: "typescript", tsx: true }, transform: { react: { runtime: "automatic" } } } },
};

rspack(
  {
    mode: "production",
    target: ["web", target],
    devtool: "source-map",
    entry: "./src/react/main.tsx",
    output: { path: `${import.meta.dirname}/dist`, filename: "[name].[contenthash:8].js" },
    resolve: { extensions: [".tsx", ".ts", ".jsx", ".js"] },
    module: { rules: [{ test: /\.[jt]sx?$/, exclude: /node_modules/, use: loader }] },
    plugins: [new rspack.HtmlRspackPlugin({ template: "src/page.html" })],
  },
  (error, stats) => {
    if (error ?? stats.hasErrors()) {
      console.error(error ?? stats.toString("errors-only"));
      process.exitCode = 1;
    }
  },
);
