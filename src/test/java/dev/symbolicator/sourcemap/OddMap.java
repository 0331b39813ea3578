package dev.symbolicator.sourcemap;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * A JSON text that resembles a map. Every known member may be absent, duplicate or of a wrong type.
 * Sections have any order. Keys and strings have valid and invalid escapes.
 */
final class OddMap {

  private static final String[] VALUES = {
    "null",
    "true",
    "3",
    "3.0",
    "-0",
    "0",
    "1",
    "1e0",
    "-1",
    "0.5",
    "1e999",
    "4294967296",
    "[]",
    "{}",
    "[null,'s',7]",
    "'s'",
    "''",
    "'AAAA'",
    "{'line':1,'column':2}",
    "[{}]",
    "'\u00E9\u20AC'"
  };

  private static final String[] STRINGS = {
    "'a.js'",
    "'b/c.ts'",
    "'/abs.js'",
    "'//host/x'",
    "'https://h/x y'",
    "'webpack:///./src/x y'",
    "'http://['",
    "'\\u0061'",
    "'\\\\'",
    "'\\n\\/'",
    "'\\ud83d\\ude00'",
    "''",
    "null"
  };

  private static final String[] ROOTS = {
    "'r'", "'r/'", "'/'", "''", "'https://o'", "'wp:///'", "'http://['"
  };

  private static final String[] IDS = {
    "'85314830-023f-4cf1-a267-535f4e37bb17'", "'85314830-023F-4CF1-A267-535F4E37BB17'", "'85314830'"
  };

  private static final String[] SEGMENTS = {
    "A",
    "AAAA",
    "CAAA",
    "CACA",
    "EAAC",
    "GADDA",
    "IAAAC",
    "CCAAA",
    "CDAAD",
    "D",
    "HAAA",
    "CAAAAA",
    "AA",
    "",
    "ggggggA",
    "CgA",
    "ggggggE",
    "CggggggEAA",
    "DggggggEAA",
    "ggggggEA",
    "+/////D",
    "hgggggE",
    "AAAAAhgggggE",
    "A+/////DA+/////D",
    "B",
    "\\u0041",
    "A\\u002cC",
    "\\/A",
    "!",
    "=",
    "\u00E9"
  };

  private final Random random;

  /** The number of choices of which one is odd. */
  private final int oddity;

  OddMap(Random random) {
    this.random = random;
    oddity = 2 + random.nextInt(60);
  }

  byte[] json() {
    return map(2).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private String map(int depth) {
    List<String> members = new ArrayList<>();
    add(members, "version", 0, () -> "3");
    add(members, "mappings", depth == 2 ? 5 : 0, this::mappings);
    add(members, "sources", 0, () -> array(3, () -> one(STRINGS)));
    add(members, "names", 1, () -> array(3, () -> one(STRINGS)));
    add(members, "sourceRoot", 3, () -> one(ROOTS));
    add(members, "sourcesContent", 2, () -> array(4, this::content));
    add(members, "ignoreList", 3, () -> array(3, () -> "" + random.nextInt(3)));
    add(members, "x_google_ignoreList", 3, () -> array(3, () -> "" + random.nextInt(3)));
    add(members, "file", 3, () -> one(STRINGS));
    add(members, "debugId", 4, () -> one(IDS));
    add(members, "debug_id", 4, () -> one(IDS));
    add(members, "unknown", 4, this::content);
    if (depth > 0 && random.nextInt(2) == 0) {
      add(members, "sections", 0, () -> array(5, () -> section(depth - 1)));
    }
    return object(members);
  }

  private String section(int depth) {
    List<String> members = new ArrayList<>();
    add(members, "offset", 0, this::offset);
    add(members, "map", 0, () -> map(depth));
    return object(members);
  }

  private String offset() {
    List<String> members = new ArrayList<>();
    int most = random.nextInt(40) == 0 ? Integer.MAX_VALUE : 4;
    add(members, "line", 0, () -> "" + random.nextInt(random.nextInt(40) == 0 ? 20_000_000 : 4));
    add(members, "column", 0, () -> "" + random.nextInt(most));
    return object(members);
  }

  private String mappings() {
    StringBuilder mappings = new StringBuilder();
    for (int count = random.nextInt(12); count > 0; count--) {
      int most = isOdd() ? SEGMENTS.length : 9;
      mappings.append(SEGMENTS[random.nextInt(most)]);
      if (count > 1 || isOdd()) {
        mappings.append(",,,;;;;".charAt(random.nextInt(7)));
      }
    }
    return "'" + mappings + "'";
  }

  /**
   * Adds a member once, rarely twice. Leaves it out in {@code absent} of {@code absent + 1} cases.
   */
  private void add(List<String> members, String key, int absent, Supplier<String> value) {
    int count = random.nextInt(absent + 1) > 0 || isOdd() ? 0 : isOdd() ? 2 : 1;
    for (int i = 0; i < count; i++) {
      String written = isOdd() ? "\\u%04x".formatted((int) key.charAt(0)) + key.substring(1) : key;
      members.add("'" + written + "':" + (isOdd() ? one(VALUES) : value.get()));
    }
  }

  private String content() {
    String[] invalid = {"'\\q'", "'\\u12'", "'a\nb'", "'\\u12G4\\'", "'\\ud800'"};
    return isOdd() ? one(invalid) : one(STRINGS);
  }

  private String array(int most, Supplier<String> element) {
    List<String> elements = new ArrayList<>();
    for (int count = random.nextInt(most + 1); count > 0; count--) {
      elements.add(isOdd() ? isOdd() ? content() : one(VALUES) : element.get());
    }
    return "[" + String.join(random.nextBoolean() ? "," : " ,\n", elements) + "]";
  }

  private static String object(List<String> members) {
    return "{" + String.join(",", members) + "}";
  }

  private String one(String[] choices) {
    return choices[random.nextInt(choices.length)];
  }

  private boolean isOdd() {
    return random.nextInt(oddity) == 0;
  }
}
