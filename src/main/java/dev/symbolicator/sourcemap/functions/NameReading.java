package dev.symbolicator.sourcemap.functions;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the qualified names of pasta and Metro mean. Both write the way to a function with full
 * stops ({@code Class.prototype.method}, {@code object.method}), Metro with a {@code #} before a
 * method of instances; the last part is the function's own name, which is V8's.
 *
 * <p>Null is the answer where a function's own name is not what is written, so that the text of the
 * source may tell it: for code outside of all functions, for computed keys, and for Metro's {@code
 * constructor} without its class, which Metro leaves out where the file has the class's name.
 */
final class NameReading {

  private static final String ANONYMOUS = "<anonymous>";

  /** Metro names callbacks after what is called; they have no name of their own. */
  private static final Pattern ARGUMENT = Pattern.compile("\\$argument_[0-9]+$");

  private NameReading() {}

  /** Reads a name of {@code x_com_bloomberg_sourcesFunctionMappings}. */
  static @Nullable OriginalName pasta(String name) {
    if (name.equals("<top-level>")) {
      return null;
    }
    int separator = lastSeparator(name);
    String own = name.substring(separator + 1);
    if (own.startsWith("<computed")) {
      return null;
    }
    return own.equals(ANONYMOUS) ? OriginalName.ANONYMOUS : member(way(name, separator), own);
  }

  /** Reads a name of {@code x_facebook_sources}. */
  static @Nullable OriginalName metro(String name) {
    if (name.equals("<global>")) {
      return null;
    }
    int separator = lastSeparator(name);
    String own = name.substring(separator + 1);
    if (own.equals(ANONYMOUS) || isArgument(own)) {
      return OriginalName.ANONYMOUS;
    }
    String way = way(name, separator);
    if (own.equals("constructor") && (separator < 0 || name.charAt(separator) == '#')) {
      return way.isEmpty() ? null : new OriginalName(ownPart(way), "new " + way);
    }
    if (own.startsWith("@@")) {
      String key = "[Symbol." + own.substring(2) + "]";
      return new OriginalName(key, way + key);
    }
    boolean accessor = own.length() > 5 && (own.startsWith("get__") || own.startsWith("set__"));
    return member(way, accessor ? own.substring(0, 3) + " " + own.substring(5) : own);
  }

  private static OriginalName member(String way, String own) {
    if (way.isEmpty()) {
      return OriginalName.plain(own);
    }
    boolean accessor = own.startsWith("get ") || own.startsWith("set ");
    String qualified =
        accessor ? own.substring(0, 4) + way + "." + own.substring(4) : way + "." + own;
    return new OriginalName(own, qualified);
  }

  /** The last separator, -1 for none. */
  private static int lastSeparator(String name) {
    int at = name.length() - 1;
    while (at >= 0 && !isSeparator(name, at)) {
      at--;
    }
    return at;
  }

  /** Whether a full stop stands there, or a {@code #} that does not begin a private name. */
  private static boolean isSeparator(String name, int at) {
    char character = name.charAt(at);
    return character == '.'
        || (character == '#' && at > 0 && ". ".indexOf(name.charAt(at - 1)) < 0);
  }

  /** The way to a function before its last separator, without what is no name. */
  private static String way(String name, int end) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int at = 0; at <= end; at++) {
      if (isSeparator(name, at)) {
        String part = name.substring(start, at);
        if (isName(part)) {
          parts.add(part);
        }
        start = at + 1;
      }
    }
    return String.join(".", parts);
  }

  private static boolean isName(String part) {
    return !part.isEmpty()
        && !part.equals("prototype")
        && part.charAt(0) != '<'
        && !isArgument(part);
  }

  private static boolean isArgument(String part) {
    return ARGUMENT.matcher(part).find();
  }

  private static String ownPart(String way) {
    return way.substring(way.lastIndexOf('.') + 1);
  }
}
