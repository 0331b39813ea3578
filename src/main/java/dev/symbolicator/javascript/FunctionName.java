package dev.symbolicator.javascript;

import java.util.List;

/**
 * A function's name: its parts in order, with the tokens of the text they were made of. An
 * anonymous function has no parts.
 */
public record FunctionName(List<NamePart> parts) {
  /** The empty name of an anonymous function. */
  public static final FunctionName ANONYMOUS = new FunctionName(List.of());

  /** Copies the list. */
  public FunctionName {
    parts = List.copyOf(parts);
  }

  /** Returns the whole name; empty for an anonymous function. */
  public String text() {
    if (parts.size() == 1) {
      return parts.get(0).text();
    }
    StringBuilder text = new StringBuilder();
    parts.forEach(part -> text.append(part.text()));
    return text.toString();
  }

  /** Returns the name made of some parts, or {@link #ANONYMOUS} if it is longer than a limit. */
  static FunctionName upTo(int longest, List<NamePart> parts) {
    int length = 0;
    for (NamePart part : parts) {
      length += part.text().length();
    }
    return length > longest || parts.isEmpty() ? ANONYMOUS : new FunctionName(parts);
  }

  /**
   * A piece of a name.
   *
   * @param text the piece: an identifier with its escapes decoded, or glue such as {@code "get "}
   *     or {@code "."}
   * @param offset UTF-16 offset of the identifier's token in the scanned text; -1 for glue and
   *     literals, which no source map renames
   * @param length UTF-16 length of that token, 0 if there is none
   */
  public record NamePart(String text, int offset, int length) {}
}
