package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.access.AccessTokens;
import dev.symbolicator.access.AccessTokens.AccessConfig;
import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Caller.Right;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.testing.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallerGuardTest {
  private static final String SECRET = "0123456789abcdef";

  private static CallerGuard guard(String... keysAndValues) {
    AccessConfig config = Settings.of(keysAndValues).read(AccessConfig.class);
    return new CallerGuard(
        new AccessTokens(config, new SmallRyeConfigBuilder().build()),
        new RequestLog(new SimpleMeterRegistry()));
  }

  private static Problem problem(CallerGuard guard, @Nullable String token, Right right) {
    return assertThrows(ProblemException.class, () -> guard.require(token, right)).problem();
  }

  @Test
  void anybodyReadsWhileNoTokenIsConfigured() {
    Caller anybody = new Caller("default", "", Set.of(Right.READ), List.of());
    assertEquals(anybody, guard().require((String) null, Right.READ));
    assertEquals(anybody, guard().require(SECRET, Right.READ));
  }

  @Test
  void nobodyUploadsWhileNoTokenIsConfigured() {
    Problem problem = problem(guard(), SECRET, Right.UPLOAD);
    assertEquals("forbidden", problem.name());
    assertEquals(
        "Uploads are off until a token and a place for them are configured. Have the operator set"
            + " symbolicator.access.tokens.<name>.value, and symbolicator.maps.directory or"
            + " symbolicator.maps.bucket.name.",
        problem.detail());
  }

  @Test
  void oneTokenForUploadsClosesReading() {
    CallerGuard guard =
        guard(
            "symbolicator.access.tokens.ci.value",
            SECRET,
            "symbolicator.access.tokens.ci.rights",
            "upload");
    assertEquals("ci", guard.require(SECRET, Right.UPLOAD).token());
    assertEquals("unauthorized", problem(guard, null, Right.READ).name());
    assertEquals("unauthorized", problem(guard, "", Right.READ).name());
    assertEquals("unauthorized", problem(guard, null, Right.UPLOAD).name());
    assertEquals("forbidden", problem(guard, SECRET, Right.READ).name());
  }
}
