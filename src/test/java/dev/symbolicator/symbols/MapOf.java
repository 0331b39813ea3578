package dev.symbolicator.symbols;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A map written by hand, for a script of one line and one source. A mapping is a pair of a place in
 * the script and a place in the source. A place is given by a text: its first occurrence, or the
 * n-th with {@code #n} behind the text.
 */
final class MapOf {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private final String script;
  private final String source;
  private final String url;
  private boolean hasText = true;
  private final List<int[]> segments = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final StringBuilder members = new StringBuilder();

  private MapOf(String script, String url, String source) {
    this.script = script;
    this.url = url;
    this.source = source;
  }

  static MapOf of(String script, String source) {
    return new MapOf(script, "a.ts", source);
  }

  static MapOf of(String script, String url, String source) {
    return new MapOf(script, url, source);
  }

  /**
   * Returns a map as a row of a table writes it: {@code ⏎} is a line end of the source, and the
   * segments are like {@code a( → open & b) → door → name}.
   */
  static MapOf written(String script, String source, String segments) {
    MapOf map = of(script, source.replace('⏎', '\n'));
    for (String segment : segments.split(" & ", -1)) {
      String[] parts = segment.split(" → ", -1);
      if (parts.length == 3) {
        map.map(parts[0], parts[1], parts[2]);
      } else {
        map.map(parts[0], parts[1]);
      }
    }
    return map;
  }

  MapOf map(String place, String original) {
    return add(place, original, -1);
  }

  /** Like {@link #map(String, String)}, but with a name. */
  MapOf map(String place, String original, String name) {
    names.add(name);
    return add(place, original, names.size() - 1);
  }

  /** Leaves the source's text out of the map. */
  MapOf withoutText() {
    hasText = false;
    return this;
  }

  /** Adds a member, whose value is JSON text. */
  MapOf member(String name, String json) {
    members.append(",\"").append(name).append("\":").append(json);
    return this;
  }

  private MapOf add(String place, String original, int name) {
    int offset = find(source, original);
    int line = (int) source.substring(0, offset).chars().filter(c -> c == '\n').count();
    int column = offset - (source.lastIndexOf('\n', offset - 1) + 1);
    segments.add(new int[] {find(script, place), line, column, name});
    return this;
  }

  private static int find(String text, String place) {
    int hash = place.lastIndexOf('#');
    boolean counted = hash > 0 && place.substring(hash + 1).matches("\\d");
    String part = counted ? place.substring(0, hash) : place;
    int at = -1;
    for (int left = counted ? place.charAt(hash + 1) - '0' : 1; left > 0; left--) {
      at = text.indexOf(part, at + 1);
    }
    if (at < 0) {
      throw new IllegalArgumentException(place + " is not in " + text);
    }
    return at;
  }

  String json() {
    segments.sort(Comparator.comparingInt(segment -> segment[0]));
    StringBuilder mappings = new StringBuilder();
    int[] last = new int[4];
    boolean first = true;
    for (int[] segment : segments) {
      mappings.append(first ? "" : ",").append(vlq(segment[0] - last[0])).append('A');
      mappings.append(vlq(segment[1] - last[1])).append(vlq(segment[2] - last[2]));
      if (segment[3] >= 0) {
        mappings.append(vlq(segment[3] - last[3]));
        last[3] = segment[3];
      }
      System.arraycopy(segment, 0, last, 0, 3);
      first = false;
    }
    String text = hasText ? ",\"sourcesContent\":[" + quoted(source) + "]" : "";
    return "{\"version\":3,\"sources\":["
        + quoted(url)
        + "],\"names\":["
        + String.join(",", names.stream().map(MapOf::quoted).toList())
        + "],\"mappings\":\""
        + mappings
        + "\""
        + text
        + members
        + "}";
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  static String vlq(int number) {
    StringBuilder digits = new StringBuilder();
    int rest = number < 0 ? (-number << 1) | 1 : number << 1;
    do {
      int digit = rest & 31;
      rest >>>= 5;
      digits.append(DIGITS.charAt(rest > 0 ? digit | 32 : digit));
    } while (rest > 0);
    return digits.toString();
  }
}
