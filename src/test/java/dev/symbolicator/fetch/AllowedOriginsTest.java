package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.AllowedOrigins.Reach;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedOriginsTest {
  private static Reach reach(String url, String... allowed) {
    return new AllowedOrigins("key", List.of(allowed)).reach(WebUrl.parse(url));
  }

  @Test
  void starAllowsEveryOriginAtPublicAddresses() {
    assertEquals(Reach.PUBLIC_ADDRESSES_AT_COMMON_PORTS, reach("https://a.example/x.js", "*"));
    assertEquals(Reach.PUBLIC_ADDRESSES_AT_COMMON_PORTS, reach("http://10.0.0.1:99/x.js", "*"));
  }

  @Test
  void writtenOutOriginMayBePrivate() {
    String[] allowed = {"*", "http://assets.web.svc:8080", "https://CDN.example/"};
    assertEquals(Reach.PRIVATE_ADDRESSES_TOO, reach("http://assets.web.svc:8080/x.js", allowed));
    assertEquals(Reach.PRIVATE_ADDRESSES_TOO, reach("https://cdn.example:443/x.js", allowed));
    assertEquals(
        Reach.PUBLIC_ADDRESSES_AT_COMMON_PORTS, reach("https://assets.web.svc:8080/x.js", allowed));
    assertEquals(
        Reach.PUBLIC_ADDRESSES_AT_COMMON_PORTS, reach("http://assets.web.svc/x.js", allowed));
  }

  @Test
  void unlistedOriginIsRefusedWithoutAStar() {
    assertEquals(Reach.NOTHING, reach("http://cdn.example/x.js", "https://cdn.example"));
    assertEquals(Reach.NOTHING, reach("https://cdn.example:8443/x.js", "https://cdn.example"));
    assertEquals(Reach.NOTHING, reach("https://cdn.example.evil/x.js", "https://cdn.example"));
    assertEquals(Reach.NOTHING, reach("https://cdn.example/x.js", new String[0]));
  }

  @Test
  void wildcardAllowsSubdomainsOfAnyDepthAndNotTheDomainItself() {
    String allowed = "https://*.example.com";
    assertEquals(Reach.PUBLIC_ADDRESSES, reach("https://a.example.com/x.js", allowed));
    assertEquals(Reach.PUBLIC_ADDRESSES, reach("https://a.b.example.com/x.js", allowed));
    assertEquals(Reach.NOTHING, reach("https://example.com/x.js", allowed));
    assertEquals(Reach.NOTHING, reach("https://evilexample.com/x.js", allowed));
    assertEquals(Reach.NOTHING, reach("https://a.example.com.evil/x.js", allowed));
    assertEquals(Reach.NOTHING, reach("http://a.example.com/x.js", allowed));
    assertEquals(Reach.NOTHING, reach("https://a.example.com:8443/x.js", allowed));
  }

  @Test
  void wildcardMayHaveAPort() {
    String allowed = "http://*.example.com:8080";
    assertEquals(Reach.PUBLIC_ADDRESSES, reach("http://a.example.com:8080/x.js", allowed));
    assertEquals(Reach.NOTHING, reach("http://a.example.com/x.js", allowed));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "example.com",
        "",
        "ftp://example.com",
        "https://",
        "https://a.example/path",
        "https://a.example?q",
        "https://a.example#f",
        "https://u:p@a.example",
        "https://*",
        "https://*.",
        "https://*.*.example.com",
        "https://a.*.example.com",
        "https://*.1.2.3.4",
        "data:text/plain,x",
        "https://a.example:99999",
        "**"
      })
  void invalidOriginIsRefusedWithItsKeyAndWithoutCredentials(String entry) {
    ConfigurationException refused =
        assertThrows(
            ConfigurationException.class, () -> new AllowedOrigins("the.key", List.of("*", entry)));
    assertTrue(refused.getMessage().startsWith("the.key: "), refused.getMessage());
    assertFalse(refused.getMessage().contains("u:p"), refused.getMessage());
  }
}
