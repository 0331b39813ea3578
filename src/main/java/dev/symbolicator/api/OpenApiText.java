package dev.symbolicator.api;

/** The worked example and the longer texts of the OpenAPI document. */
final class OpenApiText {
  static final String DESCRIPTION =
      """
      Takes a profile recorded from minified JavaScript and gives it back with the original \
      functions: source, line, column and name. Everything else comes back byte for byte.

      The body is a JS Self-Profiling trace, or an object of your own that holds one as its member \
      `trace`; its structure decides, not the declared content type. It may be sent with \
      `Content-Encoding: gzip`, `br` or `zstd`.

      A frame whose source map cannot be had stays as it was. The header `Symbolication` says how \
      many frames were mapped, `report=true` adds why others were not.""";

  static final String TRACE =
      """
      {"frames":[{"column":8117,"line":1,"name":"Ee","resourceId":0},{"name":"appendChild"}],\
      "resources":["https://shop.example/assets/app.js"],\
      "samples":[{"stackId":1,"timestamp":2972.734999999404}],\
      "stacks":[{"frameId":0},{"frameId":1,"parentId":0}]}""";

  static final String SYMBOLICATED =
      """
      {"frames":[{"column":17,"line":34,"name":"Ee","resourceId":1},{"name":"appendChild"}],\
      "resources":["https://shop.example/assets/app.js","https://shop.example/src/cart.ts"],\
      "samples":[{"stackId":1,"timestamp":2972.734999999404}],\
      "stacks":[{"frameId":0},{"frameId":1,"parentId":0}]}""";

  static final String PROBLEM =
      """
      {"type":"urn:profile-symbolicator:problem:not-a-profile",\
      "title":"The body is JSON, but no profile this service reads","status":422,\
      "detail":"A frame's line must be a whole number.","pointer":"/frames/3/line","offset":412}""";

  private OpenApiText() {}
}
