package dev.symbolicator.profile.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Compares a written trace with the trace that was read, token by token and byte by byte. */
public final class PermittedChanges {
  /** The values that may change, without the indices of arrays. */
  private static final Pattern PERMITTED =
      Pattern.compile(
          "(/traceEvents)?/args"
              + "((/data/cpuProfile/nodes/callFrame|/data|(/data|/beginData)?/stackTrace)"
              + "/(functionName|scriptId|url|lineNumber|columnNumber)"
              + "|/data/(lines|columns))");

  private static final JsonFactory JSON = new JsonFactory();

  private PermittedChanges() {}

  /**
   * Asserts that only values at permitted places changed, each to a value of its own kind.
   *
   * @return how many values changed at each place
   */
  public static Map<String, Integer> of(byte[] before, byte[] after) throws IOException {
    Map<String, Integer> changes = new TreeMap<>();
    int beforeEnd = 0;
    int afterEnd = 0;
    try (JsonParser was = JSON.createParser(before);
        JsonParser is = JSON.createParser(after)) {
      for (JsonToken token = was.nextToken(); token != null; token = was.nextToken()) {
        JsonToken written = is.nextToken();
        // 1e2 is written as an integer.
        assertTrue(token == written || (token.isNumeric() && written.isNumeric()));
        if (token == JsonToken.FIELD_NAME) {
          // Compared with the bytes before its value.
          continue;
        }
        int wasStart = (int) was.currentTokenLocation().getByteOffset();
        int isStart = (int) is.currentTokenLocation().getByteOffset();
        assertArrayEquals(
            Arrays.copyOfRange(before, beforeEnd, wasStart),
            Arrays.copyOfRange(after, afterEnd, isStart));
        was.finishToken();
        is.finishToken();
        beforeEnd = (int) was.currentLocation().getByteOffset();
        afterEnd = (int) is.currentLocation().getByteOffset();
        if (!Arrays.equals(
            Arrays.copyOfRange(before, wasStart, beforeEnd),
            Arrays.copyOfRange(after, isStart, afterEnd))) {
          String path =
              was.getParsingContext().pathAsPointer().toString().replaceAll("/\\d+(?=/|$)", "");
          assertTrue(PERMITTED.matcher(path).matches(), path);
          changes.merge(path, 1, Integer::sum);
        }
      }
      assertEquals(null, is.nextToken());
    }
    assertArrayEquals(
        Arrays.copyOfRange(before, beforeEnd, before.length),
        Arrays.copyOfRange(after, afterEnd, after.length));
    return changes;
  }
}
