package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import io.vertx.core.MultiMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParametersTest {
  private static final String WRONG =
      "The query parameter release must have 1 to 250 characters, none of them a control character."
          + " Give the parameter once.";

  private static MultiMap release(String value) {
    return MultiMap.caseInsensitiveMultiMap().add("release", value);
  }

  private static Problem problem(MultiMap query) {
    return assertThrows(ProblemException.class, () -> Parameters.options(query, null)).problem();
  }

  @Test
  void releaseIsTakenAsItIs() {
    assertEquals("1.2+build é/3", Parameters.options(release("1.2+build é/3"), null).release());
    assertEquals("r".repeat(250), Parameters.options(release("r".repeat(250)), null).release());
    assertNull(Parameters.options(MultiMap.caseInsensitiveMultiMap(), null).release());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\nb", "\u0000", "a\u0085"})
  void releaseWithAControlCharacterIsRefused(String value) {
    Problem problem = problem(release(value));
    assertEquals(400, problem.status());
    assertEquals(WRONG, problem.detail());
  }

  @Test
  void longReleaseAndTwoReleasesAreRefused() {
    assertEquals(WRONG, problem(release("r".repeat(251))).detail());
    assertEquals(WRONG, problem(release("1").add("release", "1")).detail());
  }

  @Test
  void absentParametersMeanTheSameAsTheirDefaults() {
    MultiMap names = MultiMap.caseInsensitiveMultiMap().add("names", "v8");
    MultiMap none = MultiMap.caseInsensitiveMultiMap();
    assertEquals(Parameters.options(names, "a/b"), Parameters.options(none, "a/b"));
    assertEquals(Parameters.options(names, null), Parameters.options(none, null));
  }

  @Test
  void formatIsOneOfTheNames() {
    MultiMap none = MultiMap.caseInsensitiveMultiMap();
    assertNull(Parameters.options(none, null).format());
    assertNull(Parameters.options(none.add("format", "auto"), null).format());
    MultiMap cpu = MultiMap.caseInsensitiveMultiMap().add("format", "cpuprofile");
    assertEquals("cpuprofile", Parameters.options(cpu, null).format());
    String detail = problem(MultiMap.caseInsensitiveMultiMap().add("format", "pprof")).detail();
    assertTrue(
        detail.startsWith(
            "The query parameter format must be one of auto, js-self-profile, cpuprofile,"),
        detail);
  }

  @Test
  void unknownParameterIsRefusedWithTheKnownOnes() {
    assertEquals(
        "The query parameter dist is unknown. Known ones are compact, debugMeta, format, incomplete, keep, names, output, report, summary, release, threshold.",
        problem(MultiMap.caseInsensitiveMultiMap().add("dist", "1")).detail());
  }

  @Test
  void totalsAreForBatchesOnly() {
    MultiMap totals = MultiMap.caseInsensitiveMultiMap().add("totals", "true");
    assertEquals(
        "The query parameter totals is for batches. Send Content-Type: application/x-ndjson, or"
            + " leave the parameter out.",
        problem(totals).detail());
    assertTrue(Parameters.totals(totals));
    assertNull(Parameters.ofBatch(totals).format());
    Problem problem =
        assertThrows(ProblemException.class, () -> Parameters.ofBatch(totals.add("x", "1")))
            .problem();
    assertEquals("A query parameter is unknown, missing or wrong", problem.title());
    MultiMap otherCase = MultiMap.caseInsensitiveMultiMap().add("Totals", "true");
    assertTrue(
        assertThrows(ProblemException.class, () -> Parameters.ofBatch(otherCase))
            .problem()
            .detail()
            .startsWith("The query parameter Totals is unknown."));
    assertTrue(
        problem.detail().endsWith("report, summary, release, threshold, totals."),
        problem.detail());
  }

  @Test
  void thresholdOfLongTasksIsAWholeNumberOfMilliseconds() {
    MultiMap keep = MultiMap.caseInsensitiveMultiMap().add("keep", "long-tasks");
    assertEquals(0, Parameters.options(release("1"), null).longTaskMillis());
    assertEquals(50, Parameters.options(keep, null).longTaskMillis());
    for (String wrong : new String[] {"0", "60001", "50.5", "-1", "", "1e3", "999999999999"}) {
      MultiMap query = MultiMap.caseInsensitiveMultiMap().addAll(keep).add("threshold", wrong);
      assertEquals(
          "The query parameter threshold must be a number of milliseconds, from 1 to 60000. Give the parameter once.",
          problem(query).detail());
    }
    assertEquals(60_000, Parameters.options(keep.add("threshold", "60000"), null).longTaskMillis());
  }

  @Test
  void outputIsAFormatOfAnotherToolOrTheProfilesOwn() {
    MultiMap own = MultiMap.caseInsensitiveMultiMap().add("output", "profile");
    assertNull(Parameters.options(own, null).output());
    MultiMap query = MultiMap.caseInsensitiveMultiMap().add("output", "pprof");
    assertEquals("pprof", Parameters.options(query, null).output());
    assertEquals(
        "The query parameter output must be one of profile, cpuprofile, speedscope, pprof, collapsed, firefox. Give the parameter once.",
        problem(MultiMap.caseInsensitiveMultiMap().add("output", "otlp")).detail());
  }
}
