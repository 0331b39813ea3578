package dev.symbolicator.api.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.ContentCoding.NativeCodecs;
import dev.symbolicator.content.Encoding;
import dev.symbolicator.content.StreamDecoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@QuarkusTest
@Tag("service")
class BatchCodingsTest {
  private static final StreamDecoding.Memory ENOUGH = (bytes, largest) -> () -> {};

  @TestHTTPResource("/symbolicate")
  URI service;

  @Inject ByteBudget budget;

  @BeforeAll
  static void load() {
    assertEquals(Map.of(), NativeCodecs.load());
  }

  @AfterEach
  void nothingIsHeld() {
    Await.until(() -> budget.used() == 0);
  }

  private static String line(int id) {
    return "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[],\"id\":" + id + "}\n";
  }

  private static byte[] lines(int count) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      lines.append(line(i));
    }
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static InputStream decoded(BatchClient client, ContentCoding coding) {
    return StreamDecoding.of(client.body(), coding, ENOUGH);
  }

  private static @Nullable String next(InputStream content) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = content.read(); b >= 0; b = content.read()) {
      line.append((char) b);
      if (b == '\n') {
        return line.toString();
      }
    }
    assertEquals("", line.toString());
    return null;
  }

  private static void assertEndsAsCorrupt(List<String> lines) {
    JsonObject end = new JsonObject(lines.get(lines.size() - 1));
    assertEquals("urn:profile-symbolicator:problem:corrupt-body", end.getString("type"));
    assertEquals(true, end.getBoolean("end"));
    assertEquals(lines.size(), end.getInteger("line"));
  }

  @ParameterizedTest
  @EnumSource
  void bodyOfEveryCodingIsAnswered(ContentCoding coding) throws IOException {
    byte[] body = Encode.as(lines(300), coding);
    for (String header : List.of("", "Content-Encoding: " + Encoding.name(coding) + "\r\n")) {
      if (coding == ContentCoding.BR && header.isEmpty()) {
        continue; // br has no first bytes to tell
      }
      try (BatchClient client = new BatchClient(service, "", header)) {
        for (int at = 0; at < body.length; at += 7) {
          client.send(Arrays.copyOfRange(body, at, Math.min(body.length, at + 7)));
        }
        client.end();
        List<String> lines = client.lines();
        assertEquals(300, lines.size());
        for (int i = 0; i < 300; i++) {
          assertEquals(line(i).strip(), lines.get(i));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "BR", "ZSTD"})
  void lineIsReadDecodedBeforeTheNextIsSent(ContentCoding coding) throws IOException {
    String name = Encoding.name(coding);
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    try (BatchClient client =
            new BatchClient(
                service,
                "?totals=true",
                "Content-Encoding: %s\r\nAccept-Encoding: %s\r\n".formatted(name, name));
        InputStream answers = decoded(client, coding)) {
      OutputStream encoder = Encoding.stream(coding, sent);
      for (int i = 0; i < 50; i++) {
        encoder.write(line(i).getBytes(StandardCharsets.UTF_8));
        encoder.flush();
        client.send(sent.toByteArray());
        sent.reset();
        assertEquals(line(i), next(answers));
      }
      encoder.close();
      client.send(sent.toByteArray());
      client.end();
      assertTrue(next(answers).startsWith("{\"totals\":{\"symbolicated\":50,"));
      assertNull(next(answers));
      assertTrue(client.head().contains("content-encoding: " + name + "\r\n"), client.head());
      assertTrue(client.head().contains("vary: accept-encoding\r\n"), client.head());
      assertTrue(client.again(service).startsWith("http/1.1 200 "));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip, br, zstd|GZIP",
        "gzip;q=0.5, zstd|ZSTD",
        "br|BR",
        "*|GZIP",
        "identity, gzip;q=0.5|IDENTITY",
        "deflate|IDENTITY"
      })
  void answerHasTheCodingThatTheClientPrefers(String header, ContentCoding coding)
      throws IOException {
    try (BatchClient client = new BatchClient(service, "", "Accept-Encoding: " + header + "\r\n")) {
      client.send(lines(2_000));
      client.end();
      boolean isPlain = coding == ContentCoding.IDENTITY;
      assertEquals(!isPlain, client.head().contains("content-encoding: "));
      assertTrue(client.head().contains("vary: accept-encoding"), client.head());
      InputStream answers = isPlain ? client.body() : decoded(client, coding);
      for (int i = 0; i < 2_000; i++) {
        assertEquals(line(i), next(answers));
      }
      assertNull(next(answers));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "BR", "ZSTD"})
  void emptyBatchHasAnEncodedAnswer(ContentCoding coding) throws IOException {
    try (BatchClient client =
        new BatchClient(service, "", "Accept-Encoding: " + Encoding.name(coding) + "\r\n")) {
      client.end();
      assertNull(next(decoded(client, coding)));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "BR", "ZSTD"})
  void cutOffBodyEndsTheBatchWithAProblem(ContentCoding coding) throws IOException {
    byte[] body = Encode.as(lines(3), coding);
    for (int length : new int[] {4, body.length / 2, body.length - 1}) {
      try (BatchClient client =
          new BatchClient(service, "", "Content-Encoding: " + Encoding.name(coding) + "\r\n")) {
        client.send(Arrays.copyOf(body, length));
        client.end();
        assertEndsAsCorrupt(client.lines());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BR", "ZSTD"})
  void bytesBehindTheEndEndTheBatchWithAProblem(ContentCoding coding) throws IOException {
    byte[] body = Encode.as(lines(3), coding);
    try (BatchClient client =
        new BatchClient(service, "", "Content-Encoding: " + Encoding.name(coding) + "\r\n")) {
      client.send(body);
      for (int i = 0; i < 3; i++) {
        assertEquals(line(i).strip(), client.line());
      }
      client.send("{}\n");
      client.end();
      JsonObject end = new JsonObject(client.line());
      assertEquals("urn:profile-symbolicator:problem:corrupt-body", end.getString("type"));
      assertEquals(4, end.getInteger("line"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "BR", "ZSTD"})
  void endlessLineOfABombIsAProblemAndTheNextIsAnswered(ContentCoding coding) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.write(new byte[100 << 20]);
    content.write(("\n" + line(1)).getBytes(StandardCharsets.UTF_8));
    byte[] bomb = Encode.as(content.toByteArray(), coding);
    assertTrue(bomb.length < 200_000);
    try (BatchClient client =
        new BatchClient(service, "", "Content-Encoding: " + Encoding.name(coding) + "\r\n")) {
      client.send(bomb);
      client.end();
      assertEquals(413, new JsonObject(client.line()).getInteger("status"));
      assertEquals(line(1).strip(), client.line());
      assertNull(client.line());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "BR", "ZSTD"})
  void windowsAreGivenBackWhenTheClientLeaves(ContentCoding coding) throws IOException {
    String name = Encoding.name(coding);
    try (BatchClient client =
        new BatchClient(
            service, "", "Content-Encoding: %s\r\nAccept-Encoding: %s\r\n".formatted(name, name))) {
      ByteArrayOutputStream sent = new ByteArrayOutputStream();
      OutputStream encoder = Encoding.stream(coding, sent);
      encoder.write(line(1).getBytes(StandardCharsets.UTF_8));
      encoder.flush();
      client.send(sent.toByteArray());
      assertEquals(line(1), next(decoded(client, coding)));
      assertTrue(budget.used() >= Encoding.memory(coding), "used: " + budget.used());
      encoder.close();
    }
    Await.until(() -> budget.used() == 0);
  }

  @Test
  void manyBatchesInTurnLeaveNoMemory() throws IOException {
    for (int i = 0; i < 30; i++) {
      try (BatchClient client =
          new BatchClient(service, "", "Content-Encoding: br\r\nAccept-Encoding: br\r\n")) {
        client.send(Encode.br(lines(10)));
        client.end();
        InputStream answers = decoded(client, ContentCoding.BR);
        assertEquals(line(0), next(answers));
        assertFalse(client.head().contains(" 503 "));
      }
    }
  }
}
