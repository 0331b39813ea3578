package dev.symbolicator.profile.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.heap.HeapFormat.HeapProfile;
import dev.symbolicator.profile.heap.Snapshot.SnapshotScan;
import dev.symbolicator.profile.heap.SnapshotBuilder.Layout;
import dev.symbolicator.profile.heap.StringTable.ReadBudget;
import dev.symbolicator.testing.Allowances;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The limit of reads at random places, which one row can make as long as the body. */
class ReadBudgetTest {
  private static final int SCRIPTS = 1000;
  private static final int LONG = 64 << 20;
  private static final String URL = "http://h/a.js";
  private static final String META =
      """
      {"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count"],\
      "node_types":[["closure","native","code","string"]],\
      "edge_fields":["type","name_or_index","to_node"],"edge_types":[["internal"]],\
      "location_fields":["object_index","script_object_index","script_id","line","column"],\
      "trace_function_info_fields":["function_id","name","script_name","script_id","line","column"]}},
      """;

  /** Counts the bytes that are read, and fails at a limit. */
  private static final class CountingBody implements BodyBytes {
    private final RepeatingBody body;
    private final long limit;
    private long bytes;

    CountingBody(RepeatingBody body) {
      this.body = body;
      // The first pass, the budget, the read that goes beyond the budget, and the windows.
      limit = 2 * body.size() + new ReadBudget(body.size()).limit + (16 << 20);
    }

    @Override
    public long size() {
      return body.size();
    }

    @Override
    public void read(long position, byte[] into, int offset, int length) throws IOException {
      bytes += length;
      assertTrue(bytes <= limit, () -> bytes + " bytes were read");
      body.read(position, into, offset, length);
    }
  }

  private static String rows(String row) {
    return IntStream.rangeClosed(1, SCRIPTS)
        .mapToObj(row::formatted)
        .collect(Collectors.joining(","));
  }

  private static HeapProfile read(RepeatingBody body) {
    return Heaps.read(new CountingBody(body), Allowances.plenty());
  }

  private static void assertSomeScriptsHaveNoUrl(HeapProfile profile) {
    int found = profile.frames().size();
    assertTrue(found > 0 && found < SCRIPTS, () -> found + " frames");
  }

  @Test
  void longStringBeforeUrlsIsPassedWithinTheBudget() throws IOException {
    HeapProfile profile =
        read(
            new RepeatingBody()
                .add(META + "\"nodes\":[1,1,1,8,0],\"edges\":[],\"trace_function_infos\":[")
                .add(rows("0,0,1,%d,1,1") + "],\"strings\":[\"")
                .add("a", LONG)
                .add("\",\"" + URL + "\"]}"));
    assertSomeScriptsHaveNoUrl(profile);
    assertNotNull(profile.summary(frame -> null, null));
  }

  @Test
  void blanksBeforeNodeOfScriptsArePassedWithinTheBudget() {
    assertSomeScriptsHaveNoUrl(
        read(
            new RepeatingBody()
                .add(META + "\"nodes\":[2,0,1,1,0,")
                .add(" ", LONG)
                .add("2,0,1,1,0],\"edges\":[],\"locations\":[" + rows("-1,5,%d,1,1"))
                .add("],\"strings\":[\"" + URL + "\"]}")));
  }

  @Test
  void blanksBeforeEdgesOfScriptsArePassedWithinTheBudget() {
    assertSomeScriptsHaveNoUrl(
        read(
            new RepeatingBody()
                .add(META + "\"nodes\":[2,0,1,1,2],\"edges\":[0,0,0,")
                .add(" ", LONG)
                .add("0,0,0],\"locations\":[" + rows("-1,0,%d,1,1"))
                .add("],\"strings\":[\"" + URL + "\"]}")));
  }

  private static Snapshot scanned(byte[] body) throws IOException, UnreadableException {
    return new SnapshotScan(BodyBytes.of(body), ProfileLimits.DEFAULT, Allowances.plenty()).read();
  }

  @Test
  void stringsAreReadUntilTheBudgetIsUsedUp() throws Exception {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    int first = builder.string("s0");
    IntStream.range(1, 1000).forEach(i -> builder.string("s" + i));
    Snapshot snapshot = scanned(Heaps.utf8(builder.build()));
    assertEquals("s700", snapshot.strings().get(first + 700));
    long used = snapshot.reads().used();
    assertTrue(used > 0);
    assertNull(snapshot.strings().get(-1));
    assertEquals("s3", snapshot.strings().get(first + 3));
    assertEquals("s5", snapshot.strings().get(first + 5));
    assertEquals("s600", snapshot.strings().get(first + 600));
    assertEquals("s601", snapshot.strings().get(first + 601));
    assertNull(snapshot.strings().get(first + 1000));
    assertTrue(snapshot.reads().used() > used);
    snapshot.reads().charge(0, snapshot.reads().limit);
    assertNull(snapshot.strings().get(first));
    assertNull(snapshot.strings().tail(first, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"app.heapsnapshot", "app.heaptimeline"})
  void realSnapshotUsesLittleOfTheBudget(String sample) throws Exception {
    Path file = Path.of("../shared/formats/chrome").resolve(sample);
    assumeTrue(Files.isRegularFile(file), "../shared/formats is absent");
    Snapshot snapshot = scanned(Files.readAllBytes(file));
    assertFalse(FrameList.of(snapshot).scripts().isEmpty());
    assertTrue(snapshot.reads().used() < snapshot.reads().limit / 100);
  }
}
