package dev.symbolicator.api;

import dev.symbolicator.api.batch.Batch.BatchOptions;
import dev.symbolicator.api.batch.BatchRunner;
import dev.symbolicator.api.batch.BatchSum.SumOptions;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.rows.ProfileSum.Baseline;
import dev.symbolicator.rows.RowHead;
import dev.symbolicator.rows.RowsRequest;
import dev.symbolicator.rows.RowsRequest.Dimension;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.symbolication.ScriptResolver.WantedScript;
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.SymbolicationOptions.GivenBuilds;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Query parameters of {@code POST /symbolicate}; unknown ones are answered with 400. */
final class Parameters {
  private static final String RELEASE = "release";
  private static final String ANY_FORMAT = "auto";
  private static final String TOTALS = "totals";
  private static final String VERDICTS = "verdicts";
  private static final String OUTPUT = "output";
  private static final String OWN_FORMAT = "profile";
  private static final String KEEP = "keep";
  private static final String LONG_TASKS = "long-tasks";
  private static final String THRESHOLD = "threshold";
  private static final String SUMMARY = "summary";
  private static final String ROWS = "rows";
  private static final String NO_ROWS = "none";
  private static final String ANNOTATE = "annotate";
  private static final String AGGREGATE = "aggregate";
  private static final String BASELINE = "baseline";

  /** The parameters of what an answer of rows has no room for. */
  private static final List<String> NOT_WITH_ROWS =
      List.of(OUTPUT, SUMMARY, ANNOTATE, "names", "report");

  /** The parameters of single answers, which a sum is not. */
  private static final List<String> NOT_WITH_SUMS = List.of(SUMMARY, "report", TOTALS, VERDICTS);

  /** The parameters of batches. */
  private static final List<String> OF_BATCHES = List.of(TOTALS, VERDICTS, AGGREGATE, BASELINE);

  private static final List<String> BOOLEAN = List.of("false", "true");

  /** The values of each parameter that is a choice, the default first. */
  private static final Map<String, List<String>> CHOICES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("names", List.of("v8", "qualified")),
              Map.entry("report", BOOLEAN),
              Map.entry(SUMMARY, BOOLEAN),
              Map.entry("compact", BOOLEAN),
              Map.entry(ANNOTATE, BOOLEAN),
              Map.entry(KEEP, List.of("all", LONG_TASKS)),
              Map.entry(OUTPUT, or(OWN_FORMAT, SymbolicationOptions.outputs())),
              Map.entry(ROWS, or(NO_ROWS, RowKind.labels())),
              Map.entry("incomplete", List.of("accept", "reject")),
              Map.entry("debugMeta", List.of("remove", "keep")),
              Map.entry("format", or(ANY_FORMAT, SymbolicationOptions.formats()))));

  /** What the absence of all parameters means, read once. */
  private static final SymbolicationOptions DEFAULTS =
      known(MultiMap.caseInsensitiveMultiMap(), null, List.of());

  private Parameters() {}

  private static List<String> or(String usual, List<String> others) {
    return Stream.concat(Stream.of(usual), others.stream()).toList();
  }

  /** Reads the options of each line of a batch. */
  static SymbolicationOptions ofBatch(MultiMap query, List<String> dimensions) {
    requireKnown(query, Stream.concat(OF_BATCHES.stream(), ofRows(query, dimensions)));
    if (output(query) != null) {
      throw bad(
          "The query parameter output is not for batches, whose answers are lines of JSON. Send each"
              + " profile alone, add aggregate=true for the sum of all, or leave the parameter out.");
    }
    return known(query, BatchRunner.MEDIA_TYPE, dimensions);
  }

  static BatchOptions ofBatchAnswer(MultiMap query) {
    if (query.contains(ROWS) && query.contains(VERDICTS)) {
      throw bad(
          "The query parameters rows and verdicts exclude each other, since the rows of a profile are several lines. Leave one out.");
    }
    return new BatchOptions(isOn(TOTALS, query), isOn(VERDICTS, query));
  }

  /**
   * Reads what a batch is added up to; null if each of its lines is answered.
   *
   * @param dimensions columns by which the baseline may be told, beside the release
   */
  static @Nullable SumOptions ofSum(MultiMap query, List<String> dimensions) {
    if (!isOn(AGGREGATE, query)) {
      if (query.contains(BASELINE)) {
        throw bad("The query parameter baseline needs aggregate=true. Add this, or leave it out.");
      }
      return null;
    }
    requireKnown(query, Stream.concat(OF_BATCHES.stream(), dimensions.stream()));
    for (String other : NOT_WITH_SUMS) {
      if (isOn(other, query)) {
        throw bad(
            "The query parameters aggregate and %s exclude each other. Leave one out."
                .formatted(other));
      }
    }
    ExportFormat format = ExportFormat.named(choice(OUTPUT, query));
    RowKind rows = RowKind.named(choice(ROWS, query));
    if (rows != null) {
      requireOnlyRows(query);
    } else if (format == null || !format.hasWeights()) {
      throw bad(
          "The query parameter aggregate needs rows, or output=%s. Add one of them."
              .formatted(
                  Stream.of(ExportFormat.values())
                      .filter(ExportFormat::hasWeights)
                      .map(ExportFormat::label)
                      .collect(Collectors.joining(", or output="))));
    }
    return new SumOptions(
        rows == null ? format : null, rows, isOn(ANNOTATE, query), baseline(query, dimensions));
  }

  /** Reads the options of each line of a batch that is added up. */
  static SymbolicationOptions ofSummedLines(MultiMap query, List<String> dimensions) {
    return known(query, BatchRunner.MEDIA_TYPE, List.of()).forSum(values(query, dimensions));
  }

  private static @Nullable Baseline baseline(MultiMap query, List<String> dimensions) {
    List<String> values = query.getAll(BASELINE);
    if (values.isEmpty()) {
      return null;
    }
    List<String> columns = Stream.concat(Stream.of(RowHead.RELEASE), dimensions.stream()).toList();
    Baseline baseline = Baseline.parse(values.get(0));
    if (values.size() > 1 || baseline == null || !columns.contains(baseline.column())) {
      throw bad(
          "The query parameter baseline must be a column, a colon and a value, such as release:1.4.1. Columns are %s. Give the parameter once."
              .formatted(String.join(", ", columns)));
    }
    return baseline;
  }

  private static boolean isOn(String name, MultiMap query) {
    return choice(name, BOOLEAN, query).equals("true");
  }

  /** Reads the options of a request; dimensions are parameters of rows, too. */
  static SymbolicationOptions options(HttpServerRequest request, List<String> dimensions) {
    return options(request.params(), request.getHeader(HttpHeaders.CONTENT_TYPE), dimensions);
  }

  static SymbolicationOptions options(
      MultiMap query, @Nullable String contentType, List<String> dimensions) {
    if (query.isEmpty()) {
      return DEFAULTS.withContentType(contentType);
    }
    for (String name : OF_BATCHES) {
      if (query.contains(name)) {
        throw bad(
            "The query parameter %s is for batches. Send Content-Type: application/x-ndjson, or leave the parameter out."
                .formatted(name));
      }
    }
    requireKnown(query, ofRows(query, dimensions));
    return known(query, contentType, dimensions);
  }

  private static Stream<String> ofRows(MultiMap query, List<String> dimensions) {
    return query.contains(ROWS) ? dimensions.stream() : Stream.empty();
  }

  private static SymbolicationOptions known(
      MultiMap query, @Nullable String contentType, List<String> dimensions) {
    return new SymbolicationOptions(
        choice("report", query).equals("true"),
        choice("incomplete", query).equals("reject"),
        choice("names", query).equals("qualified"),
        new GivenBuilds(release(query), Map.of()),
        choice("debugMeta", query).equals("keep"),
        contentType,
        format(query),
        choice(SUMMARY, query).equals("true"),
        output(query),
        threshold(query),
        choice("compact", query).equals("true"),
        choice("annotate", query).equals("true"),
        rows(query, dimensions));
  }

  private static @Nullable RowsRequest rows(MultiMap query, List<String> dimensions) {
    RowKind kind = RowKind.named(choice(ROWS, query));
    if (kind == null) {
      return null;
    }
    requireOnlyRows(query);
    return new RowsRequest(kind, values(query, dimensions));
  }

  private static void requireOnlyRows(MultiMap query) {
    for (String other : NOT_WITH_ROWS) {
      if (!choice(other, query).equals(choices(other).get(0))) {
        throw bad("The query parameters rows and " + other + " exclude each other. Leave one out.");
      }
    }
  }

  private static List<Dimension> values(MultiMap query, List<String> dimensions) {
    return dimensions.stream().map(name -> dimension(name, query)).toList();
  }

  private static Dimension dimension(String name, MultiMap query) {
    List<String> values = query.getAll(name);
    String value = values.isEmpty() ? "" : values.get(0);
    if (values.size() > 1 || !Dimension.allows(value)) {
      throw bad(
          "The query parameter %s must have at most %d characters, none of them a control character. Give the parameter once."
              .formatted(name, Dimension.MAX_LENGTH));
    }
    return new Dimension(name, value);
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
    return choice(name, choices(name), query);
  }

  private static List<String> choices(String name) {
    return CHOICES.getOrDefault(name, List.of());
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
