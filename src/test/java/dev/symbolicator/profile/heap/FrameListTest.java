package dev.symbolicator.profile.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.profile.heap.HeapFormat.HeapProfile;
import dev.symbolicator.profile.heap.SnapshotBuilder.Layout;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FrameListTest {
  private static final String URL = "http://h/a.js";

  /** A map of other keys takes quadratic time for URLs with equal hash codes. */
  @Test
  void keysOfMapsAreComparable() {
    for (Field field : FrameList.class.getDeclaredFields()) {
      if (Map.class.isAssignableFrom(field.getType())) {
        assertKeysAreComparable(field.getGenericType());
      }
    }
  }

  private static void assertKeysAreComparable(Type map) {
    Type[] arguments = ((ParameterizedType) map).getActualTypeArguments();
    assertTrue(Comparable.class.isAssignableFrom((Class<?>) arguments[0]), map::toString);
    if (arguments[1] instanceof ParameterizedType values) {
      assertKeysAreComparable(values);
    }
  }

  @Test
  void scriptsOfOneUrlAreTheSameOnlyIfTheirBuildsAreEqual() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.CHROMIUM);
    for (int id = 1; id <= 4; id++) {
      int script = builder.script(id, URL);
      String hash = (id == 3 ? "b" : "a").repeat(64);
      builder.internal(script, "source_hash", builder.node("string", hash, 8));
      builder.internal(script, "source", builder.node("string", "let a;", 8));
      builder.closure("f" + id, id, 0, 1, script);
    }
    HeapProfile profile = Heaps.read(builder);
    assertEquals(List.of(URL, URL), profile.scripts());
    assertEquals(
        List.of(0, 0, 1, 0), profile.frames().stream().map(frame -> frame.script()).toList());
  }
}
