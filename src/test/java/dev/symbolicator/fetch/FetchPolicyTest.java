package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.fetch.FetchRequest.Kind;
import dev.symbolicator.url.WebUrl;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FetchPolicyTest {
  private static final String URL = "https://example.com/app.js?build=42";

  private static FetchFailure refuse(int maxUrlLength) {
    return new FetchPolicy(TestConfig.of("max-url-length", Integer.toString(maxUrlLength)))
        .refuse(Objects.requireNonNull(WebUrl.parse(URL)), Kind.SCRIPT);
  }

  @Test
  void aUrlOfJustTheLimitIsAskedFor() {
    assertNull(refuse(URL.length()));
  }

  @Test
  void aUrlOneCharacterLongerIsNot() {
    assertEquals(new FetchFailure.TooLong(URL.length() - 1), refuse(URL.length() - 1));
  }
}
