package dev.symbolicator.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.access.AccessTokens.AccessConfig;
import dev.symbolicator.access.AccessTokens.AccessLimits;
import dev.symbolicator.access.Caller.Right;
import dev.symbolicator.testing.Settings;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTokensTest {
  private static final String CI = "symbolicator.access.tokens.ci.";
  private static final String NEXT = "symbolicator.access.tokens.next.";
  private static final String SECRET = "0123456789abcdef";
  private static final String VARIABLE = "SYMBOLICATOR_ACCESS_TOKENS_";

  @TempDir Path directory;

  private static AccessTokens tokens(String... keysAndValues) {
    return new AccessTokens(
        Settings.of(keysAndValues).read(AccessConfig.class), AccessLimits.DEFAULT);
  }

  private static Caller caller(AccessTokens tokens, String value) {
    return Objects.requireNonNull(tokens.find(value));
  }

  /** Returns the message with which the start fails. The message shows no value. */
  private static String failure(String... keysAndValues) {
    String message =
        assertThrows(ConfigurationException.class, () -> tokens(keysAndValues)).getMessage();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      boolean isValue = keysAndValues[i].contains(".value") && !keysAndValues[i + 1].isEmpty();
      assertFalse(isValue && message.contains(keysAndValues[i + 1]), message);
    }
    return message;
  }

  private String file(String content) throws IOException {
    return Files.writeString(directory.resolve("token"), content).toString();
  }

  @Test
  void tokenStandsForItsScopeRightsAndPrefixes() {
    AccessTokens tokens =
        tokens(
            CI + "value", SECRET,
            CI + "scope", "shop-2",
            CI + "rights", "upload",
            CI + "prefixes", "https://CDN.example.com, https://example.com:443/a/./b/");
    assertEquals(
        new Caller(
            "shop-2",
            "ci",
            Set.of(Right.UPLOAD),
            List.of("https://cdn.example.com/", "https://example.com/a/b/")),
        caller(tokens, SECRET));
    assertEquals(Set.of("shop-2"), tokens.scopes());
  }

  @Test
  void tokenHasBothRightsAndTheDefaultScopeUnlessConfigured() {
    assertEquals(
        new Caller("default", "ci", Set.of(Right.READ, Right.UPLOAD), List.of()),
        caller(tokens(CI + "value", SECRET), SECRET));
  }

  @Test
  void otherTextsAreNoTokens() {
    AccessTokens tokens = tokens(CI + "value", SECRET);
    assertNull(tokens.find(""));
    assertNull(tokens.find(SECRET + " "));
    assertNull(tokens.find(SECRET.toUpperCase(Locale.ROOT)));
    assertNull(tokens.find("ci"));
    assertFalse(tokens.areNone());
    assertTrue(tokens().areNone());
  }

  @Test
  void scopeMayHaveSeveralTokens() {
    AccessTokens tokens = tokens(CI + "value", SECRET, NEXT + "value", SECRET + "2");
    assertEquals("ci", caller(tokens, SECRET).token());
    assertEquals("next", caller(tokens, SECRET + "2").token());
    assertEquals(Set.of("default"), tokens.scopes());
  }

  @Test
  void twoTokensOfOneValueStopTheStart() {
    assertEquals(
        "symbolicator.access.tokens.next: the token ci has an equal value. Give each its own.",
        failure(CI + "value", SECRET, NEXT + "value", SECRET, NEXT + "scope", "other"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0123456789abcdef", "0123456789abcdef\n", "0123456789abcdef\r\n"})
  void tokenIsReadFromAFileWithoutItsLineBreak(String content) throws IOException {
    AccessTokens tokens = tokens(CI + "value-file", file(content));
    assertNotNull(tokens.find(SECRET));
    assertNull(tokens.find(content + "\n"));
  }

  @Test
  void fileThatCannotBeReadStopsTheStart() {
    String reason = "symbolicator.access.tokens.ci.value-file: the file cannot be read.";
    for (Path file : List.of(directory.resolve("absent"), directory)) {
      String message = failure(CI + "value-file", file.toString());
      assertTrue(message.startsWith(reason), message);
    }
    assertTrue(failure(CI + "value-file", "\0").startsWith(reason));
  }

  @Test
  void emptyFileStopsTheStart() throws IOException {
    assertEquals(
        CI
            + "value-file: the token has fewer characters than 16. Make one with: openssl rand -hex"
            + " 32",
        failure(CI + "value-file", file("")));
  }

  @Test
  void tokenWithoutAValueStopsTheStart() {
    String message =
        CI
            + "value is missing or empty. Set it to the token, or set .value-file to a file that"
            + " holds the token.";
    assertEquals(message, failure(CI + "value", ""));
    assertEquals(message, failure(CI + "scope", "shop"));
  }

  @Test
  void valueAndFileTogetherStopTheStart() throws IOException {
    assertEquals(
        CI + "value and .value-file are both set. Set one of them.",
        failure(CI + "value", SECRET, CI + "value-file", file(SECRET)));
  }

  @ParameterizedTest
  @CsvSource({"16,true", "15,false", "1024,true", "1025,false"})
  void tokenHasFrom16To1024Characters(int length, boolean isAllowed) throws IOException {
    String value = "x".repeat(length);
    for (String[] settings :
        new String[][] {
          {CI + "value", value},
          {CI + "value-file", file(value)},
          {CI + "value-file", file(value + "\r\n")}
        }) {
      if (isAllowed) {
        assertNotNull(tokens(settings).find(value));
      } else {
        assertTrue(failure(settings).contains("characters than"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0123456789 abcdef", "0123456789abcdeé", "0123456789abcde\t7"})
  void tokenOfOtherThanVisibleAsciiStopsTheStart(String value) throws IOException {
    assertTrue(failure(CI + "value", value).contains("visible ASCII"));
    assertTrue(failure(CI + "value-file", file(value)).contains("visible ASCII"));
    assertTrue(failure(CI + "value-file", file(SECRET + "\n\n")).contains("visible ASCII"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Shop", "a b", "a/b", "..", "é", "a_b"})
  void scopeOfOtherCharactersStopsTheStart(String scope) {
    assertTrue(failure(CI + "value", SECRET, CI + "scope", scope).startsWith(CI + "scope: write"));
  }

  @Test
  void scopeHasAtMost64Characters() {
    String longest = "a".repeat(64);
    assertEquals(Set.of(longest), tokens(CI + "value", SECRET, CI + "scope", longest).scopes());
    failure(CI + "value", SECRET, CI + "scope", longest + "a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://cdn.example.com/assets",
        "https://user:pass@cdn.example.com/",
        "https://cdn.example.com/?a/",
        "https://cdn.example.com/#/",
        "file:///a/",
        "/assets/",
        "~/assets/",
        "*,https://cdn.example.com/",
        "cdn.example.com/"
      })
  void prefixThatIsNoHttpUrlWithASlashAtItsEndStopsTheStart(String prefix) {
    String message = failure(CI + "value", SECRET, CI + "prefixes", prefix);
    assertTrue(message.startsWith(CI + "prefixes: \""), message);
    assertFalse(message.contains("pass"), message);
  }

  /** An empty variable must not stand for every right or every prefix. */
  @ParameterizedTest
  @ValueSource(strings = {"rights", "prefixes", "scope"})
  void emptyListStopsTheStart(String member) {
    assertThrows(RuntimeException.class, () -> tokens(CI + "value", SECRET, CI + member, ""));
  }

  @Test
  void unknownRightStopsTheStart() {
    assertThrows(
        RuntimeException.class, () -> tokens(CI + "value", SECRET, CI + "rights", "admin"));
  }

  @Test
  void nothingShowsAValue() {
    AccessTokens tokens = tokens(CI + "value", SECRET);
    assertEquals("AccessTokens[ci]", tokens.toString());
    assertFalse(caller(tokens, SECRET).toString().contains(SECRET));
  }

  private static AccessTokens fromVariables(String... namesAndValues) {
    Map<String, String> variables = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      variables.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .addDefaultInterceptors()
            .addDiscoveredConverters()
            .withMapping(AccessConfig.class)
            .withValidateUnknown(false)
            .withSources(new EnvConfigSource(variables, 300))
            .build();
    return new AccessTokens(config.getConfigMapping(AccessConfig.class), AccessLimits.DEFAULT);
  }

  @Test
  void environmentVariablesConfigureTokens() throws IOException {
    AccessTokens tokens =
        fromVariables(
            VARIABLE + "CI_VALUE_FILE", file(SECRET),
            VARIABLE + "CI_RIGHTS", "read",
            VARIABLE + "CI_PREFIXES_0_", "https://a.example/",
            VARIABLE + "_TEAM_A__VALUE", SECRET + "2",
            VARIABLE + "_TEAM_A__SCOPE", "team-a");
    assertEquals(Set.of(Right.READ), caller(tokens, SECRET).rights());
    assertEquals("team-a", caller(tokens, SECRET + "2").scope());
  }

  @Test
  void fileOfAnotherEncodingStopsTheStart() throws IOException {
    Path file = Files.write(directory.resolve("latin"), SECRET.getBytes(StandardCharsets.UTF_16));
    assertTrue(failure(CI + "value-file", file.toString()).contains("visible ASCII"));
  }
}
