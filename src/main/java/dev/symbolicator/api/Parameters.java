package dev.symbolicator.api;

import dev.symbolicator.symbolication.SymbolicationOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The query parameters of {@code POST /symbolicate}. A value nobody knows is a 400. */
final class Parameters {
  private Parameters() {}

  static SymbolicationOptions options(
      @Nullable String names, @Nullable String report, @Nullable String incomplete) {
    choose("names", names, List.of("v8"));
    return new SymbolicationOptions(
        choose("report", report, List.of("false", "true")).equals("true"),
        choose("incomplete", incomplete, List.of("accept", "reject")).equals("reject"));
  }

  /** The first choice is the default. */
  private static String choose(String name, @Nullable String value, List<String> choices) {
    if (value == null) {
      return choices.get(0);
    }
    if (!choices.contains(value)) {
      throw new ProblemException(
          Problem.of(
              Problem.Kind.BAD_PARAMETER,
              "The query parameter " + name + " may be " + String.join(" or ", choices) + "."));
    }
    return value;
  }
}
