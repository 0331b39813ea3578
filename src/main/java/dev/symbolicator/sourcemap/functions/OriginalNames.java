package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.functions.FunctionNames.MalformedNamesException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names by index, each interpreted once, so a long name that many functions share costs its length.
 */
final class OriginalNames {

  static final int UNSTATED = -1;
  private static final int BYTES = 250;

  /** The length of the longest name that counts, in UTF-16 units. */
  static final int MAX_LENGTH = 1 << 14;

  private final Allowance allowance;
  private final int count;
  private final IntFunction<@Nullable String> text;
  private final Function<String, @Nullable OriginalName> reading;
  private final Map<Integer, Optional<OriginalName>> read = new HashMap<>();

  /**
   * Makes the names of one format; {@code text} returns null for no string, {@code reading} for no
   * name.
   */
  OriginalNames(
      int count,
      IntFunction<@Nullable String> text,
      Function<String, @Nullable OriginalName> reading,
      Allowance allowance) {
    this.allowance = allowance;
    this.count = count;
    this.text = text;
    this.reading = reading;
  }

  void check(long index) throws MalformedNamesException {
    if (index < 0 || index >= count) {
      throw new MalformedNamesException("there is no name " + index);
    }
  }

  @Nullable OriginalName get(int index) {
    if (index == UNSTATED) {
      return null;
    }
    return read.computeIfAbsent(index, this::read).orElse(null);
  }

  private Optional<OriginalName> read(int index) {
    String written = text.apply(index);
    allowance.take(BYTES + 6L * (written == null ? 0 : written.length()));
    return written == null || written.length() > MAX_LENGTH
        ? Optional.empty()
        : Optional.ofNullable(reading.apply(written));
  }

  record OriginalName(String v8, String qualified) {

    static final OriginalName ANONYMOUS = new OriginalName("", "");

    static OriginalName plain(String name) {
      return new OriginalName(name, name);
    }
  }

  /**
   * Interprets the paths that pasta and Metro write ({@code Class.prototype.method}; Metro has a
   * {@code #} before an instance method). The last part is the function's own name. Null, so that
   * the source's text may provide it, if that is not written: code outside of functions, computed
   * keys, and Metro's {@code constructor} without a class, which is left out if the file has its
   * name.
   */
  static final class NameReading {

    private static final String ANONYMOUS = "<anonymous>";

    /** Metro names a callback after the called function; the callback itself has no name. */
    private static final Pattern ARGUMENT = Pattern.compile("\\$argument_[0-9]+$");

    private NameReading() {}

    static @Nullable OriginalName pasta(String name) {
      if (name.equals("<top-level>")) {
        return null;
      }
      int separator = lastSeparator(name);
      String own = name.substring(separator + 1);
      if (own.startsWith("<computed")) {
        return null;
      }
      return own.equals(ANONYMOUS) ? OriginalName.ANONYMOUS : member(path(name, separator), own);
    }

    static @Nullable OriginalName metro(String name) {
      if (name.equals("<global>")) {
        return null;
      }
      int separator = lastSeparator(name);
      String own = name.substring(separator + 1);
      if (own.equals(ANONYMOUS) || isArgument(own)) {
        return OriginalName.ANONYMOUS;
      }
      String path = path(name, separator);
      if (own.equals("constructor") && (separator < 0 || name.charAt(separator) == '#')) {
        return path.isEmpty() ? null : new OriginalName(ownPart(path), "new " + path);
      }
      if (own.startsWith("@@")) {
        String key = "[Symbol." + own.substring(2) + "]";
        return new OriginalName(key, path + key);
      }
      boolean accessor = own.length() > 5 && (own.startsWith("get__") || own.startsWith("set__"));
      return member(path, accessor ? own.substring(0, 3) + " " + own.substring(5) : own);
    }

    private static OriginalName member(String path, String own) {
      if (path.isEmpty()) {
        return OriginalName.plain(own);
      }
      boolean accessor = own.startsWith("get ") || own.startsWith("set ");
      String qualified =
          accessor ? own.substring(0, 4) + path + "." + own.substring(4) : path + "." + own;
      return new OriginalName(own, qualified);
    }

    private static int lastSeparator(String name) {
      int at = name.length() - 1;
      while (at >= 0 && !isSeparator(name, at)) {
        at--;
      }
      return at;
    }

    private static boolean isSeparator(String name, int at) {
      char character = name.charAt(at);
      return character == '.'
          || (character == '#' && at > 0 && ". ".indexOf(name.charAt(at - 1)) < 0);
    }

    private static String path(String name, int end) {
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

    private static String ownPart(String path) {
      return path.substring(path.lastIndexOf('.') + 1);
    }
  }
}
