package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.config.RowsConfig.Dimensions.Parser;
import dev.symbolicator.rows.RowsRequest;
import dev.symbolicator.rows.RowsRequest.Dimension;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.symbolication.SymbolicationOptions;
import io.vertx.core.MultiMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParametersTest {
  private static final String WRONG =
      "The query parameter release must have 1 to 250 characters, none of them a control character."
          + " Give the parameter once.";
  private static final List<String> DIMENSIONS = List.of("page", "country");

  private static MultiMap query(String... namesAndValues) {
    MultiMap query = MultiMap.caseInsensitiveMultiMap();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      query.add(namesAndValues[i], namesAndValues[i + 1]);
    }
    return query;
  }

  private static SymbolicationOptions options(String... namesAndValues) {
    return Parameters.options(query(namesAndValues), null, DIMENSIONS);
  }

  private static Problem problem(String... namesAndValues) {
    return assertThrows(ProblemException.class, () -> options(namesAndValues)).problem();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\nb", "\u0000", "a\u0085"})
  void releaseWithAControlCharacterIsRefused(String value) {
    assertEquals(400, problem("release", value).status());
    assertEquals(WRONG, problem("release", value).detail());
  }

  @Test
  void releaseIsTakenAsItIsAndItsLengthLimited() {
    assertEquals("1.2+build é/3", options("release", "1.2+build é/3").builds().release());
    assertEquals("r".repeat(250), options("release", "r".repeat(250)).builds().release());
    assertEquals(WRONG, problem("release", "r".repeat(251)).detail());
    assertEquals(WRONG, problem("release", "1", "release", "1").detail());
  }

  @Test
  void absentParametersMeanTheSameAsTheirDefaults() {
    assertEquals(
        Parameters.options(query("names", "v8"), "a/b", DIMENSIONS),
        Parameters.options(query(), "a/b", DIMENSIONS));
    assertEquals(options("names", "v8"), options());
    assertNull(options().builds().release());
    assertNull(options().format());
    assertNull(options("format", "auto").format());
    assertNull(options("output", "profile").output());
    assertEquals(0, options().longTaskMillis());
    assertEquals(50, options("keep", "long-tasks").longTaskMillis());
  }

  @Test
  void choicesAreTaken() {
    assertEquals("cpuprofile", options("format", "cpuprofile").format());
    assertEquals("pprof", options("output", "pprof").output());
    assertEquals(60_000, options("keep", "long-tasks", "threshold", "60000").longTaskMillis());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          format | pprof | The query parameter format must be one of auto, js-self-profile, cpuprofile,
          dist   | 1     | The query parameter dist is unknown. Known ones are annotate, compact, debugMeta, format, incomplete, keep, names, output, report, rows, summary, release, threshold.
          totals | true  | The query parameter totals is for batches. Send Content-Type: application/x-ndjson, or leave the parameter out.
          verdicts | true | The query parameter verdicts is for batches. Send Content-Type: application/x-ndjson, or leave the parameter out.
          output | otlp  | The query parameter output must be one of profile, cpuprofile, speedscope, pprof, collapsed, firefox. Give the parameter once.
          """)
  void unknownParameterOrValueIsRefusedWithTheKnownOnes(String name, String value, String detail) {
    String told = problem(name, value).detail();
    assertTrue(told.startsWith(detail), told);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "60001", "50.5", "-1", "", "1e3", "999999999999"})
  void thresholdOfLongTasksIsAWholeNumberOfMilliseconds(String wrong) {
    assertEquals(
        "The query parameter threshold must be a number of milliseconds, from 1 to 60000. Give the"
            + " parameter once.",
        problem("keep", "long-tasks", "threshold", wrong).detail());
  }

  @Test
  void rowsHaveTheDimensionsAsParameters() {
    RowsRequest rows = options("rows", "stacks", "page", "/cart").rows();
    assertEquals(
        new RowsRequest(
            RowKind.STACKS, List.of(new Dimension("page", "/cart"), new Dimension("country", ""))),
        rows);
    assertNull(options().rows());
    assertNull(options("rows", "none").rows());
    String unknown = problem("page", "/cart").detail();
    assertTrue(unknown.startsWith("The query parameter page is unknown."), unknown);
    assertEquals(
        rows, Parameters.ofBatch(query("rows", "stacks", "page", "/cart"), DIMENSIONS).rows());
    assertEquals(
        50, options("rows", "all", "keep", "long-tasks", "compact", "true").longTaskMillis());
  }

  @Test
  void noDimensionHasTheNameOfAParameter() {
    String known = batchProblem("x", "1").replaceAll(".*Known ones are |\\.$", "");
    for (String name : known.split(", ", -1)) {
      assertThrows(IllegalArgumentException.class, () -> new Parser().convert(name), name);
    }
  }

  @Test
  void valueOfADimensionIsLimited() {
    String longest = "é".repeat(200);
    assertEquals(
        longest, options("rows", "all", "page", longest).rows().dimensions().get(0).value());
    String wrong =
        "The query parameter page must have at most 200 characters, none of them a control character."
            + " Give the parameter once.";
    assertEquals(wrong, problem("rows", "all", "page", longest + "x").detail());
    assertEquals(wrong, problem("rows", "all", "page", "a\nb").detail());
    assertEquals(wrong, problem("rows", "all", "page", "1", "page", "1").detail());
  }

  @ParameterizedTest
  @CsvSource({"output,pprof", "summary,true", "annotate,true", "report,true"})
  void rowsHaveNoRoomForOtherAnswers(String name, String value) {
    assertEquals(
        "The query parameters rows and " + name + " exclude each other. Leave one out.",
        problem("rows", "all", name, value).detail());
  }

  @Test
  void totalsAreForBatchesOnly() {
    MultiMap totals = query("totals", "true");
    assertTrue(Parameters.ofBatchAnswer(totals).hasTotals());
    assertTrue(Parameters.ofBatchAnswer(query("verdicts", "true")).hasVerdicts());
    assertThrows(
        ProblemException.class,
        () -> Parameters.ofBatchAnswer(query("rows", "all", "verdicts", "true")));
    assertNull(Parameters.ofBatch(totals, DIMENSIONS).format());
    String known = batchProblem("totals", "true", "x", "1");
    assertTrue(
        known.endsWith("report, rows, summary, release, threshold, totals, verdicts."), known);
    String otherCase = batchProblem("Totals", "true");
    assertTrue(otherCase.startsWith("The query parameter Totals is unknown."), otherCase);
  }

  private static String batchProblem(String... namesAndValues) {
    Problem problem =
        assertThrows(
                ProblemException.class, () -> Parameters.ofBatch(query(namesAndValues), DIMENSIONS))
            .problem();
    assertEquals("A query parameter is unknown, missing or wrong", problem.title());
    return problem.detail();
  }
}
