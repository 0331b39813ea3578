package dev.symbolicator.api.vendors;

import static io.restassured.RestAssured.given;

import dev.symbolicator.maps.upload.Archives;
import dev.symbolicator.testing.Encode;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

final class Bundles {
  static final String ROOT = "/api/0/organizations/";
  static final String MAP =
      "{\"version\":3,\"sources\":[\"%s\"],\"sourcesContent\":[\"secret text\"],\"names\":[],\"mappings\":\"AAAA\"}";

  private static final int MAGIC_BYTES = 8;
  private static final int END_BYTES = 22;

  private Bundles() {}

  static byte[] bundle(Map<String, byte[]> files) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {'S', 'Y', 'S', 'B', 2, 0, 0, 0});
    out.writeBytes(Archives.zip(files));
    return out.toByteArray();
  }

  /** Returns a bundle whose offsets count from its first byte, as sentry-cli writes them. */
  static byte[] withOffsetsFromFirstByte(byte[] bundle) {
    ByteBuffer zip = ByteBuffer.wrap(bundle.clone()).order(ByteOrder.LITTLE_ENDIAN);
    int end = bundle.length - END_BYTES;
    int at = MAGIC_BYTES + zip.getInt(end + 16);
    zip.putInt(end + 16, at);
    for (int i = 0; i < zip.getShort(end + 10); i++) {
      zip.putInt(at + 42, zip.getInt(at + 42) + MAGIC_BYTES);
      at += 46 + zip.getShort(at + 28) + zip.getShort(at + 30) + zip.getShort(at + 32);
    }
    return zip.array();
  }

  static byte[] bundle(String manifest, String script, String map) {
    return bundle(
        Archives.files(
            "files/_/_/app.js", script, "files/_/_/app.js.map", map, "manifest.json", manifest));
  }

  /** Returns a manifest of that bundle; further members have a comma before each. */
  static String manifest(String debugId, String more) {
    String id = debugId.isEmpty() ? "" : "\"Debug-Id\":\"" + debugId + "\"";
    String comma = id.isEmpty() ? "" : ",";
    return """
        {"files":{
         "files/_/_/app.js":{"type":"minified_source","url":"~/assets/app.js",
          "headers":{%s%s"Sourcemap":"app.js.map"}},
         "files/_/_/app.js.map":{"type":"source_map","url":"~/assets/app.js.map","headers":{%1$s}}},
         "org":"someone","project":"site"%s}
        """
        .formatted(id, comma, more);
  }

  static String sha1(byte[] content) {
    return HexFormat.of().formatHex(SentryChunks.sha1().digest(content));
  }

  static List<byte[]> chunks(byte[] bundle, int size) {
    List<byte[]> chunks = new ArrayList<>();
    for (int at = 0; at < bundle.length; at += size) {
      chunks.add(Arrays.copyOfRange(bundle, at, Math.min(bundle.length, at + size)));
    }
    return chunks;
  }

  static ValidatableResponse list(String token) {
    return as(token).get("/source-maps").then();
  }

  static void deleteAll(String token) {
    List<String> ids = list(token).extract().path("entries.id");
    ids.forEach(id -> as(token).queryParam("id", id).delete("/source-maps").then().statusCode(204));
  }

  static RequestSpecification as(String token) {
    return given().header("Authorization", "Bearer " + token);
  }

  static ValidatableResponse options(String token, String org) {
    return as(token).get(ROOT + org + "/chunk-upload/").then();
  }

  static ValidatableResponse chunk(String token, String org, String name, byte[] chunk) {
    return as(token)
        .multiPart("file_gzip", name, Encode.gzip(chunk))
        .post(ROOT + org + "/chunk-upload/")
        .then();
  }

  static ValidatableResponse part(String token, String org, String part, String name, byte[] body) {
    return as(token).multiPart(part, name, body).post(ROOT + org + "/chunk-upload/").then();
  }

  static ValidatableResponse assemble(
      String token, String org, String checksum, List<byte[]> chunks, String more) {
    String names =
        chunks.stream().map(chunk -> '"' + sha1(chunk) + '"').collect(Collectors.joining(","));
    String body =
        "{\"checksum\":\"%s\",\"chunks\":[%s],\"projects\":[\"site\"]%s}"
            .formatted(checksum, names, more);
    return assemble(token, org, body);
  }

  static ValidatableResponse assemble(String token, String org, String body) {
    return as(token)
        .contentType("application/json")
        .body(body.getBytes(StandardCharsets.UTF_8))
        .post(ROOT + org + "/artifactbundle/assemble/")
        .then();
  }

  static ValidatableResponse send(String token, String org, byte[] bundle, String more) {
    chunk(token, org, sha1(bundle), bundle).statusCode(200);
    return assemble(token, org, sha1(bundle), List.of(bundle), more);
  }
}
