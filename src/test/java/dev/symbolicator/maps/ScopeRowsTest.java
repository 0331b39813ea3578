package dev.symbolicator.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Compares the tables with a search of all entries, while rows come and go. */
class ScopeRowsTest {
  private final ScopeRows rows = new ScopeRows(TestEntry.SCOPE);
  private final List<MapEntry> model = new ArrayList<>();

  private static MapEntry random(Random random) {
    String file = (random.nextBoolean() ? "a" : "b") + random.nextInt(3) + ".js";
    String directory = random.nextBoolean() ? "~/" : "https://x.example/" + random.nextInt(3) + '/';
    return TestEntry.of(
            directory + file + (random.nextInt(4) == 0 ? "?q" : ""), "map" + random.nextInt(9))
        .release(random.nextInt(3) == 0 ? null : "r" + random.nextInt(4))
        .debugId(random.nextBoolean() ? null : new UUID(0, random.nextInt(5)).toString())
        .text("text" + random.nextInt(9))
        .entry();
  }

  @Property(tries = 20)
  void keysFindTheEntriesThatHaveThem(@ForAll long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      MapEntry entry = random(random);
      int row = rows.find(EntryId.of(entry));
      assertEquals(model.contains(entry), row != ScopeRows.NONE);
      if (row == ScopeRows.NONE) {
        rows.setUse(rows.add(EntryId.of(entry), entry), 2 * i);
        model.add(entry);
      } else {
        rows.remove(row);
        model.remove(entry);
      }
    }
    assertEquals(model.size(), rows.count());
    Set<MapEntry> all = new HashSet<>();
    rows.forEach(all::add);
    assertEquals(Set.copyOf(model), all);
    for (int i = 0; i < 50; i++) {
      compare(random(random));
    }
    long sizes =
        model.stream()
            .mapToLong(e -> e.map().size() + (e.text() == null ? 0 : e.text().size()))
            .sum();
    assertEquals(sizes, rows.sumOfSizes());
  }

  private void compare(MapEntry like) {
    ScriptName name = ScriptName.of(like.script());
    same(rows.ofScript(name), e -> e.script().equals(like.script()));
    same(
        rows.ofBuild(name, like.release()),
        e ->
            e.script().equals(like.script())
                && String.valueOf(e.release()).equals(String.valueOf(like.release())));
    same(
        rows.ofFile(name.file(), Integer.MAX_VALUE),
        e -> ScriptName.of(e.script()).file().equals(name.file()));
    if (like.debugId() != null) {
      same(rows.withDebugId(like.debugId()), e -> like.debugId().equals(e.debugId()));
    }
    if (like.contentSha256() != null) {
      same(
          rows.withContent(like.contentSha256()),
          e -> like.contentSha256().equals(e.contentSha256()));
    }
  }

  private void same(RowList found, Predicate<MapEntry> condition) {
    Set<MapEntry> entries = new HashSet<>();
    for (int i = 0; i < found.size(); i++) {
      assertTrue(entries.add(rows.entry(found.get(i))));
    }
    assertEquals(new HashSet<>(model.stream().filter(condition).toList()), entries);
  }

  /** A UUID of version 7 begins with the time of the build. */
  @Test
  void debugIdsOfOneBuildHaveDifferentKeys() {
    Random random = new Random(7);
    Set<Integer> keys = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      UUID id = new UUID(0x0190_0000_0000_7000L | random.nextInt(1 << 12), random.nextLong());
      keys.add(EntryRow.idKey(EntryRow.debugId(id.toString()), 0));
    }
    assertTrue(keys.size() > 990, () -> "keys: " + keys.size());
  }

  @Test
  void removedReleasesAreForgotten() {
    for (int i = 0; i < 5_000; i++) {
      MapEntry entry = TestEntry.of("~/a.js", "map").release("release" + i).entry();
      int row = rows.add(EntryId.of(entry), entry);
      if (i >= 10) {
        rows.remove(row);
      }
    }
    assertEquals(10, rows.count());
    assertTrue(rows.bytes() < 20_000, () -> "bytes: " + rows.bytes());
  }
}
