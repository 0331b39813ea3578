package dev.symbolicator.sourcemap.functions;

/**
 * Ends the decoding of one source's part of a map, or of a whole map. Never leaves this package.
 */
final class MalformedNamesException extends Exception {

  private static final long serialVersionUID = 1L;

  MalformedNamesException(String detail) {
    super(detail, null, false, false);
  }
}
