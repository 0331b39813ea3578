package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.url.WebUrl;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MapLinkTest {
  private static final String COMMENT = "f();\n//# sourceMappingURL=";
  private static final int LENGTH = 1 << 20;
  private static final long SMALL_THINGS = 100_000;

  /** More than any of the scripts needs, so the last budget is ample. */
  private static final long MOST_NEEDED = 32L << 20;

  private static Fetched script(String text, ByteBudget budget) {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    ByteBudget.Lease lease = budget.open();
    assertTrue(lease.grow(body.length));
    WebUrl url = Objects.requireNonNull(WebUrl.parse("https://origin.example/app.js"));
    return new Fetched(url, body, new ResponseHeaders(List.of()), lease);
  }

  private static ScriptStatus none(MapLink link) {
    return assertInstanceOf(MapLink.None.class, link).why().status();
  }

  @Test
  void inlineMapStaysChargedUntilTheScriptIsClosed() {
    ByteBudget budget = new ByteBudget(64 << 20);
    try (Fetched script = script(COMMENT + "data:application/json;base64,e30=", budget)) {
      MapLink.Inline link = assertInstanceOf(MapLink.Inline.class, MapLink.of(script));
      assertEquals("{}", new String(link.map().bytes(), StandardCharsets.UTF_8));
      assertEquals(script.body().length + 2, budget.used());
    }
    assertEquals(0, budget.used());
  }

  @Test
  void mapUrlStaysChargedUntilTheScriptIsClosed() {
    ByteBudget budget = new ByteBudget(64 << 20);
    try (Fetched script = script(COMMENT + "app.js.map", budget)) {
      MapLink.Linked link = assertInstanceOf(MapLink.Linked.class, MapLink.of(script));
      assertEquals("https://origin.example/app.js.map", link.url().href());
      assertEquals(script.body().length + FileVersion.memory(link.url()), budget.used());
    }
    assertEquals(0, budget.used());
  }

  @Test
  void mapUrlWithoutMemoryIsOverloaded() {
    ByteBudget budget = new ByteBudget(1 << 20);
    try (Fetched script = script("f()", budget);
        ByteBudget.Lease other = budget.open()) {
      assertTrue(other.grow(other.left() - 1000));
      String url = "m".repeat(1000);
      Fetched named =
          new Fetched(
              script.finalUrl(),
              script.body(),
              new ResponseHeaders(List.of(Map.entry("sourcemap", url))),
              script.lease());
      assertEquals(ScriptStatus.OVERLOADED, none(MapLink.of(named)));
      assertEquals(script.body().length + other.held(), budget.used());
    }
  }

  @Test
  void inlineMapBeyondTheBudgetIsTooLargeAndBeyondItsRestOverloaded() {
    ByteBudget budget = new ByteBudget(4 * LENGTH);
    String text = COMMENT + "data:application/json;base64," + "A".repeat(LENGTH);
    try (Fetched script = script(text, budget)) {
      assertEquals(ScriptStatus.TOO_LARGE, none(MapLink.of(script)));
      assertEquals(script.body().length, budget.used());
    }
    ByteBudget more = new ByteBudget(9 * LENGTH);
    try (Fetched script = script(text, more);
        ByteBudget.Lease other = more.open()) {
      assertTrue(other.grow(5 * LENGTH));
      assertEquals(ScriptStatus.OVERLOADED, none(MapLink.of(script)));
      other.shrinkTo(0);
      assertInstanceOf(MapLink.Inline.class, MapLink.of(script));
    }
  }

  @Test
  void mapUrlIsParsedUpToItsLimit() {
    ByteBudget budget = new ByteBudget(64 << 20);
    try (Fetched script = script(COMMENT + "a".repeat(MapLink.MAX_LENGTH), budget)) {
      assertInstanceOf(MapLink.Linked.class, MapLink.of(script));
    }
    try (Fetched script = script(COMMENT + "a".repeat(MapLink.MAX_LENGTH + 1), budget)) {
      assertEquals(ScriptStatus.MALFORMED, none(MapLink.of(script)));
    }
  }

  /** The sum of all allocations is an upper bound of the memory in use at the peak. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "data:application/json;base64,A",
        "data:application/json;base64,%41\tA",
        "data:application/json,A",
        "data:application/json,%e2\u20acA",
        "data:application/json,\u00e9\tA",
        "data:application/json,\ud83d\ude00\tA",
        "data:a?b,A",
        "data:/a,\u20acA",
        "data:A",
        "\u20acA",
        "A"
      })
  void readingALongUrlAllocatesNoMoreThanIsCharged(String beginning) {
    assertWithinCharge(COMMENT + beginning + "A".repeat(LENGTH));
    assertWithinCharge(COMMENT + beginning + "\u00e9".repeat(LENGTH / 2));
    assertWithinCharge(COMMENT + beginning + "\u20ac".repeat(LENGTH / 3));
    assertWithinCharge(COMMENT + beginning + "A".repeat(LENGTH) + "'\n" + COMMENT + "x'");
  }

  private static void assertWithinCharge(String text) {
    ByteBudget ample = new ByteBudget(1L << 30);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (Fetched script = script(text, ample)) {
      MapLink unused = MapLink.of(script); // loads all classes
    }
    long least = leastBudget(text);
    for (long more = 0; more <= MOST_NEEDED; more += MOST_NEEDED / 16) { // for the scan, too
      try (Fetched script = script(text, new ByteBudget(least + more))) {
        long before = threads.getCurrentThreadAllocatedBytes();
        MapLink unused = MapLink.of(script);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        long free = least + more - script.body().length;
        // A scan's parts grow, and the ones before are garbage.
        assertTrue(allocated <= 2 * free + SMALL_THINGS, allocated + " of " + free);
      }
    }
  }

  /** Returns the smallest sufficient budget for a script, to a hundredth of a megabyte. */
  private static long leastBudget(String text) {
    long low = text.getBytes(StandardCharsets.UTF_8).length;
    long high = 1L << 30;
    while (high - low > 10_000) {
      long middle = (low + high) / 2;
      try (Fetched script = script(text, new ByteBudget(middle))) {
        boolean refused =
            MapLink.of(script) instanceof MapLink.None none
                && none.why().status() == ScriptStatus.TOO_LARGE;
        low = refused ? middle : low;
        high = refused ? high : middle;
      }
    }
    return high;
  }
}
