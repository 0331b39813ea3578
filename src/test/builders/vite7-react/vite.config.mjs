import { defineConfig } from "vite";

export default defineConfig({ base: "./", esbuild: { jsx: "automatic" }, build: { sourcemap: true, minify: "terser" } });
