package dev.symbolicator.javascript;

import java.util.List;

/**
 * A function's name and the tokens of the text that it was made of, in order. No parts: anonymous.
 */
public record FunctionName(List<NamePart> parts) {
  /** The name of a function that has none. */
  public static final FunctionName ANONYMOUS = new FunctionName(List.of());

  /** Keeps a copy of the list. */
  public FunctionName {
    parts = List.copyOf(parts);
  }

  /** The whole name; empty for none. */
  public String text() {
    if (parts.size() == 1) {
      return parts.get(0).text();
    }
    StringBuilder text = new StringBuilder();
    parts.forEach(part -> text.append(part.text()));
    return text.toString();
  }

  /** The name of some parts, {@link #ANONYMOUS} where they are longer together than a limit. */
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
   * @param text what it adds to the name: an identifier with its escapes decoded, or glue such as
   *     {@code "get "} or {@code "."}
   * @param offset UTF-16 offset of the identifier token in the scanned text; -1 for glue and
   *     literals, which no source map renames
   * @param length UTF-16 length of that token, 0 where there is none
   */
  public record NamePart(String text, int offset, int length) {}
}
