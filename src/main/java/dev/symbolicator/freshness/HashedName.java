package dev.symbolicator.freshness;

import dev.symbolicator.url.WebUrl;
import java.util.regex.Pattern;

/**
 * Recognises file names with a hash of the file's content, as bundlers write them: {@code
 * app.3f9c2b1a.js}, {@code index-BxK29dQz.js}. Other content gets another name, so the origin need
 * not be asked again.
 *
 * <p>A hash has at least eight characters between separators, with digits and letters among them.
 * Either all are hexadecimal digits, or the kind of character (digit, small or capital letter)
 * changes at least at every second character. A word or a date is no hash, nor is {@code
 * Bootstrap5}. A hash that looks like a word is only asked for more often than needed.
 */
final class HashedName {
  private static final Pattern SEPARATOR = Pattern.compile("[._-]");
  private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-f]+");
  private static final Pattern ALPHANUMERIC = Pattern.compile("[0-9A-Za-z]+");
  private static final int SHORTEST = 8;

  private HashedName() {}

  /** Tells whether the last part of a URL's path has a hash before its last dot. */
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
