package dev.symbolicator.identity;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.identity.NormalPath.MapContext;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The keys of any text, which may be no program. */
record KeysOfText(List<Long> ids, List<Long> bodies, List<String> roles) {
  private static final NormalPath PATH =
      NormalPath.of("src/a.tsx", new MapContext("", "", List.of()));

  /** Finds the keys of a text; a text that is not understood has none. */
  static KeysOfText find(String text, Dialect dialect) {
    KeysOfText found = new KeysOfText(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Outline outline = Outline.of(text, dialect, plenty());
    if (outline.doubts() == 0) {
      FunctionKeys keys = FunctionKeys.of(PATH, "", text, text, outline, plenty());
      for (int row = 0; row < outline.size(); row++) {
        if (keys.has(row)) {
          found.ids().add(keys.id(row));
          found.bodies().add(keys.bodyHash(row));
          found.roles().add(keys.role(row));
        }
      }
    }
    return found;
  }

  /** Checks that functions share no id, and that another look finds the same. */
  static KeysOfText check(String text, Dialect dialect) {
    KeysOfText found = find(text, dialect);
    if (!text.chars().anyMatch(c -> c > 0 && c < '\t')) { // They separate the parts of keys.
      Set<Long> ids = new HashSet<>();
      for (long id : found.ids()) {
        assertTrue(ids.add(id), "two functions share an id");
      }
    }
    assertEquals(found, find(text, dialect));
    return found;
  }
}
