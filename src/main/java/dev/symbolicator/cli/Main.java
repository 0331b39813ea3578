package dev.symbolicator.cli;

import dev.symbolicator.cli.SymbolicateRun.MergeWork;
import dev.symbolicator.cli.SymbolicateRun.Printable;
import dev.symbolicator.cli.SymbolicateRun.SingleWork;
import dev.symbolicator.cli.SymbolicateRun.Work;
import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.rows.ProfileSum.Baseline;
import dev.symbolicator.rows.RowHead;
import dev.symbolicator.rows.RowsRequest;
import dev.symbolicator.rows.RowsRequest.Dimension;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.SymbolicationOptions.GivenBuilds;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Starts the service. With arguments, runs a command instead. */
@QuarkusMain
@Command(
    name = "java -jar quarkus-run.jar",
    description = "Serves HTTP, unless a command is given.",
    subcommands = Main.SymbolicateCommand.class)
public final class Main {
  @SuppressWarnings("UnusedVariable") // Read by picocli.
  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean isHelpAsked;

  /** Names a directory instead of the temporary one, without which Vert.x does not start. */
  private static final String CACHE_OF_VERTX = "vertx.cacheDirBase";

  private Main() {}

  /** Starts the service if there are no arguments, else ends with the status of the command. */
  public static void main(String... arguments) {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    if (!Files.isWritable(temporary) && System.getProperty(CACHE_OF_VERTX) == null) {
      System.err.println(
          temporary
              + " is not writable. Give the process a temporary directory, such as with docker run"
              + " --tmpfs /tmp:exec, or name another one with -Djava.io.tmpdir.");
      System.exit(1);
    }
    if (arguments.length == 0) {
      Quarkus.run();
    } else {
      System.exit(commands().execute(arguments));
    }
  }

  /** A file whose name begins with an at sign is a profile, and holds no arguments. */
  static CommandLine commands() {
    return new CommandLine(new Main()).setExpandAtFiles(false);
  }

  /** Symbolicates a file, or the sum of many, and writes it to standard output. */
  @Command(
      name = "symbolicate",
      description =
          "Symbolicates a profile, and writes it to standard output. A report goes to standard"
              + " error.",
      footer =
          "Exit status: 0 if a profile was written, 1 if the file is no profile or cannot be read,"
              + " 2 if the arguments are wrong.",
      sortOptions = false)
  static final class SymbolicateCommand implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final String V8_NAMES = "v8";
    private static final String QUALIFIED_NAMES = "qualified";

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Parameters(
        paramLabel = "FILE",
        arity = "0..*",
        description =
            "The profile, plain or in gzip; - stands for standard input. With --merge, many files.")
    private List<String> files = List.of(SymbolicateRun.STANDARD_INPUT);

    @Option(
        names = "--maps",
        paramLabel = "FOLDER",
        description = "The folder with the scripts and their maps. Nothing is fetched then.")
    private @Nullable Path maps;

    @Option(names = "--web", description = "Fetch scripts and maps that FOLDER lacks.")
    private boolean isWebAsked;

    @Option(
        names = "--names",
        paramLabel = "STYLE",
        description = "v8 (default), or qualified: Class.method.")
    private String names = V8_NAMES;

    @Option(
        names = "--format",
        paramLabel = "FORMAT",
        description = "The only format to read, such as js-self-profile.")
    private @Nullable String format;

    @Option(
        names = "--release",
        paramLabel = "RELEASE",
        description = "The release of the scripts.")
    private @Nullable String release;

    @Option(
        names = "--output",
        paramLabel = "TOOL",
        description =
            "Write a file for a tool: cpuprofile, speedscope, pprof, collapsed or firefox.")
    private @Nullable String output;

    @Option(
        names = "--long-tasks",
        description = "Keep only what ran in long tasks, in which the page was blocked.")
    private boolean areOnlyLongTasksKept;

    @Option(
        names = "--threshold",
        paramLabel = "MS",
        description = "The shortest long task in milliseconds; 50 if not given.")
    private int thresholdMillis = SymbolicationOptions.USUAL_LONG_TASK_MILLIS;

    @Option(
        names = "--compact",
        description = "Leave out what no sample uses, and round time stamps to microseconds.")
    private boolean isCompact;

    @Option(names = "--annotate", description = "Add which original function each frame is.")
    private boolean isAnnotated;

    @Option(
        names = "--rows",
        paramLabel = "KIND",
        description =
            "Write rows for column stores: profiles, stacks, functions, or all in one file.")
    private @Nullable String rows;

    @Option(
        names = "--merge",
        description =
            "Write the sum of all files, with --output=pprof, collapsed or speedscope, or --rows.")
    private boolean isMerged;

    @Option(
        names = "--baseline",
        paramLabel = "COLUMN:VALUE",
        description =
            "With --merge, compare profiles that have the value, such as release:1.4.1, with all"
                + " others.")
    private @Nullable String baseline;

    @Option(names = "--report", description = "Add the report to the profile.")
    private boolean hasReport;

    @Option(names = "--summary", description = "Write the summary of a heap snapshot instead.")
    private boolean isSummary;

    @SuppressWarnings("UnusedVariable") // Read by picocli.
    @Option(names = "--help", usageHelp = true, description = "Show this help.")
    private boolean isHelpAsked;

    @Override
    public Integer call() {
      SymbolicationOptions options = options();
      Baseline compared = baseline();
      ExportFormat format = output == null ? null : ExportFormat.named(output);
      if (isMerged) {
        requireSum(format);
        options =
            options.forSum(
                compared == null || compared.column().equals(RowHead.RELEASE)
                    ? List.of()
                    : List.of(new Dimension(compared.column(), "")));
      }
      byte[] single = {};
      Set<String> scripts = new LinkedHashSet<>();
      @Nullable MapFolder folder;
      List<MapFolder.Rule> rules;
      try {
        folder = maps == null ? null : MapFolder.read(maps);
        if (!isMerged) {
          single = SymbolicateRun.read(files.get(0));
          scripts.addAll(scripts(single));
        } else if (folder != null) {
          for (String file : files) {
            scripts.addAll(scriptsOfReadable(file));
          }
        }
        rules = folder == null ? List.of() : folder.rules(List.copyOf(scripts));
      } catch (NoSuchFileException missing) {
        return failed("There is no file or folder " + missing.getFile() + ".");
      } catch (NotDirectoryException file) {
        return failed(file.getFile() + " is no folder. Name the folder that holds the maps.");
      } catch (IOException | InvalidPathException unreadable) {
        return failed("Cannot read: " + unreadable);
      } catch (OutOfMemoryError tooLarge) {
        return failed(
            "The file is larger than the memory. Give Java more of it, such as java -Xmx8g.");
      }
      Work work =
          isMerged
              ? new MergeWork(files, options, folder, format, rowKind(), isAnnotated, compared)
              : new SingleWork(single, options, folder);
      return SymbolicateRun.start(work, rules, maps == null || isWebAsked);
    }

    /**
     * Returns the scripts of a file of a sum; none if it cannot be read, of which the sum tells.
     */
    private static List<String> scriptsOfReadable(String file) {
      try {
        return scripts(SymbolicateRun.read(file));
      } catch (IOException | InvalidPathException unreadable) {
        return List.of();
      }
    }

    private @Nullable Baseline baseline() {
      if (files.size() > 1 && !isMerged) {
        throw wrong("Several files need --merge, which writes their sum.");
      }
      if (baseline == null) {
        return null;
      }
      Baseline compared = Baseline.parse(baseline);
      if (!isMerged || compared == null) {
        throw wrong(
            "--baseline needs --merge, and is a column, a colon and a value, such as"
                + " release:1.4.1.");
      }
      return compared;
    }

    private void requireSum(@Nullable ExportFormat format) {
      if (hasReport || isSummary) {
        throw wrong("--merge excludes --report and --summary.");
      }
      if (rows == null && (format == null || !format.hasWeights())) {
        throw wrong("--merge needs --rows, or --output=pprof, collapsed or speedscope.");
      }
      if (files.contains(SymbolicateRun.STANDARD_INPUT)) {
        throw wrong("--merge needs files, a profile in each.");
      }
    }

    private ParameterException wrong(String detail) {
      return new ParameterException(spec.commandLine(), detail);
    }

    private int failed(String detail) {
      spec.commandLine().getErr().println(Printable.of(detail));
      return FAILED;
    }

    private SymbolicationOptions options() {
      return new SymbolicationOptions(
          hasReport,
          false,
          choice("--names", names, List.of(V8_NAMES, QUALIFIED_NAMES)).equals(QUALIFIED_NAMES),
          new GivenBuilds(release, Map.of()),
          false,
          null,
          format == null ? null : choice("--format", format, SymbolicationOptions.formats()),
          isSummary,
          output == null ? null : choice("--output", output, SymbolicationOptions.outputs()),
          areOnlyLongTasksKept ? threshold() : 0,
          isCompact,
          isAnnotated,
          rows());
    }

    private @Nullable RowsRequest rows() {
      if (rows == null) {
        return null;
      }
      if (output != null || isAnnotated || hasReport || isSummary) {
        throw wrong("--rows excludes --output, --annotate, --report and --summary.");
      }
      RowKind kind = rowKind();
      return kind == null ? null : new RowsRequest(kind, List.of());
    }

    private @Nullable RowKind rowKind() {
      return rows == null ? null : RowKind.named(choice("--rows", rows, RowKind.labels()));
    }

    private int threshold() {
      if (thresholdMillis < 1 || thresholdMillis > SymbolicationOptions.MAX_LONG_TASK_MILLIS) {
        throw new ParameterException(
            spec.commandLine(),
            "--threshold must be from 1 to %d milliseconds, and not %d."
                .formatted(SymbolicationOptions.MAX_LONG_TASK_MILLIS, thresholdMillis));
      }
      return thresholdMillis;
    }

    private String choice(String option, String value, List<String> choices) {
      if (!choices.contains(value)) {
        throw new ParameterException(
            spec.commandLine(),
            "%s cannot be %s. Choose one of: %s."
                .formatted(option, value, String.join(", ", choices)));
      }
      return value;
    }

    /** Returns the URLs of a profile's scripts; none if the file is no profile. */
    private static List<String> scripts(byte[] profile) {
      return ProfileReader.read(
                  ProfileBody.of(profile), ProfileLimits.DEFAULT, Allowance.unlimited())
              instanceof ReadProfile read
          ? read.profile().scripts()
          : List.of();
    }
  }
}
