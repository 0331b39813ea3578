package dev.symbolicator.web;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.emptyOrNullString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.junit.QuarkusTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@Tag("service")
class PageResourceTest {
  private static final Path FOLDER = Path.of("src/main/resources/web");
  private static final int MOST_BYTES = 90 * 1024;

  private static final Pattern IMPORT = Pattern.compile("from \"\\./(\\w+\\.mjs)\"");

  /** Writes a page as a file, so its text has markup; it makes no element of it. */
  private static final String WRITES_MARKUP = "saved.mjs";

  /** Markup and code that come from text, which the page's policy would refuse. */
  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|\\beval\\(|new Function\\("
              + "|style=|<style|onclick=|https?://(?!git(?:hub|lab)\\.com/me/|\\(|wicg)[a-z]+\\.[a-z.]+/[a-z]");

  static List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals("index.html"))
          .sorted()
          .toList();
    }
  }

  @Test
  void pageHasAStrictPolicyAndMayRecordItself() {
    given()
        .get("/")
        .then()
        .statusCode(200)
        .header("Content-Type", startsWith("text/html; charset=utf-8"))
        .header("Content-Security-Policy", startsWith("default-src 'none'; script-src 'self'; "))
        .header("Content-Security-Policy", not(containsString("unsafe")))
        .header("Content-Security-Policy", containsString("require-trusted-types-for 'script'"))
        .header("Document-Policy", "js-profiling")
        .header("X-Content-Type-Options", "nosniff")
        .header("Referrer-Policy", "no-referrer")
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Cache-Control", "no-cache");
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyFileIsServedAndIsNotSentAgain(String name) throws IOException {
    String type =
        name.endsWith(".mjs")
            ? "text/javascript"
            : name.endsWith(".css") ? "text/css" : "image/svg+xml";
    String tag =
        given()
            .get("/page/" + name)
            .then()
            .statusCode(200)
            .header("Content-Type", startsWith(type))
            .header("X-Content-Type-Options", "nosniff")
            .header("Document-Policy", nullValue())
            .body(is(Files.readString(FOLDER.resolve(name))))
            .extract()
            .header("ETag");
    given()
        .header("If-None-Match", tag)
        .get("/page/" + name)
        .then()
        .statusCode(304)
        .body(is(emptyOrNullString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/page",
        "/page/",
        "/page/index.html",
        "/page/another.mjs",
        "/page/../application.properties",
        "/page/%2e%2e/application.properties",
        "/page/..%2fapplication.properties",
        "/index.html",
      })
  void otherPathsAreNotFound(String path) {
    given().urlEncodingEnabled(false).get(path).then().statusCode(404);
  }

  @Test
  void pageTakesGetOnly() {
    given().post("/").then().statusCode(405);
  }

  @Test
  void filesTakeAtMost90KilobytesCompressed() throws IOException {
    int sum = compressed(Files.readAllBytes(FOLDER.resolve("index.html")));
    for (String name : names()) {
      sum += compressed(Files.readAllBytes(FOLDER.resolve(name)));
    }
    assertTrue(sum <= MOST_BYTES, "bytes: " + sum);
  }

  @Test
  void filesUseNeitherMarkupFromTextNorOtherHosts() throws IOException {
    for (String name : Stream.concat(names().stream(), Stream.of("index.html")).toList()) {
      String text = Files.readString(FOLDER.resolve(name));
      List<String> found =
          FORBIDDEN
              .matcher(text)
              .results()
              .map(MatchResult::group)
              .filter(each -> !(name.equals(WRITES_MARKUP) && each.equals("<style")))
              .distinct()
              .toList();
      assertEquals(List.of(), found, name);
    }
  }

  @Test
  void everyImportedModuleExists() throws IOException {
    List<String> names = names();
    for (String name : names) {
      Stream<MatchResult> imports =
          IMPORT.matcher(Files.readString(FOLDER.resolve(name))).results();
      imports.forEach(found -> assertTrue(names.contains(found.group(1)), found.group(1)));
    }
    assertFalse(names.isEmpty());
  }

  private static int compressed(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(content);
    }
    return bytes.size();
  }
}
