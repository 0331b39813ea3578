package dev.symbolicator.api;

/** The worked example and the longer texts of the OpenAPI document. */
final class OpenApiText {
  static final String DESCRIPTION =
      """
      Takes a profile recorded from minified JavaScript and gives it back with the original \
      places of its functions: source, line and column. Everything else comes back byte for byte.

      The body is a JS Self-Profiling trace, or an object of your own that holds one as its member \
      `trace`; its structure decides, not the declared content type. It may be sent with \
      `Content-Encoding: gzip`, `br` or `zstd`.

      A frame whose source map cannot be had stays as it was. The header `Symbolication` says how \
      many frames were mapped, `report=true` adds why others were not.""";

  /** Frames of the demo's trace, so that whoever serves the demo gets the answer below. */
  static final String TRACE =
      """
      {"frames":[{"column":1724,"line":1,"name":"w","resourceId":0},{"name":"appendChild"}],\
      "resources":["http://localhost:8080/demo/app.min.js"],\
      "samples":[{"stackId":1,"timestamp":2972.734999999404}],\
      "stacks":[{"frameId":0},{"frameId":1,"parentId":0}]}""";

  static final String SYMBOLICATED =
      """
      {"frames":[{"column":30,"line":23,"name":"profile","resourceId":1},{"name":"appendChild"}],\
      "resources":["http://localhost:8080/demo/app.min.js",\
      "http://localhost:8080/demo/app/profiling.ts"],\
      "samples":[{"stackId":1,"timestamp":2972.734999999404}],\
      "stacks":[{"frameId":0},{"frameId":1,"parentId":0}]}""";

  static final String PROBLEM =
      """
      {"type":"urn:profile-symbolicator:problem:not-a-profile",\
      "title":"The body is JSON, but no profile this service reads","status":422,\
      "detail":"This must be an integer, but is a string.","pointer":"/frames/0/line",\
      "offset":30}""";

  private OpenApiText() {}
}
