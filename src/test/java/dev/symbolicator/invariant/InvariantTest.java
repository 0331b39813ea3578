package dev.symbolicator.invariant;

import static io.restassured.RestAssured.given;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Checks the invariant of the whole service: the symbolicated profile of a minified build equals
 * the profile of its original modules, up to inlining.
 *
 * <p>Both run in a real Chromium and profile themselves. Their functions pair up by the markers
 * that the functions name when called. So the test depends on no way of mapping positions or
 * finding names.
 */
@QuarkusTest
@Tag("service")
class InvariantTest {

  static final List<String> BUILDS = FixtureApp.BUILDS;

  private static final ObjectMapper JSON = new ObjectMapper();

  private static TestOrigin origin;
  private static Map<String, JsonNode> traces;
  private static JsonNode original;

  /** The functions that V8 reports for the original modules, by marker. */
  private static Map<String, ReportedFunction> originals;

  @BeforeAll
  static void runAppInChromium() throws IOException, InterruptedException {
    origin = TestOrigin.start();
    traces = FixtureApp.profile(origin);
    original = traces.get(FixtureApp.ORIGINAL);
    originals =
        MarkedStack.in(original).stream()
            .collect(
                toMap(
                    MarkedStack::marker,
                    stack -> ReportedFunction.of(original, stack.frame()),
                    (one, other) -> one));
  }

  @AfterAll
  static void closeOrigin() {
    origin.close();
  }

  @Test
  void appHasEveryKindOfFunction() throws IOException {
    Set<String> kinds = MarkedStack.in(original).stream().map(MarkedStack::kind).collect(toSet());

    assertEquals(FixtureApp.KINDS, new TreeSet<>(kinds));
    assertEquals(new TreeSet<>(FixtureApp.markers()), new TreeSet<>(originals.keySet()));
  }

  @Test
  void eachMarkerBelongsToOneFunctionOfTheOriginalModules() {
    Map<String, Set<ReportedFunction>> functions =
        MarkedStack.in(original).stream()
            .collect(
                groupingBy(
                    MarkedStack::marker,
                    mapping(stack -> ReportedFunction.of(original, stack.frame()), toSet())));

    functions.forEach((marker, marked) -> assertEquals(1, marked.size(), marker));
    assertEquals(originals.size(), Set.copyOf(originals.values()).size());
  }

  @ParameterizedTest
  @FieldSource("BUILDS")
  void functionsOfBothRunsPairUpByTheirMarker(String build) throws IOException {
    JsonNode minified = traces.get(build);
    JsonNode answer = symbolicate(minified);
    Map<Integer, Set<String>> markers =
        MarkedStack.in(minified).stream()
            .collect(groupingBy(MarkedStack::frame, mapping(MarkedStack::marker, toSet())));
    List<String> misses = new ArrayList<>();
    Set<String> pairedKinds = new TreeSet<>();

    for (MarkedStack stack : MarkedStack.in(minified)) {
      ReportedFunction before = ReportedFunction.of(minified, stack.frame());
      ReportedFunction got = ReportedFunction.of(answer, stack.frame());
      // Several markers in one function of the build mean that the builder inlined the other
      // functions.
      Set<ReportedFunction> wanted =
          markers.get(stack.frame()).stream().map(originals::get).collect(toSet());
      if (before.isTopLevel() ? !got.isTopLevel() : !wanted.contains(got)) {
        misses.add("%s: %s became %s, not %s".formatted(stack.marker(), before, got, wanted));
      } else if (wanted.size() == 1 || before.isTopLevel()) {
        pairedKinds.add(stack.kind());
      }
    }

    assertNone(misses);
    assertEquals(originals.keySet(), markersOf(minified));
    pairedKinds.add(FixtureApp.INLINED);
    assertEquals(FixtureApp.KINDS, pairedKinds);
  }

  /**
   * Only marked stacks are compared. The profiler takes other samples at intervals, so one run may
   * show an unmarked function that the other run misses.
   */
  @ParameterizedTest
  @FieldSource("BUILDS")
  void everyFrameOfAMarkedStackIsAnOriginalFunction(String build) throws IOException {
    JsonNode minified = traces.get(build);
    JsonNode answer = symbolicate(minified);
    Set<ReportedFunction> reported = functions(original);
    Set<String> strangers = new TreeSet<>();

    MarkedStack.in(minified).stream()
        .flatMap(stack -> stack.frames().stream())
        .forEach(
            frame -> {
              ReportedFunction before = ReportedFunction.of(minified, frame);
              ReportedFunction got = ReportedFunction.of(answer, frame);
              if (before.isOfTheBuild()
                  && (before.isTopLevel() ? !got.isTopLevel() : !reported.contains(got))) {
                strangers.add("%s became %s".formatted(before, got));
              }
            });

    assertNone(strangers);
  }

  @ParameterizedTest
  @FieldSource("BUILDS")
  void stacksAreTheOriginalOnesWithoutInlinedCalls(String build) throws IOException {
    JsonNode minified = traces.get(build);
    JsonNode answer = symbolicate(minified);
    Map<String, Set<List<ReportedFunction>>> wanted =
        MarkedStack.in(original).stream()
            .collect(
                groupingBy(
                    MarkedStack::marker,
                    mapping(stack -> stack.functions(original, original), toSet())));
    List<String> strangers = new ArrayList<>();

    for (MarkedStack stack : MarkedStack.in(minified)) {
      List<ReportedFunction> got = stack.functions(minified, answer);
      Set<List<ReportedFunction>> stacks = wanted.get(stack.marker());
      if (stacks.stream().noneMatch(whole -> isWithGaps(whole, got))) {
        strangers.add("%s: %s, not %s".formatted(stack.marker(), got, stacks));
      }
    }

    assertNone(strangers);
  }

  @Test
  void someFunctionsAreInlined() {
    long inlined =
        BUILDS.stream()
            .map(traces::get)
            .filter(
                minified ->
                    MarkedStack.in(minified).stream().map(MarkedStack::frame).distinct().count()
                        < originals.size())
            .count();

    assertTrue(inlined > 0);
  }

  private static Set<String> markersOf(JsonNode trace) {
    return MarkedStack.in(trace).stream().map(MarkedStack::marker).collect(toSet());
  }

  private static Set<ReportedFunction> functions(JsonNode trace) {
    return IntStream.range(0, trace.get("frames").size())
        .mapToObj(frame -> ReportedFunction.of(trace, frame))
        .collect(toSet());
  }

  /** Tells whether {@code whole} contains all elements of {@code some} in the same order. */
  private static boolean isWithGaps(List<ReportedFunction> whole, List<ReportedFunction> some) {
    Iterator<ReportedFunction> rest = whole.iterator();
    return some.stream()
        .allMatch(
            function -> {
              while (rest.hasNext()) {
                if (rest.next().equals(function)) {
                  return true;
                }
              }
              return false;
            });
  }

  private static void assertNone(Collection<String> misses) {
    assertTrue(misses.isEmpty(), () -> misses.size() + "\n" + String.join("\n", misses));
  }

  private static JsonNode symbolicate(JsonNode trace) throws IOException {
    byte[] answer =
        given()
            .body(trace.toString().getBytes(StandardCharsets.UTF_8))
            .post("/symbolicate")
            .then()
            .statusCode(200)
            .extract()
            .asByteArray();
    return JSON.readTree(answer);
  }
}
