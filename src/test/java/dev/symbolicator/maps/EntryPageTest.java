package dev.symbolicator.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EntryPageTest {
  private static final EntryFilter ALL = new EntryFilter(null, null, null);

  private final ScopeRows rows = new ScopeRows(TestEntry.SCOPE);

  private MapEntry given(int number, long time) {
    MapEntry entry =
        TestEntry.of("~/" + number + ".js", "map").release("r" + number % 2).at(time).entry();
    rows.add(EntryId.of(entry), entry);
    return entry;
  }

  private @Nullable EntryPage page(EntryFilter filter, @Nullable String after, int most) {
    return EntryPage.of(rows, filter.of(rows), after, most);
  }

  private static String last(@Nullable EntryPage page) {
    assertNotNull(page);
    return page.entries().get(page.entries().size() - 1).id();
  }

  @Test
  void pagesFollowOneAnotherFromTheNewest() {
    List<MapEntry> five = IntStream.range(0, 5).mapToObj(i -> given(i, 9 - i)).toList();
    EntryPage first = page(ALL, null, 2);
    assertEquals(new EntryPage(five.subList(0, 2), false), first);
    EntryPage second = page(ALL, last(first), 2);
    assertEquals(new EntryPage(five.subList(2, 4), false), second);
    assertEquals(new EntryPage(five.subList(4, 5), true), page(ALL, last(second), 2));
  }

  @Test
  void entriesOfOneTimeAreListedOnce() {
    IntStream.range(0, 5).forEach(i -> given(i, 7));
    EntryPage all = page(ALL, null, 9);
    assertNotNull(all);
    EntryPage first = page(ALL, null, 3);
    assertEquals(new EntryPage(all.entries().subList(0, 3), false), first);
    assertEquals(new EntryPage(all.entries().subList(3, 5), true), page(ALL, last(first), 3));
  }

  @Test
  void fullPageMayBeTheLast() {
    List<MapEntry> two = List.of(given(0, 2), given(1, 1));
    assertEquals(new EntryPage(two, true), page(ALL, null, 2));
    assertEquals(EntryPage.EMPTY, page(ALL, two.get(1).id(), 2));
  }

  @Test
  void entriesAreOfTheRelease() {
    given(0, 1);
    MapEntry odd = given(1, 2);
    assertEquals(
        new EntryPage(List.of(odd), true), page(new EntryFilter(null, "r1", null), null, 2));
    assertEquals(EntryPage.EMPTY, page(new EntryFilter(null, "r2", null), null, 2));
  }

  @Test
  void unknownIdHasNoPage() {
    assertNull(page(ALL, "x", 2));
    given(0, 1);
    assertNull(page(ALL, "0".repeat(32), 2));
  }
}
