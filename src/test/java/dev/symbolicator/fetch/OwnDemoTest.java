package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.fetch.FetchPolicy.ForwardProxy;
import dev.symbolicator.fetch.FetchRequest.FileKind;
import dev.symbolicator.fetch.Fetcher.OwnDemo;
import dev.symbolicator.url.WebUrl;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The port is the one in application.properties. */
class OwnDemoTest {
  private static final String FILE = "http://localhost:8080/demo/app.min.js";

  private static WebUrl url(String text) {
    return Objects.requireNonNull(WebUrl.parse(text));
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:8080/demo/app.min.js, true",
    "http://127.0.0.1:8080/demo/app.min.js.map, true",
    "http://[::1]:8080/demo/app.min.js, true",
    "http://localhost:8081/demo/app.min.js, false",
    "http://localhost/demo/app.min.js, false",
    "https://localhost:8080/demo/app.min.js, false",
    "http://localhost:8080/other/app.min.js, false",
    "http://localhost:8080/demo/../app.min.js, false",
    "http://localhost.example.com:8080/demo/app.min.js, false",
    "http://10.0.0.1:8080/demo/app.min.js, false"
  })
  void filesAtTheServicesOwnPortAreOfTheDemo(String text, boolean isOwn) {
    assertEquals(isOwn, new OwnDemo(true).contains(url(text)));
    assertFalse(new OwnDemo(false).contains(url(text)));
  }

  @Test
  void onlyTheDemoMayHaveAPrivateAddressWithoutAGrant() {
    FetchConfig config = TestConfig.of();
    ForwardProxy proxy = new ForwardProxy(config, FetchLimits.DEFAULT);
    FetchPolicy policy =
        new FetchPolicy(config, FetchLimits.DEFAULT, proxy, new OwnDemo(true)::contains);
    List<InetAddress> loopback = List.of(InetAddress.getLoopbackAddress());
    assertNull(policy.refuse(url(FILE), FileKind.SCRIPT, List.of()));
    assertNull(policy.refuse(url(FILE), loopback, List.of()));
    WebUrl other = url("http://localhost:8080/other/app.min.js");
    assertInstanceOf(FetchFailure.class, policy.refuse(other, FileKind.SCRIPT, List.of()));
    assertInstanceOf(FetchFailure.class, policy.refuse(other, loopback, List.of()));
  }
}
