package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Dialect;
import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.memory.Allowance;
import java.util.Locale;
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

  /** Scans a source. */
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

  /** Returns a URL without query and fragment. */
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

  /** Tells whether a function lacks the braces of its body, which JavaScript demands. */
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
}
