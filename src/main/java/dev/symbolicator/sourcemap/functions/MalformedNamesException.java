package dev.symbolicator.sourcemap.functions;

/** Ends the decoding of what a map says of one source, or of one map. Never leaves this package. */
final class MalformedNamesException extends Exception {

  private static final long serialVersionUID = 1L;

  MalformedNamesException(String detail) {
    super(detail, null, false, false);
  }
}
