// Every builder: the packages it needs, its folder of settings (`settings`, by default the name), its command, and the
// folder that it writes.
const react = ["react@19.3.1", "react-dom@19.3.1"];
const rspack = ["@rspack/core@2.3.2", ...react];
const next = ["next@16.4.6", ...react, "typescript@6.0.3", "@types/react@19", "@types/node@24"];

export const builders = {
  rspack: { packages: rspack, command: ["node", "build.mjs", "es2022"], output: "dist" },
  "rspack-es5": { settings: "rspack", packages: rspack, command: ["node", "build.mjs", "es5"], output: "dist" },
  chain: {
    packages: ["typescript@6.0.3", "rollup@4.68.7", "terser@5.51.2"],
    command: ["node", "build.mjs"],
    output: "dist",
  },
  "vite-vue": {
    packages: ["vite@8.3.8", "vue@3.5.45", "@vitejs/plugin-vue@6.0.11"],
    command: ["vite", "build"],
    output: "dist",
  },
  "vite-svelte": {
    packages: ["vite@8.3.8", "svelte@5.57.3", "@sveltejs/vite-plugin-svelte@7.3.1"],
    command: ["vite", "build"],
    output: "dist",
  },
  // esbuild removes the types, rollup bundles, terser minifies: three tools, each with its maps.
  "vite7-react": {
    packages: ["vite@7.3.8", "terser@5.51.2", ...react],
    command: ["vite", "build"],
    output: "dist",
  },
  "webpack-vue": {
    packages: [
      "webpack@5.112.2",
      "vue@3.5.45",
      "vue-loader@17.4.2",
      "ts-loader@9.6.2",
      "css-loader@7.1.5",
      "typescript@5.9.3",
    ],
    command: ["node", "build.mjs"],
    output: "dist",
  },
  bun: {
    packages: ["bun@1.4.5", ...react],
    command: ["bun", "build", "index.html", "--minify", "--splitting", "--sourcemap=linked", "--outdir=dist"],
    output: "dist",
  },
  parcel: {
    packages: ["parcel@2.16.4", ...react],
    command: ["parcel", "build", "index.html", "--no-cache", "--cache-dir", ".parcel-cache", "--public-url", "./"],
    output: "dist",
  },
  "next-turbopack": { settings: "next", packages: next, command: ["next", "build", "--turbopack"], output: "out" },
  "next-webpack": { settings: "next", packages: next, command: ["next", "build", "--webpack"], output: "out" },
  metro: {
    packages: [
      "metro@0.84.6",
      "@babel/core@7.29.13",
      "@babel/runtime@7",
      "@babel/preset-typescript@7.9.0",
      "@babel/preset-react@7.9.4",
      "@babel/plugin-transform-modules-commonjs@7.29.14",
      ...react,
    ],
    command: ["node", "build.mjs"],
    output: "dist",
  },
  angular: {
    packages: [
      "@angular/build@21.2.27",
      "@angular/cli@21.2.27",
      ...["core", "common", "compiler", "compiler-cli", "platform-browser"].map(part => `@angular/${part}@21.2.26`),
      "rxjs@7.8.2",
      "tslib@2",
      "typescript@5.9.3",
    ],
    command: ["ng", "build"],
    output: "dist",
  },
};
