package dev.symbolicator.api.vendors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MultipartTest {
  private static final int PIECE = 1 << 14;
  private static final byte[] FILE = Forms.part("file", true, new byte[] {1, 2, 3});

  private static Problem refusal(byte[] body) {
    return assertThrows(ProblemException.class, () -> Forms.read(body, PIECE)).problem();
  }

  @Test
  void fieldsThatAreNoFilesAreDroppedAndLimitedTogether() throws IOException {
    int half = VendorLimits.DEFAULT.fieldBytes() / 2;
    byte[] field = Forms.part("field", false, new byte[half]);
    byte[] most = Forms.body(field, FILE, field);
    assertEquals(Set.of("file"), Forms.read(most, PIECE).keySet());
    byte[] more = Forms.part("field", false, new byte[half + 1]);
    assertEquals("max-form-fields-size", refusal(Forms.body(field, FILE, more)).limit());
    byte[] huge = Forms.part("field", false, new byte[8 << 20]);
    assertEquals("max-form-fields-size", refusal(Forms.body(huge, FILE)).limit());
  }

  @Test
  void partsAreLimited() throws IOException {
    byte[][] most = new byte[VendorLimits.DEFAULT.parts()][];
    Arrays.fill(most, Forms.part("field", false, new byte[1]));
    most[0] = FILE;
    assertArrayEquals(new byte[] {1, 2, 3}, Forms.read(Forms.body(most), PIECE).get("file"));
    byte[][] more = Arrays.copyOf(most, most.length + 1);
    more[most.length] = FILE;
    assertEquals(415, refusal(Forms.body(more)).status());
  }

  @Test
  void sizeOfTheBodyIsLimitedWithItsEpilogue() throws IOException {
    byte[] body = Forms.body(FILE, Forms.part("other", true, new byte[50_000]));
    byte[] longer = Arrays.copyOf(body, body.length + 50_000);
    for (byte[] form : List.of(body, longer)) {
      assertEquals(Set.of("file", "other"), Forms.read(form, PIECE, form.length).keySet());
      ProblemException refused =
          assertThrows(ProblemException.class, () -> Forms.read(form, PIECE, form.length - 1));
      assertEquals("max-inflated-size", refused.problem().limit());
    }
  }

  private static String read(String type, String body) throws IOException {
    StringBuilder found = new StringBuilder();
    Multipart.read(
        type,
        new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)),
        Long.MAX_VALUE,
        (name, fileName) -> {
          found.append(name).append('|').append(fileName).append('|');
          return new FilterOutputStream(new ByteArrayOutputStream()) {
            @Override
            public void close() {
              found.append(out);
            }
          };
        });
    return found.toString();
  }

  @Test
  void headersAreReadHoweverTheyAreWritten() throws IOException {
    String body = "--b c\r\nX: y\r\n%s\r\n\r\n\r\n--b\r\n--b c--\r\n";
    String plain = "Content-Disposition: form-data; name=\"n\"; filename=\"f\"";
    assertEquals(
        "n|f|\r\n--b", read("multipart/form-data; boundary=\"b c\"", body.formatted(plain)));
    String odd = "content-disposition:form-data;filename=a;x=\"; name=\\\"\"; NAME = n";
    String type = "Multipart/Form-Data; charset=utf-8; Boundary=b; x=y";
    assertEquals(
        "n|a|1",
        read(type, "preamble\r\n--b \t\r\n" + odd + "\r\n\r\n1\r\n--b--epilogue\r\n--b\r\n"));
    assertEquals("", read(type, "--b--"));
  }

  @Test
  void bodyThatIsNoMultipartIsRefused() {
    String disposition = "Content-Disposition: form-data; name=n";
    for (String body :
        List.of(
            "",
            "--b",
            "--b\r\n",
            "--b-\r\n",
            "--bb\r\n\r\n\r\n--bb--",
            "--b\r\nX: y\r\n\r\n1\r\n--b--",
            "--b\r\n\r\n1\r\n--b--",
            "--b\r\n" + disposition + "\r\n\r\n1",
            "--b\r\n" + disposition + "\r\n\r\n1\n--b--",
            "--b\r\n" + disposition + "\r\nX:" + "y".repeat(1 << 13) + "\r\n\r\n1\r\n--b--")) {
      ProblemException refused =
          assertThrows(
              ProblemException.class, () -> read("multipart/form-data; boundary=b", body), body);
      assertEquals(415, refused.problem().status());
    }
    for (String type :
        List.of(
            "", "text/plain; boundary=b", "multipart/form-data", "multipart/mixed; boundary=b")) {
      assertThrows(ProblemException.class, () -> read(type, "--b--"), type);
    }
  }
}
