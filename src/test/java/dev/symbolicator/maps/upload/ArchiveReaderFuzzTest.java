package dev.symbolicator.maps.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Files of any archive are read back, and any bytes are read or refused. */
class ArchiveReaderFuzzTest {
  private static final UploadLimits SMALL = ArchiveReading.limits(100, 1 << 20, 1 << 18, 1 << 16);

  private static void readOrRefuse(byte[] archive) throws IOException {
    try {
      ArchiveReading.read(archive, SMALL);
    } catch (UploadRefusedException refused) {
      assertEquals(false, refused.detail().isEmpty());
    }
  }

  @FuzzTest(maxDuration = "60s")
  void anyBytesAreReadOrRefused(FuzzedDataProvider data) throws IOException {
    byte[] magic =
        data.pickValue(
            new byte[][] {
              {},
              {'P', 'K', 3, 4},
              {'S', 'Y', 'S', 'B', 2, 0, 0, 0, 'P', 'K', 3, 4},
              {0x1f, (byte) 0x8b, 8, 0}
            });
    boolean isTar = data.consumeBoolean();
    byte[] rest = data.consumeRemainingAsBytes();
    readOrRefuse(
        isTar
            ? Archives.tarOf(Archives.tarHeader(rest, 'x', rest.length), rest)
            : Archives.written(
                out -> {
                  out.write(magic);
                  out.write(rest);
                }));
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.strings().withChars("ab/.-é漢 ").ofMinLength(1).ofMaxLength(120);
  }

  @Property(tries = 200)
  void filesAreReadBack(
      @ForAll @Size(max = 5) Map<@From("paths") String, @Size(max = 2_000) byte[]> contents)
      throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    Map<String, String> texts = new LinkedHashMap<>();
    contents.forEach(
        (path, content) -> {
          String plain = path.replace("..", "b").replace("//", "a").replaceAll("^[/.]+", "c");
          String name = plain.replaceAll("/[.](?=/)", "/d").replaceAll("[/.]+$", "") + ".js";
          if (files.put(name, content) == null) {
            texts.put(name, new String(content, StandardCharsets.UTF_8));
          } else {
            files.put(name, texts.get(name).getBytes(StandardCharsets.UTF_8));
          }
        });
    assertEquals(texts, ArchiveReading.read(Archives.tar(files)));
    assertEquals(texts, ArchiveReading.read(Archives.tarGzip(files)));
    assertEquals(texts, ArchiveReading.read(Archives.zip(files)));
    assertEquals(texts, ArchiveReading.read(Archives.bundle(files)));
  }

  @Property(tries = 500)
  void damagedArchiveIsReadOrRefused(
      @ForAll @IntRange(max = 3) int format,
      @ForAll @Size(min = 1, max = 4) Map<@IntRange(max = 4_000) Integer, Byte> changes)
      throws IOException {
    Map<String, byte[]> files = Archives.files("app.js", "let a;", "b/app.js.map", "{}");
    byte[] archive =
        switch (format) {
          case 0 -> Archives.tar(files);
          case 1 -> Archives.tarGzip(files);
          case 2 -> Archives.zip(files);
          default -> Archives.bundle(files);
        };
    changes.forEach((at, value) -> archive[at % archive.length] = value);
    readOrRefuse(archive);
  }
}
