package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.symbols.FunctionPositions.RowNesting;
import dev.symbolicator.symbols.MapShift.ShiftEvidence;
import dev.symbolicator.symbols.SymbolTable.SymbolInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The second witness of a map that looks unsound: whether functions have the names that their
 * originals have. Minifiers keep the names of properties and methods, and add no parameters. The
 * originals' texts are scanned anew, since a sound map never needs them.
 */
final class BodyFit {
  /** So many functions that agree make a map believable, and so few contradictions none. */
  static final int LEAST_AGREEING = 20;

  /** One in this many functions may contradict, such as those into which others were inlined. */
  static final int CONTRADICTING_SHARE = 10;

  /** So many functions must contradict; a single one may be a slip. */
  static final int LEAST_CONTRADICTING = 2;

  /** The most names of a function that are compared. */
  private static final int MOST_WORDS = 32;

  private static final int WORD_BYTES = 160;

  private enum BodyVerdict {
    AGREES,
    SILENT,
    CONTRADICTS
  }

  private final SymbolInput input;
  private final Outline outline;
  private final FunctionPositions generated;
  private final OriginalSources originals;
  private final Allowance allowance;
  private int agreeing;
  private int contradicting;
  private boolean hasTakenBack;

  BodyFit(
      SymbolInput input,
      Outline outline,
      FunctionPositions generated,
      OriginalSources originals,
      Allowance allowance) {
    this.input = input;
    this.outline = outline;
    this.generated = generated;
    this.originals = originals;
    this.allowance = allowance;
  }

  /**
   * Takes back the originals that nothing but the map speaks for, unless most functions agree.
   * Returns why the map is of another build, as a sentence for people; null if it may be the
   * script's.
   */
  @Nullable String takeBack(int[] resolved) {
    @Nullable BodyVerdict[] verdicts = new BodyVerdict[resolved.length];
    try (Allowance part = allowance.part()) {
      part.take((long) Integer.BYTES * resolved.length);
      compare(resolved, verdicts, part);
      if (contradicting >= LEAST_CONTRADICTING
          && (long) contradicting * CONTRADICTING_SHARE > agreeing + contradicting) {
        return "The source map is of another build of the script: %d of %d functions lead to functions without their names or parameters."
            .formatted(contradicting, agreeing + contradicting);
      }
      takeBack(resolved, verdicts);
    }
    return null;
  }

  private void takeBack(int[] resolved, @Nullable BodyVerdict[] verdicts) {
    boolean mayBeSilent = agreeing >= LEAST_AGREEING;
    BodyVerdict before = BodyVerdict.AGREES;
    int silent = 0; // The first row behind the last one that is not silent.
    for (int row = 0; row <= resolved.length; row++) {
      BodyVerdict verdict = row == resolved.length ? BodyVerdict.AGREES : verdicts[row];
      if (verdict == null || verdict == BodyVerdict.SILENT) {
        continue;
      }
      boolean isBetween =
          mayBeSilent && before == BodyVerdict.AGREES && verdict == BodyVerdict.AGREES;
      for (int between = silent; between < row && !isBetween; between++) {
        leave(resolved, between);
      }
      if (verdict == BodyVerdict.CONTRADICTS) {
        leave(resolved, row);
      }
      before = verdict;
      silent = row + 1;
    }
  }

  private void leave(int[] resolved, int row) {
    if (resolved[row] >= 0) {
      resolved[row] = FunctionResolver.UNCERTAIN;
      hasTakenBack = true;
    }
  }

  boolean hasTakenBack() {
    return hasTakenBack;
  }

  private void compare(int[] resolved, @Nullable BodyVerdict[] verdicts, Allowance part) {
    Map<Integer, Set<String>> words = words(part);
    Map<Integer, List<Integer>> rowsOfSources = new TreeMap<>();
    for (int row = 0; row < resolved.length; row++) {
      if (resolved[row] >= 0 && originals.row(resolved[row]) != FunctionPositions.NONE) {
        part.take(Integer.BYTES * 8L);
        rowsOfSources
            .computeIfAbsent(originals.source(resolved[row]), unknown -> new ArrayList<>())
            .add(row);
      }
    }
    for (Map.Entry<Integer, List<Integer>> entry : rowsOfSources.entrySet()) {
      String text = input.files().text(entry.getKey());
      if (text != null) {
        try (Allowance ofSource = part.part()) {
          ofSource.take((long) Character.BYTES * text.length());
          String url = input.map().sourceUrl(entry.getKey());
          ScannedSource source = ScannedSource.of(text, url == null ? "" : url, ofSource);
          WordPlaces places = WordPlaces.of(source.text(), entry.getValue(), words, ofSource);
          for (int row : entry.getValue()) {
            Set<String> own = words.getOrDefault(row, Set.of());
            verdicts[row] = verdict(row, originals.row(resolved[row]), source, own, places);
          }
        }
      }
    }
  }

  private Map<Integer, Set<String>> words(Allowance part) {
    Map<Integer, Set<String>> words = new HashMap<>();
    RowNesting.NestingWalk walk = generated.walk();
    String script = input.script();
    Lines lines = outline.lines();
    for (int dot = script.indexOf('.'); dot >= 0; dot = script.indexOf('.', dot + 1)) {
      String word = PropertyWords.at(script, dot + 1);
      if (word == null || word.length() < ShiftEvidence.SHORTEST_NAME) {
        continue;
      }
      int row = walk.around(Positions.at(lines, dot + 1));
      Set<String> known =
          row == FunctionPositions.NONE
              ? Set.of()
              : words.computeIfAbsent(row, unknown -> new LinkedHashSet<>());
      if (row != FunctionPositions.NONE && known.size() < MOST_WORDS && known.add(word)) {
        part.take(WORD_BYTES + (long) Character.BYTES * word.length());
      }
    }
    return words;
  }

  private BodyVerdict verdict(
      int row, int original, ScannedSource source, Set<String> words, WordPlaces places) {
    Outline of = source.outline();
    int from = of.header(original);
    int to = of.end(original);
    int elsewhere = 0;
    int missing = 0;
    for (String word : words) {
      if (!places.has(word, from, to)) {
        missing++;
        elsewhere += places.has(word, 0, Integer.MAX_VALUE) ? 1 : 0;
      }
    }
    boolean isMethod =
        outline.kind(row) == FunctionKind.METHOD && of.kind(original) == FunctionKind.METHOD;
    String name = isMethod ? outline.name(row, NameStyle.V8).text() : "";
    boolean isNamed = name.length() >= ShiftEvidence.SHORTEST_NAME;
    boolean isOfName = isNamed && name.equals(of.name(original, NameStyle.V8).text());
    int more = ParameterCount.of(input.script(), outline, row);
    int most = ParameterCount.of(source.text(), of, original);
    boolean hasMore = more >= 0 && most >= 0 && more > most;
    if (elsewhere > 0 || 2 * missing > words.size() || (isNamed && !isOfName) || hasMore) {
      contradicting++;
      return BodyVerdict.CONTRADICTS;
    }
    if (words.isEmpty() && !isOfName) {
      return BodyVerdict.SILENT;
    }
    if (more >= 0 && most >= 0 && more != most) {
      return BodyVerdict.SILENT;
    }
    agreeing++;
    return BodyVerdict.AGREES;
  }

  private record WordPlaces(Map<String, Ints> places) {
    static WordPlaces of(
        String text, List<Integer> rows, Map<Integer, Set<String>> wanted, Allowance allowance) {
      Map<String, Ints> places = new HashMap<>();
      for (int row : rows) {
        for (String word : wanted.getOrDefault(row, Set.of())) {
          places.computeIfAbsent(word, unknown -> new Ints(allowance));
        }
      }
      int at = 0;
      while (at < text.length()) {
        int end = at;
        while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
          end++;
        }
        Ints known =
            end - at < ShiftEvidence.SHORTEST_NAME ? null : places.get(text.substring(at, end));
        if (known != null) {
          known.add(at);
        }
        at = end + 1;
      }
      return new WordPlaces(places);
    }

    boolean has(String word, int from, int to) {
      Ints known = places.get(word);
      int low = 0;
      int high = known == null ? 0 : known.size();
      while (known != null && low < high) {
        int middle = (low + high) >>> 1;
        if (known.get(middle) < from) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return known != null && low < known.size() && known.get(low) < to;
    }
  }

  /** Counts parameters where the text shows their number without doubt. */
  private static final class ParameterCount {
    private static final int UNKNOWN = -1;
    private static final int FAR = 1_000;

    private ParameterCount() {}

    static int of(String text, Outline outline, int row) {
      int at = outline.start(row);
      int end = Math.min(outline.body(row), at + FAR);
      if (!FunctionResolver.isFunction(outline.kind(row)) || at >= end) {
        return UNKNOWN;
      }
      if (text.charAt(at) != '(') {
        boolean isName = !text.startsWith("async", at);
        return isName && Character.isJavaIdentifierStart(text.charAt(at)) ? 1 : UNKNOWN;
      }
      int depth = 0;
      int count = 0;
      boolean isOpen = false;
      for (; at < end; at++) {
        char c = text.charAt(at);
        if ("'\"`<>/.".indexOf(c) >= 0) {
          return UNKNOWN; // A string, a type, a comment or a rest parameter.
        } else if (c == ')' && depth == 1) {
          return count + (isOpen ? 1 : 0);
        } else if (c == '(' || c == '[' || c == '{') {
          isOpen |= depth > 0;
          depth++;
        } else if (c == ')' || c == ']' || c == '}') {
          depth--;
        } else if (c == ',' && depth == 1) {
          count++;
          isOpen = false;
        } else {
          isOpen |= c > ' ';
        }
      }
      return UNKNOWN;
    }
  }
}
