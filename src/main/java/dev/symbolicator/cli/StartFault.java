package dev.symbolicator.cli;

import dev.symbolicator.cli.SymbolicateRun.Printable;
import io.quarkus.bootstrap.logging.InitialConfigurator;
import io.quarkus.runtime.QuarkusBindException;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigValidationException;
import java.util.Locale;
import java.util.logging.Handler;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jboss.logmanager.ExtHandler;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.handlers.AsyncHandler;
import org.jspecify.annotations.Nullable;

/** Says on standard error why the process ends: a wrong setting is one sentence. */
final class StartFault {
  /** SmallRye's text about a value that its converter refuses, which is never a secret's. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "(?s).*?The config property (\\S+) with the config value \"(.*)\" threw an Exception"
              + " whilst being converted (?:[A-Z]+[0-9]{5}: )?(.*)");

  /** The class and the number of a text. */
  private static final Pattern LABEL =
      Pattern.compile("^(?:[a-z][\\w.$]*: )?(?:[A-Z]+[0-9]{5}: )?");

  private StartFault() {}

  /** Prints nothing if there is no fault. */
  static void print(@Nullable Throwable fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      String sentence = sentence(cause);
      if (sentence != null) {
        System.err.println(sentence);
        return;
      }
    }
    if (fault != null) {
      ExtLogRecord record =
          new ExtLogRecord(
              Level.ERROR, "The process ends with a fault", StartFault.class.getName());
      record.setThrown(fault);
      write(InitialConfigurator.DELAYED_HANDLER, record);
    }
  }

  /** Writes a record at once: nobody waits for the queue of the console when the process ends. */
  private static void write(ExtHandler handler, ExtLogRecord record) {
    for (Handler inner : handler.getHandlers()) {
      if (inner instanceof AsyncHandler queue) {
        write(queue, record);
      } else {
        inner.publish(record);
      }
    }
  }

  private static @Nullable String sentence(Throwable cause) {
    if (cause instanceof ConfigValidationException wrong) {
      return sentences(wrong);
    } else if (cause instanceof ConfigurationException) {
      return cause.getMessage();
    } else if (cause instanceof QuarkusBindException taken) {
      return "quarkus.http.port: the service cannot listen at port %d of %s. Another process may use it."
          .formatted(taken.getPort(), taken.getHost());
    }
    return null;
  }

  /** Returns a line about each wrong setting. */
  static String sentences(ConfigValidationException wrong) {
    return IntStream.range(0, wrong.getProblemCount())
        .mapToObj(i -> sentence(wrong.getProblem(i).getMessage()))
        .distinct()
        .collect(Collectors.joining(System.lineSeparator()));
  }

  /** Returns a sentence that begins with the key, if SmallRye's text tells it. */
  static String sentence(String text) {
    Matcher refused = REFUSED.matcher(text);
    return Printable.of(
        refused.matches()
            ? "%s is \"%s\": %s."
                .formatted(
                    withVariable(refused.group(1)),
                    refused.group(2),
                    refused.group(3).replaceFirst(" to enum class [^,]*,", ";"))
            : LABEL.matcher(text).replaceFirst(""));
  }

  private static String withVariable(String key) {
    String variable = key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    return System.getenv(variable) == null ? key : key + " (" + variable + ")";
  }
}
