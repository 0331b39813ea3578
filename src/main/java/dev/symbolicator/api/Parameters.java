package dev.symbolicator.api;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.symbolication.SymbolicationOptions;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the query parameters of {@code POST /symbolicate}. An unknown parameter is answered with
 * 400, not ignored.
 */
final class Parameters {
  /** The values of each parameter, the default first. */
  private static final Map<String, List<String>> CHOICES =
      new TreeMap<>(
          Map.of(
              "names", List.of("v8", "qualified"),
              "report", List.of("false", "true"),
              "incomplete", List.of("accept", "reject")));

  private Parameters() {}

  static SymbolicationOptions options(MultiMap query) {
    for (String name : query.names()) {
      if (!CHOICES.containsKey(name)) {
        throw bad(
            "The query parameter "
                + name
                + " is unknown. Known ones are "
                + String.join(", ", CHOICES.keySet())
                + ".");
      }
    }
    return new SymbolicationOptions(
        choice("report", query).equals("true"),
        choice("incomplete", query).equals("reject"),
        choice("names", query).equals("qualified"));
  }

  private static String choice(String name, MultiMap query) {
    List<String> choices = CHOICES.getOrDefault(name, List.of());
    List<String> values = query.getAll(name);
    if (values.isEmpty()) {
      return choices.get(0);
    }
    if (values.size() > 1 || !choices.contains(values.get(0))) {
      throw bad(
          "The query parameter "
              + name
              + " is "
              + String.join(" or ", choices)
              + ", and may be given only once.");
    }
    return values.get(0);
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.of(Problem.ProblemKind.BAD_PARAMETER, detail));
  }
}
