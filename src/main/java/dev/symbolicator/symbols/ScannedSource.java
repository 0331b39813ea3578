package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.symbols.ComponentFile.ScannerText;
import java.util.Locale;
import java.util.Set;
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
    if (ComponentFile.is(url)) {
      return ofComponent(text, url, allowance);
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

  /** Like {@link #of}, but of a component file only the scripts, whose functions were written. */
  static ScannedSource ofScripts(String text, String url, Allowance allowance) {
    if (!ComponentFile.is(url)) {
      return of(text, url, allowance);
    }
    allowance.take((long) ComponentFile.BYTES_FOR_EACH_CHARACTER * text.length());
    ScannerText scripts = ComponentFile.of(url, text, false);
    return scanned(scripts.text(), scripts.dialect(), allowance);
  }

  private static ScannedSource ofComponent(String text, String url, Allowance allowance) {
    allowance.take((long) ComponentFile.BYTES_FOR_EACH_CHARACTER * text.length());
    ScannerText whole = ComponentFile.of(url, text, true);
    ScannedSource scanned = scanned(whole.text(), whole.dialect(), allowance);
    return scanned.outline.doubts() == 0 ? scanned : ofScripts(text, url, allowance);
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
   * Languages that compile to JavaScript, by the endings of their files: all that are not those of
   * JavaScript, TypeScript or components. Scanned, their texts would seem to have other functions.
   */
  static final class OtherLanguages {
    private static final Pattern ENDING = Pattern.compile("[a-z][a-z0-9]*");
    private static final Set<String> SCANNED =
        Set.of("js", "jsx", "mjs", "cjs", "es", "es6", "jsm", "flow", "ts", "tsx", "mts", "cts");

    private OtherLanguages() {}

    static boolean has(String url) {
      String path = ScannedSource.path(url);
      int dot = path.lastIndexOf('.');
      String ending = path.substring(dot + 1).toLowerCase(Locale.ROOT);
      return dot > path.lastIndexOf('/')
          && ENDING.matcher(ending).matches()
          && !SCANNED.contains(ending)
          && !ComponentFile.is(url);
    }
  }
}
