package dev.symbolicator.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.store.StoreKey.StoredKind;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class StoreKeyTest {
  private static final String URL = "https://user:secret@example.com/app.js?token=canary";
  private static final List<String> SCOPES = List.of("default", "a", "tenant-1");

  private static StoreKey key(String scope, StoredKind kind, String name) {
    return StoreKey.of(scope, kind, name.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void keyBeginsWithItsScope() {
    for (String scope : SCOPES) {
      for (StoredKind kind : StoredKind.values()) {
        assertTrue(key(scope, kind, URL).text().startsWith(scope + ":"));
        assertTrue(key(scope, kind, URL).path().startsWith(scope + "/"));
      }
    }
  }

  /** More people see the names of files and keys than the parts that they stand for. */
  @Property(tries = 200)
  void keyShowsNothingOfTheNamedParts(@ForAll String name) {
    StoreKey key = key("default", StoredKind.RECORD, name);
    assertTrue(key.text().matches("default:record:[0-9a-f]{64}"));
    assertTrue(key.path().matches("default/([0-9a-f]{2})/\\1[0-9a-f]{62}\\.record"));
    assertTrue(StoreKey.isPath(key.path()));
  }

  @Test
  void keyIsOfItsJoinedParts() {
    assertEquals(
        key("default", StoredKind.BLOCK, "abc"),
        StoreKey.of("default", StoredKind.BLOCK, new byte[] {'a'}, new byte[] {'b', 'c'}));
  }

  @Test
  void keysOfOtherScopesKindsOrPartsDiffer() {
    Set<String> all = new HashSet<>();
    for (String scope : SCOPES) {
      for (StoredKind kind : StoredKind.values()) {
        for (String name : List.of("", "a", URL, URL + "#")) {
          assertTrue(all.add(key(scope, kind, name).text()));
          assertTrue(all.add(key(scope, kind, name).path()));
        }
      }
    }
  }

  @Test
  void malformedScopeOrHashIsRefused() {
    String hash = key("default", StoredKind.RECORD, URL).hash();
    for (String scope : List.of("", "..", "a/b", "a:b", "A", "a\n", "ä")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new StoreKey(scope, StoredKind.RECORD, hash),
          scope);
    }
    for (String other :
        List.of(
            "",
            hash.substring(1),
            hash + "0",
            "A" + hash.substring(1),
            "../" + hash.substring(3))) {
      assertFalse(StoreKey.isHash(other), other);
      assertThrows(
          IllegalArgumentException.class,
          () -> new StoreKey("default", StoredKind.RECORD, other),
          other);
    }
  }
}
