package dev.symbolicator.identity;

import dev.symbolicator.javascript.FunctionParts.Parts;
import dev.symbolicator.javascript.FunctionParts.Role;
import dev.symbolicator.json.JsonString;
import java.util.List;
import java.util.Set;

/**
 * What a function is called within the function, class or namespace around it: its names, and its
 * role if it is passed to a call or stands where no name says what it is.
 *
 * @param names outermost first, each cut to {@link #LONGEST}
 * @param role cut to {@link #LONGEST}; empty if names suffice
 * @param literal where a string of the source begins in the role, which it ends; its length if
 *     there is none
 */
record Segment(List<String> names, String role, int literal) {
  /** Before and behind a string of the source in a text that is shown. */
  static final char LITERAL_MARK = '\0';

  /** Of a name and of a role, in UTF-16 units. */
  static final int LONGEST = 256;

  /** Of a string in a role, in UTF-16 units. */
  static final int LONGEST_LITERAL = 60;

  private static final String WITHOUT_PARTS = "~";
  private static final char NAME_SEPARATOR = '\u0002';
  private static final char ROLE_BEGIN = '\u0003';

  /** Around the function that a variable names, these change nothing of what it is. */
  private static final Set<String> WRAPPERS =
      Set.of(
          "__name",
          "action",
          "asyncHandler",
          "debounce",
          "defineComponent",
          "forwardRef",
          "markRaw",
          "memo",
          "memoize",
          "memoizeOne",
          "observer",
          "once",
          "throttle",
          "useCallback",
          "useEffectEvent",
          "useEvent",
          "withRouter");

  Segment {
    names = List.copyOf(names);
  }

  static Segment named(String name) {
    return new Segment(List.of(name), "", 0);
  }

  static Segment of(Parts parts) {
    List<String> names = parts.names();
    boolean isLong = false;
    for (String name : names) {
      isLong |= name.length() > LONGEST;
    }
    if (isLong) {
      names = names.stream().map(name -> cut(name, LONGEST)).toList();
    }
    Role role = parts.role();
    if (role == null) {
      String place = names.isEmpty() ? WITHOUT_PARTS : "";
      return new Segment(names, place, place.length());
    }
    boolean isWrapped = !names.isEmpty() && role.argument() == 0 && WRAPPERS.contains(role.text());
    if (isWrapped) {
      return new Segment(names, "", 0);
    }
    String call = role.text() + (role.argument() < 0 ? "" : "[" + role.argument() + "]");
    String literal = role.argument() < 0 ? null : role.literal();
    String whole = literal == null ? call : call + JsonString.quoted(cut(literal, LONGEST_LITERAL));
    return new Segment(names, cut(whole, LONGEST), Math.min(call.length(), LONGEST));
  }

  private static String cut(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest);
  }

  /** Returns the bytes of the key, as text. */
  String key() {
    if (names.size() == 1 && role.isEmpty()) {
      return names.get(0);
    }
    String joined = String.join(String.valueOf(NAME_SEPARATOR), names);
    return role.isEmpty() ? joined : joined + ROLE_BEGIN + role;
  }

  /** Returns the segment as people read it, with its {@link #LITERAL_MARK}s. */
  String shown() {
    String joined = String.join(".", names) + (names.isEmpty() || role.isEmpty() ? "" : ".");
    String before = (joined + role.substring(0, literal)).replace(LITERAL_MARK, '\uFFFD');
    return literal == role.length()
        ? before
        : before + LITERAL_MARK + role.substring(literal) + LITERAL_MARK;
  }
}
