package dev.symbolicator.testing;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

public final class SmallCapacity implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "symbolicator.http.max-requests", "2",
        "symbolicator.cache.max-size", "400K",
        "symbolicator.cache.max-scripts", "7",
        "symbolicator.cache.misses-time-to-live", "17S",
        "symbolicator.cache.failures-time-to-live", "3S");
  }
}
