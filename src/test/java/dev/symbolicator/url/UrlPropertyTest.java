package dev.symbolicator.url;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

class UrlPropertyTest {
  @Provide
  Arbitrary<UrlCase> cases() {
    Arbitrary<String> texts =
        Arbitraries.oneOf(
            Arbitraries.randomValue((Random random) -> UrlTexts.next(random)),
            Arbitraries.strings().ofMaxLength(20),
            Arbitraries.strings().ascii().ofMaxLength(20));
    Arbitrary<@Nullable String> bases = Arbitraries.of(UrlTexts.BASES).injectNull(0.3);
    return Combinators.combine(texts, bases).as(UrlCase::new);
  }

  @Property(tries = 5_000)
  void serialisedUrlIsReadBackAsAnEqualUrl(@ForAll("cases") UrlCase input) {
    WebUrl url = input.parse();
    if (url != null) {
      WebUrl again = WebUrl.parse(url.href());
      assertNotNull(again, url.href());
      assertEquals(UrlParts.of(url), UrlParts.of(again));
      assertEquals(url, again);
      assertArrayEquals(url.ipAddress(), again.ipAddress());
    }
  }

  @Property(tries = 5_000)
  void urlIsPrintableAsciiAndOnlyOpaquePathsHaveBlanks(@ForAll("cases") UrlCase input) {
    WebUrl url = input.parse();
    if (url != null) {
      int lowest = url.hasOpaquePath() ? ' ' : '!';
      assertTrue(url.href().chars().allMatch(c -> c >= lowest && c < 0x7f), url.href());
    }
  }

  @Property(tries = 5_000)
  void httpUrlHasAHostAndAnAbsolutePathWithoutDotSegments(@ForAll("cases") UrlCase input) {
    WebUrl url = input.parse();
    if (url != null && url.isHttp()) {
      assertNotNull(url.host());
      assertFalse(url.host().isEmpty());
      assertTrue(url.port() >= 0 && url.port() <= 65535);
      assertFalse((url.path() + '/').matches("(?i).*/([.]|%2e){1,2}/.*"), url.path());
      assertEquals(url.origin(), WebUrlTest.url(url.origin()).origin());
      assertTrue(url.href().startsWith(url.origin()) || url.hasCredentials());
      assertTrue(url.withoutFragment().href().endsWith(url.pathAndQuery()));
    }
  }

  @Property(tries = 5_000)
  void redactedUrlHasNeitherCredentialsNorQueryNorFragment(@ForAll("cases") UrlCase input) {
    WebUrl url = input.parse();
    if (url != null) {
      String shown = url.redacted();
      assertFalse(shown.contains("?") || shown.contains("#"), shown);
      WebUrl again = WebUrl.parse(shown);
      assertTrue(again == null || !again.hasCredentials(), shown);
    }
  }

  @Property(tries = 5_000)
  void hostIsLowerCaseAsciiAndIsReadBackUnchanged(
      @ForAll String host, @ForAll @From("labels") String label) {
    for (String text : List.of(host, label, "xn--" + host, "xn--" + label)) {
      WebUrl url = WebUrl.parse("http://" + text.replaceAll("[/?#@\\\\]", "") + "/");
      if (url != null) {
        assertNotNull(url.host());
        assertTrue(url.host().matches("[!-~&&[^A-Z]]+"), url.host());
        assertEquals(url.host(), WebUrlTest.url("http://" + url.host()).host());
      }
    }
  }

  @Provide
  Arbitrary<String> labels() {
    return Arbitraries.strings()
        .withChars("abz019-.é日ß\u0644\u05d0\u0301\u094d\u200d\u00ad。①")
        .ofMaxLength(40);
  }

  @Property(tries = 5_000)
  void absoluteUrlIsTheSameAgainstAnyBase(@ForAll("cases") UrlCase input) {
    WebUrl url = WebUrl.parse(input.text());
    if (url != null) {
      assertEquals(url, WebUrl.parse(url.href(), input.parsedBase()));
    }
  }

  @Property(tries = 5_000)
  void dataUrlIsReadLikeItsSerialisedUrl(@ForAll("cases") UrlCase input) {
    String text = "data:" + input.text();
    WebUrl url = WebUrl.parse(text);
    DataUrl direct = DataUrl.parse(text);
    DataUrl serialised = url == null ? null : DataUrl.parse(url.href());
    assertEquals(serialised == null, direct == null);
    if (direct != null && serialised != null) {
      assertArrayEquals(serialised.bytes(), direct.bytes());
      assertEquals(serialised.mediaType(), direct.mediaType());
    }
  }
}
