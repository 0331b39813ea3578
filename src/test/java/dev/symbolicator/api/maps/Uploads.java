package dev.symbolicator.api.maps;

import static io.restassured.RestAssured.given;

import dev.symbolicator.testing.RecordedCase;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

final class Uploads {
  static final String PATH = "/source-maps";

  private static final String EMPTY_MAP =
      "{\"version\":3,\"sources\":[\"%s\"],\"sourcesContent\":[\"secret text\"],\"names\":[],\"mappings\":\"AAAA\"%s}";

  private Uploads() {}

  /** Each request has a connection of its own, which closes: the service accepts 1,000. */
  static RequestSpecification as(String token) {
    return given()
        .header("Authorization", "Bearer " + token)
        .header("Connection", "close")
        .urlEncodingEnabled(true);
  }

  /** Sends a map of its own; parameters are names and values in turn. */
  static ValidatableResponse put(String token, byte[] map, String... parameters) {
    return with(as(token), parameters).body(map).put(PATH).then();
  }

  static ValidatableResponse post(String token, byte[] archive, String... parameters) {
    return with(as(token), parameters).body(archive).post(PATH).then();
  }

  static ValidatableResponse list(String token, String... parameters) {
    return with(as(token), parameters).get(PATH).then();
  }

  static ValidatableResponse delete(String token, String... parameters) {
    return with(as(token), parameters).delete(PATH).then();
  }

  private static RequestSpecification with(RequestSpecification request, String... parameters) {
    for (int i = 0; i < parameters.length; i += 2) {
      request.queryParam(parameters[i], parameters[i + 1]);
    }
    return request;
  }

  /** Returns a map of one mapping, which differs for each source. */
  static byte[] map(String source) {
    return EMPTY_MAP.formatted(source, "").getBytes(StandardCharsets.UTF_8);
  }

  static byte[] map(String source, String debugId) {
    return EMPTY_MAP
        .formatted(source, ",\"debugId\":\"" + debugId + "\"")
        .getBytes(StandardCharsets.UTF_8);
  }

  static Map<String, byte[]> filesOf(RecordedCase recorded) {
    try (Stream<Path> files = Files.walk(recorded.folder())) {
      Map<String, byte[]> found = new LinkedHashMap<>();
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
        found.put(recorded.folder().relativize(file).toString(), Files.readAllBytes(file));
      }
      return found;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
