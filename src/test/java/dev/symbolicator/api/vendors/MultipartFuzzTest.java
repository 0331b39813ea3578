package dev.symbolicator.api.vendors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.api.problem.ProblemException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class MultipartFuzzTest {
  private static void readOrRefuse(byte[] body, int piece) throws IOException {
    try {
      Forms.read(body, piece);
    } catch (ProblemException refused) {
      int status = refused.problem().status();
      assertTrue(status == 413 || status == 415, refused.problem().detail());
    }
  }

  @FuzzTest(maxDuration = "60s")
  void anyBytesAreReadOrRefused(FuzzedDataProvider data) throws IOException {
    int piece = data.consumeInt(1, 100);
    boolean isPart = data.consumeBoolean();
    byte[] rest = data.consumeRemainingAsBytes();
    readOrRefuse(isPart ? Forms.body(Forms.part("file", true, rest)) : rest, piece);
  }

  @Property(tries = 300)
  void filesAreReadBack(
      @ForAll @Size(max = 6) List<@Size(max = 3_000) byte[]> contents,
      @ForAll @IntRange(min = 1, max = 4_000) int piece)
      throws IOException {
    Map<String, byte[]> expected = new LinkedHashMap<>();
    List<byte[]> parts = new ArrayList<>();
    for (int i = 0; i < contents.size(); i++) {
      boolean isFile = i % 3 != 2;
      parts.add(Forms.part("part" + i, isFile, contents.get(i)));
      if (isFile) {
        expected.put("part" + i, contents.get(i));
      }
    }
    Map<String, byte[]> found = Forms.read(Forms.body(parts.toArray(byte[][]::new)), piece);
    assertEquals(List.copyOf(expected.keySet()), List.copyOf(found.keySet()));
    expected.forEach((name, content) -> assertArrayEquals(content, found.get(name)));
  }

  @Property(tries = 500)
  void damagedFormIsReadOrRefused(
      @ForAll @Size(min = 1, max = 4) Map<@IntRange(max = 4_000) Integer, Byte> changes,
      @ForAll @IntRange(min = 1, max = 300) int piece)
      throws IOException {
    byte[] body =
        Forms.body(
            Forms.part("event", true, new byte[100]),
            Forms.part("field", false, new byte[10]),
            Forms.part("file", true, new byte[300]));
    changes.forEach((at, value) -> body[at % body.length] = value);
    readOrRefuse(body, piece);
  }
}
