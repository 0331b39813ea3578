package dev.symbolicator.url;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

class UrlFuzzTest {
  @FuzzTest(maxDuration = "60s")
  void parsingNeverThrowsAndIsStable(FuzzedDataProvider data) {
    WebUrl base = WebUrl.parse(data.consumeString(60));
    String text = data.consumeRemainingAsString();
    WebUrl url = WebUrl.parse(text, base);
    if (url != null) {
      assertEquals(url, WebUrl.parse(url.href()));
      assertEquals(url.redacted(), url.toString());
    }
    WebUrl.parse("http://" + text + "/");
    DataUrl.parse(text);
  }
}
