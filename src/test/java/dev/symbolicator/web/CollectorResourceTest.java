package dev.symbolicator.web;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.emptyOrNullString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.junit.QuarkusTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class CollectorResourceTest {
  private static final Path FILE = Path.of("src/main/js/collector.js");
  private static final int MOST_BYTES = 3 * 1024;

  @Test
  void pagesOfAllOriginsMayImportIt() throws IOException {
    String tag =
        given()
            .header("Origin", "https://shop.example")
            .get("/collector.js")
            .then()
            .statusCode(200)
            .header("Content-Type", startsWith("text/javascript"))
            .header("Access-Control-Allow-Origin", "*")
            .header("Cross-Origin-Resource-Policy", "cross-origin")
            .header("Cache-Control", "public, max-age=86400")
            .header("X-Content-Type-Options", "nosniff")
            .body(is(Files.readString(FILE)))
            .extract()
            .header("ETag");
    given()
        .header("If-None-Match", tag)
        .get("/collector.js")
        .then()
        .statusCode(304)
        .header("Access-Control-Allow-Origin", "*")
        .body(is(emptyOrNullString()));
  }

  @Test
  void itTakesAtMost3KilobytesCompressed() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new BestGzip(bytes)) {
      gzip.write(Files.readAllBytes(FILE));
    }
    assertTrue(bytes.size() <= MOST_BYTES, "bytes: " + bytes.size());
  }

  private static final class BestGzip extends GZIPOutputStream {
    BestGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }
}
