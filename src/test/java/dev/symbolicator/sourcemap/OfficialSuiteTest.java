package dev.symbolicator.sourcemap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.sourcemap.OfficialSuite.Action;
import dev.symbolicator.sourcemap.OfficialSuite.Case;
import dev.symbolicator.sourcemap.SourceMapProblem.Severity;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions.Mode;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Rejected;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the official cases of ECMA-426, if their folder lies beside the project. */
@EnabledIf(
    value = "dev.symbolicator.sourcemap.OfficialSuite#isHere",
    disabledReason = "The official suite is not at ../shared/ecma426")
class OfficialSuiteTest {

  /**
   * The invalid cases for which the standard throws. A reader that accepts one does not conform.
   */
  private static final Set<String> MUST_ERRORS =
      Set.of(
          // DecodeSourceMap: mappings is not a string, sources is not an array.
          "mappingsMissing",
          "invalidMappingNotAString1",
          "invalidMappingNotAString2",
          "sourcesMissing",
          "sourcesNotAList1",
          "sourcesNotAList2",
          // DecodeBase64VLQ: the value is 2^31 or more.
          "invalidMappingSegmentWithColumnExceeding32Bits",
          "invalidMappingSegmentWithSourceIndexExceeding32Bits",
          "invalidMappingSegmentWithOriginalLineExceeding32Bits",
          "invalidMappingSegmentWithOriginalColumnExceeding32Bits",
          "invalidMappingSegmentWithNameIndexExceeding32Bits",
          // DecodeIndexSourceMap: sections is not an array, offset or map is not an object.
          "indexMapWrongTypeSections",
          "indexMapWrongTypeOffset",
          "indexMapMissingOffset",
          "indexMapWrongTypeMap",
          "indexMapMissingMap");

  static Stream<Case> validCases() {
    return OfficialSuite.cases().stream().filter(Case::isValid);
  }

  static Stream<Case> invalidCases() {
    return OfficialSuite.cases().stream().filter(test -> !test.isValid());
  }

  static Stream<Action> actions() {
    return validCases().flatMap(test -> test.actions().stream());
  }

  @ParameterizedTest
  @MethodSource("validCases")
  void validCaseIsReadWithoutProblemsInBothModes(Case test) {
    assertInstanceOf(Read.class, test.read(Mode.STRICT));
    Read read = assertInstanceOf(Read.class, test.read(Mode.LENIENT));
    assertEquals(List.of(), read.problems());
  }

  @ParameterizedTest
  @MethodSource("actions")
  void actionGivesTheRightAnswer(Action action) {
    assertEquals("", action.difference());
  }

  @ParameterizedTest
  @MethodSource("invalidCases")
  void invalidCaseIsRejectedInStrictMode(Case test) {
    assertInstanceOf(Rejected.class, test.read(Mode.STRICT));
  }

  @ParameterizedTest
  @MethodSource("invalidCases")
  void lenientModeRejectsMustErrorsAndReportsTheOthers(Case test) {
    SourceMapReading reading = test.read(Mode.LENIENT);
    if (MUST_ERRORS.contains(test.name())) {
      Rejected rejected = assertInstanceOf(Rejected.class, reading);
      assertEquals(Severity.FATAL, rejected.problem().kind().severity());
    } else {
      assertTrue(assertInstanceOf(Read.class, reading).problemCount() > 0);
    }
  }

  @Test
  void figuresAreComplete() {
    long valid = validCases().filter(OfficialSuiteTest::isReadCleanly).count();
    long right = actions().filter(action -> action.difference().isEmpty()).count();
    Set<String> must =
        invalidCases()
            .filter(test -> test.read(Mode.LENIENT) instanceof Rejected)
            .map(Case::name)
            .collect(Collectors.toCollection(TreeSet::new));
    long strict = invalidCases().filter(test -> test.read(Mode.STRICT) instanceof Rejected).count();

    String figures =
        "valid %d/%d, actions %d/%d, must-errors %d/%d, strict %d/%d"
            .formatted(
                valid,
                validCases().count(),
                right,
                actions().count(),
                must.size(),
                MUST_ERRORS.size(),
                strict,
                invalidCases().count());
    System.out.println("ECMA-426 official suite: " + figures);
    assertEquals("valid 32/32, actions 94/94, must-errors 16/16, strict 67/67", figures);
    assertEquals(new TreeSet<>(MUST_ERRORS), must);
  }

  private static boolean isReadCleanly(Case test) {
    return test.read(Mode.STRICT) instanceof Read
        && test.read(Mode.LENIENT) instanceof Read read
        && read.problemCount() == 0;
  }
}
