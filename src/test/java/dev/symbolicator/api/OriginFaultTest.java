package dev.symbolicator.api;

import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.TestCertificate;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Symbolicates profiles whose origins are faulty. Each must be answered and leave nothing charged,
 * and the next answer for a good script must be right.
 */
@QuarkusTest
@Tag("service")
@TestProfile(OriginFaultTest.ShortTimes.class)
@Timeout(120)
class OriginFaultTest {
  private static final String RIGHT_NAME = "localhost";
  private static final int MAX_SCRIPT_SIZE = 1 << 20;

  /** Far beyond every other limit, so that a fault ends first even on a machine that stalls. */
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  /** Compressed in advance, since the origin's time to answer is limited. */
  private static final byte[] BOMB = Encode.gzip(new byte[16 * MAX_SCRIPT_SIZE]);

  public static class ShortTimes implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "symbolicator.symbolication.deadline",
          DEADLINE.toString(),
          "symbolicator.fetch.timeout",
          "4S",
          "symbolicator.fetch.idle-timeout",
          "3S",
          "symbolicator.fetch.max-script-size",
          Integer.toString(MAX_SCRIPT_SIZE),
          "symbolicator.fetch.ca-file",
          certificate().file().toString(),
          "symbolicator.cache.misses-time-to-live",
          "0.1S");
    }

    private static TestCertificate certificate() {
      try {
        return TestCertificate.create(Files.createTempDirectory("faults"), RIGHT_NAME);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @ConfigProperty(name = "symbolicator.fetch.ca-file")
  Path authority;

  @Inject ByteBudget budget;

  @SuppressWarnings("ImmutableEnumChecker") // The answers are lambdas that hold nothing.
  private enum Fault {
    RESET("unreachable", (origin, request) -> request.connection().close()),
    RESET_WITHIN_THE_BODY(
        "unreachable",
        (origin, request) -> {
          request.response().setChunked(true);
          TestOrigin.writeAndHangUp(request, Buffer.buffer("f()"));
        }),
    STALL_BEHIND_THE_HEADERS(
        "timed-out",
        (origin, request) -> request.response().putHeader("content-length", "9").writeHead()),
    ONE_BYTE_A_SECOND(
        "timed-out", (origin, request) -> origin.drip(request, "x", 1000, Integer.MAX_VALUE)),
    LENGTH_THAT_IS_TOO_LARGE(
        "unreachable",
        (origin, request) -> {
          request.response().putHeader("content-length", "100");
          TestOrigin.writeAndHangUp(request, Buffer.buffer("f()"));
        }),
    CIRCLE(
        "unreachable",
        (origin, request) -> {
          String other = request.path().equals("/CIRCLE.js") ? "/other.js" : "/CIRCLE.js";
          origin.redirect("/other.js", "/CIRCLE.js");
          request.response().setStatusCode(302).putHeader("location", other).end();
        }),
    NO_END(
        "too-large",
        (origin, request) ->
            TestOrigin.pour(request.response().setChunked(true), new AtomicLong())),
    TEN_GIGABYTES(
        "too-large",
        (origin, request) ->
            TestOrigin.pour(
                request.response().putHeader("content-length", "10737418240"), new AtomicLong())),
    BOMB(
        "too-large",
        (origin, request) ->
            request
                .response()
                .putHeader("content-encoding", "gzip")
                .end(Buffer.buffer(OriginFaultTest.BOMB)));

    private final String status;
    private final BiConsumer<TestOrigin, HttpServerRequest> answer;

    Fault(String status, BiConsumer<TestOrigin, HttpServerRequest> answer) {
      this.status = status;
      this.answer = answer;
    }

    /** Returns a path of its own: an earlier origin may have had the port, and failed otherwise. */
    String path() {
      return "/" + name() + ".js";
    }
  }

  private static HttpServerOptions options() {
    return new HttpServerOptions().setHost("127.0.0.1").setPort(0).setSoLinger(0);
  }

  @Test
  void bombInflatesAThousandfold() {
    assertEquals(1000.0, 16.0 * MAX_SCRIPT_SIZE / BOMB.length, 50);
  }

  @ParameterizedTest
  @EnumSource
  void faultIsReportedInTimeAndDoesNotAffectTheNextRequest(Fault fault) {
    try (TestOrigin origin = TestOrigin.start(options())) {
      origin.handle(fault.path(), request -> fault.answer.accept(origin, request));
      Profiles.serve(origin, "/good.js");
      reported(origin.url(fault.path()), fault.status);
      mapped(origin.url("/good.js"));
    }
  }

  @Test
  void certificateMustNameTheHost() {
    TestCertificate certificate = TestCertificate.in(authority.getParent(), RIGHT_NAME);
    HttpServerOptions tls = options().setSsl(true).setKeyCertOptions(certificate.keyCertOptions());
    try (TestOrigin origin = TestOrigin.start(tls)) {
      Profiles.serve(origin, "/good.js");
      reported(origin.url("/good.js"), "unreachable");
      assertEquals(0, origin.requests());
      mapped("https://" + RIGHT_NAME + ":" + origin.port() + "/good.js");
    }
  }

  @Test
  void scriptThatAppearsLaterIsFound() {
    try (TestOrigin origin = TestOrigin.start()) {
      reported(origin.url("/late.js"), "not-found");
      Profiles.serve(origin, "/late.js");
      Await.until(
          () ->
              "found"
                  .equals(
                      Profiles.post(origin.url("/late.js"), "")
                          .extract()
                          .path("symbolication.scripts[0].status")));
      mapped(origin.url("/late.js"));
      assertEquals(2, origin.requests("/late.js"));
    }
  }

  /** Checks the status. The limit of five times the deadline only catches a hang. */
  private void reported(String script, String status) {
    long start = System.nanoTime();
    Profiles.post(script, "")
        .statusCode(200)
        .header("Symbolication", "mapped=0, total=1, pending=0")
        .body("symbolication.scripts[0].status", equalTo(status));
    assertTrue(System.nanoTime() - start < DEADLINE.multipliedBy(5).toNanos());
    Await.until(() -> budget.used() == 0);
  }

  private void mapped(String script) {
    Profiles.post(script, "")
        .statusCode(200)
        .header("Symbolication", "mapped=1, total=1, pending=0");
    Await.until(() -> budget.used() == 0);
  }
}
