package dev.symbolicator.profile.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.SummarisedProfile;
import dev.symbolicator.profile.heap.HeapFormat.HeapProfile;
import dev.symbolicator.profile.heap.HeapSummary.SummaryJson;
import dev.symbolicator.profile.heap.SnapshotBuilder.Layout;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HeapSummaryTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode summary(SnapshotBuilder builder, boolean isMapped) throws IOException {
    byte[] summary =
        Heaps.read(builder)
            .summary(frame -> isMapped ? new OriginalFrame("s.ts", 3, 6, "Circle") : null, null);
    assertNotNull(summary);
    return JSON.readTree(summary);
  }

  private static SnapshotBuilder circles(Layout layout) {
    SnapshotBuilder builder = new SnapshotBuilder(layout);
    builder.closure("c", 3, 0, 12, builder.script(3, "http://h/a.js"));
    for (int i = 0; i < 10; i++) {
      builder.location(builder.node("object", "c", 100), 3, 0, 12);
    }
    builder.location(builder.node("object", "Generator", 7), 3, 0, 12);
    builder.node("object", "Array", 16);
    builder.node("object", "Array", 16);
    builder.node("closure", "push", 64);
    return builder;
  }

  @ParameterizedTest
  @EnumSource
  void constructorsAreSortedBySizeWithTheirOriginals(Layout layout) throws IOException {
    JsonNode summary = summary(circles(layout), true);
    JsonNode first = summary.at("/constructors/0");
    assertEquals(
        "{\"name\":\"Circle\",\"source\":\"s.ts\",\"line\":4,\"column\":7,\"count\":10,\"selfSize\":1000}",
        first.toString());
    assertEquals(
        "{\"name\":\"(code)\",\"count\":2,\"selfSize\":136}",
        summary.at("/constructors/1").toString());
    String all = summary.get("constructors").toString();
    assertEquals(
        summary.get("nodes").asInt(),
        all(summary, "constructors", "count") + all(summary, "functions", "count"),
        all);
    assertEquals(
        summary.get("selfSize").asInt(),
        all(summary, "constructors", "selfSize") + all(summary, "functions", "selfSize"));
    assertEquals("Circle", summary.at("/functions/0/name").asText());
    assertEquals(1, summary.get("functions").size());
    assertEquals(
        "{\"name\":\"(closure)\",\"count\":1,\"selfSize\":64}",
        summary.at("/constructors/2").toString());
    assertEquals(
        "{\"name\":\"Array\",\"count\":2,\"selfSize\":32}",
        summary.at("/constructors/3").toString());
  }

  private static int all(JsonNode summary, String list, String member) {
    int sum = 0;
    for (JsonNode entry : summary.get(list)) {
      sum += entry.get(member).asInt();
    }
    return sum;
  }

  @Test
  void constructorThatIsNotMappedHasItsPlaceInTheScript() throws IOException {
    assertEquals(
        "{\"name\":\"c\",\"source\":\"http://h/a.js\",\"line\":1,\"column\":13,\"count\":10,\"selfSize\":1000}",
        summary(circles(Layout.NODE20), false).at("/constructors/0").toString());
  }

  @Test
  void listsAreCutOffAtTheirLimit() throws IOException {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    for (int i = 0; i < 300; i++) {
      builder.node("object", "O" + i, 1000 - i);
    }
    JsonNode summary = summary(builder, false);
    assertEquals(SummarisedProfile.MAX_ENTRIES, summary.get("constructors").size());
    assertEquals(101, summary.get("constructorsLeftOut").asInt());
    assertEquals("O0", summary.at("/constructors/0/name").asText());
    assertFalse(summary.at("/constructors/0").has("source"));
  }

  @Test
  void summaryNeedsMemory() throws IOException {
    SnapshotBuilder builder = circles(Layout.NODE20);
    for (int i = 0; i < 2000; i++) {
      builder.node("object", "O" + i, 1);
    }
    assertIsCharged(Heaps.utf8(builder.build()));
  }

  /** Returns the summary of a snapshot, which is not made while there is no memory. */
  private static byte[] assertIsCharged(byte[] body) throws IOException {
    ByteBudget budget = new ByteBudget(1 << 30);
    HeapProfile profile = Heaps.read(BodyBytes.of(body), Allowance.within(budget.open()));
    try (ByteBudget.Lease rest = budget.open()) {
      assertTrue(rest.grow(budget.limit() - budget.used()));
      assertThrows(Allowance.Exceeded.class, () -> profile.summary(frame -> null, null));
    }
    return profile.summary(frame -> null, null);
  }

  private static SnapshotBuilder longNames(int entries, int length) {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    for (int i = 0; i < entries; i++) {
      builder.node("object", "%04d".formatted(i) + "o".repeat(length), 1);
      builder.node("closure", "%04d".formatted(i) + "c".repeat(length), 1);
    }
    return builder;
  }

  @Test
  void summaryOfVeryLongNamesIsShortAndIsChargedBeforeItIsMade() throws IOException {
    byte[] body = Heaps.utf8(longNames(SummarisedProfile.MAX_ENTRIES, 60_000).build());
    byte[] summary = assertIsCharged(body);
    assertTrue(summary.length < 1_000_000, () -> summary.length + " bytes");
  }

  @Test
  void longNamesAndSourcesAreCutBetweenCharacters() throws IOException {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    String url = "http://h/" + "u".repeat(SummaryJson.MAX_TEXT);
    builder.closure("n".repeat(SummaryJson.MAX_TEXT), 3, 0, 12, builder.script(3, url));
    builder.node("object", "o".repeat(SummaryJson.MAX_TEXT - 1) + "\uD83D\uDE00", 1000);
    JsonNode summary = summary(builder, false);
    assertEquals("n".repeat(SummaryJson.MAX_TEXT), summary.at("/functions/0/name").asText());
    assertEquals(
        url.substring(0, SummaryJson.MAX_TEXT) + "…", summary.at("/functions/0/source").asText());
    assertEquals(
        "o".repeat(SummaryJson.MAX_TEXT - 1) + "…", summary.at("/constructors/0/name").asText());
  }
}
