package dev.symbolicator.sources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchResult;
import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.sources.OriginalSourceLoader.FetchedTexts;
import dev.symbolicator.url.WebUrl;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class FetchedTextsTest {
  private static final int GONE = -1;
  private static final int BUSY = -2;
  private static final int UNKNOWN_HOST = -3;
  private static final WebUrl URL =
      Objects.requireNonNull(WebUrl.parse("https://example.com/a.ts"));

  private final ByteBudget budget = new ByteBudget(1000);

  private FetchResult result(int size) {
    if (size < 0) {
      return failure(size);
    }
    ByteBudget.Lease lease = budget.open();
    assertTrue(lease.grow(size));
    return new Fetched(URL, new byte[size], new ResponseHeaders(List.of()), lease);
  }

  private static FetchResult failure(int kind) {
    return switch (kind) {
      case GONE -> FetchFailure.status(404);
      case BUSY -> FetchFailure.timedOut(1);
      default -> new FetchFailure(FetchFailure.Kind.UNREACHABLE_FOR_GOOD, "There is no such host.");
    };
  }

  @Property
  void keptSourcesDoNotDependOnTheirOrderOfArrival(
      @ForAll @Size(max = 12) List<@IntRange(min = UNKNOWN_HOST, max = 9) Integer> sizes,
      @ForAll @IntRange(min = 1, max = 30) int maxBytes,
      @ForAll Random random) {
    Set<Integer> expected = new TreeSet<>();
    boolean lacking = false;
    boolean forNow = false;
    int bytes = 0;
    for (int file = 0; file < sizes.size() && bytes <= maxBytes; file++) {
      int size = sizes.get(file);
      lacking |= size < GONE;
      forNow |= size == BUSY;
      bytes += Math.max(0, size);
      if (size >= 0 && bytes <= maxBytes) {
        expected.add(file);
      }
    }
    List<Integer> order = new ArrayList<>();
    for (int file = 0; file < sizes.size(); file++) {
      order.add(file);
    }
    Collections.shuffle(order, random);

    FetchedTexts texts = new FetchedTexts(maxBytes);
    for (int file : order) {
      texts.add(file, result(sizes.get(file)));
      assertTrue(budget.used() <= maxBytes, () -> budget.used() + " bytes are kept");
    }

    assertEquals(expected, texts.kept().keySet());
    assertEquals(lacking, texts.lackSome());
    assertEquals(forNow, texts.lackSomeForNow());
    texts.kept().values().forEach(Fetched::close);
    assertEquals(0, budget.used());
  }
}
