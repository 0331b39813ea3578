package dev.symbolicator.symbolication;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.testing.TestTables;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Looks up the 600 frames of a profile in the tables of four scripts of 3,000 functions, and prints
 * the CPU time of one frame: with answers of earlier profiles, and without any, in turns.
 */
final class LookUpRates {
  private static final int SCRIPTS = 4;
  private static final int FUNCTIONS = 3_000;
  private static final int FRAMES_EACH = 150;
  private static final int PARAMETERS = "function a0000".length();
  private static final int WIDTH = "function a0000(){}".length();

  private static final String NEXT_FUNCTION = ",kBACA";

  private static final int ROUNDS = 41;
  private static final int TURNS = 200;

  private LookUpRates() {}

  public static void main(String[] args) {
    List<Found> found = new ArrayList<>();
    for (int script = 0; script < SCRIPTS; script++) {
      ScriptReport report = ScriptReport.lasting(ScriptStatus.FOUND, null, "");
      found.add(new Found(table(script), report, false));
    }
    Profile profile = profile();
    RecentSymbols recent = new RecentSymbols();
    double[] remembered = new double[ROUNDS];
    double[] read = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      remembered[round] = nanosOfFrame(profile, found, recent);
      read[round] = nanosOfFrame(profile, found, null);
    }
    print("remembered", remembered);
    print("read", read);
  }

  private static void print(String label, double[] nanos) {
    double[] warm = Arrays.copyOfRange(nanos, ROUNDS / 2, ROUNDS);
    Arrays.sort(warm);
    System.out.printf(Locale.ROOT, "%-10s %6.1f ns a frame%n", label, warm[warm.length / 2]);
  }

  /** Returns the CPU time of a frame in nanoseconds. Without answers, each profile begins anew. */
  private static double nanosOfFrame(
      Profile profile, List<Found> found, @Nullable RecentSymbols recent) {
    RecentSymbols[] answers = new RecentSymbols[TURNS];
    for (int i = 0; i < TURNS; i++) {
      answers[i] = recent == null ? new RecentSymbols() : recent;
    }
    long mapped = 0;
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (int i = 0; i < TURNS; i++) {
      FrameSymbols symbols = new FrameSymbols(profile, NameStyle.V8, answers[i]);
      for (int script = 0; script < SCRIPTS; script++) {
        symbols.lookUp(script, found.get(script));
      }
      mapped += symbols.originals().mapped();
    }
    long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
    long frames = (long) TURNS * SCRIPTS * FRAMES_EACH;
    if (mapped != frames) {
      throw new IllegalStateException(mapped + " of " + frames + " frames are mapped");
    }
    return nanos / (double) frames;
  }

  private static Profile profile() {
    Random random = new Random(14);
    List<String> frames = new ArrayList<>();
    for (int script = 0; script < SCRIPTS; script++) {
      for (int i = 0; i < FRAMES_EACH; i++) {
        int function = random.nextInt(FUNCTIONS);
        int column = function * WIDTH + PARAMETERS;
        frames.add(
            "{\"name\":\"a%04d\",\"resourceId\":%d,\"line\":1,\"column\":%d}"
                .formatted(function, script, column + 1));
      }
    }
    String json =
        "{\"frames\":[%s],\"resources\":[\"a\",\"b\",\"c\",\"d\"],\"stacks\":[],\"samples\":[]}"
            .formatted(String.join(",", frames));
    ProfileReading reading =
        ProfileReader.read(
            ProfileBody.of(json.getBytes(StandardCharsets.UTF_8)),
            ProfileLimits.DEFAULT,
            Allowances.plenty());
    return ((ProfileReading.ReadProfile) reading).profile();
  }

  /** Compiles a script of functions in one line, each with a line of its own in the source. */
  private static SymbolTable table(int script) {
    StringBuilder generated = new StringBuilder();
    StringBuilder original = new StringBuilder();
    StringBuilder mappings = new StringBuilder("AAAA");
    for (int i = 0; i < FUNCTIONS; i++) {
      generated.append("function a%04d(){}".formatted(i));
      original.append("function renderOrder%d_%d(){}\\n".formatted(script, i));
      mappings.append(i == 0 ? "" : NEXT_FUNCTION);
    }
    String map =
        "{\"version\":3,\"sources\":[\"https://app.example/src/orders%d.ts\"],\"names\":[],\"mappings\":\"%s\",\"sourcesContent\":[\"%s\"]}"
            .formatted(script, mappings, original);
    return TestTables.table(generated.toString(), map);
  }
}
