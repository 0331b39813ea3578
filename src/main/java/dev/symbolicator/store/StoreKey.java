package dev.symbolicator.store;

import dev.symbolicator.memory.Sha256;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The name of something stored.
 *
 * @param scope who it is stored for: lower-case letters, digits and hyphens
 * @param kind what it is
 * @param hash 64 hexadecimal digits, the SHA-256 of what identifies it
 */
public record StoreKey(String scope, StoredKind kind, String hash) {
  private static final int HASH_LENGTH = 64;
  private static final Pattern PATH =
      Pattern.compile("[a-z0-9-]+/([0-9a-f]{2})/\\1[0-9a-f]{62}\\.(record|block)");

  /** What is stored. */
  public enum StoredKind {
    /** What a script's URL last answered. Replaced as a whole when that changes. */
    RECORD,
    /** A symbol table. Never changes. */
    BLOCK,
    /** Who makes the record; in Redis alone, for seconds. */
    LOCK;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public StoreKey {
    if (!scope.matches("[a-z0-9-]+") || !isHash(hash)) {
      throw new IllegalArgumentException("A scope or a hash is written wrong.");
    }
  }

  /** The key of what several parts identify together, in this order. */
  public static StoreKey of(String scope, StoredKind kind, byte[]... parts) {
    return new StoreKey(scope, kind, Sha256.of(parts));
  }

  /** Whether a text is written as {@link #hash} is. */
  public static boolean isHash(String text) {
    return text.length() == HASH_LENGTH
        && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
  }

  /** The key as one text, which no other key shares: {@code default:block:3f9c…}. */
  public String text() {
    return scope + ':' + kind.label() + ':' + hash;
  }

  /**
   * The key as a relative path with one level of folders below the scope's: 256 of them take little
   * room, which no limit counts, and hold few files each.
   */
  String path() {
    return scope + '/' + hash.substring(0, 2) + '/' + hash + '.' + kind.label();
  }

  /** Whether a text is the {@link #path} of what is kept in files. */
  static boolean isPath(String text) {
    return PATH.matcher(text).matches();
  }
}
