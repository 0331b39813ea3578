package dev.symbolicator.content;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.testing.Encode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class StreamDecodingTest {
  private static byte[] decode(byte[] encoded) throws IOException {
    return StreamDecoding.of(new ByteArrayInputStream(encoded), false).readAllBytes();
  }

  @Property(tries = 200)
  void everyCodingAndTextIsRead(@ForAll @Size(max = 3000) byte[] noise) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.write('{');
    text.write(noise);
    byte[] content = text.toByteArray();
    assertArrayEquals(content, decode(content));
    assertArrayEquals(content, decode(Encode.gzip(content)));
    assertArrayEquals(content, decode(Encode.zlib(content)));
  }

  @Test
  void hundredThousandEmptyMembersAreRead() throws IOException {
    byte[] empty = Encode.gzip(new byte[0]);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int i = 0; i < 100_000; i++) {
      body.write(empty);
    }
    body.write(Encode.gzip(new byte[] {1, 2}));
    body.write(new byte[] {0, 0, 0});
    assertArrayEquals(new byte[] {1, 2}, decode(body.toByteArray()));
  }

  @Test
  void cutOffStreamIsAnError() {
    byte[] gzip = Encode.gzip(new byte[] {1, 2, 3});
    byte[] zlib = Encode.zlib(new byte[] {1, 2, 3});
    for (int length = 2; length < gzip.length; length++) {
      byte[] cut = Arrays.copyOf(gzip, length);
      assertThrows(IOException.class, () -> decode(cut));
    }
    for (int length = 2; length < zlib.length - 4; length++) {
      byte[] cut = Arrays.copyOf(zlib, length);
      assertThrows(IOException.class, () -> decode(cut));
    }
  }

  @FuzzTest
  void anyBytesAreReadOrAnError(FuzzedDataProvider data) {
    byte[] body = data.consumeRemainingAsBytes();
    try {
      decode(body);
    } catch (IOException damaged) {
      // Allowed.
    }
  }
}
