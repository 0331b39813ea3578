package dev.symbolicator.profile.envelope;

/** Shortens the URLs of original sources to paths, by which Sentry groups frames. */
final class SourcePath {
  private SourcePath() {}

  /**
   * Returns the path of a URL: {@code /src/a.ts} of {@code https://example.com/src/a.ts?x}, {@code
   * ./src/a.ts} of {@code webpack://app/./src/a.ts}. A text that is no URL stays.
   */
  static String of(String source) {
    int scheme = source.indexOf("://");
    if (scheme < 0) {
      return source;
    }
    int path = source.indexOf('/', scheme + 3);
    if (path < 0) {
      return source;
    }
    int end = source.indexOf('?', path);
    String found = source.substring(path, end < 0 ? source.length() : end);
    return found.startsWith("/./") ? found.substring(1) : found;
  }
}
