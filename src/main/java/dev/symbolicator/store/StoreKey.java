package dev.symbolicator.store;

import dev.symbolicator.memory.Sha256;
import java.util.Locale;
import java.util.regex.Pattern;

/** The name of a stored value. The hash is the SHA-256 of what identifies it. */
public record StoreKey(String scope, StoredKind kind, String hash) {
  private static final int HASH_LENGTH = 64;
  private static final Pattern PATH =
      Pattern.compile("[a-z0-9-]+/([0-9a-f]{2})/\\1[0-9a-f]{62}\\.(record|block)");

  public enum StoredKind {
    /** The last answer of a script's URL. Replaced as a whole by the next answer. */
    RECORD,
    /** A symbol table. Never changes. */
    BLOCK,
    /** The lock on making a record. Only in Redis, for seconds. */
    LOCK;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public StoreKey {
    if (!scope.matches("[a-z0-9-]+") || !isHash(hash)) {
      throw new IllegalArgumentException(
          "A key needs a scope of lower-case letters, digits and hyphens, and a hash of 64"
              + " hexadecimal digits in lower case.");
    }
  }

  public static StoreKey of(String scope, StoredKind kind, byte[]... parts) {
    return new StoreKey(scope, kind, Sha256.of(parts));
  }

  public static boolean isHash(String text) {
    return text.length() == HASH_LENGTH
        && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
  }

  /** Returns the key as one text, unique to this key: {@code default:block:3f9c…}. */
  public String text() {
    return scope + ':' + kind.label() + ':' + hash;
  }

  /** Returns a relative path. A scope's 256 folders take little room, which no limit counts. */
  String path() {
    return scope + '/' + hash.substring(0, 2) + '/' + hash + '.' + kind.label();
  }

  /** Tells whether a text is the {@link #path} of a value that is kept in a file. */
  static boolean isPath(String text) {
    return PATH.matcher(text).matches();
  }
}
