package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.testing.ChildJvm;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestOrigin;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the service on a full disk, in processes of its own. One process mounts a file system of 256
 * KiB, the other may write no files at all.
 */
class NoRoomOnDiskTest {
  @TempDir Path directory;

  @Test
  void fullDiskCostsOnlyWarmthAndIsUsedAgainWhenThereIsRoom()
      throws IOException, InterruptedException {
    List<String> mounted = ChildJvm.withSmallVolume(directory);

    String out =
        ChildJvm.output(ChildJvm.of(mounted, List.of(), Service.class, directory.toString()));

    assertEquals(
        List.of(
            "with room: v1, v2 (kept)",
            "full: v3, paused 1.0",
            "still full: v4, paused 1.0",
            "restarted: v1 from disk, v3 compiled",
            "room again: v5, paused 0.0 (kept)"),
        said(out),
        out);
    assertEquals(2, times(out, "Symbol tables are not kept on disk for now"), out);
    assertEquals(1, times(out, "Symbol tables are kept on disk again"), out);
  }

  @Test
  void unwritableDiskCostsOnlyWarmth() throws IOException, InterruptedException {
    String out =
        ChildJvm.output(
            ChildJvm.of(
                ChildJvm.withFilesUpTo(0), List.of(), FromNothing.class, directory.toString()));

    assertEquals(
        List.of("full: v1, v2, paused 1.0", "restarted: v1, paused 1.0 (not kept)"),
        said(out),
        out);
    assertEquals(3, times(out, "Symbol tables are not kept on disk for now"), out);
  }

  private static List<String> said(String out) {
    return out.lines()
        .filter(line -> line.startsWith("# "))
        .map(line -> line.substring(2))
        .toList();
  }

  private static long times(String out, String message) {
    return out.lines().filter(line -> line.contains(message)).count();
  }

  /** Runs {@link Service} on a disk that is full from the beginning. */
  public static final class FromNothing {
    private FromNothing() {}

    public static void main(String[] arguments) {
      new Service(arguments[0]).runFromNothing();
      System.exit(0);
    }
  }

  /** Runs the service without its HTTP interface, an origin, and a file that fills the disk. */
  public static final class Service {
    private final MovableClock clock = new MovableClock();
    private final TestOrigin origin = TestOrigin.start();
    private final ScriptFiles files = new ScriptFiles(origin);
    private final String directory;

    private Service(String directory) {
      this.directory = directory;
    }

    public static void main(String[] arguments) throws IOException {
      new Service(arguments[0]).run();
      System.exit(0);
    }

    private TestScripts instance() {
      return TestScripts.over(Path.of(directory), clock);
    }

    private String find(TestScripts instance, String version) {
      files.serve("/" + version + ".js", version);
      return ScriptFiles.version(instance.find(origin.url("/" + version + ".js")));
    }

    private String kept(String version) {
      try (TestScripts restarted = instance()) {
        find(restarted, version);
        return restarted.tables("disk") == 1 ? " (kept)" : " (not kept)";
      }
    }

    private void runFromNothing() {
      try (TestScripts instance = instance()) {
        say(
            "full: %s, %s, paused %s"
                .formatted(find(instance, "v1"), find(instance, "v2"), paused(instance)));
      }
      try (TestScripts restarted = instance()) {
        say(
            "restarted: %s, paused %s%s"
                .formatted(find(restarted, "v1"), paused(restarted), kept("v1")));
      }
    }

    private void run() throws IOException {
      Path ballast = Path.of(directory, "ballast");
      try (TestScripts instance = instance()) {
        say(
            "with room: %s, %s%s"
                .formatted(find(instance, "v1"), find(instance, "v2"), kept("v2")));
        fill(ballast);
        say("full: %s, paused %s".formatted(find(instance, "v3"), paused(instance)));
        clock.pass(Duration.ofMinutes(1));
        say("still full: %s, paused %s".formatted(find(instance, "v4"), paused(instance)));
        try (TestScripts restarted = instance()) {
          String known = find(restarted, "v1") + tier(restarted);
          say("restarted: %s, %s compiled".formatted(known, find(restarted, "v3")));
        }
        Files.delete(ballast);
        clock.pass(Duration.ofMinutes(1));
        say(
            "room again: %s, paused %s%s"
                .formatted(find(instance, "v5"), paused(instance), kept("v5")));
      }
    }

    private static String tier(TestScripts instance) {
      return instance.tables("disk") == 1 ? " from disk" : " not from disk";
    }

    private static double paused(TestScripts instance) {
      return instance.gauge("symbolicator.disk.paused");
    }

    private static void fill(Path ballast) {
      try (OutputStream out = Files.newOutputStream(ballast)) {
        while (true) {
          out.write(new byte[1024]);
        }
      } catch (IOException full) {
        System.out.println("the disk is full: " + full.getMessage());
      }
    }

    private static void say(String line) {
      System.out.println("# " + line);
    }
  }
}
