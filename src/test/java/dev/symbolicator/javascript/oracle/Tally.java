package dev.symbolicator.javascript.oracle;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts comparisons and differences, and reports the first differences of each sort. */
final class Tally {
  private static final int SHOWN = Integer.getInteger("scanner.shown", 5);
  private static final int CONTEXT = 60;

  /** The aspects that are compared. */
  enum Of {
    STARTS,
    EXTRA_STARTS,
    KINDS,
    HEADERS,
    BODIES,
    ENDS,
    OWNERS,
    V8_NAMES,
    QUALIFIED_NAMES
  }

  private final Map<Of, Integer> compared = new EnumMap<>(Of.class);
  private final Map<Of, List<String>> differences = new EnumMap<>(Of.class);

  /** Counts a comparison. A difference is described by its place and the expected value. */
  void add(Of what, boolean isSame, ScannerText file, String text, int offset, String message) {
    compared.merge(what, 1, Integer::sum);
    if (!isSame) {
      differences
          .computeIfAbsent(what, any -> new ArrayList<>())
          .add(
              "  %s %s:%d %s\n    %s"
                  .formatted(what, file.name(), offset, message, around(text, offset)));
    }
  }

  int compared(Of what) {
    return compared.getOrDefault(what, 0);
  }

  int differing(Of what) {
    return differences.getOrDefault(what, List.of()).size();
  }

  /** Returns the percentage of comparisons without a difference. */
  double percent(Of what) {
    int all = compared(what);
    return all == 0 ? 100 : 100.0 * (all - differing(what)) / all;
  }

  /** Returns the figures, followed by the first differences. */
  String report(String title) {
    StringBuilder report = new StringBuilder(title);
    compared.forEach(
        (what, count) ->
            report.append(
                ", %s %d of %d (%.4f %%)"
                    .formatted(what, count - differing(what), count, percent(what))));
    for (List<String> same : differences.values()) {
      same.stream().limit(SHOWN).forEach(line -> report.append('\n').append(line));
    }
    return report.toString();
  }

  private static String around(String text, int offset) {
    int at = Math.min(offset, text.length());
    String before = text.substring(Math.max(0, at - CONTEXT), at);
    String behind = text.substring(at, Math.min(text.length(), at + CONTEXT));
    return (before + "«" + behind).replaceAll("[\n\r]", "⏎");
  }
}
