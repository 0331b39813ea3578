package dev.symbolicator.sourcemap.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the debug IDs of the inputs in the test resources. With {@code JAZZER_FUZZ=1}, searches for
 * new inputs that fail.
 */
class DebugIdFuzzTest {
  private static final String ID = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";

  @FuzzTest(maxDuration = "10m")
  void anyBytesHaveACanonicalDebugIdOrNone(byte[] bytes) {
    assertCanonical(DebugId.ofScript(bytes));
    assertCanonical(DebugId.ofSnippet(bytes));
    assertCanonical(DebugId.ofMap(bytes));
    assertCanonical(DebugId.canonical(new String(bytes, UTF_8)));
    int length = DebugId.lengthWithoutComment(bytes);
    assertTrue(length >= 0 && length <= bytes.length);
    assertTrue(length == bytes.length || DebugId.ofComment(bytes) != null);
  }

  /** The line that Sentry's plugins add changes nothing but itself. */
  @FuzzTest(maxDuration = "10m")
  void addedLineIsLeftOut(byte[] bytes) {
    byte[] line = ("\n//# debugId=" + ID).getBytes(UTF_8);
    byte[] uploaded = Arrays.copyOf(bytes, bytes.length + line.length);
    System.arraycopy(line, 0, uploaded, bytes.length, line.length);
    assertEquals(ID, DebugId.ofScript(uploaded));
    assertEquals(bytes.length, DebugId.lengthWithoutComment(uploaded));
  }

  private static void assertCanonical(@Nullable String id) {
    assertTrue(id == null || id.equals(DebugId.canonical(id)), id);
  }
}
