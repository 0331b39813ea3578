package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.fetch.FetchPolicy.ForwardProxy;
import dev.symbolicator.fetch.OriginHeaders.HeaderText;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OriginHeadersTest {
  private static OriginHeaders headers(String... config) {
    FetchConfig read = TestConfig.of(config);
    FetchPolicy policy =
        new FetchPolicy(read, FetchLimits.DEFAULT, new ForwardProxy(read, FetchLimits.DEFAULT));
    return new OriginHeaders(read.origin(), policy::allows);
  }

  private static String refusal(String... more) {
    List<String> config = new ArrayList<>(List.of("origin.cdn.url", "https://a.example"));
    config.addAll(List.of(more));
    return assertThrows(ConfigurationException.class, () -> headers(config.toArray(new String[0])))
        .getMessage();
  }

  @Test
  void toStringShowsNoValue() {
    OriginHeaders headers =
        headers(
            "origin.cdn.url", "https://a.example", "origin.cdn.headers.Authorization", "s3cret");
    assertEquals(
        "OriginHeaders[symbolicator.fetch.origin.cdn.headers.Authorization]", headers.toString());
    FetchConfig config =
        TestConfig.of(
            "origin.cdn.url", "https://a.example", "origin.cdn.headers.Authorization", "s3cret");
    assertFalse(config.toString().contains("s3cret"));
    assertFalse(config.origin().toString().contains("s3cret"));
  }

  static Stream<String> reservedHeaders() {
    return TestFetcher.words(
        """
        Host content-length Transfer-Encoding Connection TE Upgrade Expect Accept-Encoding Range
        If-None-Match Proxy-Authorization Keep-Alive Trailer
        """);
  }

  @ParameterizedTest
  @MethodSource("reservedHeaders")
  void headerThatTheServiceSetsStopsTheStart(String name) {
    assertEquals(
        "symbolicator.fetch.origin.cdn.headers." + name + ": the service sets this header itself.",
        refusal("origin.cdn.headers." + name, "x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"X Y", "X:", "X\r\nY", "é", "X(1)"})
  void invalidNameStopsTheStart(String name) {
    assertTrue(
        refusal("origin.cdn.headers.\"" + name + "\"", "x").endsWith("this is not a header name."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3cret\r\nx: y", "s3cret\n", "s3cret\u0000", "s3cret\u00e9", " s3cret"})
  void invalidValueStopsTheStartAndIsNotShown(String value) {
    String message = refusal("origin.cdn.headers.Authorization", value);
    assertTrue(message.startsWith("symbolicator.fetch.origin.cdn.headers.Authorization: "));
    assertFalse(message.contains("s3cret"));
  }

  @Test
  void valueOfTheGreatestLengthIsAccepted() {
    String longest = "x".repeat(HeaderText.MAX_VALUE_LENGTH);
    headers("origin.cdn.url", "https://a.example", "origin.cdn.headers.Authorization", longest);
    refusal("origin.cdn.headers.Authorization", longest + "x");
  }

  @Test
  void missingFileStopsTheStart() {
    assertTrue(
        refusal("origin.cdn.header-files.Authorization", "missing/file")
            .startsWith("symbolicator.fetch.origin.cdn.header-files.Authorization: the file"));
  }

  @Test
  void headerSetToTwoValuesStopsTheStart() {
    assertTrue(
        refusal("origin.cdn.headers.X-Key", "1", "origin.cdn.headers.x-key", "2")
            .endsWith("this header is set twice."));
    headers(
        "origin.cdn.url", "https://a.example",
        "origin.cdn.headers.X-Key", "as an environment variable gives it",
        "origin.cdn.headers.x-key", "as an environment variable gives it");
  }

  @Test
  void invalidForbiddenOrRepeatedOriginStopsTheStart() {
    assertEquals(
        "symbolicator.fetch.origin.cdn.url: \"https://a.example/path\" is not an origin. Write"
            + " https://assets.example.com:8443, without credentials, path and query.",
        refusal("origin.cdn.url", "https://a.example/path"));
    assertTrue(refusal("origin.cdn.url", "https://*.a.example").contains("is not an origin"));
    assertTrue(refusal("allowed-origins", "https://b.example").contains("allowed-origins"));
    assertTrue(refusal("origin.cdn.url", "https://a.example:8443").contains("allowed-origins"));
    assertEquals(
        "symbolicator.fetch.origin.second.url: another group has the same origin.",
        refusal("origin.second.url", "https://A.example:443/"));
  }

  /** The client's own checks would throw if these were weaker. */
  @Property
  void acceptedNameOrValueIsAcceptedByTheClientToo(
      @ForAll @NotEmpty @CharRange(from = 0, to = 300) String text) {
    if (HeaderText.isName(text)) {
      assertEquals("x", HttpHeaders.headers().add(text, "x").get(text));
    }
    if (HeaderText.isValue(text)) {
      assertEquals(text, HttpHeaders.headers().add("x", text).get("x"));
    }
  }

  @Property
  void textWithALineBreakOrNulIsNeitherNameNorValue(@ForAll String before, @ForAll String after) {
    for (String lineBreak : new String[] {"\r", "\n", "\r\n", "\u0000"}) {
      assertFalse(HeaderText.isName(before + lineBreak + after));
      assertFalse(HeaderText.isValue(before + lineBreak + after));
    }
  }

  @Example
  void ordinaryNamesAndValuesAreAccepted() {
    assertTrue(HeaderText.isName("X-Api-Key"));
    assertTrue(HeaderText.isValue("Bearer abc\tdef=="));
    assertTrue(HeaderText.isValue("W/\"1-a\""));
    assertFalse(HeaderText.isValue(""));
  }
}
