package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.FetchFailures.assertFailed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.fetch.FetchPolicy.ForwardProxy;
import dev.symbolicator.fetch.FetchRequest.FileKind;
import dev.symbolicator.url.WebUrl;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FetchPolicyTest {
  private static final String URL = "https://example.com/app.js?build=42";

  private static FetchFailure refuse(int maxUrlLength) {
    return refuse(URL, "urlLength", Integer.toString(maxUrlLength));
  }

  private static FetchFailure refuse(String url, String... keysAndValues) {
    FetchConfig config = TestConfig.of(keysAndValues);
    FetchLimits limits = TestConfig.limits(keysAndValues);
    return new FetchPolicy(config, limits, new ForwardProxy(config, limits))
        .refuse(Objects.requireNonNull(WebUrl.parse(url)), FileKind.SCRIPT, List.of());
  }

  private static void assertBlocked(Kind by, FetchFailure failure) {
    assertFailed(by, failure);
  }

  @Test
  void urlOfTheGreatestLengthIsAllowed() {
    assertNull(refuse(URL.length()));
  }

  @Test
  void urlBeyondTheGreatestLengthIsRefused() {
    assertEquals(
        new FetchFailure(
            Kind.TOO_LONG,
            "The URL is longer than " + (URL.length() - 1) + " characters, so nothing is fetched."),
        refuse(URL.length() - 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a.example:22/a.js",
        "http://a.example:8080/a.js",
        "https://a.example:8443/a.js",
        "http://93.184.216.34:6379/a.js",
        "https://a.example:1/a.js",
        "https://a.example:65535/a.js"
      })
  void starAllowsCommonPortsOnly(String url) {
    assertBlocked(Kind.PORT, refuse(url));
    assertNull(refuse(url, "allow-private-addresses", "true"), "development");
  }

  @Test
  void commonPortsAreConfigurable() {
    assertNull(refuse("http://a.example/a.js"));
    assertNull(refuse("http://a.example:443/a.js"));
    assertNull(refuse("http://a.example:8080/a.js", "allowed-ports", "443,8080"));
    assertBlocked(Kind.PORT, refuse("http://a.example/a.js", "allowed-ports", "443"));
  }

  @Test
  void listedOriginIsAllowedAtItsOwnPortOnly() {
    String[] config = {"allowed-origins", "*,http://a.example:8080,https://*.b.example:8443"};
    assertNull(refuse("http://a.example:8080/a.js", config));
    assertNull(refuse("https://cdn.b.example:8443/a.js", config));
    assertBlocked(Kind.PORT, refuse("http://a.example:8081/a.js", config));
    assertBlocked(Kind.PORT, refuse("https://cdn.b.example:8444/a.js", config));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "65536", "-1", "https"})
  void invalidPortStopsTheStart(String port) {
    assertThrows(RuntimeException.class, () -> TestConfig.of("allowed-ports", "443," + port));
  }

  @Test
  void unknownHostLooksLikeAPrivateHostAndLeavesTheFileUnknown() throws UnknownHostException {
    FetchConfig config = TestConfig.of();
    FetchPolicy policy =
        new FetchPolicy(config, FetchLimits.DEFAULT, new ForwardProxy(config, FetchLimits.DEFAULT));
    WebUrl url = Objects.requireNonNull(WebUrl.parse(URL));
    FetchFailure unknown = Objects.requireNonNull(policy.refuse(url, List.of(), List.of()));
    List<InetAddress> inside = List.of(InetAddress.getByName("10.0.0.1"));
    assertEquals(unknown, policy.refuse(url, inside, List.of()));
    assertTrue(unknown.leavesFileUnknown());
    assertFalse(unknown.isPassing());
  }

  @Test
  void plainHttpIsNotFetchedThroughTheProxy() {
    String[] config = {
      "proxy",
      "http://proxy.example:3128",
      "proxy-except",
      "http://assets.web.svc:8080",
      "allowed-origins",
      "*,http://assets.web.svc:8080"
    };
    assertBlocked(Kind.PROXY, refuse("http://a.example/a.js", config));
    assertNull(refuse("https://a.example/a.js", config));
    assertNull(refuse("http://assets.web.svc:8080/a.js", config));
  }
}
