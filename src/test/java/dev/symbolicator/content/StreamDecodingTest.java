package dev.symbolicator.content;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.content.ContentCoding.NativeCodecs;
import dev.symbolicator.testing.Encode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StreamDecodingTest {
  private static final StreamDecoding.Memory ENOUGH = (bytes, largest) -> () -> {};

  static {
    assertEquals(java.util.Map.of(), NativeCodecs.load());
  }

  @BeforeAll
  static void librariesAreLoaded() {
    for (ContentCoding coding : ContentCoding.values()) {
      assertTrue(StreamDecoding.knows(coding));
    }
  }

  private static @Nullable ContentCoding declared(ContentCoding coding) {
    return coding == ContentCoding.BR ? coding : null;
  }

  private static InputStream stream(InputStream encoded, ContentCoding coding) {
    return StreamDecoding.of(encoded, declared(coding), ENOUGH);
  }

  private static byte[] decode(byte[] encoded, ContentCoding coding) throws IOException {
    try (InputStream content = stream(new ByteArrayInputStream(encoded), coding)) {
      return content.readAllBytes();
    }
  }

  private static byte[] decode(byte[] encoded) throws IOException {
    return decode(encoded, ContentCoding.IDENTITY);
  }

  @Property(tries = 200)
  void everyCodingAndTextIsRead(@ForAll @Size(max = 3000) byte[] noise) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.write('{');
    text.write(noise);
    byte[] content = text.toByteArray();
    for (ContentCoding coding : ContentCoding.values()) {
      assertArrayEquals(content, decode(Encode.as(content, coding), coding));
    }
  }

  @ParameterizedTest
  @EnumSource
  void streamSplitAtAnyByteIsRead(ContentCoding coding) throws IOException {
    byte[] content =
        "{\"frames\":[]}\n{\"frames\":[1,2,3]}\n".repeat(20).getBytes(StandardCharsets.UTF_8);
    byte[] encoded = Encode.as(content, coding);
    for (int at = 0; at <= encoded.length; at++) {
      InputStream split =
          new SequenceInputStream(
              new ByteArrayInputStream(encoded, 0, at),
              new ByteArrayInputStream(encoded, at, encoded.length - at));
      assertArrayEquals(content, stream(split, coding).readAllBytes());
    }
    InputStream single =
        new ByteArrayInputStream(encoded) {
          @Override
          public synchronized int read(byte[] into, int offset, int length) {
            return super.read(into, offset, Math.min(1, length));
          }
        };
    assertArrayEquals(content, stream(single, coding).readAllBytes());
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "BR", "ZSTD"})
  void flushedContentIsReadBeforeMoreIsSent(ContentCoding coding) throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    OutputStream encoder = Encoding.stream(coding, sent);
    byte[] line = "{\"frames\":[]}\n".getBytes(StandardCharsets.UTF_8);
    InputStream received =
        new InputStream() {
          private int at;

          @Override
          public int read() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            byte[] all = sent.toByteArray();
            assertTrue(at < all.length, "would wait for the sender");
            int count = Math.min(length, all.length - at);
            System.arraycopy(all, at, into, offset, count);
            at += count;
            return count;
          }
        };
    try (InputStream content = stream(received, coding)) {
      for (int i = 0; i < 100; i++) {
        encoder.write(line);
        encoder.flush();
        assertArrayEquals(line, content.readNBytes(line.length));
      }
    }
    encoder.close();
  }

  @Test
  void zlibWithAPresetDictionaryIsAnError() throws IOException {
    Deflater deflater = new Deflater();
    deflater.setDictionary("123".getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream encoded = new ByteArrayOutputStream();
    try (OutputStream out = new DeflaterOutputStream(encoded, deflater)) {
      out.write("123, 456, 789".getBytes(StandardCharsets.UTF_8));
    }
    deflater.end();
    assertThrows(IOException.class, () -> decode(encoded.toByteArray()));
  }

  @Test
  void secondStreamOfZlibIsAnError() {
    byte[] whole = Encode.zlib(new byte[] {1, 2, 3});
    byte[] twice = Arrays.copyOf(whole, 2 * whole.length);
    System.arraycopy(whole, 0, twice, whole.length, whole.length);
    assertThrows(IOException.class, () -> decode(twice));
  }

  @ParameterizedTest
  @EnumSource(names = {"BR", "ZSTD", "DEFLATE"})
  void bytesBehindTheEndAreAnError(ContentCoding coding) {
    byte[] whole = Encode.as("123, 456, 789".getBytes(StandardCharsets.UTF_8), coding);
    byte[] longer = Arrays.copyOf(whole, whole.length + 5);
    assertThrows(IOException.class, () -> decode(longer, coding));
    InputStream later =
        new SequenceInputStream(
            new ByteArrayInputStream(whole), new ByteArrayInputStream(new byte[] {7, 7}));
    assertThrows(IOException.class, () -> stream(later, coding).readAllBytes());
  }

  @Test
  void declaredCodingMustBeThere() {
    for (ContentCoding declared : ContentCoding.values()) {
      InputStream text = new ByteArrayInputStream("{}\n".getBytes(StandardCharsets.UTF_8));
      assertThrows(
          IOException.class, () -> StreamDecoding.of(text, declared, ENOUGH).readAllBytes());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BR", "ZSTD"})
  void windowIsChargedUntilTheStreamIsClosed(ContentCoding coding) throws IOException {
    AtomicLong held = new AtomicLong();
    StreamDecoding.Memory memory =
        (bytes, largest) -> {
          held.addAndGet(bytes);
          return () -> held.addAndGet(-bytes);
        };
    byte[] body = Encode.as(new byte[1000], coding);
    InputStream content =
        StreamDecoding.of(new ByteArrayInputStream(body), declared(coding), memory);
    assertEquals(0, held.get());
    assertEquals(0, content.read());
    assertTrue(held.get() > 1 << 19, "held: " + held);
    content.close();
    content.close();
    assertEquals(0, held.get());
  }

  @ParameterizedTest
  @EnumSource(names = {"BR", "ZSTD"})
  void streamWithoutMemoryIsRefused(ContentCoding coding) {
    byte[] body = Encode.as(new byte[1000], coding);
    InputStream content =
        StreamDecoding.of(
            new ByteArrayInputStream(body), declared(coding), (bytes, largest) -> null);
    assertThrows(StreamDecoding.NoRoom.class, content::read);
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "BR", "ZSTD", "DEFLATE"})
  void bombIsReadPieceByPiece(ContentCoding coding) throws IOException {
    int size = 40 << 20;
    byte[] bomb = Encode.as(new byte[size], coding);
    assertTrue(bomb.length < 50_000);
    byte[] buffer = new byte[1 << 16];
    long read = 0;
    try (InputStream content = stream(new ByteArrayInputStream(bomb), coding)) {
      for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
        read += count;
      }
    }
    assertEquals(size, read);
  }

  @Test
  void brotliOfTooMuchProcessorTimeIsAnError() throws IOException {
    AtomicLong time = new AtomicLong();
    byte[] body = Encode.br(new byte[1000]);
    try (InputStream content =
        new BrotliStream(
            new ByteArrayInputStream(body),
            ENOUGH,
            () -> time.getAndAdd(BrotliStream.MAX_PROCESSOR_TIME.toNanos() + 1))) {
      assertThrows(IOException.class, content::readAllBytes);
    }
    try (InputStream content =
        new BrotliStream(new ByteArrayInputStream(body), ENOUGH, time::incrementAndGet)) {
      assertEquals(1000, content.readAllBytes().length);
    }
  }

  @FuzzTest
  void anyBytesAreReadOrAnError(FuzzedDataProvider data) {
    byte[] body = data.consumeRemainingAsBytes();
    for (ContentCoding coding : new ContentCoding[] {ContentCoding.IDENTITY, ContentCoding.BR}) {
      try {
        decode(body, coding);
      } catch (IOException damaged) {
        // Allowed.
      }
    }
  }
}
