package dev.symbolicator.symbolication;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.script.TestScripts;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Symbolicates scripts whose tables together are larger than the heap, first each in a profile of
 * its own, then all in one profile. Arguments: the origin, the cache's folder, the number of
 * scripts.
 */
final class ManyTables {
  private static final int SERVICE = 16; // MiB of the service itself

  private ManyTables() {}

  public static void main(String[] arguments) throws IOException {
    byte[][] ballast = new byte[SERVICE][1 << 20];
    ByteBudget budget = new ByteBudget(Runtime.getRuntime().maxMemory() / 2);
    int count = Integer.parseInt(arguments[2]);
    try (TestScripts scripts =
        new TestScripts(
            budget,
            new MovableClock(),
            "symbolicator.cache.directory",
            arguments[1],
            "symbolicator.fetch.allow-private-addresses",
            "true")) {
      SymbolicationConfig config =
          Settings.of("symbolicator.symbolication.deadline", "120S")
              .read(SymbolicationConfig.class);
      Symbolicator symbolicator = Symbolicators.of(scripts, config);
      Deadline deadline = Deadline.in(config.deadline());
      int one = 0;
      for (int script = 0; script < count; script++) {
        one += mapped(symbolicator, profile(arguments[0], script, script + 1), deadline);
      }
      int all = mapped(symbolicator, profile(arguments[0], 0, count), deadline);
      System.out.printf(
          "mapped %d one by one, %d at once, beside %d; compiled %d, from disk %d%n",
          one, all, ballast.length, scripts.tables("compiled"), scripts.tables("disk"));
    }
    System.exit(0); // Threads of Mutiny would keep the process alive.
  }

  private static String profile(String origin, int from, int to) {
    StringBuilder frames = new StringBuilder();
    StringBuilder resources = new StringBuilder();
    for (int script = from; script < to; script++) {
      String comma = script == from ? "" : ",";
      resources.append(comma).append("\"%s/%d.js\"".formatted(origin, script));
      frames
          .append(comma)
          .append(
              "{\"name\":\"a\",\"line\":1,\"column\":10,\"resourceId\":%d}"
                  .formatted(script - from));
    }
    return "{\"frames\":[%s],\"resources\":[%s],\"samples\":[],\"stacks\":[]}"
        .formatted(frames, resources);
  }

  private static int mapped(Symbolicator symbolicator, String profile, Deadline deadline)
      throws IOException {
    Symbolicated result =
        (Symbolicated)
            Await.value(
                symbolicator.symbolicate(
                    profile.getBytes(StandardCharsets.UTF_8),
                    new SymbolicationOptions(false, false, true, null, false, null, null, false),
                    Symbolicators.unlimited(deadline)));
    result.profile().writeTo(new ByteArrayOutputStream());
    return result.report().mapped();
  }
}
