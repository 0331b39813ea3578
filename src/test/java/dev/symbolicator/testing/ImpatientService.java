package dev.symbolicator.testing;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

public final class ImpatientService implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "symbolicator.http.body-timeout", "1S",
        "symbolicator.http.answer-timeout", "0.5S",
        "symbolicator.symbolication.deadline", "1S",
        "symbolicator.fetch.idle-timeout", "60S",
        "symbolicator.fetch.timeout", "60S");
  }
}
