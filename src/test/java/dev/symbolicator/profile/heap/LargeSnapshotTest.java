package dev.symbolicator.profile.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

/** Snapshots that are much larger than the memory that is taken for them. */
class LargeSnapshotTest {
  private static final String META =
      """
      {"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count"],\
      "node_types":[["object","closure","code","string","hidden"]],\
      "edge_fields":["type","name_or_index","to_node"],"edge_types":[["internal","property"]],\
      "location_fields":["object_index","script_id","line","column"]}},
      """;

  private final ByteBudget budget = new ByteBudget(Long.MAX_VALUE);

  private Profile read(BodyBytes body) {
    return Heaps.read(body, Allowance.within(budget.open()));
  }

  /** Counts bytes that are written, and keeps none. */
  private static final class CountingOutput extends OutputStream {
    private long bytes;
    private int mostAtOnce;

    @Override
    public void write(int b) {
      bytes++;
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      bytes += length;
      mostAtOnce = Math.max(mostAtOnce, length);
    }
  }

  private static long written(Profile profile) throws IOException {
    CountingOutput out = new CountingOutput();
    profile.write(Heaps::anyOriginal, null, out);
    return out.bytes;
  }

  /** The closure's way to its script begins behind all edges of the first node. */
  @Test
  void fiftyMillionEdgesTakeEightBytesPerBlock() throws IOException {
    int edges = 50_000_000;
    BodyBytes body =
        new RepeatingBody()
            .add(META)
            .add("\"nodes\":[4,0,1,0," + edges + ",1,1,3,8,1,2,0,5,8,1,2,0,7,8,1,3,6,9,8,0],\n")
            .add("\"edges\":[1,2,0")
            .add("\n,1,2,0", edges - 1)
            .add("\n,0,2,10\n,0,3,15\n,0,4,20],\"locations\":[5,1,0,7],\n")
            .add(
                "\"strings\":[\"\",\"f\",\"shared\",\"script\",\"name\",\"x\",\"http://h/a.js\"]}");
    Profile profile = read(body);
    assertEquals("[http://h/a.js]", profile.scripts().toString());
    assertEquals("f", profile.frames().get(0).name());
    long formula = 8L * edges / 1024;
    assertTrue(budget.used() < formula + (1 << 20), () -> budget.used() + " of " + formula);
    assertTrue(written(profile) > body.size());
  }

  @Test
  void stringOfAHundredMegabytesIsNotHeld() throws IOException {
    long length = 100_000_000;
    BodyBytes body =
        new RepeatingBody()
            .add(META)
            .add("\"nodes\":[1,0,1,8,0,1,1,3,8,0],\"edges\":[],\"locations\":[0,1,0,7,5,1,0,8],\n")
            .add("\"scripts\":[{\"scriptId\":1,\"url\":\"http://h/a.js\",\"more\":\"")
            .add("abcd\\u0020", length / 10)
            .add("\"}],\"strings\":[\"")
            .add("let a = \\\"\u00e9\\\"; ", length / 15)
            .add("\",\"g\"]}");
    Profile profile = read(body);
    assertEquals("", profile.frames().get(0).name());
    assertEquals("g", profile.frames().get(1).name());
    assertTrue(budget.used() < 1 << 20, () -> budget.used() + " bytes");
    assertTrue(written(profile) > length);
  }

  /** The formula of the documentation, with one located closure in five nodes. */
  @Test
  void memoryGrowsWithLocationsClosuresAndBlocks() {
    int groups = 400_000;
    BodyBytes body =
        new RepeatingBody()
            .add(META)
            .add("\"nodes\":[1,1,1,8,1")
            .add(",4,0,3,0,1,4,0,3,0,1,4,0,3,0,1,4,0,3,0,1,1,1,1,8,1", groups)
            .add("],\"edges\":[1,2,0")
            .add(",1,2,0,1,2,0,1,2,0,1,2,0,1,2,0", groups)
            .add("],\"locations\":[")
            .add("0,1,0,7")
            .add(",25,1,0,7", groups)
            .add("],\"strings\":[\"\",\"f\"]}");
    long few = 1 << 20;
    assertTrue(read(body).frames().isEmpty());
    long nodes = 5L * groups;
    long formula = nodes / 1024 * (16 + 8) + 8L * groups + 8L * groups;
    assertTrue(budget.used() < formula + few, () -> budget.used() + " of " + formula);
  }

  @Test
  void rowsOfOriginalScriptsAreWrittenInPieces() throws IOException {
    SnapshotBuilder builder = new SnapshotBuilder(SnapshotBuilder.Layout.NODE20);
    for (int i = 0; i < 20_000; i++) {
      builder.traceFunction("f", "http://h/a.js", 3, i + 1, 1);
    }
    CountingOutput out = new CountingOutput();
    Heaps.read(builder)
        .write(frame -> new OriginalFrame(frame.line() + ".ts", 0, 0, "f"), null, out);
    assertTrue(out.mostAtOnce <= 70_000, () -> out.mostAtOnce + " bytes at once");
  }
}
