package dev.symbolicator.api;

import dev.symbolicator.api.batch.Batch.BatchOptions;
import dev.symbolicator.api.batch.BatchRunner;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.symbolication.ScriptResolver.WantedScript;
import dev.symbolicator.symbolication.SymbolicationOptions;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Query parameters of {@code POST /symbolicate}; unknown ones are answered with 400. */
final class Parameters {
  private static final String RELEASE = "release";
  private static final String ANY_FORMAT = "auto";
  private static final String TOTALS = "totals";
  private static final String VERDICTS = "verdicts";
  private static final List<String> NO_OR_YES = List.of("false", "true");
  private static final String OUTPUT = "output";
  private static final String OWN_FORMAT = "profile";
  private static final String KEEP = "keep";
  private static final String LONG_TASKS = "long-tasks";
  private static final String THRESHOLD = "threshold";
  private static final String SUMMARY = "summary";

  /** The values of each parameter that is a choice, the default first. */
  private static final Map<String, List<String>> CHOICES =
      new TreeMap<>(
          Map.of(
              "names",
              List.of("v8", "qualified"),
              "report",
              List.of("false", "true"),
              SUMMARY,
              List.of("false", "true"),
              "compact",
              List.of("false", "true"),
              "annotate",
              List.of("false", "true"),
              KEEP,
              List.of("all", LONG_TASKS),
              OUTPUT,
              Stream.concat(Stream.of(OWN_FORMAT), SymbolicationOptions.outputs().stream())
                  .toList(),
              "incomplete",
              List.of("accept", "reject"),
              "debugMeta",
              List.of("remove", "keep"),
              "format",
              Stream.concat(Stream.of(ANY_FORMAT), SymbolicationOptions.formats().stream())
                  .toList()));

  /** What the absence of all parameters means, read once. */
  private static final SymbolicationOptions DEFAULTS =
      known(MultiMap.caseInsensitiveMultiMap(), null);

  private Parameters() {}

  /** Reads the options of each line of a batch. */
  static SymbolicationOptions ofBatch(MultiMap query) {
    requireKnown(query, Stream.of(TOTALS, VERDICTS));
    if (output(query) != null) {
      throw bad(
          "The query parameter output is not for batches, whose answers are lines of JSON. Send each"
              + " profile alone, or leave the parameter out.");
    }
    return known(query, BatchRunner.MEDIA_TYPE);
  }

  static BatchOptions ofBatchAnswer(MultiMap query) {
    return new BatchOptions(
        choice(TOTALS, NO_OR_YES, query).equals("true"),
        choice(VERDICTS, NO_OR_YES, query).equals("true"));
  }

  static SymbolicationOptions options(HttpServerRequest request) {
    return options(request.params(), request.getHeader(HttpHeaders.CONTENT_TYPE));
  }

  static SymbolicationOptions options(MultiMap query, @Nullable String contentType) {
    if (query.isEmpty()) {
      return DEFAULTS.withContentType(contentType);
    }
    for (String name : List.of(TOTALS, VERDICTS)) {
      if (query.contains(name)) {
        throw bad(
            "The query parameter %s is for batches. Send Content-Type: application/x-ndjson, or leave the parameter out."
                .formatted(name));
      }
    }
    requireKnown(query, Stream.empty());
    return known(query, contentType);
  }

  private static SymbolicationOptions known(MultiMap query, @Nullable String contentType) {
    return new SymbolicationOptions(
        choice("report", query).equals("true"),
        choice("incomplete", query).equals("reject"),
        choice("names", query).equals("qualified"),
        release(query),
        choice("debugMeta", query).equals("keep"),
        contentType,
        format(query),
        choice(SUMMARY, query).equals("true"),
        output(query),
        threshold(query),
        choice("compact", query).equals("true"),
        choice("annotate", query).equals("true"));
  }

  private static @Nullable String output(MultiMap query) {
    String output = choice(OUTPUT, query);
    if (output.equals(OWN_FORMAT)) {
      return null;
    }
    if (choice(SUMMARY, query).equals("true")) {
      throw bad("The query parameters output and summary exclude each other. Leave one out.");
    }
    return output;
  }

  /** Returns the shortest task whose samples are kept, in milliseconds; 0 to keep all samples. */
  private static int threshold(MultiMap query) {
    List<String> values = query.getAll(THRESHOLD);
    if (!choice(KEEP, query).equals(LONG_TASKS)) {
      if (values.isEmpty()) {
        return 0;
      }
      throw bad("The query parameter threshold needs keep=long-tasks. Add this, or leave it out.");
    }
    if (values.isEmpty()) {
      return SymbolicationOptions.USUAL_LONG_TASK_MILLIS;
    }
    String value = values.get(0);
    int threshold = value.matches("[0-9]{1,5}") ? Integer.parseInt(value) : 0;
    if (values.size() > 1
        || threshold < 1
        || threshold > SymbolicationOptions.MAX_LONG_TASK_MILLIS) {
      throw bad(
          "The query parameter threshold must be a number of milliseconds, from 1 to %d. Give the parameter once."
              .formatted(SymbolicationOptions.MAX_LONG_TASK_MILLIS));
    }
    return threshold;
  }

  private static void requireKnown(MultiMap query, Stream<String> further) {
    List<String> known =
        Stream.concat(
                Stream.concat(CHOICES.keySet().stream(), Stream.of(RELEASE, THRESHOLD)), further)
            .toList();
    for (String name : query.names()) {
      if (!known.contains(name)) {
        throw bad(
            "The query parameter "
                + name
                + " is unknown. Known ones are "
                + String.join(", ", known)
                + ".");
      }
    }
  }

  private static @Nullable String format(MultiMap query) {
    String format = choice("format", query);
    return format.equals(ANY_FORMAT) ? null : format;
  }

  private static @Nullable String release(MultiMap query) {
    List<String> values = query.getAll(RELEASE);
    if (values.isEmpty()) {
      return null;
    }
    if (values.size() > 1 || !WantedScript.isRelease(values.get(0))) {
      throw bad(
          "The query parameter release must have 1 to %d characters, none of them a control character. Give the parameter once."
              .formatted(WantedScript.maxReleaseLength()));
    }
    return values.get(0);
  }

  private static String choice(String name, MultiMap query) {
    return choice(name, CHOICES.getOrDefault(name, List.of()), query);
  }

  private static String choice(String name, List<String> choices, MultiMap query) {
    List<String> values = query.getAll(name);
    if (values.isEmpty()) {
      return choices.get(0);
    }
    if (values.size() > 1 || !choices.contains(values.get(0))) {
      throw bad(
          "The query parameter "
              + name
              + " must be one of "
              + String.join(", ", choices)
              + ". Give the parameter once.");
    }
    return values.get(0);
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.of(Problem.ProblemKind.BAD_PARAMETER, detail));
  }
}
