package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.functions.FunctionNames.MalformedNamesException;
import dev.symbolicator.sourcemap.functions.FunctionNames.NamedFunction;
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
 * Interprets the names that functions refer to by index. Each name is interpreted once, so a long
 * name that many functions share costs no more than its length.
 */
final class OriginalNames {

  /** The name index of a function whose name the map does not state. */
  static final int UNSTATED = -1;

  /** The memory of a name in bytes, beside its characters, which are held several times. */
  private static final int BYTES = 250;

  /** The length of the longest name that counts, in UTF-16 units. */
  static final int MAX_LENGTH = 1 << 14;

  private final Allowance allowance;
  private final int count;
  private final IntFunction<@Nullable String> text;
  private final Function<String, @Nullable OriginalName> reading;
  private final Map<Integer, Optional<OriginalName>> read = new HashMap<>();

  /**
   * Makes the names of one format.
   *
   * @param count the number of names
   * @param text returns a name as the map writes it; null if it is not a string
   * @param reading interprets a written name; returns null if it names no function
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

  /** A function's name in both styles; see {@link NamedFunction}. */
  record OriginalName(String v8, String qualified) {

    static final OriginalName ANONYMOUS = new OriginalName("", "");

    /** Returns a name that is the same in both styles. */
    static OriginalName plain(String name) {
      return new OriginalName(name, name);
    }
  }

  /**
   * Interprets the qualified names of pasta and Metro.
   *
   * <p>Both write the path to a function with full stops ({@code Class.prototype.method}, {@code
   * object.method}). Metro writes a {@code #} before an instance method. The last part is the
   * function's own name, as V8 gives it.
   *
   * <p>Null means that the function's own name is not written, so that the source's text may
   * provide the name. That holds for code outside of all functions, for computed keys, and for
   * Metro's {@code constructor} without a class: Metro leaves the class out if the file has the
   * same name.
   */
  static final class NameReading {

    private static final String ANONYMOUS = "<anonymous>";

    /** Metro names a callback after the called function; the callback itself has no name. */
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
      return own.equals(ANONYMOUS) ? OriginalName.ANONYMOUS : member(path(name, separator), own);
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

    /** Returns the index of the last separator; -1 if there is none. */
    private static int lastSeparator(String name) {
      int at = name.length() - 1;
      while (at >= 0 && !isSeparator(name, at)) {
        at--;
      }
      return at;
    }

    /**
     * Tells whether a character is a full stop, or a {@code #} that does not begin a private name.
     */
    private static boolean isSeparator(String name, int at) {
      char character = name.charAt(at);
      return character == '.'
          || (character == '#' && at > 0 && ". ".indexOf(name.charAt(at - 1)) < 0);
    }

    /**
     * Returns the path before a function's last separator, without the parts that are not names.
     */
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
