package dev.symbolicator.cli;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the service. With arguments, runs a command instead. */
@QuarkusMain
@Command(
    name = "java -jar quarkus-run.jar",
    description = "Serves HTTP, unless a command is given.",
    subcommands = SymbolicateCommand.class)
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
}
