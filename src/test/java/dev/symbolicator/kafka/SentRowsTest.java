package dev.symbolicator.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import dev.symbolicator.rows.RowsRequest.RowKind;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SentRowsTest {
  private final SentRows sent =
      new SentRows(
          new KafkaSettings(
              "kafka:9092",
              "in",
              null,
              Map.of(
                  RowKind.PROFILES, "profiles",
                  RowKind.STACKS, "stacks",
                  RowKind.FUNCTIONS, "functions"),
              "dead",
              null,
              Duration.ofSeconds(30),
              "group",
              "default",
              Set.of("default"),
              Map.of()));

  private static String[] ids(int count) {
    return new Random(1)
        .longs(count)
        .mapToObj(id -> HexFormat.of().toHexDigits(id))
        .toArray(String[]::new);
  }

  private long known(String[] ids, int from, int to) {
    return LongStream.range(from, to).filter(i -> sent.has(RowKind.STACKS, ids[(int) i])).count();
  }

  @Test
  void lastHundredThousandAreKnownAndTheOldestForgotten() {
    String[] ids = ids(3 * SentRows.REMEMBERED);
    for (int i = 0; i < ids.length; i++) {
      sent.add(RowKind.STACKS, ids[i]);
      sent.add(RowKind.STACKS, ids[i]);
    }
    int last = ids.length - SentRows.REMEMBERED;
    assertEquals(0, known(ids, 0, SentRows.REMEMBERED));
    assertEquals(SentRows.REMEMBERED, known(ids, last, ids.length));
  }

  @Test
  void rowThatIsAskedForStaysKnown() {
    String[] ids = ids(5 * SentRows.REMEMBERED);
    sent.add(RowKind.STACKS, "00000000000000ff");
    for (int i = 0; i < ids.length; i++) {
      sent.add(RowKind.STACKS, ids[i]);
      assertTrue(i % 50_000 > 0 || sent.has(RowKind.STACKS, "00000000000000ff"));
    }
  }

  @Test
  void topicsAndKindsOfIdsAreApart() {
    sent.add(RowKind.FUNCTIONS, "x00000000000000a");
    sent.add(RowKind.PROFILES, "my-profile");
    assertTrue(sent.has(RowKind.FUNCTIONS, "x00000000000000a"));
    assertFalse(sent.has(RowKind.FUNCTIONS, "000000000000000a"));
    assertFalse(sent.has(RowKind.STACKS, "x00000000000000a"));
    assertFalse(sent.has(RowKind.PROFILES, "my-profile"), "which comes once");
  }

  /** A stack of this id would be written each time. */
  @Test
  void zeroIsNeverKnown() {
    sent.add(RowKind.STACKS, "0000000000000000");
    assertFalse(sent.has(RowKind.STACKS, "0000000000000000"));
  }
}
