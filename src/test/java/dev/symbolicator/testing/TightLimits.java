package dev.symbolicator.testing;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** Starts the service with request limits that a test can reach, and without the page. */
public final class TightLimits implements QuarkusTestProfile {
  public static final int MAX_BODY_SIZE = 64 * 1024;
  public static final int MAX_LARGE_BODY_SIZE = 256 * 1024;

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "symbolicator.http.max-body-size",
        Integer.toString(MAX_BODY_SIZE),
        "symbolicator.http.max-large-body-size",
        Integer.toString(MAX_LARGE_BODY_SIZE),
        "symbolicator.memory.max-bytes-in-flight",
        "1200K",
        "symbolicator.web.enabled",
        "false");
  }
}
