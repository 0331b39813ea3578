package dev.symbolicator.api.vendors;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

final class Forms {
  static final String TYPE = "multipart/form-data; boundary=b";

  private Forms() {}

  static byte[] part(String name, boolean isFile, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String file = isFile ? "; filename=\"x\"" : "";
    out.writeBytes(
        "--b\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\n"
            .formatted(name, file)
            .getBytes(StandardCharsets.UTF_8));
    out.writeBytes(content);
    out.writeBytes(new byte[] {'\r', '\n'});
    return out.toByteArray();
  }

  static byte[] body(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    out.writeBytes("--b--\r\n".getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  /** Reads the files of a body by their names; {@code piece} bytes arrive at once. */
  static Map<String, byte[]> read(byte[] body, int piece) throws IOException {
    return read(body, piece, Long.MAX_VALUE);
  }

  static Map<String, byte[]> read(byte[] body, int piece, long maxSize) throws IOException {
    Map<String, byte[]> found = new LinkedHashMap<>();
    InputStream slow =
        new ByteArrayInputStream(body) {
          @Override
          public synchronized int read(byte[] bytes, int offset, int length) {
            return super.read(bytes, offset, Math.min(length, piece));
          }

          @Override
          public int read(byte[] bytes) {
            return read(bytes, 0, bytes.length);
          }
        };
    Multipart.read(
        TYPE,
        slow,
        maxSize,
        (name, fileName) -> {
          OutputStream out =
              new ByteArrayOutputStream() {
                @Override
                public void close() {
                  found.put(name, toByteArray());
                }
              };
          return out;
        });
    return found;
  }
}
