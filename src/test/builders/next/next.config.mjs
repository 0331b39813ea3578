export default {
  output: "export",
  productionBrowserSourceMaps: true,
  reactStrictMode: false,
  typescript: { ignoreBuildErrors: true },
};
