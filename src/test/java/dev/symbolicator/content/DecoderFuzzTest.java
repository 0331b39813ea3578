package dev.symbolicator.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Encode;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Arbitrary bytes cause no exception, and only the result stays charged. */
class DecoderFuzzTest {
  private static final int MAX = 100_000;

  private static void decodeWithinLimits(byte[] encoded, ContentCoding coding) {
    ByteBudget budget = new ByteBudget(64 << 20); // enough for the largest window
    ByteBudget.Lease lease = budget.open();
    Decoding decoding =
        Decode.whole(encoded, new ContentCodings.Supported(List.of(coding)), MAX, lease);
    long held = 0;
    if (decoding instanceof Decoding.Decoded decoded) {
      held = decoded.bytes().length;
      assertTrue(held <= MAX);
    }
    assertEquals(held, budget.used());
  }

  @FuzzTest
  void bytesUnderAnyCodingNeverThrow(FuzzedDataProvider data) {
    ContentCoding coding = data.pickValue(ContentCoding.values());
    decodeWithinLimits(data.consumeRemainingAsBytes(), coding);
  }

  @Property
  void arbitraryBytesNeverThrow(@ForAll byte[] bytes, @ForAll ContentCoding coding) {
    decodeWithinLimits(bytes, coding);
  }

  /** Mutated valid bodies get deeper into a decoder than noise does. */
  @Property
  void mutatedBodiesNeverThrow(
      @ForAll @Size(max = 2000) byte[] body,
      @ForAll ContentCoding coding,
      @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 0, max = 1_000_000) Integer> places,
      @ForAll byte change) {
    byte[] mutated = Encode.as(body, coding).clone();
    for (int place : places) {
      if (mutated.length > 0) {
        mutated[place % mutated.length] ^= change;
      }
    }
    decodeWithinLimits(mutated, coding);
  }
}
