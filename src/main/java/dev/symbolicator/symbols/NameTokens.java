package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.FunctionName;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.symbols.FunctionResolver.ExactStart;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names functions whose original text is not known: each identifier in the generated name is
 * replaced by the name of the segment exactly there. A segment that merely covers it has a
 * neighbour's name. UglifyJS 2 wrote the segment at the blank before the identifier, and dart2js at
 * the parenthesis behind it.
 */
final class NameTokens {
  /** The most white space around an assignment that is skipped, in UTF-16 units; code has less. */
  private static final int FAR = 100;

  private static final int MOST_KNOWN = 1_024;
  private static final int GOLDEN_RATIO = 0x9E3779B9;
  private static final int NAME_BYTES = 120;

  private static final String CLASS = "class ";

  /** Words before a method's name. A build tool may take such a word for the name. */
  private static final Set<String> MODIFIERS = Set.of("async", "static", "get", "set");

  private final String script;
  private final Outline outline;
  private final Lines lines;
  private final SourceMap map;
  private final int maxLength;
  private final Allowance allowance;
  private final int[] knownOffsets = new int[MOST_KNOWN];
  private final @Nullable String[] knownNames = new String[MOST_KNOWN];

  /** The first row, plus one, of the last fields that were asked for, by style and kind. */
  private final int[] lastFields = new int[4];

  private final @Nullable String[] lastFieldNames = new String[lastFields.length];

  /** The names of the map by index, each decoded once. A name that is too long is empty. */
  private final Map<Integer, String> names = new HashMap<>();

  private final Map<Integer, String> defaultExports = new HashMap<>();

  NameTokens(String script, Outline outline, SourceMap map, int maxLength, Allowance allowance) {
    this.allowance = allowance;
    this.script = script;
    this.outline = outline;
    this.map = map;
    this.maxLength = maxLength;
    lines = outline.lines();
  }

  @Nullable String of(int row, NameStyle style) {
    int first = outline.first(row);
    if (ExactStart.isFields(outline.kind(row))) {
      boolean ofStatic = outline.kind(row) == FunctionKind.STATIC_FIELDS;
      int place = (style == NameStyle.V8 ? 2 : 0) + (ofStatic ? 1 : 0);
      if (lastFields[place] != first + 1) {
        lastFieldNames[place] = workedOut(first, style);
        lastFields[place] = first + 1;
      }
      return lastFieldNames[place];
    }
    String name = workedOut(row, style);
    return name == null ? atParenthesis(row) : name;
  }

  private @Nullable String atParenthesis(int row) {
    int start = outline.start(row);
    boolean isBehindName = outline.kind(row) != FunctionKind.ARROW && script.startsWith("(", start);
    return isBehindName ? nameAt(start) : null;
  }

  private @Nullable String workedOut(int row, NameStyle style) {
    StringBuilder original = new StringBuilder();
    boolean renamed = false;
    for (FunctionName.NamePart part : outline.name(row, style).parts()) {
      String name = original(part);
      original.append(name == null ? part.text() : name);
      renamed |= name != null;
      if (original.length() > maxLength) {
        return null;
      }
    }
    return renamed ? original.toString() : null;
  }

  /** Returns the original name, if the map has a name for every identifier in it; else null. */
  @Nullable String certain(int row, NameStyle style) {
    StringBuilder original = new StringBuilder();
    for (FunctionName.NamePart part : outline.name(row, style).parts()) {
      String name = part.offset() < 0 ? part.text() : original(part);
      if (name == null || original.length() + name.length() > maxLength) {
        return null;
      }
      original.append(name);
    }
    return original.isEmpty() ? null : original.toString();
  }

  private @Nullable String original(FunctionName.NamePart part) {
    String name = part.offset() < 0 ? null : nameAt(part.offset());
    if (name == null || !script.startsWith(CLASS, part.offset() - CLASS.length())) {
      return name;
    }
    String variable = assigned(part.offset() - CLASS.length());
    return variable != null && InventedNames.isInnerName(name, variable) ? variable : name;
  }

  private @Nullable String assigned(int offset) {
    int end = skipBlanks(offset);
    if (end == 0 || script.charAt(end - 1) != '=') {
      return null;
    }
    end = skipBlanks(end - 1);
    int start = end;
    while (start > 0
        && start > end - maxLength
        && Character.isJavaIdentifierPart(script.charAt(start - 1))) {
      start--;
    }
    String name = start == end ? null : nameAt(start);
    return name != null || start == end ? name : script.substring(start, end);
  }

  private int skipBlanks(int end) {
    int at = end;
    while (at > 0
        && at > end - FAR
        && (script.charAt(at - 1) == ' ' || script.charAt(at - 1) == '\n')) {
      at--;
    }
    return at;
  }

  /** Remembers names, since very many functions may have the same long chain of outer names. */
  private @Nullable String nameAt(int offset) {
    int place = ((offset * GOLDEN_RATIO) >>> 7) & (MOST_KNOWN - 1);
    if (knownOffsets[place] != offset + 1) {
      knownNames[place] = lookedUp(offset);
      knownOffsets[place] = offset + 1;
    }
    return knownNames[place];
  }

  private @Nullable String lookedUp(int offset) {
    Mapping exact = exact(offset);
    if (exact == null && offset > 0 && script.charAt(offset - 1) == ' ') {
      exact = exact(offset - 1);
    }
    if (exact == null || exact.name() == Mapping.NO_NAME) {
      return null;
    }
    String name = names.computeIfAbsent(exact.name(), this::decoded);
    if (name.endsWith(InventedNames.DEFAULT)) {
      return name.equals(ofDefaultExport(exact.source())) ? "default" : name;
    }
    return name.isEmpty() || MODIFIERS.contains(name) ? null : name;
  }

  private @Nullable Mapping exact(int offset) {
    int line = lines.lineAt(offset);
    return map.findExact(line, lines.columnAt(offset, line));
  }

  private String ofDefaultExport(int source) {
    return defaultExports.computeIfAbsent(
        source,
        unknown -> {
          String url = map.sourceUrl(source);
          return kept(url == null ? "" : InventedNames.ofDefaultExport(url));
        });
  }

  private String decoded(int index) {
    String name = map.name(index);
    return kept(name.length() > maxLength ? "" : name);
  }

  private String kept(String name) {
    allowance.take(NAME_BYTES + 2L * name.length());
    return name;
  }

  static final class InventedNames {
    static final String DEFAULT = "_default";

    private static final Pattern NO_IDENTIFIER = Pattern.compile("[^A-Za-z0-9_$]+");

    private InventedNames() {}

    /**
     * Returns esbuild's name for a source's unnamed default export: {@code menu_default} in {@code
     * menu.ts} or {@code menu/index.ts}.
     */
    static String ofDefaultExport(String sourceUrl) {
      String path = ScannedSource.path(sourceUrl);
      int slash = path.lastIndexOf('/');
      String file = path.substring(slash + 1);
      int dot = file.indexOf('.', 1);
      String base = dot < 0 ? file : file.substring(0, dot);
      if (base.equals("index") && slash >= 0) {
        base = path.substring(path.lastIndexOf('/', slash - 1) + 1, slash);
      }
      return NO_IDENTIFIER.matcher(base).replaceAll("_") + DEFAULT;
    }

    static boolean isInnerName(String className, String variable) {
      return className.length() == variable.length() + 1
          && className.charAt(0) == '_'
          && className.endsWith(variable);
    }
  }
}
