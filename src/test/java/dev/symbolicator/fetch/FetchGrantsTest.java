package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FetchGrantsTest {
  private static final String[] SETTINGS = {
    "allowed-origins", "*,https://a.example,https://b.example",
    "allowed-ports", "80,443",
    "script-paths", "*.js,*.mjs",
    "proxy-except", "https://a.example,https://b.example",
    "origin.a.url", "https://a.example",
    "origin.a.headers.Authorization", "Bearer one",
    "origin.a.headers.X-Key", "one",
    "origin.a.scripts-from", "https://b.example,https://c.example",
    "origin.b.url", "https://b.example",
    "origin.b.header-files.Cookie", "/run/secrets/cookie"
  };

  /** Keys that say how much and how long, and not what may be fetched. */
  private static final Set<String> LIMITS =
      Set.of(
          "maxScriptSize",
          "maxMapSize",
          "idleTimeout",
          "timeout",
          "maxConcurrent",
          "maxConnectionsPerHost",
          "proxyUsername",
          "proxyPassword",
          "userAgent");

  private static final Set<String> GRANTS =
      Set.of(
          "allowedOrigins", "allowPrivateAddresses",
          "allowedPorts", "scriptPaths",
          "caFile", "proxy",
          "proxyExcept", "origin");

  private static String digest(String... more) {
    return FetchGrants.digest(
        TestConfig.of(Stream.of(SETTINGS, more).flatMap(Arrays::stream).toArray(String[]::new)));
  }

  /** Returns the digest of the settings with one key written differently. */
  private static String renamed(String from, String to) {
    List<String> settings = new ArrayList<>(List.of(SETTINGS));
    settings.replaceAll(setting -> setting.replace(from, to));
    return FetchGrants.digest(TestConfig.of(settings.toArray(String[]::new)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "allowed-origins=*",
        "allowed-origins=https://a.example,https://b.example",
        "allow-private-addresses=true",
        "allowed-ports=80,443,8443",
        "script-paths=*.js",
        "ca-file=/etc/ca.pem",
        "proxy=http://proxy.example:3128",
        "proxy-except=https://a.example",
        "origin.a.url=https://c.example",
        "origin.a.scripts-from=https://b.example",
        "origin.a.scripts-from=*",
        "origin.a.headers.Cookie=one",
        "origin.b.header-files.Authorization=/run/secrets/token",
        "origin.c.url=https://c.example"
      })
  void digestChangesWithEachGrant(String setting) {
    assertNotEquals(digest(), digest(setting.split("=")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "allowed-origins=https://b.example , *,https://a.example",
        "allowed-ports=443,80",
        "script-paths=*.mjs,*.js",
        "proxy-except=https://b.example,https://a.example",
        "origin.a.scripts-from=https://c.example,https://b.example"
      })
  void digestIgnoresTheOrderOfLists(String setting) {
    assertEquals(digest(), digest(setting.split("=")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "origin.a.headers.Authorization=Bearer two",
        "origin.b.header-files.Cookie=/run/secrets/other",
        "max-script-size=1",
        "timeout=1S",
        "proxy-password=secret"
      })
  void digestIgnoresSecretsAndLimits(String setting) {
    assertEquals(digest(), digest(setting.split("=")));
  }

  @Test
  void digestIgnoresTheSpellingOfGroupsAndHeaders() {
    assertEquals(digest(), renamed("origin.a.", "origin.z."));
    assertEquals(digest(), renamed("headers.X-Key", "headers.x.key"));
    assertEquals(digest(), renamed("header-files.Cookie", "headers.Cookie"));
    assertNotEquals(digest(), renamed("headers.X-Key", "headers.X-Other"));
  }

  @Test
  void digestDistinguishesKeysAndOrigins() {
    assertNotEquals(
        FetchGrants.digest(TestConfig.of("allowed-origins", "https://a.example")),
        FetchGrants.digest(TestConfig.of("proxy-except", "https://a.example")));
    assertNotEquals(
        digest("origin.a.headers.Cookie", "1"), digest("origin.b.headers.Authorization", "1"));
  }

  @Test
  void everyKeyIsEitherAGrantOrALimit() {
    Set<String> settings =
        Stream.of(FetchConfig.class.getDeclaredMethods())
            .filter(method -> !method.isSynthetic())
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> known = new TreeSet<>(LIMITS);
    known.addAll(GRANTS);
    assertEquals(known, settings);
  }
}
