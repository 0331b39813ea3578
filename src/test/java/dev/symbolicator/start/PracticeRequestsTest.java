package dev.symbolicator.start;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.http.PracticeConnection;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.script.ScriptPractice;
import dev.symbolicator.symbolication.ProfilePractice;
import dev.symbolicator.testing.LogLines;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Practises on a service with a disk, which refuses all requests without a token. */
@QuarkusTest
@Tag("service")
@TestProfile(PracticeRequestsTest.GuardedWithDisk.class)
class PracticeRequestsTest {
  private static final String OTHERS_BODY =
      "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}";

  @TestHTTPResource URI service;

  @Inject PracticeRequests requests;
  @Inject ScriptPractice scripts;
  @Inject ProfilePractice profiles;
  @Inject ByteBudget bytesInFlight;
  @Inject MeterRegistry metrics;

  /** Tokens, a disk, and no origin that may be asked. */
  public static final class GuardedWithDisk implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      try {
        return Map.of(
            "symbolicator.access.tokens.shop.value",
            "shop-0123456789abcdef",
            "symbolicator.fetch.allowed-origins",
            "https://static.example.com",
            "symbolicator.cache.max-disk-size",
            "16M",
            "symbolicator.cache.directory",
            Files.createTempDirectory("practice").toString());
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  @AfterEach
  void close() {
    requests.close();
  }

  private void open() throws Exception {
    byte[] table = new PracticeRound(DemoCopies.of(1), profiles, bytesInFlight).compile();
    assertTrue(scripts.keep(table));
    assertTrue(scripts.areKept());
    requests.open(service.getHost(), service.getPort());
    requests.prepare();
  }

  private String answer() {
    byte[] answer = requests.run(false);
    assertNotNull(answer);
    return new String(answer, UTF_8);
  }

  @Test
  void scriptIsFoundOnDiskAndInMemory() throws Exception {
    open();
    for (int i = 0; i < 4; i++) {
      String answer = answer();
      assertTrue(answer.contains("mapped=76"), answer.substring(0, 300));
      assertTrue(answer.contains("färbe"));
    }
  }

  @Test
  void requestsAreNeitherCountedNorLogged() throws Exception {
    open();
    String unused = answer();
    Map<Meter.Id, List<Double>> before = counted();
    assertFalse(before.isEmpty());
    try (LogLines lines = LogLines.listen()) {
      String first = answer();
      String second = answer();
      assertEquals(body(first), body(second));
      assertEquals(List.of(), lines.of("dev.symbolicator.request"));
    }
    assertEquals(before, counted());
  }

  private static String body(String answer) {
    return answer.substring(answer.indexOf("\r\n\r\n"));
  }

  @Test
  void otherConnectionsNeedATokenAndHaveNoPathOfPractice() throws Exception {
    open();
    String unused = answer();
    given().body(OTHERS_BODY).post("/symbolicate").then().statusCode(401);
    given().body(OTHERS_BODY).post(PracticeConnection.PATH).then().statusCode(404);
  }

  @Test
  void practiceEndsAtAPortOfAnotherProtocol() throws Exception {
    open();
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      requests.open("localhost", other.getLocalPort());
      Thread closing = new Thread(() -> acceptAndClose(other));
      closing.start();
      assertNull(requests.run(false));
      assertNull(requests.run(false));
    }
  }

  private static void acceptAndClose(ServerSocket server) {
    try {
      server.accept().close();
    } catch (IOException closed) {
      // The test has ended.
    }
  }

  @Test
  void nothingIsSentUntilThePortIsOpenAndAfterTheEnd() throws Exception {
    assertNull(requests.run(false));
    open();
    String unused = answer();
    requests.close();
    assertNull(requests.run(false));
  }

  private Map<Meter.Id, List<Double>> counted() {
    Map<Meter.Id, List<Double>> counted =
        new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    for (Meter meter : metrics.getMeters()) {
      String name = meter.getId().getName();
      Meter.Type type = meter.getId().getType();
      if ((type == Meter.Type.COUNTER || type == Meter.Type.TIMER)
          && (name.startsWith("symbolicator.") || name.equals("http.server.requests"))) {
        counted.put(
            meter.getId(),
            StreamSupport.stream(meter.measure().spliterator(), false)
                .map(Measurement::getValue)
                .toList());
      }
    }
    return counted;
  }
}
