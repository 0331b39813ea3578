package dev.symbolicator.content;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.symbolicator.content.ContentCoding.NativeCodecs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EncodingTest {
  private static final Path STATUS = Path.of("/proc/self/status");

  @BeforeAll
  static void load() {
    assertEquals(Map.of(), NativeCodecs.load());
  }

  private static byte[] content(int size) {
    Random random = new Random(size);
    byte[] content = new byte[size];
    for (int i = 0; i < size; i++) {
      content[i] =
          (byte) (random.nextInt(8) == 0 ? random.nextInt() : "{\"stackId\":".charAt(i % 11));
    }
    return content;
  }

  private static byte[] decoded(byte[] encoded, ContentCoding coding) throws IOException {
    return StreamDecoding.of(
            new ByteArrayInputStream(encoded),
            coding == ContentCoding.IDENTITY ? null : coding,
            (bytes, largest) -> () -> {})
        .readAllBytes();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DEFLATE")
  void encodedContentIsDecodedAgain(ContentCoding coding) throws IOException {
    assertTrue(Encoding.offers(coding));
    for (int size : new int[] {0, 1, 2_000, 129_000, 1_700_000}) {
      byte[] content = content(size);
      ByteArrayOutputStream whole = new ByteArrayOutputStream();
      try (OutputStream out = Encoding.of(coding, whole)) {
        out.write(content);
      }
      assertArrayEquals(content, decoded(whole.toByteArray(), coding));
      ByteArrayOutputStream flushed = new ByteArrayOutputStream();
      try (OutputStream out = Encoding.stream(coding, flushed)) {
        for (int at = 0; at < size; at += 30_000) {
          out.write(content, at, Math.min(30_000, size - at));
          out.flush();
        }
      }
      assertArrayEquals(content, decoded(flushed.toByteArray(), coding));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "BR", "ZSTD"})
  void encodersOfStreamsTakeNoMoreThanIsCharged(ContentCoding coding) throws IOException {
    assumeTrue(Files.exists(STATUS));
    int count = 10;
    byte[] content = content(6 << 20);
    try (OutputStream first = Encoding.stream(coding, OutputStream.nullOutputStream())) {
      first.write(content);
    }
    long before = residentBytes();
    List<OutputStream> open = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      OutputStream out = Encoding.stream(coding, OutputStream.nullOutputStream());
      out.write(content);
      open.add(out);
    }
    long each = (residentBytes() - before) / count;
    for (OutputStream out : open) {
      out.close();
    }
    assertTrue(each <= Encoding.memory(coding) + (128 << 10), "each: " + each);
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "BR", "ZSTD"})
  void encoderWhoseSinkFailsLeavesNoMemory(ContentCoding coding) throws IOException {
    assumeTrue(Files.exists(STATUS));
    byte[] content = content(300_000);
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new IllegalStateException("full");
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            throw new IllegalStateException("full");
          }
        };
    long before = 0;
    for (int i = 0; i < 300; i++) {
      if (i == 50) {
        before = residentBytes();
      }
      assertThrows(
          IllegalStateException.class,
          () -> {
            try (OutputStream out = Encoding.stream(coding, full)) {
              out.write(content);
              out.flush();
            }
          });
    }
    long grown = residentBytes() - before;
    assertTrue(grown < 90 << 20, "grown by " + grown);
  }

  private static long residentBytes() throws IOException {
    return Files.readAllLines(STATUS).stream()
            .filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
            .sum()
        * 1024;
  }
}
