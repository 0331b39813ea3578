package dev.symbolicator.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.redis.RedisTier.Seal;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.store.StoreKey.StoredKind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SealTest {
  private static final byte[] VALUE = {1, 2, 3};
  private static final StoreKey KEY = StoreKey.of("default", StoredKind.BLOCK, VALUE);
  private final Seal seal = new Seal("correct horse battery staple");
  private final byte[] sealed = seal.seal(KEY, ByteBuffer.wrap(VALUE));

  @Test
  void sealedValueIsOpened() {
    assertArrayEquals(VALUE, seal.open(KEY, sealed));
  }

  @Test
  void changedByteOrLengthIsRefused() {
    for (int i = 0; i < sealed.length; i++) {
      byte[] forged = sealed.clone();
      forged[i] ^= 1;
      assertNull(seal.open(KEY, forged));
      assertNull(seal.open(KEY, Arrays.copyOf(sealed, i)));
    }
    assertNull(seal.open(KEY, Arrays.copyOf(sealed, sealed.length + 1)));
  }

  @Test
  void valueOfAnotherKeyIsRefused() {
    assertNull(seal.open(StoreKey.of("default", StoredKind.BLOCK, new byte[] {9}), sealed));
    assertNull(seal.open(new StoreKey("default", StoredKind.RECORD, KEY.hash()), sealed));
    assertNull(seal.open(new StoreKey("other", StoredKind.BLOCK, KEY.hash()), sealed));
  }

  @Test
  void valueSealedWithAnotherSecretIsRefused() {
    assertNull(new Seal("correct horse battery stable").open(KEY, sealed));
  }
}
