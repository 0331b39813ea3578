package dev.symbolicator.maps.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.maps.upload.ScriptFacts.LineLengths;
import dev.symbolicator.testing.Allowances;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LineLengthsTest {
  private static List<Integer> lengths(byte[] script) {
    LineLengths lines = LineLengths.of(script, Allowances.plenty());
    List<Integer> lengths = new ArrayList<>();
    for (int line = 0; line < lines.count(); line++) {
      lengths.add(lines.length(line));
    }
    assertEquals(-1, lines.length(lines.count()));
    return lengths;
  }

  private static List<Integer> lengths(String script) {
    return lengths(script.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void eachLineTerminatorEndsALine() {
    assertEquals(List.of(1, 2, 0, 3, 1, 0), lengths("a\nbb\r\rccc\r\nd\u2028"));
    assertEquals(List.of(0), lengths(""));
  }

  @Test
  void byteOrderMarkTakesNoColumn() {
    assertEquals(List.of(1, 2), lengths("\ufeffa\n\ufeffb"));
  }

  @Test
  void invalidByteCountsAsOneUnit() {
    assertEquals(List.of(3), lengths(new byte[] {'a', (byte) 0xff, (byte) 0xe2}));
  }

  @Provide
  Arbitrary<String> scripts() {
    return Arbitraries.strings().withChars("a\n\ré\u2027\u2028\u2029漢\ufeff\ud83d\ude00");
  }

  @Property
  void linesAreThoseOfTheDecodedText(@ForAll @From("scripts") String text) {
    String script = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    String withoutMark = script.startsWith("\ufeff") ? script.substring(1) : script;
    List<Integer> expected = new ArrayList<>();
    for (String line : withoutMark.split("\r\n|[\n\r\u2028\u2029]", -1)) {
      expected.add(line.length());
    }
    assertEquals(expected, lengths(script));
  }
}
