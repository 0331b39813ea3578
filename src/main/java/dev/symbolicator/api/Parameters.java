package dev.symbolicator.api;

import dev.symbolicator.api.batch.BatchRunner;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.WantedScript;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the query parameters of {@code POST /symbolicate}. An unknown parameter is answered with
 * 400, not ignored.
 */
final class Parameters {
  private static final String RELEASE = "release";
  private static final String ANY_FORMAT = "auto";
  private static final String TOTALS = "totals";

  /** The values of each parameter that is a choice, the default first. */
  private static final Map<String, List<String>> CHOICES =
      new TreeMap<>(
          Map.of(
              "names", List.of("v8", "qualified"),
              "report", List.of("false", "true"),
              "summary", List.of("false", "true"),
              "incomplete", List.of("accept", "reject"),
              "debugMeta", List.of("remove", "keep"),
              "format",
                  Stream.concat(Stream.of(ANY_FORMAT), SymbolicationOptions.formats().stream())
                      .toList()));

  private Parameters() {}

  /**
   * Reads the options of each line of a batch.
   *
   * @return the options, as of a body of lines of JSON
   */
  static SymbolicationOptions ofBatch(MultiMap query) {
    MultiMap others = MultiMap.caseInsensitiveMultiMap().addAll(query).remove(TOTALS);
    requireKnown(others, Stream.of(TOTALS));
    return known(others, BatchRunner.MEDIA_TYPE);
  }

  /** Tells whether a batch is to end with a line of totals. */
  static boolean totals(MultiMap query) {
    return choice(TOTALS, List.of("false", "true"), query).equals("true");
  }

  static SymbolicationOptions options(MultiMap query, @Nullable String contentType) {
    if (query.contains(TOTALS)) {
      throw bad(
          "The query parameter totals is for batches. Send Content-Type: application/x-ndjson, or"
              + " leave the parameter out.");
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
        choice("summary", query).equals("true"));
  }

  private static void requireKnown(MultiMap query, Stream<String> further) {
    List<String> known =
        Stream.concat(Stream.concat(CHOICES.keySet().stream(), Stream.of(RELEASE)), further)
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
