package dev.symbolicator.testing;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

public final class OneOrigin implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "symbolicator.symbolication.max-origins", "1",
        "symbolicator.fetch.idle-timeout", "3S",
        "symbolicator.sources.fetch", "true",
        "symbolicator.identity.literals", "false",
        "symbolicator.cache.failures-time-to-live", "1.5S");
  }
}
