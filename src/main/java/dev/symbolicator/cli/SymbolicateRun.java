package dev.symbolicator.cli;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationReport.ScriptEntry;
import dev.symbolicator.symbolication.SymbolicationResult;
import dev.symbolicator.symbolication.SymbolicationResult.BodyPlace;
import dev.symbolicator.symbolication.SymbolicationResult.RejectedProfile;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.Symbolicator;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Symbolicates one profile in this process, without HTTP. */
final class SymbolicateRun implements QuarkusApplication {
  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int PAGE = 1 << 16;

  /** The work, since Quarkus makes the application itself. */
  private static final AtomicReference<Work> WORK = new AtomicReference<>();

  private final Symbolicator symbolicator;
  private final SymbolicationConfig config;
  private final ByteBudget budget;

  SymbolicateRun(Symbolicator symbolicator, SymbolicationConfig config, ByteBudget budget) {
    this.symbolicator = symbolicator;
    this.config = config;
    this.budget = budget;
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Work(byte[] profile, SymbolicationOptions options, @Nullable MapFolder folder) {}

  /** Symbolicates, and returns the exit status. The web is asked for what the rules do not find. */
  static int start(
      byte[] profile,
      SymbolicationOptions options,
      @Nullable MapFolder folder,
      List<MapFolder.Rule> rules,
      boolean isWebAsked) {
    WORK.set(new Work(profile, options, folder));
    CommandSettings.apply(rules, isWebAsked);
    AtomicInteger status = new AtomicInteger(FAILED);
    Quarkus.run(SymbolicateRun.class, (code, fault) -> status.set(code));
    return status.get();
  }

  @Override
  public int run(String... arguments) throws IOException {
    Work work = Objects.requireNonNull(WORK.get());
    try (ByteBudget.Lease lease = budget.open()) {
      RequestContext context =
          new RequestContext(
              ScriptRef.DEFAULT_SCOPE, Allowance.within(lease), Deadline.in(config.deadline()));
      SymbolicationResult result =
          symbolicator.symbolicate(work.profile(), work.options(), context).join();
      if (result instanceof Symbolicated symbolicated) {
        return write(symbolicated, work.folder()) ? DONE : FAILED;
      }
      if (result instanceof RejectedProfile rejected) {
        System.err.println(Printable.of(rejected.detail() + place(rejected.place())));
      }
      return FAILED;
    }
  }

  private static String lookedFor(ScriptEntry script, @Nullable MapFolder folder) {
    boolean isFound = script.sourceMap() != null;
    return folder == null || isFound ? "" : folder.lookedFor(script.url());
  }

  private static String place(BodyPlace place) {
    String pointer = place.pointer();
    boolean isKnown = place.byteOffset() > 0 || (pointer != null && !pointer.isEmpty());
    String value = pointer == null || pointer.isEmpty() ? "" : pointer + ", ";
    return isKnown ? " (at " + value + "byte " + place.byteOffset() + ")" : "";
  }

  /** Returns false if standard output takes no more bytes. */
  private static boolean write(Symbolicated symbolicated, @Nullable MapFolder folder)
      throws IOException {
    OutputStream out = new BufferedOutputStream(System.out, PAGE);
    symbolicated.profile().writeTo(out);
    out.flush();
    if (System.out.checkError()) {
      System.err.println("Cannot write the profile to standard output.");
      return false;
    }
    SymbolicationReport report = symbolicated.report();
    System.err.printf("%d of %d frames are mapped.%n", report.mapped(), report.total());
    for (ScriptEntry script : report.scripts()) {
      System.err.printf(
          "%s: %s. %s%n",
          Printable.of(script.url()),
          script.status(),
          Printable.of(script.detail() + lookedFor(script, folder)));
    }
    report.notes().forEach(note -> System.err.println(Printable.of(note)));
    String reduction = symbolicated.shape().reduction();
    if (reduction != null) {
      System.err.println("Reduction: " + reduction);
    }
    return true;
  }

  /** Sets the configuration of a command, whatever the environment says. */
  static final class CommandSettings {
    private CommandSettings() {}

    /** Configures a command: no port, logs to standard error, nothing kept on disk. */
    static void apply(List<MapFolder.Rule> rules, boolean isWebAsked) {
      set("quarkus.http.host-enabled", "false");
      set("quarkus.shutdown.delay", "0");
      set("quarkus.banner.enabled", "false");
      set("quarkus.log.level", "WARN");
      set("quarkus.log.console.stderr", "true");
      set("quarkus.log.console.json.enabled", "false");
      set("symbolicator.cache.max-disk-size", "0");
      set("symbolicator.symbolication.deadline", "10M");
      set("symbolicator.maps.places", isWebAsked ? "folder,web" : "folder");
      for (int i = 0; i < rules.size(); i++) {
        MapFolder.Rule rule = rules.get(i);
        String prefix = "symbolicator.maps.mounted.folder" + i;
        set(prefix + ".url", rule.url());
        set(prefix + ".location", rule.directory() + "/");
      }
    }

    private static void set(String key, String value) {
      System.setProperty(key, literal(value));
    }

    /** Returns a value in which no dollar sign begins an expression. */
    static String literal(String value) {
      return value.replace("$", "\\$");
    }
  }

  /** Makes texts of strangers safe to print: a terminal obeys control characters. */
  static final class Printable {
    private static final int LONGEST = 2000;

    /** Controls, characters that reorder or hide text, and separators of lines. */
    private static final Pattern UNSAFE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029]");

    private Printable() {}

    /** Returns a text on one line, cut if it is long, with other characters spelled as escapes. */
    static String of(String text) {
      String cut = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
      return UNSAFE
          .matcher(cut)
          .replaceAll(match -> "\\\\u%04x".formatted(match.group().codePointAt(0)));
    }
  }
}
