package dev.symbolicator.url;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The differences between Node.js 20 (ada 2.9.2) and the standard of today, each with the
 * standard's rule. Later versions of Node.js have fewer differences.
 */
enum NodeDifference {
  /** Path percent-encode set, section 1.3: the set has held U+005E since 2024. */
  CARET_IN_PATH {
    @Override
    boolean explains(UrlCase input, @Nullable UrlParts ours, @Nullable UrlParts node) {
      return ours != null
          && node != null
          && ours.replace("%5E", "^").equals(node.replace("%5E", "^"));
    }
  },

  /**
   * Opaque path state, section 4.4: since 2025, a space before the query or the fragment becomes
   * {@code %20}.
   */
  BLANK_AT_END_OF_OPAQUE_PATH {
    @Override
    boolean explains(UrlCase input, @Nullable UrlParts ours, @Nullable UrlParts node) {
      return ours != null
          && node != null
          && ours.path().endsWith("%20")
          && node.path().endsWith(" ")
          && ours.replace("%20", " ").equals(node.replace("%20", " "));
    }
  },

  /**
   * No scheme state, section 4.4: against a base with an opaque path, only a fragment by itself is
   * valid.
   */
  OPAQUE_BASE {
    @Override
    boolean explains(UrlCase input, @Nullable UrlParts ours, @Nullable UrlParts node) {
      WebUrl base = input.parsedBase();
      return ours == null && base != null && base.hasOpaquePath() && input.text().indexOf('#') > 0;
    }
  },

  /**
   * Path state, section 4.4: a double-dot segment at the end leaves an empty segment, so the path
   * is {@code /}.
   */
  DOUBLE_DOT_AT_ROOT {
    @Override
    boolean explains(UrlCase input, @Nullable UrlParts ours, @Nullable UrlParts node) {
      return ours != null && node != null && ours.path().equals("/") && node.path().isEmpty();
    }
  },

  /**
   * Shorten, section 4.1: a drive letter is kept only if it is the whole segment, as in {@code
   * /C:/} but not {@code /C:x/}.
   */
  DRIVE_LETTER_WITH_MORE {
    @Override
    boolean explains(UrlCase input, @Nullable UrlParts ours, @Nullable UrlParts node) {
      return ours != null
          && node != null
          && node.href().startsWith("file:")
          && node.path().matches("/[A-Za-z]:[^/].*")
          && ours.path().length() < node.path().length();
    }
  },

  /**
   * Path state, section 4.4: no dot segment is left. Node.js leaves some after a segment such as
   * {@code .a}.
   */
  DOT_SEGMENT_KEPT {
    @Override
    boolean explains(UrlCase input, @Nullable UrlParts ours, @Nullable UrlParts node) {
      return ours != null
          && node != null
          && !hasDotSegment(ours.path())
          && hasDotSegment(node.path());
    }

    private static boolean hasDotSegment(String path) {
      return (path + '/').matches(".*/[.][.]?/.*");
    }
  },

  /**
   * Domain to ASCII, section 3.3: CheckBidi is true, and an Arabic letter after a Latin one or a
   * digit breaks it.
   */
  BIDI_RULE {
    @Override
    boolean explains(UrlCase input, @Nullable UrlParts ours, @Nullable UrlParts node) {
      return ours == null && input.text().indexOf('\u0644') > 0;
    }
  },

  /**
   * Domain to ASCII, section 3.3: the mapping of U+2183 to U+2184 is newer than Node.js's table.
   */
  NEWER_MAPPING {
    @Override
    boolean explains(UrlCase input, @Nullable UrlParts ours, @Nullable UrlParts node) {
      return node == null && input.text().indexOf('\u2183') >= 0;
    }
  };

  static boolean isKnown(UrlCase input, @Nullable UrlParts ours, @Nullable UrlParts node) {
    return Arrays.stream(values()).anyMatch(difference -> difference.explains(input, ours, node));
  }

  abstract boolean explains(UrlCase input, @Nullable UrlParts ours, @Nullable UrlParts node);
}
