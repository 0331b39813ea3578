package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.symbolicator.symbolication.ScriptUrls.RecentUrls;
import dev.symbolicator.symbolication.ScriptUrls.RecentUrls.RecentUrl;
import org.junit.jupiter.api.Test;

class RecentUrlsTest {
  private final RecentUrls urls = new RecentUrls();

  @Test
  void urlIsParsedOnce() {
    String text = "https://Example.com:443/a/../app.js?v=1#top";
    RecentUrl first = urls.parse(text);
    assertNotNull(first);
    assertEquals("https://example.com/app.js?v=1", first.url().href());
    assertEquals("https://example.com", first.origin());
    assertSame(first, urls.parse(new String(text.toCharArray())));
    assertSame(first, urls.get(text));
    assertNull(urls.get("https://example.com/app.js?v=1"));
  }

  @Test
  void textThatIsNoUrlIsNotRemembered() {
    assertNull(urls.parse("app.js"));
    assertNull(urls.get("app.js"));
  }

  @Test
  void longUrlsAreNotRemembered() {
    String text = "https://h/" + "p".repeat(RecentUrls.LONGEST);
    assertNotNull(urls.parse(text));
    assertNull(urls.get(text));
    String escaped = "https://h/" + "\u20ac".repeat(RecentUrls.LONGEST / 2);
    assertNotNull(urls.parse(escaped));
    assertNull(urls.get(escaped));
  }

  @Test
  void fewUrlsAreRememberedAndEachIsThatOfItsText() {
    int remembered = 0;
    for (int i = 0; i < 4 * RecentUrls.MOST; i++) {
      RecentUrl url = urls.parse("http://h" + i + "/" + i);
      assertNotNull(url);
      assertEquals("http://h" + i + "/" + i, url.url().href());
      assertEquals("http://h" + i, url.origin());
    }
    for (int i = 0; i < 4 * RecentUrls.MOST; i++) {
      RecentUrl url = urls.get("http://h" + i + "/" + i);
      remembered += url == null ? 0 : 1;
    }
    assertEquals(RecentUrls.MOST, remembered);
  }

  /** Texts with equal hashes would take each other's place in a table of slots. */
  @Test
  void urlsWithEqualHashesAreRememberedTogether() {
    assertEquals("https://h/Aa".hashCode(), "https://h/BB".hashCode());
    RecentUrl first = urls.parse("https://h/Aa");
    RecentUrl second = urls.parse("https://h/BB");
    assertSame(first, urls.get("https://h/Aa"));
    assertSame(second, urls.get("https://h/BB"));
  }

  @Test
  void onlyHttpUrlsHaveAnOrigin() {
    RecentUrl file = urls.parse("file:///a.js");
    assertNotNull(file);
    assertEquals("", file.origin());
  }
}
