package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.memory.Allowance;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of an original source, and its outline in the dialect that its URL and text suggest.
 *
 * @param text the text as it was scanned: of a component file (Vue, Svelte, Astro) only the
 *     scripts, with blanks for the rest
 */
record ScannedSource(String text, Outline outline) {
  private static final Pattern FLOW = Pattern.compile("@flow\\b");
  private static final int PRAGMA_REACH = 2_000;

  static ScannedSource of(String text, String url, Allowance allowance) {
    String path = path(url).toLowerCase(Locale.ROOT);
    if (path.endsWith(".vue") || path.endsWith(".svelte") || path.endsWith(".astro")) {
      allowance.take((long) ScriptBlocks.BYTES_FOR_EACH_CHARACTER * text.length());
      ScriptBlocks blocks = ScriptBlocks.of(text);
      return scanned(blocks.text(), blocks.dialect(), allowance);
    }
    if (path.endsWith(".ts") || path.endsWith(".mts") || path.endsWith(".cts")) {
      return scanned(text, Dialect.TYPESCRIPT, allowance);
    }
    if (path.endsWith(".tsx")) {
      return scanned(text, Dialect.TSX, allowance);
    }
    boolean flow = FLOW.matcher(text).region(0, Math.min(text.length(), PRAGMA_REACH)).find();
    return scanned(text, flow ? Dialect.TSX : Dialect.JSX, allowance);
  }

  static String path(String url) {
    int end = 0;
    while (end < url.length() && url.charAt(end) != '?' && url.charAt(end) != '#') {
      end++;
    }
    return url.substring(0, end);
  }

  private static ScannedSource scanned(String text, Dialect dialect, Allowance allowance) {
    Outline outline = Outline.of(text, dialect, allowance);
    boolean isTyped = dialect == Dialect.JSX && (outline.hasTypes() || lacksBody(outline));
    if ((outline.doubts() > 0 || isTyped) && dialect != Dialect.TSX) {
      // The .js file may hold TypeScript, or Flow types.
      Outline other = Outline.of(text, Dialect.TSX, allowance);
      if (other.doubts() == 0) {
        return new ScannedSource(text, other);
      }
    }
    return new ScannedSource(text, outline);
  }

  private static boolean lacksBody(Outline outline) {
    for (int row = 0; row < outline.size(); row++) {
      FunctionKind kind = outline.kind(row);
      if (outline.body(row) < 0
          && kind != FunctionKind.ARROW
          && FunctionResolver.isFunction(kind)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The scripts of a component file, all other parts blanked, so that no place moves. Without any
   * script element, a text is a script.
   */
  record ScriptBlocks(String text, Dialect dialect) {
    static final int BYTES_FOR_EACH_CHARACTER = 6;

    private static final Pattern BEGIN = Pattern.compile("(?i)<script(\\s[^<>]*)?>");
    private static final Pattern TYPED = Pattern.compile("\\blang\\s*=\\s*[\"']?tsx?\\b");

    static ScriptBlocks of(String file) {
      StringBuilder blank = new StringBuilder(file.length());
      boolean typed = false;
      int done = 0;
      Matcher begin = BEGIN.matcher(file);
      while (begin.find(done)) {
        int end = end(file, begin.end());
        blank(file, done, begin.end(), blank);
        blank.append(file, begin.end(), end);
        typed |= begin.group(1) != null && TYPED.matcher(begin.group(1)).find();
        done = end;
      }
      if (done == 0) {
        return new ScriptBlocks(file, Dialect.TSX);
      }
      blank(file, done, file.length(), blank);
      return new ScriptBlocks(blank.toString(), typed ? Dialect.TYPESCRIPT : Dialect.JSX);
    }

    private static int end(String file, int from) {
      int end = file.indexOf("</script", from);
      return end < 0 ? file.length() : end;
    }

    private static void blank(String file, int from, int to, StringBuilder blank) {
      for (int i = from; i < to; i++) {
        char c = file.charAt(i);
        boolean lineEnd = c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029';
        blank.append(lineEnd ? c : ' ');
      }
    }
  }

  /**
   * Languages that compile to JavaScript, by the endings of their files. Scanned, their texts would
   * seem to have other functions.
   */
  static final class OtherLanguages {
    private static final Set<String> ENDINGS =
        Set.of(
            ("adb ads as bas c cc civet clj cljc cljs coffee cpp cr cs cxx dart elm erl ex "
                    + "fs fsx gleam go groovy h hpp hs hx iced imba java kt kts lhs litcoffee ls "
                    + "lua ml mli nim pas php pl purs py rb re rei res resi rs scala swift vb zig")
                .split(" "));

    private OtherLanguages() {}

    static boolean has(String url) {
      String path = ScannedSource.path(url);
      int dot = path.lastIndexOf('.');
      return dot > path.lastIndexOf('/')
          && ENDINGS.contains(path.substring(dot + 1).toLowerCase(Locale.ROOT));
    }
  }
}
