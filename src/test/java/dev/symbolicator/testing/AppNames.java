package dev.symbolicator.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;

/** The right names of the functions in {@code ../shared/formats/truth.json}, in both styles. */
public enum AppNames {
  V8,
  QUALIFIED;

  /** The truth's name of the function in {@code keep.arrow = (x: number) => …}. */
  private static final String ARROW = "keep.arrow";

  /**
   * The functions that belong to a class or an object, by the line at which they start. A class
   * without a constructor of its own has one that starts at the word {@code class}.
   */
  private static final Map<String, String> MEMBERS =
      Map.of(
          "../src/cache.ts:3", "new ObservableCache",
          "../src/shapes.ts:32", "new Square",
          "../src/cache.ts:7", "ObservableCache.addListener",
          "../src/cache.ts:14", "ObservableCache.store",
          "../src/shapes.ts:7", "new Circle",
          "../src/shapes.ts:11", "Circle.area",
          "../src/shapes.ts:21", "new Rectangle",
          "../src/shapes.ts:24", "Rectangle.area",
          "../src/shapes.ts:27", "Rectangle.unitSquare",
          "../src/main.ts:41", "keep.methods.shorthand");

  public String query() {
    return "?names=" + name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the right name of a function. {@code keep.arrow} has none in V8's style: an assignment
   * names a function only if its target is an identifier (ECMA-262, section 13.15.2).
   */
  public String nameOf(JsonNode expected) {
    String name = expected.get("name").asText();
    if (this == V8) {
      return name.equals(ARROW) ? "" : name;
    }
    String place = expected.get("source").asText() + ":" + expected.get("startLine1");
    return MEMBERS.getOrDefault(place, name);
  }
}
