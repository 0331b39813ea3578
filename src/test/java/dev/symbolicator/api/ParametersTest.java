package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.batch.BatchSum.SumOptions;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.config.RowsConfig.Dimensions.Parser;
import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.rows.ProfileSum.Baseline;
import dev.symbolicator.rows.RowsRequest;
import dev.symbolicator.rows.RowsRequest.Dimension;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.symbolication.SymbolicationOptions;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Objects;
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
        known.endsWith(
            "report, rows, summary, release, threshold, totals, verdicts, aggregate, baseline."),
        known);
    String otherCase = batchProblem("Totals", "true");
    assertTrue(otherCase.startsWith("The query parameter Totals is unknown."), otherCase);
  }

  private static SumOptions sum(String... namesAndValues) {
    return Objects.requireNonNull(Parameters.ofSum(query(namesAndValues), DIMENSIONS));
  }

  @Test
  void sumsAreExportsOfWeightsOrRows() {
    assertNull(Parameters.ofSum(query("rows", "all"), DIMENSIONS));
    SumOptions pprof = sum("aggregate", "true", "output", "pprof", "annotate", "true");
    assertEquals(new SumOptions(ExportFormat.PPROF, null, true, null), pprof);
    SumOptions rows = sum("aggregate", "true", "rows", "stacks", "page", "/", "release", "2");
    assertEquals(new SumOptions(null, RowKind.STACKS, false, null), rows);
    SymbolicationOptions lines =
        Parameters.ofSummedLines(
            query("aggregate", "true", "output", "pprof", "page", "/", "compact", "true"),
            DIMENSIONS);
    assertEquals(
        new RowsRequest(null, List.of(new Dimension("page", "/"), new Dimension("country", ""))),
        lines.rows());
    assertNull(lines.output());
    assertTrue(lines.compact());
  }

  @Test
  void baselineIsAColumnAndAValue() {
    assertEquals(
        new Baseline("release", "1.4:1"),
        sum("aggregate", "true", "rows", "all", "baseline", "release:1.4:1").baseline());
    assertEquals(
        new Baseline("country", ""),
        sum("aggregate", "true", "rows", "all", "baseline", "country:").baseline());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "baseline=release:1 | The query parameter baseline needs aggregate=true.",
        "aggregate=true | The query parameter aggregate needs rows, or output=speedscope, or output=pprof, or output=collapsed.",
        "aggregate=true&output=firefox | The query parameter aggregate needs rows,",
        "aggregate=true&output=pprof&totals=true | The query parameters aggregate and totals exclude each other.",
        "aggregate=true&output=pprof&verdicts=true | The query parameters aggregate and verdicts exclude",
        "aggregate=true&output=pprof&report=true | The query parameters aggregate and report exclude",
        "aggregate=true&output=pprof&summary=true | The query parameters aggregate and summary exclude",
        "aggregate=true&rows=all&output=pprof | The query parameters rows and output exclude each other.",
        "aggregate=yes | The query parameter aggregate must be one of false, true.",
        "aggregate=true&rows=all&baseline=1.4.1 | The query parameter baseline must be a column, a colon and a value, such as release:1.4.1. Columns are release, page, country.",
        "aggregate=true&rows=all&baseline=size:1 | The query parameter baseline must be a column,",
        "aggregate=true&rows=all&x=1 | The query parameter x is unknown."
      })
  void sumsWithWrongParametersAreRefused(String parameters, String expected) {
    String[] namesAndValues = parameters.split("[&=]", -1);
    String detail =
        assertThrows(
                ProblemException.class, () -> Parameters.ofSum(query(namesAndValues), DIMENSIONS))
            .problem()
            .detail();
    assertTrue(detail.startsWith(expected), detail);
  }

  @Test
  void sumsAreForBatchesOnly() {
    assertTrue(
        problem("aggregate", "true")
            .detail()
            .startsWith("The query parameter aggregate is for batches."));
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
