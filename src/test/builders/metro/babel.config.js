module.exports = {
  presets: [
    ["@babel/preset-typescript", { isTSX: true, allExtensions: true, allowDeclareFields: true }],
    ["@babel/preset-react", { runtime: "automatic" }],
  ],
  plugins: ["@babel/plugin-transform-modules-commonjs"],
};
