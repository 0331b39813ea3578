package dev.symbolicator.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibrarySizeTest {
  private static final int ENTRIES = 20_000;
  private static final int MOST_BYTES = 300;

  @Test
  void entryTakesAtMost300BytesOfHeap(@TempDir Path folder) throws Exception {
    String[] measured = measure(folder, ENTRIES);
    assertEquals(ENTRIES, Integer.parseInt(measured[0]));
    assertTrue(Integer.parseInt(measured[1]) <= MOST_BYTES, String.join(" ", measured));
  }

  private static String[] measure(Path folder, int count) throws IOException, InterruptedException {
    LargeLibrary.fill(folder, count);
    String output =
        ChildJvm.output(
            ChildJvm.of(
                List.of(),
                List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:SoftRefLRUPolicyMSPerMB=0"),
                LargeLibrary.class,
                folder.toString(),
                String.valueOf(count)));
    return output.strip().lines().reduce((first, last) -> last).orElse("").split(" ");
  }

  @Test
  void estimateOfTheIndexIsTheMeasuredHeap() {
    MapIndex index = new MapIndex();
    for (int i = 0; i < ENTRIES; i++) {
      index.apply(
          List.of(new JournalFact.EntryAdded(LargeLibrary.entry(i))), LibraryChanges.IGNORED);
    }
    long bytes = index.bytes() / ENTRIES;
    assertTrue(bytes > MOST_BYTES / 2 && bytes <= MOST_BYTES, () -> "bytes: " + bytes);
  }
}
