package dev.symbolicator.freshness;

import dev.symbolicator.url.WebUrl;
import java.util.regex.Pattern;

/**
 * File names that hold a hash of what they name, as bundlers write them: {@code app.3f9c2b1a.js},
 * {@code index-BxK29dQz.js}. Other content gets another name, so there is nothing to ask.
 *
 * <p>At least eight characters between separators: hexadecimal digits, numbers and letters among
 * them, or letters and numbers whose kind (number, small, capital) changes at every second one at
 * least. A word or a date is neither, not even {@code Bootstrap5}; a hash that happens to look like
 * one is only asked for more often than needed.
 */
final class HashedName {
  private static final Pattern SEPARATOR = Pattern.compile("[._-]");
  private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-f]+");
  private static final Pattern ALPHANUMERIC = Pattern.compile("[0-9A-Za-z]+");
  private static final int SHORTEST = 8;

  private HashedName() {}

  /** Whether the last part of a URL's path has a hash, in front of its last dot. */
  static boolean is(WebUrl url) {
    String name = url.path().substring(url.path().lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    return dot > 0 && SEPARATOR.splitAsStream(name.substring(0, dot)).anyMatch(HashedName::isHash);
  }

  private static boolean isHash(String part) {
    if (part.length() < SHORTEST || !ALPHANUMERIC.matcher(part).matches()) {
      return false;
    }
    boolean digits = part.chars().anyMatch(Character::isDigit);
    boolean letters = part.chars().anyMatch(Character::isLetter);
    return digits
        && letters
        && (HEXADECIMAL.matcher(part).matches() || 2 * changes(part) >= part.length());
  }

  private static int changes(String part) {
    int changes = 0;
    for (int i = 1; i < part.length(); i++) {
      changes += Character.getType(part.charAt(i)) == Character.getType(part.charAt(i - 1)) ? 0 : 1;
    }
    return changes;
  }
}
