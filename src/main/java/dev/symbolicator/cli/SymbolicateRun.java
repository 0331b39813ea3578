package dev.symbolicator.cli;

import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.GzipStream;
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
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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

/** Symbolicates a profile, or the sum of many, in this process, without HTTP. */
final class SymbolicateRun implements QuarkusApplication {
  static final String STANDARD_INPUT = "-";

  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int PAGE = 1 << 16;

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

  sealed interface Work {
    SymbolicationOptions options();

    @Nullable MapFolder folder();
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record SingleWork(byte[] profile, SymbolicationOptions options, @Nullable MapFolder folder)
      implements Work {}

  /** Files to be added up to a file of a format, or else to rows. */
  record MergeWork(
      List<String> files,
      SymbolicationOptions options,
      @Nullable MapFolder folder,
      @Nullable ExportFormat format,
      @Nullable RowKind rows,
      boolean isAnnotated,
      @Nullable Baseline baseline)
      implements Work {}

  /** Symbolicates, and returns the exit status. The web is asked for what the rules do not find. */
  static int start(Work work, List<MapFolder.Rule> rules, boolean isWebAsked) {
    WORK.set(work);
    CommandSettings.apply(rules, isWebAsked);
    AtomicInteger status = new AtomicInteger(FAILED);
    Quarkus.run(SymbolicateRun.class, (code, fault) -> status.set(code));
    return status.get();
  }

  @Override
  public int run(String... arguments) throws IOException {
    return Objects.requireNonNull(WORK.get()) instanceof MergeWork merge
        ? merge(merge)
        : single((SingleWork) WORK.get());
  }

  /** Reads a file or standard input, and inflates gzip. */
  static byte[] read(String file) throws IOException {
    try (InputStream in =
        file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(Path.of(file))) {
      byte[] bytes = in.readAllBytes();
      return ContentCoding.ofFirstBytes(bytes) == ContentCoding.GZIP
          ? new GzipStream(new ByteArrayInputStream(bytes)).readAllBytes()
          : bytes;
    }
  }

  private SymbolicationResult symbolicate(byte[] profile, Work work, ByteBudget.Lease lease) {
    RequestContext context =
        new RequestContext(
            ScriptRef.DEFAULT_SCOPE, Allowance.within(lease), Deadline.in(config.deadline()));
    return symbolicator.symbolicate(profile, work.options(), context).join();
  }

  /** Adds up all files that are profiles, and says what is wrong with the others. */
  private int merge(MergeWork work) throws IOException {
    try (ByteBudget.Lease lease = budget.open()) {
      Allowance memory = Allowance.within(lease);
      ProfileSum sum =
          ProfileSum.of(
              work.baseline(), ProfileSum.MAX_NODES, budget.limit() / SHARE_OF_SUM, memory);
      Set<String> scripts = new LinkedHashSet<>();
      long mapped = 0;
      long total = 0;
      for (String file : work.files()) {
        try (ByteBudget.Lease ofFile = budget.open()) {
          SymbolicationResult result = symbolicate(read(file), work, ofFile);
          if (result instanceof Interpreted interpreted) {
            sum.add(interpreted.profile(), interpreted.head());
            mapped += interpreted.report().mapped();
            total += interpreted.report().total();
            interpreted.report().scripts().forEach(each -> scripts.add(line(each, work.folder())));
          } else if (result instanceof RejectedProfile rejected) {
            System.err.println(
                Printable.of(file + ": " + rejected.detail() + place(rejected.place())));
          }
        } catch (IOException | InvalidPathException unreadable) {
          System.err.println(Printable.of(file + ": cannot be read: " + unreadable));
        }
      }
      String refusal = sum.refusal();
      if (refusal != null) {
        System.err.println(Printable.of(refusal));
        return FAILED;
      }
      if (!write(export(work, sum, memory)::writeTo)) {
        return FAILED;
      }
      System.err.printf("%d of %d frames are mapped.%n", mapped, total);
      scripts.forEach(System.err::println);
      System.err.printf(
          "Aggregation: profiles=%d, problems=%d, folded=%d%n",
          sum.profiles(), work.files().size() - sum.profiles(), sum.folded());
      return DONE;
    } catch (Allowance.Exceeded tooLittle) {
      System.err.println(
          "There is not enough memory for the sum. Give Java more of it, such as java -Xmx8g.");
      return FAILED;
    }
  }

  private static Export export(MergeWork work, ProfileSum sum, Allowance memory) {
    RowKind rows = work.rows();
    return rows == null
        ? Export.ofSum(Objects.requireNonNull(work.format()), sum.normalised(work.isAnnotated()))
        : new ProfileRows(rows, sum, memory);
  }

  private int single(SingleWork work) throws IOException {
    try (ByteBudget.Lease lease = budget.open()) {
      SymbolicationResult result = symbolicate(work.profile(), work, lease);
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

  private static String line(ScriptEntry script, @Nullable MapFolder folder) {
    return "%s: %s. %s"
        .formatted(
            Printable.of(script.url()),
            script.status(),
            Printable.of(script.detail() + lookedFor(script, folder)));
  }

  /** Returns false if standard output takes no more bytes. */
  private static boolean write(ProfileWriter profile) throws IOException {
    OutputStream out = new BufferedOutputStream(System.out, PAGE);
    profile.writeTo(out);
    out.flush();
    if (System.out.checkError()) {
      System.err.println("Cannot write the profile to standard output.");
      return false;
    }
    return true;
  }

  private static boolean write(Symbolicated symbolicated, @Nullable MapFolder folder)
      throws IOException {
    if (!write(symbolicated.profile())) {
      return false;
    }
    SymbolicationReport report = symbolicated.report();
    System.err.printf("%d of %d frames are mapped.%n", report.mapped(), report.total());
    for (ScriptEntry script : report.scripts()) {
      System.err.println(line(script, folder));
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
