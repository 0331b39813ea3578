package dev.symbolicator.maps.objects;

import java.util.regex.Pattern;

/**
 * Checks the names of objects. A name is one or more segments with slashes between them. A segment
 * is 1 to 200 ASCII letters, digits and {@code -._}, and does not begin with a dot.
 */
final class ObjectNames {
  private static final String SEGMENT = "[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}";
  private static final Pattern SEGMENTS = Pattern.compile(SEGMENT);
  private static final Pattern NAME = Pattern.compile(SEGMENT + "(?:/" + SEGMENT + ")*+");

  private ObjectNames() {}

  /** Tells whether a text is one segment of a name. */
  static boolean isSegment(String text) {
    return SEGMENTS.matcher(text).matches();
  }

  /** Tells whether a text is a name. */
  static boolean isName(String text) {
    return text.length() <= ObjectLimits.DEFAULT.nameLength() && NAME.matcher(text).matches();
  }

  /** Tells whether a text is empty, a name, or a name and a slash. */
  static boolean isPrefix(String text) {
    return text.isEmpty()
        || isName(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
  }

  /**
   * Returns a name.
   *
   * @throws IllegalArgumentException if the text is not a name
   */
  static String name(String text) {
    if (!isName(text)) {
      throw new IllegalArgumentException("not the name of an object: \"" + text + '"');
    }
    return text;
  }

  /**
   * Returns a prefix of names.
   *
   * @throws IllegalArgumentException if the text is not a prefix of names
   */
  static String prefix(String text) {
    if (!isPrefix(text)) {
      throw new IllegalArgumentException("not a prefix of names: \"" + text + '"');
    }
    return text;
  }
}
