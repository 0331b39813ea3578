package dev.symbolicator.symbols;

import java.util.Locale;
import java.util.Set;

/**
 * Languages that compile to JavaScript and are none of its dialects, by the endings of their files.
 * Their texts cannot be scanned: they would seem to have other functions, or none.
 */
final class OtherLanguages {
  private static final Set<String> ENDINGS =
      Set.of(
          "adb",
          "ads",
          "as",
          "bas",
          "c",
          "cc",
          "civet",
          "clj",
          "cljc",
          "cljs",
          "coffee",
          "cpp",
          "cr",
          "cs",
          "cxx",
          "dart",
          "elm",
          "erl",
          "ex",
          "fs",
          "fsx",
          "gleam",
          "go",
          "groovy",
          "h",
          "hpp",
          "hs",
          "hx",
          "iced",
          "imba",
          "java",
          "kt",
          "kts",
          "lhs",
          "litcoffee",
          "ls",
          "lua",
          "ml",
          "mli",
          "nim",
          "pas",
          "php",
          "pl",
          "purs",
          "py",
          "rb",
          "re",
          "rei",
          "res",
          "resi",
          "rs",
          "scala",
          "swift",
          "vb",
          "zig");

  private OtherLanguages() {}

  /** Tells whether a source's URL has the ending of another language. */
  static boolean has(String url) {
    String path = ScannedSource.path(url);
    int dot = path.lastIndexOf('.');
    return dot > path.lastIndexOf('/')
        && ENDINGS.contains(path.substring(dot + 1).toLowerCase(Locale.ROOT));
  }
}
