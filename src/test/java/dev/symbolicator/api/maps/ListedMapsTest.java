package dev.symbolicator.api.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.maps.MapEntry;
import dev.symbolicator.maps.objects.BlobId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ListedMapsTest {
  private static final List<MapEntry> FIVE =
      IntStream.range(0, 5).mapToObj(ListedMapsTest::entry).toList();

  private static MapEntry entry(int number) {
    return new MapEntry(
        "shop",
        "~/" + number + ".js",
        null,
        null,
        null,
        null,
        new BlobId("0".repeat(64), 7),
        null,
        null,
        List.of(),
        "ci",
        0);
  }

  private static void assertPage(ListedMaps page, String next, Integer... numbers) {
    assertNotNull(page);
    assertEquals(
        IntStream.range(0, numbers.length).mapToObj(i -> "~/" + numbers[i] + ".js").toList(),
        page.entries().stream().map(ListedMaps.ListedMap::script).toList());
    assertEquals(next, page.next());
  }

  @Test
  void pagesFollowOneAnother() {
    ListedMaps first = ListedMaps.page(FIVE, null, 2);
    assertPage(first, FIVE.get(1).id(), 0, 1);
    ListedMaps second = ListedMaps.page(FIVE, first.next(), 2);
    assertPage(second, FIVE.get(3).id(), 2, 3);
    assertPage(ListedMaps.page(FIVE, second.next(), 2), null, 4);
  }

  @Test
  void fullPageMayBeTheLast() {
    assertPage(ListedMaps.page(FIVE, null, 5), null, 0, 1, 2, 3, 4);
    assertPage(ListedMaps.page(FIVE, FIVE.get(4).id(), 5), null);
    assertPage(ListedMaps.page(List.of(), null, 5), null);
  }

  @Test
  void unknownIdHasNoPage() {
    assertNull(ListedMaps.page(FIVE, "x", 2));
    assertNull(ListedMaps.page(List.of(), "x", 2));
  }
}
