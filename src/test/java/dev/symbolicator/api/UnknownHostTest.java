package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.TestDns;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends profiles of scripts at a host that does not exist. The test's own DNS server answers the
 * look-ups.
 */
@QuarkusTest
@Tag("service")
@TestProfile(UnknownHostTest.OwnDns.class)
class UnknownHostTest {
  private static final int SCRIPTS = 200;

  /** The default of {@code symbolicator.fetch.max-connections-per-host}. */
  private static final int AT_ONCE = 8;

  public static class OwnDns implements QuarkusTestProfile {
    @Override
    public List<TestResourceEntry> testResources() {
      return List.of(new TestResourceEntry(Dns.class));
    }
  }

  public static class Dns implements QuarkusTestResourceLifecycleManager {
    private final TestDns dns = TestDns.start();

    @Override
    public Map<String, String> start() {
      return Map.of("quarkus.vertx.resolver.servers", dns.server());
    }

    @Override
    public void inject(TestInjector injector) {
      injector.injectIntoFields(dns, new TestInjector.MatchesType(TestDns.class));
    }

    @Override
    public void stop() {
      dns.close();
    }
  }

  TestDns dns;

  @Test
  void unknownHostIsNotLookedUpForEachScript() {
    given()
        .body(profile())
        .post("/symbolicate?report=true")
        .then()
        .statusCode(200)
        .body("symbolication.scripts.size()", equalTo(SCRIPTS))
        .body("symbolication.scripts.status", everyItem(equalTo("unreachable")));
    int questions = dns.questions("unknown.test");
    assertTrue(1 <= questions && questions <= AT_ONCE, questions + " questions");
  }

  private static String profile() {
    String frames =
        IntStream.range(0, SCRIPTS)
            .mapToObj(
                i -> "{\"name\":\"f\",\"resourceId\":%d,\"line\":1,\"column\":1}".formatted(i))
            .collect(Collectors.joining(","));
    String resources =
        IntStream.range(0, SCRIPTS)
            .mapToObj("\"http://unknown.test/%d.js\""::formatted)
            .collect(Collectors.joining(","));
    return "{\"frames\":[%s],\"resources\":[%s],\"stacks\":[],\"samples\":[]}"
        .formatted(frames, resources);
  }
}
