package dev.symbolicator.content;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Encode;
import java.io.IOException;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BrotliBodyTest {
  private static final long LIMIT = BrotliBody.MAX_PROCESSOR_TIME.toNanos();

  private final byte[] text = HexFormat.of().formatHex(ZstdFrame.noise(100_000)).getBytes(US_ASCII);
  private final byte[] encoded = Encode.br(text);
  private final BoundedBytes out = new BoundedBytes(200_000, new ByteBudget(1 << 20).open());
  private final AtomicLong calls = new AtomicLong(-1);

  /** The clock is read once before the body, and once before each piece of it. */
  private @Nullable Decoding inflate(long nanosPerCall) throws IOException {
    return BrotliBody.inflate(encoded, out, () -> nanosPerCall * calls.incrementAndGet());
  }

  @Test
  void bodyThatTakesTheWholeTimeIsDecoded() throws IOException {
    assertNull(inflate(0));
    long pieces = calls.get();
    assertTrue(pieces > 10, "the clock was read only " + pieces + " times");
    out.clear();
    calls.set(-1);
    assertNull(inflate(LIMIT / pieces));
    assertArrayEquals(text, assertInstanceOf(Decoding.Decoded.class, out.join()).bytes());
  }

  @Test
  void bodyThatTakesLongerIsCutOff() throws IOException {
    assertNull(inflate(0));
    long pieces = calls.get();
    out.clear();
    calls.set(-1);
    assertThrows(IOException.class, () -> inflate(LIMIT / pieces + 1));
  }
}
