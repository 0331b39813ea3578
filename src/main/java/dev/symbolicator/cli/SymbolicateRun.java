package dev.symbolicator.cli;

import dev.symbolicator.cli.MapFolder.Look;
import dev.symbolicator.cli.ProfileFiles.Input;
import dev.symbolicator.cli.Terminal.Progress;
import dev.symbolicator.export.Export;
import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.rows.ProfileRows;
import dev.symbolicator.rows.ProfileSum;
import dev.symbolicator.rows.ProfileSum.Baseline;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationReport.ScriptEntry;
import dev.symbolicator.symbolication.SymbolicationResult;
import dev.symbolicator.symbolication.SymbolicationResult.BodyPlace;
import dev.symbolicator.symbolication.SymbolicationResult.Interpreted;
import dev.symbolicator.symbolication.SymbolicationResult.ProfileWriter;
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
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Symbolicates profiles, or the sum of many, in this process, without HTTP. */
final class SymbolicateRun implements QuarkusApplication {
  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int PAGE = 1 << 16;
  private static final long PERCENT = 100;

  /** The status of scripts of which no place has a map. */
  private static final String NO_SOURCE_MAP = "no-source-map";

  /** The part of the memory for a sum, which takes more while it is folded and written. */
  private static final int SHARE_OF_SUM = 4;

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

  /**
   * What to do.
   *
   * @param isWebAsked whether the web has what the folder lacks
   * @param leastMapped the percentage of mapped frames below which a file fails; null for any
   * @param terminal where a line shows the progress; null if nobody would see it
   */
  record Work(
      Task task,
      SymbolicationOptions options,
      @Nullable MapFolder folder,
      boolean isWebAsked,
      @Nullable BigDecimal leastMapped,
      @Nullable PrintStream terminal) {}

  sealed interface Task {}

  /** Files that are answered one by one. */
  record Each(List<Input> inputs) implements Task {}

  /** Files to be added up to a file of a format, or else to rows. */
  record Merge(
      List<String> files,
      @Nullable Path answer,
      @Nullable ExportFormat format,
      @Nullable RowKind rows,
      boolean isAnnotated,
      @Nullable Baseline baseline)
      implements Task {}

  /** Symbolicates, and returns the exit status. The web is asked for what the rules do not find. */
  static int start(Work work, List<MapFolder.Rule> rules) {
    WORK.set(work);
    CommandSettings.apply(rules, work.isWebAsked());
    AtomicInteger status = new AtomicInteger(FAILED);
    Quarkus.run(
        SymbolicateRun.class,
        (code, fault) -> {
          StartFault.print(fault);
          status.set(code);
        });
    return status.get();
  }

  @Override
  public int run(String... arguments) throws IOException {
    Work work = Objects.requireNonNull(WORK.get());
    return work.task() instanceof Merge merge ? merge(merge, work) : each((Each) work.task(), work);
  }

  private SymbolicationResult symbolicate(byte[] profile, Work work, ByteBudget.Lease lease) {
    RequestContext context =
        new RequestContext(
            ScriptRef.DEFAULT_SCOPE, Allowance.within(lease), Deadline.in(config.deadline()));
    return symbolicator.symbolicate(profile, work.options(), context).join();
  }

  /** Adds up all files that are profiles, and says what is wrong with the others. */
  private int merge(Merge merge, Work work) throws IOException {
    Progress progress = new Progress(work.terminal(), "", merge.files());
    try (ByteBudget.Lease lease = budget.open()) {
      Allowance memory = Allowance.within(lease);
      ProfileSum sum =
          ProfileSum.of(
              merge.baseline(), ProfileSum.MAX_NODES, budget.limit() / SHARE_OF_SUM, memory);
      Set<String> scripts = new LinkedHashSet<>();
      long mapped = 0;
      long total = 0;
      boolean areEnoughMapped = true;
      for (String file : merge.files()) {
        try (ByteBudget.Lease ofFile = budget.open()) {
          SymbolicationResult result = symbolicate(ProfileFiles.read(file), work, ofFile);
          progress.clear();
          if (result instanceof Interpreted interpreted) {
            SymbolicationReport report = interpreted.report();
            sum.add(interpreted.profile(), interpreted.head());
            mapped += report.mapped();
            total += report.total();
            report.scripts().forEach(each -> scripts.add(line(each, work)));
            areEnoughMapped &= areEnoughMapped(file, report, work);
          } else if (result instanceof RejectedProfile rejected) {
            say(file + ": " + sentence(rejected));
            areEnoughMapped &= work.leastMapped() == null;
          }
        } catch (IOException | InvalidPathException unreadable) {
          progress.clear();
          say(ProfileFiles.failure(file, unreadable));
          areEnoughMapped &= work.leastMapped() == null;
        }
        progress.done(file);
      }
      progress.clear();
      String refusal = sum.refusal();
      if (refusal != null) {
        say(refusal);
        return FAILED;
      }
      if (!write(export(merge, sum, memory)::writeTo, merge.answer())) {
        return FAILED;
      }
      System.err.printf("%d of %d frames are mapped.%n", mapped, total);
      scripts.forEach(System.err::println);
      System.err.printf(
          "Aggregation: profiles=%d, problems=%d, folded=%d%n",
          sum.profiles(), merge.files().size() - sum.profiles(), sum.folded());
      return areEnoughMapped ? DONE : FAILED;
    } catch (Allowance.Exceeded tooLittle) {
      progress.clear();
      say("There is not enough memory for the sum. Give Java more of it, such as java -Xmx8g.");
      return FAILED;
    }
  }

  private static Export export(Merge merge, ProfileSum sum, Allowance memory) {
    RowKind rows = merge.rows();
    return rows == null
        ? Export.ofSum(Objects.requireNonNull(merge.format()), sum.normalised(merge.isAnnotated()))
        : new ProfileRows(rows, sum, memory);
  }

  /** Answers each file, and says what is wrong with those that have no answer. */
  private int each(Each each, Work work) {
    List<String> files = each.inputs().stream().map(Input::file).toList();
    Progress progress = new Progress(work.terminal(), "", files);
    Set<String> scripts = new LinkedHashSet<>();
    int status = DONE;
    for (Input input : each.inputs()) {
      // Of one file, people know which it is.
      String subject = files.size() == 1 ? "" : input.file() + ": ";
      try (ByteBudget.Lease lease = budget.open()) {
        SymbolicationResult result = symbolicate(input.profile(), work, lease);
        progress.clear();
        if (result instanceof Symbolicated symbolicated
            && write(symbolicated.profile(), input.answer())) {
          say(symbolicated, subject);
          symbolicated.report().scripts().forEach(script -> scripts.add(line(script, work)));
          if (!areEnoughMapped(input.file(), symbolicated.report(), work)) {
            status = FAILED;
          }
        } else {
          status = FAILED;
          if (result instanceof RejectedProfile rejected) {
            say(subject + sentence(rejected));
          }
        }
      } catch (IOException | InvalidPathException unreadable) {
        progress.clear();
        say(ProfileFiles.failure(input.file(), unreadable));
        status = FAILED;
      }
      progress.done(input.file());
    }
    progress.clear();
    scripts.forEach(System.err::println);
    return status;
  }

  /** Says what became of a profile, apart from its scripts, which many profiles may share. */
  private static void say(Symbolicated symbolicated, String subject) {
    SymbolicationReport report = symbolicated.report();
    say(subject + "%d of %d frames are mapped.".formatted(report.mapped(), report.total()));
    report.notes().forEach(note -> say(subject + note));
    String reduction = symbolicated.shape().reduction();
    if (reduction != null) {
      say(subject + "Reduction: " + reduction);
    }
  }

  private static void say(String line) {
    System.err.println(Printable.of(line));
  }

  /** Tells whether a file has the mapped frames that are asked for, and says how many it has. */
  private static boolean areEnoughMapped(String file, SymbolicationReport report, Work work) {
    BigDecimal least = work.leastMapped();
    if (least == null || isAtLeast(least, report.mapped(), report.total())) {
      return true;
    }
    say(
        "%s: %d of %d frames are mapped, %s %%, and at least %s %% are asked for."
            .formatted(
                file.equals(ProfileFiles.STANDARD_INPUT) ? "Standard input" : file,
                report.mapped(),
                report.total(),
                // Rounded down, so that too few never look like enough.
                BigDecimal.valueOf(PERCENT * report.mapped())
                    .divide(BigDecimal.valueOf(report.total()), 1, RoundingMode.DOWN),
                least.toPlainString()));
    return false;
  }

  /** Tells whether a part of a total is at least a percentage of it; all of nothing is enough. */
  static boolean isAtLeast(BigDecimal percent, int part, int total) {
    return BigDecimal.valueOf(PERCENT * part).compareTo(percent.multiply(BigDecimal.valueOf(total)))
        >= 0;
  }

  /** Returns what is known of a script; for one without a map, also where it was looked for. */
  private static String detail(ScriptEntry script, Work work) {
    MapFolder folder = work.folder();
    Look look = folder == null || script.sourceMap() != null ? null : folder.look(script.url());
    if (look == null) {
      return script.detail();
    }
    // With a folder alone, the detail only says that no place could be asked.
    return !work.isWebAsked() && !look.isScriptThere() && script.status().equals(NO_SOURCE_MAP)
        ? look.sentence()
        : script.detail() + " " + look.sentence();
  }

  private static String sentence(RejectedProfile rejected) {
    return rejected.detail() + place(rejected.place());
  }

  private static String place(BodyPlace place) {
    String pointer = place.pointer();
    boolean isKnown = place.byteOffset() > 0 || (pointer != null && !pointer.isEmpty());
    String value = pointer == null || pointer.isEmpty() ? "" : pointer + ", ";
    return isKnown ? " (at " + value + "byte " + place.byteOffset() + ")" : "";
  }

  private static String line(ScriptEntry script, Work work) {
    return "%s: %s. %s"
        .formatted(Printable.of(script.url()), script.status(), Printable.of(detail(script, work)));
  }

  /** Writes to a file or standard output. Returns false if it takes no more bytes, and says so. */
  private static boolean write(ProfileWriter profile, @Nullable Path answer) throws IOException {
    if (answer != null) {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(answer), PAGE)) {
        profile.writeTo(out);
        return true;
      } catch (IOException full) {
        say("Cannot write " + answer + ": " + full);
        return false;
      }
    }
    OutputStream out = new BufferedOutputStream(System.out, PAGE);
    profile.writeTo(out);
    out.flush();
    if (System.out.checkError()) {
      say("Cannot write the profile to standard output.");
      return false;
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
