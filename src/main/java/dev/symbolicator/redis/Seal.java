package dev.symbolicator.redis;

import dev.symbolicator.store.StoreKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Marks values as ours. A sealed value is 32 bytes of HMAC-SHA256 (RFC 2104) over the value's key
 * and the value, then the value. Without our secret, a writer to the store can neither forge a
 * value nor move a value to another key.
 */
final class Seal {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int LENGTH = 32;

  private final SecretKeySpec secret;

  Seal(String secret) {
    this.secret = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
  }

  /** Returns the length of a sealed value in bytes. */
  static long sizeOf(ByteBuffer... value) {
    return LENGTH + Stream.of(value).mapToLong(ByteBuffer::remaining).sum();
  }

  byte[] seal(StoreKey key, ByteBuffer... value) {
    ByteBuffer sealed = ByteBuffer.allocate(Math.toIntExact(sizeOf(value)));
    sealed.put(mac(key, value));
    for (ByteBuffer part : value) {
      sealed.put(part.duplicate());
    }
    return sealed.array();
  }

  /** Returns the value; null if it was not sealed with our secret for this key. */
  byte @Nullable [] open(StoreKey key, byte[] sealed) {
    if (sealed.length < LENGTH) {
      return null;
    }
    byte[] mac = mac(key, ByteBuffer.wrap(sealed, LENGTH, sealed.length - LENGTH));
    return MessageDigest.isEqual(mac, Arrays.copyOf(sealed, LENGTH))
        ? Arrays.copyOfRange(sealed, LENGTH, sealed.length)
        : null;
  }

  /**
   * Returns the HMAC of key and value. A zero ends the key's text, since no key contains a zero.
   */
  private byte[] mac(StoreKey key, ByteBuffer... value) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(secret);
      mac.update(key.text().getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      for (ByteBuffer part : value) {
        mac.update(part.duplicate());
      }
      return mac.doFinal();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has HmacSHA256", impossible);
    }
  }
}
