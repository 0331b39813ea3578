package dev.symbolicator.maps.upload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.maps.upload.LimitedContent.PlainContent;
import dev.symbolicator.maps.upload.UploadRefusedException.UploadFault;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PlainContentTest {
  private static final UploadLimits FIVE_BYTES = ArchiveReading.limits(9, 99, 5, 99);

  private static String read(byte[] body) throws IOException {
    return new String(
        PlainContent.of("app.js.map", new ByteArrayInputStream(body), FIVE_BYTES).readAllBytes(),
        UTF_8);
  }

  private static UploadRefusedException refusal(byte[] body) {
    return assertThrows(UploadRefusedException.class, () -> read(body));
  }

  @Test
  void gzipIsInflatedAndAnythingElseIsAsItIs() throws IOException {
    for (String text : new String[] {"", "{", "12345"}) {
      assertEquals(text, read(text.getBytes(UTF_8)));
      assertEquals(text, read(Archives.gzip(text.getBytes(UTF_8))));
    }
  }

  @Test
  void inflatedSizeIsLimited() {
    byte[] longer = "123456".getBytes(UTF_8);
    for (byte[] body : new byte[][] {longer, Archives.gzip(longer)}) {
      assertEquals(UploadFault.TOO_LARGE, refusal(body).fault());
      assertEquals("max-file-size", refusal(body).limit());
    }
  }

  @Test
  void damagedGzipIsRefused() {
    byte[] gzip = Archives.gzip("12345".getBytes(UTF_8));
    for (int length = 2; length < gzip.length; length++) {
      assertEquals(UploadFault.NOT_A_MAP, refusal(Arrays.copyOf(gzip, length)).fault());
    }
    gzip[gzip.length - 5]++;
    assertEquals(UploadFault.NOT_A_MAP, refusal(gzip).fault());
  }
}
