package dev.symbolicator.maps;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Tries the inputs in the test resources, and with {@code JAZZER_FUZZ=1} looks for new inputs. */
class JournalFuzzTest {

  @FuzzTest(maxDuration = "10m")
  void anyObjectOfTheJournalIsReadOrCalledDamaged(byte[] json) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(json);
    }
    read(bytes.toByteArray());
    read(json);
  }

  private static void read(byte[] object) throws IOException {
    MapIndex index = new MapIndex();
    try {
      JournalReader.read(
          new ByteArrayInputStream(object),
          fact -> index.apply(List.of(fact), LibraryChanges.IGNORED));
    } catch (JournalFormatException damaged) {
      return;
    }
    index.scopes().forEach(scope -> TestEntry.all(index, scope));
    index.facts(fact -> {});
  }
}
