package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Longs;
import java.util.BitSet;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The file of a component, of which a scanner can read the scripts and the expressions of the
 * markup: all else is blanked, so that no place moves. An expression keeps its place between
 * parentheses, and statements between braces, where the markup has quotes or braces of its own:
 * {@code @click="e => go(e)"} becomes <code>;(e => go(e))</code>, and <code>{#each list() as
 * x}</code> becomes <code>( list() )</code>. One pass, each character is read a bounded number of
 * times.
 *
 * <p>Attributes with code are those of <a
 * href="https://vuejs.org/guide/essentials/template-syntax.html">Vue</a> ({@code @… :… v-… #…}), <a
 * href="https://angular.dev/guide/templates/event-listeners">Angular</a> ({@code (…)}), and with
 * braces those of <a href="https://svelte.dev/docs/svelte/basic-markup">Svelte</a>, Astro, Marko,
 * Riot and Ripple.
 */
final class ComponentFile {
  /** The characters of the file as an array, and of the blanked text as array and string. */
  static final int BYTES_FOR_EACH_CHARACTER = 6;

  private static final String DECORATOR = "@Component(";
  private static final String DASHES = "---";
  private static final String TEMPLATE = "template:";

  private static final Pattern ENDING =
      Pattern.compile("(?i).*\\.(vue|svelte|astro|html|marko|riot|ripple)");

  /** A query by which bundlers name one script of a component, whose text is that script alone. */
  private static final Pattern SCRIPT_QUERY =
      Pattern.compile("(?i)[?&](?:type=script|html-proxy|lang\\.|vue&type=)");

  private static final Pattern SCRIPT = Pattern.compile("(?i)<script[\\s>]");
  private static final Pattern TYPED = Pattern.compile("\\blang\\s*=\\s*[\"']?tsx?\\b");
  private static final Pattern HANDLER =
      Pattern.compile("\\s*(?:async\\b|function\\b|\\(|[\\w$]+\\s*=>)");

  private final String file;
  private final char[] blanked;
  private final Kind kind;
  private boolean isTyped;
  private int at;

  private enum Kind {
    /** Code in attributes of certain names, and between two braces. */
    VUE,
    /** Statements in attributes of certain names; no functions elsewhere. */
    ANGULAR,
    /** Code in braces. */
    BRACES
  }

  private ComponentFile(String file, Kind kind) {
    this.file = file;
    this.kind = kind;
    blanked = new char[file.length()];
    for (int i = 0; i < blanked.length; i++) {
      char c = file.charAt(i);
      blanked[i] = isLineEnd(c) ? c : ' ';
    }
  }

  /**
   * The text for a scanner.
   *
   * @param text as long as the file, and with the same lines
   */
  record ScannerText(String text, Dialect dialect) {}

  /** Tells whether a URL's path has the ending of a component file. */
  static boolean is(String url) {
    return ENDING.matcher(ScannedSource.path(url)).matches();
  }

  /** Returns the component's name, which is its file's without the ending: {@code Card}. */
  static String name(String url) {
    String path = ScannedSource.path(url);
    String file = path.substring(path.lastIndexOf('/') + 1);
    int dot = file.indexOf('.', 1);
    return dot < 0 ? file : file.substring(0, dot);
  }

  /**
   * Returns a text for a scanner: scripts and expressions, or the scripts alone for markup that a
   * scanner does not understand. A file without markup is a script as a whole.
   */
  static ScannerText of(String url, String file, boolean withExpressions) {
    String path = ScannedSource.path(url).toLowerCase(Locale.ROOT);
    if (SCRIPT_QUERY.matcher(url).find() || !(path.endsWith(".html") || hasMarkup(file))) {
      return new ScannerText(file, Dialect.TSX);
    }
    Kind kind =
        path.endsWith(".vue") ? Kind.VUE : path.endsWith(".html") ? Kind.ANGULAR : Kind.BRACES;
    ComponentFile component = new ComponentFile(file, kind);
    if (withExpressions) {
      component.read();
    } else {
      component.readScripts();
    }
    Dialect dialect =
        path.endsWith(".astro")
            ? Dialect.TSX
            : component.isTyped ? Dialect.TYPESCRIPT : Dialect.JSX;
    return new ScannerText(new String(component.blanked), dialect);
  }

  private static boolean hasMarkup(String file) {
    int first = 0;
    while (first < file.length() && file.charAt(first) <= ' ') {
      first++;
    }
    return file.startsWith("<", first)
        || file.startsWith("---", first)
        || file.startsWith("{#", first)
        || file.startsWith("{@", first)
        || SCRIPT.matcher(file).find();
  }

  /**
   * Returns the positions where the templates of Angular's decorators begin and end in a script, in
   * pairs.
   */
  static Longs templates(String script, Lines lines, Allowance allowance) {
    int at = script.indexOf(DECORATOR);
    at = at < 0 ? -1 : script.indexOf(TEMPLATE, at);
    Longs found = new Longs(allowance);
    while (at >= 0) {
      int quote = at + TEMPLATE.length();
      while (quote < script.length() && script.charAt(quote) <= ' ') {
        quote++;
      }
      int end = quote;
      if (quote < script.length() && "`'\"".indexOf(script.charAt(quote)) >= 0) {
        end = quote + 1;
        while (end < script.length() && script.charAt(end) != script.charAt(quote)) {
          end += script.charAt(end) == '\\' ? 2 : 1;
        }
        end = Math.min(end, script.length());
        found.add(Positions.at(lines, quote));
        found.add(Positions.at(lines, end));
      }
      at = script.indexOf(TEMPLATE, Math.max(end, quote));
    }
    return found;
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029';
  }

  /** Reads the script between two lines of dashes, with which Astro's files begin. */
  private void readFrontmatter() {
    if (!file.stripLeading().startsWith(DASHES)) {
      return;
    }
    int from = file.indexOf(DASHES) + DASHES.length();
    int end = end(DASHES, from);
    copy(from, end);
    put(end, ';');
    at = Math.min(file.length(), end + DASHES.length());
  }

  private void readScripts() {
    readFrontmatter();
    while (at < file.length()) {
      if (isElement("script")) {
        readScript();
      } else {
        at++;
      }
    }
  }

  private void read() {
    readFrontmatter();
    while (at < file.length()) {
      char c = file.charAt(at);
      if (c == '<') {
        readTag();
      } else if (c == '{' && kind == Kind.BRACES) {
        readBraces();
      } else if (c == '{' && kind == Kind.VUE && file.startsWith("{{", at)) {
        at += 2;
        int end = end("}}", at);
        expression(at, end);
        at = Math.min(file.length(), end + 2);
      } else {
        at++;
      }
    }
  }

  private void readTag() {
    if (file.startsWith("<!--", at)) {
      at = Math.min(file.length(), end("-->", at + 4) + 3);
    } else if (isElement("script")) {
      readScript();
    } else if (isElement("style")) {
      at = end("</style", at);
    } else if (at + 1 < file.length() && Character.isLetter(file.charAt(at + 1))) {
      at++;
      readAttributes();
    } else {
      at++;
    }
  }

  private boolean isElement(String name) {
    int behind = at + 1 + name.length();
    return file.charAt(at) == '<'
        && file.regionMatches(true, at + 1, name, 0, name.length())
        && behind < file.length()
        && (file.charAt(behind) == '>' || file.charAt(behind) <= ' ');
  }

  private void readScript() {
    int begin = end(">", at);
    if (begin == file.length()) {
      at = begin;
      return;
    }
    isTyped |= TYPED.matcher(file).region(at, begin).find();
    int end = end("</script", begin);
    put(begin, ';');
    copy(begin + 1, end);
    put(end, ';');
    at = Math.min(file.length(), end + 2);
  }

  /** Reads a tag from its name to the bracket that closes it. */
  private void readAttributes() {
    while (at < file.length() && file.charAt(at) != '>') {
      char c = file.charAt(at);
      if (c == '{' && kind == Kind.BRACES) {
        readBraces();
      } else if (c == '"' || c == '\'') {
        at = quoted(at, c, false);
      } else if (c > ' ' && c != '/' && c != '=') {
        readAttribute();
      } else {
        at++;
      }
    }
  }

  private void readAttribute() {
    int begin = at;
    while (at < file.length() && " \t\n\r=>{\"'".indexOf(file.charAt(at)) < 0) {
      at++;
    }
    int nameEnd = at;
    while (at < file.length() && file.charAt(at) <= ' ') {
      at++;
    }
    if (at == file.length() || file.charAt(at) != '=') {
      at = nameEnd == begin ? begin + 1 : nameEnd;
      return;
    }
    int equals = at++;
    while (at < file.length() && file.charAt(at) <= ' ') {
      at++;
    }
    if (at < file.length() && (file.charAt(at) == '"' || file.charAt(at) == '\'')) {
      boolean isCode = hasCode(file.charAt(begin), begin);
      if (isCode) {
        put(equals, ';');
      }
      at = quoted(at, file.charAt(at), isCode);
    }
  }

  private boolean hasCode(char first, int name) {
    return switch (kind) {
      case VUE -> first == '@' || first == ':' || first == '#' || file.startsWith("v-", name);
      case ANGULAR -> first == '(';
      case BRACES -> false;
    };
  }

  /** Reads a quoted value, and returns the place behind it. */
  private int quoted(int quote, char mark, boolean isCode) {
    int end = end(mark == '"' ? "\"" : "'", quote + 1);
    if (isCode) {
      boolean isHandler = HANDLER.matcher(file).region(quote + 1, end).lookingAt();
      if (isHandler || before(";", quote, end) == end) {
        expression(quote + 1, end);
      } else {
        put(quote, '{');
        copy(quote + 1, end);
        put(end, '}');
      }
    } else if (kind == Kind.BRACES) {
      at = quote + 1;
      while (at < end) {
        if (file.charAt(at) == '{') {
          readBraces();
        } else {
          at++;
        }
      }
      return Math.max(at, Math.min(file.length(), end + 1));
    }
    return Math.min(file.length(), end + 1);
  }

  /** Reads an expression in braces, or the expression of a block such as <code>{#if …}</code>. */
  private void readBraces() {
    int open = at++;
    char first = at < file.length() ? file.charAt(at) : ' ';
    int close = new Code(file, at).close();
    int from = at;
    int to = close;
    if (first == '#' || first == ':' || first == '@' || first == '/') {
      String word = word(at + 1);
      from = at + 1 + word.length();
      to =
          switch (word) {
            case "if", "key", "html", "const", "attach" -> close;
            case "else" -> {
              from = Math.min(close, before("if", from, close) + 2);
              yield close;
            }
            case "each" -> before(" as ", from, close);
            case "await" -> Math.min(before(" then", from, close), before(" catch", from, close));
            default -> from;
          };
    } else if (file.startsWith("...", at)) {
      from = at + 3;
    }
    if (to > from) {
      put(open, '(');
      copy(from, to);
      put(to, ')');
    }
    at = Math.min(file.length(), close + 1);
  }

  private String word(int from) {
    int end = from;
    while (end < file.length() && Character.isLetter(file.charAt(end))) {
      end++;
    }
    return file.substring(from, end);
  }

  private int before(String word, int from, int to) {
    int place = from;
    while (place < to && !file.startsWith(word, place)) {
      place++;
    }
    return place;
  }

  private void expression(int from, int to) {
    put(from - 1, '(');
    copy(from, to);
    put(to, ')');
  }

  private void copy(int from, int to) {
    file.getChars(from, Math.min(to, file.length()), blanked, from);
  }

  private void put(int place, char c) {
    if (place < blanked.length) {
      blanked[place] = c;
    }
  }

  private int end(String mark, int from) {
    int end = file.indexOf(mark, from);
    return end < 0 ? file.length() : end;
  }

  /** Finds the brace that closes code: those of strings, templates and comments do not count. */
  private static final class Code {
    private final String text;
    private int at;

    Code(String text, int from) {
      this.text = text;
      at = from;
    }

    /** Returns the place of the brace; the text's length if none closes. */
    int close() {
      int depth = 0;
      // One bit for each open brace: whether it is the substitution of a template.
      BitSet templates = new BitSet();
      while (at < text.length()) {
        char c = text.charAt(at++);
        switch (c) {
          case '{' -> templates.clear(depth++);
          case '}' -> {
            if (depth == 0) {
              return at - 1;
            }
            if (templates.get(--depth) && template()) {
              templates.set(depth++);
            }
          }
          case '`' -> {
            if (template()) {
              templates.set(depth++);
            }
          }
          case '"', '\'' -> {
            if (!isWithinWord()) {
              string(c);
            }
          }
          case '/' -> comment();
          default -> {}
        }
      }
      return text.length();
    }

    /** Skips a template's characters; tells whether they end at a substitution. */
    private boolean template() {
      while (at < text.length()) {
        char c = text.charAt(at++);
        if (c == '\\') {
          at++;
        } else if (c == '`') {
          return false;
        } else if (c == '$' && at < text.length() && text.charAt(at) == '{') {
          at++;
          return true;
        }
      }
      return false;
    }

    /** Tells whether a quote is an apostrophe of JSX's text. */
    private boolean isWithinWord() {
      return at > 1 && Character.isLetter(text.charAt(at - 2));
    }

    private void string(char quote) {
      while (at < text.length()) {
        char c = text.charAt(at++);
        if (c == '\\') {
          at++;
        } else if (c == quote || isLineEnd(c)) {
          return;
        }
      }
    }

    private void comment() {
      if (text.startsWith("*", at)) {
        int end = text.indexOf("*/", at + 1);
        at = end < 0 ? text.length() : end + 2;
      } else if (text.startsWith("/", at)) {
        while (at < text.length() && !isLineEnd(text.charAt(at))) {
          at++;
        }
      }
    }
  }
}
