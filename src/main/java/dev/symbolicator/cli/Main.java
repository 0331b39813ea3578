package dev.symbolicator.cli;

import dev.symbolicator.cli.ProfileFiles.Input;
import dev.symbolicator.cli.ProfileFiles.TooLarge;
import dev.symbolicator.cli.ProfileFiles.WrongTarget;
import dev.symbolicator.cli.SymbolicateRun.Each;
import dev.symbolicator.cli.SymbolicateRun.Merge;
import dev.symbolicator.cli.SymbolicateRun.Printable;
import dev.symbolicator.cli.SymbolicateRun.Task;
import dev.symbolicator.cli.SymbolicateRun.Work;
import dev.symbolicator.cli.Terminal.Progress;
import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.profile.multipart.ProfileForm;
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
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
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
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = Main.SymbolicateCommand.class)
public final class Main {
  /** Names a directory instead of the temporary one, without which Vert.x does not start. */
  private static final String CACHE_OF_VERTX = "vertx.cacheDirBase";

  /** A property that application.properties reads: a person reads texts, a program JSON. */
  private static final String JSON_LOGS = "logs.json";

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
      if (Terminal.isTerminal(Terminal.OUTPUT)) {
        System.setProperty(JSON_LOGS, "false");
      }
      Quarkus.run(
          null,
          (status, fault) -> {
            StartFault.print(fault);
            System.exit(status);
          });
    } else {
      System.exit(commands().execute(arguments));
    }
  }

  /** A file whose name begins with an at sign is a profile, and holds no arguments. */
  static CommandLine commands() {
    return new CommandLine(new Main()).setExpandAtFiles(false);
  }

  /** The version that the build wrote into the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {
        "Profile Symbolicator " + (version == null ? "(not packaged)" : version)
      };
    }
  }

  /** Symbolicates files, or the sum of many. */
  @Command(
      name = "symbolicate",
      description =
          "Symbolicates profiles, and writes them to standard output, a file or a folder. A report"
              + " goes to standard error.",
      footer =
          "Exit status: 0 if all profiles were written, 1 if a file is no profile, cannot be read,"
              + " or has too few mapped frames, 2 if the arguments are wrong.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      sortOptions = false)
  static final class SymbolicateCommand implements Callable<Integer> {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final String V8_NAMES = "v8";
    private static final String QUALIFIED_NAMES = "qualified";
    private static final BigDecimal ALL = BigDecimal.valueOf(100);

    /** What the completion completes: a function or an alias for the long command. */
    private static final String COMPLETED = "symbolicate";

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Parameters(
        paramLabel = "FILE",
        arity = "0..*",
        description =
            "A profile, plain or in gzip, or profiles as a quoted glob, such as 'profiles/*.json';"
                + " - stands for standard input, and so does nothing in a pipe.")
    private List<String> arguments = List.of();

    @Option(
        names = {"-o", "--output-file"},
        paramLabel = "PATH",
        description =
            "Write to this file, or for several FILEs to this folder, each answer under its FILE's"
                + " name.")
    private @Nullable String target;

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

    @Option(names = "--strict", description = "Exit with 1 unless all frames are mapped.")
    private boolean isStrict;

    @Option(
        names = "--min-mapped",
        paramLabel = "PERCENT",
        description = "Exit with 1 if fewer of the frames of a FILE are mapped; 0 to 100.")
    private @Nullable String minMapped;

    @Option(
        names = "--completion",
        description = "Print the completion of bash and zsh for an alias named symbolicate.")
    private boolean isCompletionAsked;

    @Override
    public Integer call() {
      if (isCompletionAsked) {
        spec.commandLine()
            .getOut()
            .println(AutoComplete.bash(COMPLETED, new CommandLine(new SymbolicateCommand())));
        return DONE;
      }
      SymbolicationOptions options = options();
      BigDecimal least = leastMapped();
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
      requireNoTool();
      if (arguments.isEmpty() && Terminal.isTerminal(Terminal.INPUT)) {
        throw wrong("Name a FILE, or pipe a profile into the command.");
      }
      List<String> files = new ArrayList<>();
      for (String argument :
          arguments.isEmpty() ? List.of(ProfileFiles.STANDARD_INPUT) : arguments) {
        List<String> matches;
        try {
          matches = ProfileFiles.matches(argument);
        } catch (IOException | InvalidPathException unreadable) {
          return failed(ProfileFiles.failure(argument, unreadable));
        }
        if (matches.isEmpty()) {
          return failed("No file matches " + argument + ".");
        }
        files.addAll(matches);
      }
      Task task;
      try {
        task =
            isMerged
                ? new Merge(
                    files,
                    ProfileFiles.fileFor(files, target),
                    format,
                    rowKind(),
                    isAnnotated,
                    compared)
                : new Each(
                    ProfileFiles.inputs(files, target, ProfileFiles.ending(format, rows != null)));
      } catch (WrongTarget contradiction) {
        throw wrong(String.valueOf(contradiction.getMessage()));
      } catch (IOException | InvalidPathException unusable) {
        return failed("Cannot write to " + target + ": " + unusable);
      }
      return run(task, files, options, least);
    }

    /** Finds the maps of all scripts, and runs the task. */
    private int run(
        Task task, List<String> files, SymbolicationOptions options, @Nullable BigDecimal least) {
      @Nullable MapFolder folder;
      try {
        folder = maps == null ? null : MapFolder.read(maps);
      } catch (NoSuchFileException missing) {
        return failed("There is no file or folder " + missing.getFile() + ".");
      } catch (NotDirectoryException file) {
        return failed(file.getFile() + " is no folder. Name the folder that holds the maps.");
      } catch (IOException unreadable) {
        return failed("Cannot read: " + unreadable);
      }
      PrintStream terminal =
          files.size() > 1 && Terminal.isTerminal(Terminal.ERROR) ? System.err : null;
      Set<String> scripts = new LinkedHashSet<>();
      if (task instanceof Each each && files.size() == 1) {
        // Standard input can be read only once, and a missing file is told before all else starts.
        Input input = each.inputs().get(0);
        byte[] profile;
        try {
          profile = input.profile();
          scripts.addAll(folder == null ? List.of() : scripts(profile));
        } catch (IOException | InvalidPathException unreadable) {
          return failed(ProfileFiles.failure(input.file(), unreadable));
        }
        task = new Each(List.of(new Input(input.file(), input.answer(), profile)));
      } else if (folder != null) {
        Progress progress = new Progress(terminal, "Looking for scripts: ", files);
        for (String file : files) {
          scripts.addAll(scriptsOfReadable(file));
          progress.done(file);
        }
        progress.clear();
      }
      List<MapFolder.Rule> rules = folder == null ? List.of() : folder.rules(List.copyOf(scripts));
      return SymbolicateRun.start(
          new Work(task, options, folder, maps == null || isWebAsked, least, terminal), rules);
    }

    /**
     * Returns the scripts of one of many files; none if it cannot be read, of which the run tells.
     */
    private static List<String> scriptsOfReadable(String file) {
      try {
        return scripts(ProfileFiles.read(file));
      } catch (IOException | InvalidPathException unreadable) {
        return List.of();
      }
    }

    private @Nullable BigDecimal leastMapped() {
      BigDecimal least = null;
      if (minMapped != null) {
        try {
          least = new BigDecimal(minMapped);
        } catch (NumberFormatException noNumber) {
          least = BigDecimal.ONE.negate();
        }
        if (least.signum() < 0 || least.compareTo(ALL) > 0) {
          throw wrong(
              "--min-mapped must be a percentage from 0 to 100, and not %s.".formatted(minMapped));
        }
      }
      return isStrict ? ALL : least;
    }

    /** Refuses the name of a tool as a file, since {@code --output} was probably meant. */
    private void requireNoTool() {
      if (target != null
          && SymbolicationOptions.outputs().contains(target)
          && !Files.exists(Path.of(target))) {
        throw wrong(
            "-o names a file or a folder. For a file for the tool, write --output=%1$s; for a file"
                    .formatted(target)
                + " of this name, -o ./%s.".formatted(target));
      }
    }

    private @Nullable Baseline baseline() {
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
      if (arguments.isEmpty() || arguments.contains(ProfileFiles.STANDARD_INPUT)) {
        throw wrong("--merge needs files, a profile in each.");
      }
    }

    private ParameterException wrong(String detail) {
      return new ParameterException(spec.commandLine(), Printable.of(detail));
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
        throw wrong(
            "--threshold must be from 1 to %d milliseconds, and not %d."
                .formatted(SymbolicationOptions.MAX_LONG_TASK_MILLIS, thresholdMillis));
      }
      return thresholdMillis;
    }

    private String choice(String option, String value, List<String> choices) {
      if (!choices.contains(value)) {
        throw wrong(
            "%s cannot be %s. Choose one of: %s."
                .formatted(option, value, String.join(", ", choices)));
      }
      return value;
    }

    /** Returns the URLs of the scripts of a profile or a form with one; none if it is neither. */
    private static List<String> scripts(byte[] body) throws TooLarge {
      try {
        ProfileBody profile = ProfileForm.of(ProfileBody.of(body), Allowance.unlimited()).profile();
        return ProfileReader.read(profile, ProfileLimits.DEFAULT, Allowance.unlimited())
                instanceof ReadProfile read
            ? read.profile().scripts()
            : List.of();
      } catch (OutOfMemoryError tooLarge) {
        throw new TooLarge(tooLarge);
      }
    }
  }
}
