package dev.symbolicator.cli;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
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

  private Main() {}

  /** Starts the service if there are no arguments, else ends with the status of the command. */
  public static void main(String... arguments) {
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
