package dev.symbolicator.sourcemap;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/** Recognises three common shapes of URLs that every URL parser accepts. */
final class PlainUrls {

  private static final Set<String> SPECIAL_SCHEMES =
      Set.of("http", "https", "ws", "wss", "ftp", "file");

  private static final byte[] FILE = "file:///".getBytes(StandardCharsets.US_ASCII);

  private PlainUrls() {}

  static boolean isRelative(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return isRelative(bytes, 0, bytes.length);
  }

  /**
   * Tells whether a text is a path of visible ASCII characters that is relative to any base. Such a
   * path does not begin with a slash, and has no colon before its first slash (a scheme). A text
   * with a backslash (a slash, or a JSON escape) does not count.
   */
  static boolean isRelative(byte[] text, int start, int end) {
    if (start == end || text[start] == '/') {
      return false;
    }
    int slash = start;
    while (slash < end && text[slash] != '/') {
      if (text[slash] == ':') {
        return false;
      }
      slash++;
    }
    return isVisible(text, start, end);
  }

  /** Tells whether a text is a {@code file:} URL of visible ASCII characters without a host. */
  static boolean isOfFile(byte[] text, int start, int end) {
    int path = start + FILE.length;
    return path <= end
        && Arrays.equals(text, start, path, FILE, 0, FILE.length)
        && isVisible(text, path, end);
  }

  /**
   * Tells whether a text is a URL like {@code webpack://app/./src/a.js} or {@code ng:///a.ts}. Such
   * a URL begins with a scheme that is not special, {@code ://}, a plain name or nothing, and a
   * slash.
   */
  static boolean isOfBuildTool(byte[] text, int start, int end) {
    int colon = start;
    while (colon < end && text[colon] >= 'a' && text[colon] <= 'z') {
      colon++;
    }
    boolean hasAuthority =
        colon > start
            && colon + 2 < end
            && text[colon] == ':'
            && text[colon + 1] == '/'
            && text[colon + 2] == '/';
    if (!hasAuthority
        || SPECIAL_SCHEMES.contains(
            new String(text, start, colon - start, StandardCharsets.US_ASCII))) {
      return false;
    }
    int slash = colon + 3;
    while (slash < end && isPlainInNames(text[slash])) {
      slash++;
    }
    if (slash == end || text[slash] != '/') {
      return false;
    }
    for (int i = slash; i < end; i++) {
      if (!isVisible(text[i]) && text[i] != ' ') {
        return false;
      }
    }
    return true;
  }

  private static boolean isVisible(byte[] text, int start, int end) {
    for (int i = start; i < end; i++) {
      if (!isVisible(text[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlainInNames(byte b) {
    return (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || (b >= '0' && b <= '9')
        || b == '-'
        || b == '_';
  }

  private static boolean isVisible(byte b) {
    return b > ' ' && b < 0x7F && b != '\\';
  }
}
