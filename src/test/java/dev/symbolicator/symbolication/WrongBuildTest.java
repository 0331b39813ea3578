package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.sourcemap.link.SourceMappingUrl;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.testing.AnswerScore;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestTables;
import dev.symbolicator.url.DataUrl;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Looks up recorded frames of one build in the table of another build of the same app, as if both
 * were deployed under one URL, and in that of their own build.
 */
class WrongBuildTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int[] SIZES = {1, 2, 5, 20};
  private static final int RIGHT_TRACES = 10_000;

  private static final int TRACES = 60;

  /** The lengths of texts that a next version has more than the build before. */
  private static final int[] INSERTED = {1, 2, 7, 8, 13, 30, 100};

  private static final ScriptReport READ = ScriptReport.lasting(ScriptStatus.FOUND, null, "");

  private final Random random = new Random(16);

  /** The source is the right build's answer; null if it has none. */
  private record BuildFrame(
      int line, int column, String name, @Nullable String source, int originalLine) {
    boolean isAt(OriginalFrame answer) {
      return source != null
          && AnswerScore.isSameSource(answer.source(), source)
          && answer.line() == originalLine;
    }

    BuildFrame moved(int lines, int columns) {
      return new BuildFrame(line + lines, column + columns, name, source, originalLine);
    }
  }

  /** The code is the script without its comments for tools. */
  private record Build(String app, String code, SymbolTable table, List<BuildFrame> frames) {}

  private static final class Rate {
    private int frames;
    private int mapped;
    private int wrong;
    private int traces;
    private int mismatches;

    double falsePercent() {
      return 100.0 * wrong / frames;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%d frames, mapped %.3f %%, false %.3f %%; %d traces, mismatch %.2f %%",
          frames,
          100.0 * mapped / frames,
          falsePercent(),
          traces,
          100.0 * mismatches / traces);
    }
  }

  private static List<Build> builds(List<RecordedCase> cases) throws IOException {
    List<Build> builds = new ArrayList<>();
    for (RecordedCase recorded : cases) {
      Map<String, List<JsonNode>> byScript = new TreeMap<>();
      for (JsonNode row : recorded.rows()) {
        String path = URI.create(row.at("/generated/url").asText()).getPath().substring(1);
        byScript.computeIfAbsent(path, any -> new ArrayList<>()).add(row);
      }
      for (Map.Entry<String, List<JsonNode>> script : byScript.entrySet()) {
        Path file = recorded.folder().resolve(script.getKey());
        builds.add(build(recorded.name(), file, script.getValue()));
      }
    }
    return builds;
  }

  private static Build build(String name, Path script, List<JsonNode> rows) throws IOException {
    String text = Files.readString(script);
    SymbolTable table = TestTables.table(text, map(script));
    List<BuildFrame> frames = new ArrayList<>();
    for (JsonNode row : rows) {
      JsonNode at = row.get("generated");
      JsonNode original = row.get("original");
      frames.add(
          new BuildFrame(
              at.get("line").asInt() - 1,
              at.get("column").asInt() - 1,
              at.get("name").asText(),
              original.isObject() ? original.get("source").asText() : null,
              original.path("line").asInt() - 1));
    }
    FrameSymbols symbols = symbols(frames);
    assertEquals(ScriptStatus.FOUND, symbols.lookUp(0, new Found(table, READ, false)).status());
    Originals originals = symbols.originals();
    assertEquals(0, originals.strange(), name);
    for (int i = 0; i < frames.size(); i++) { // The right build's own errors are not counted here.
      OriginalFrame own = originals.get(i);
      BuildFrame frame = frames.get(i);
      if (own != null) {
        frames.set(
            i, new BuildFrame(frame.line, frame.column, frame.name, own.source(), own.line()));
      }
    }
    return new Build(app(name), text.replaceAll("(?m)^//[#@].*$", ""), table, frames);
  }

  private static String app(String name) {
    if (name.contains("unicode")) {
      return "unicode";
    }
    return name.equals("vite8") || name.equals("webpack-prod") ? "large" : "small";
  }

  private static String map(Path script) throws IOException {
    Path secret = script.resolveSibling("maps").resolve("app-secret.map");
    if (Files.exists(secret)) {
      return Files.readString(secret);
    }
    SourceMappingUrl link =
        Objects.requireNonNull(SourceMappingUrl.find(null, null, Files.readAllBytes(script)));
    return DataUrl.is(link.url())
        ? new String(
            Objects.requireNonNull(DataUrl.parse(link.url())).bytes(), StandardCharsets.UTF_8)
        : Files.readString(script.resolveSibling(link.url()));
  }

  private static FrameSymbols symbols(List<BuildFrame> frames) {
    ObjectNode trace = JSON.createObjectNode();
    trace.putArray("resources").add("https://app.example/app.js");
    trace.putArray("stacks");
    trace.putArray("samples");
    ArrayNode written = trace.putArray("frames");
    for (BuildFrame frame : frames) {
      written
          .addObject()
          .put("name", frame.name)
          .put("resourceId", 0)
          .put("line", frame.line + 1)
          .put("column", frame.column + 1);
    }
    ProfileReading reading =
        ProfileReader.read(
            ProfileBody.of(trace.toString().getBytes(StandardCharsets.UTF_8)),
            ProfileLimits.DEFAULT,
            Allowances.plenty());
    Profile profile = ((ProfileReading.ReadProfile) reading).profile();
    return new FrameSymbols(profile, NameStyle.V8, new RecentSymbols());
  }

  private List<BuildFrame> anyOf(List<BuildFrame> frames, int size) {
    List<BuildFrame> shuffled = new ArrayList<>(frames);
    Collections.shuffle(shuffled, random);
    return shuffled.subList(0, Math.min(size, shuffled.size()));
  }

  private static void count(Rate rate, List<BuildFrame> trace, SymbolTable table) {
    FrameSymbols symbols = symbols(trace);
    ScriptReport report = symbols.lookUp(0, new Found(table, READ, false));
    Originals originals = symbols.originals();
    rate.traces++;
    rate.mismatches += report.isMismatch() ? 1 : 0;
    rate.frames += trace.size();
    rate.mapped += originals.mapped();
    for (int i = 0; i < trace.size(); i++) {
      OriginalFrame answer = originals.get(i);
      rate.wrong += answer == null || trace.get(i).isAt(answer) ? 0 : 1;
    }
  }

  private void countAll(Map<Integer, Rate> rates, List<BuildFrame> frames, SymbolTable table) {
    for (int size : SIZES) {
      Rate rate = rates.computeIfAbsent(size, any -> new Rate());
      if (size == 1) {
        frames.forEach(frame -> count(rate, List.of(frame), table));
      } else {
        for (int i = 0; i < TRACES; i++) {
          count(rate, anyOf(frames, size), table);
        }
      }
    }
  }

  private static void assertHardlyFalse(Map<Integer, Rate> rates) {
    rates.forEach(
        (size, rate) -> {
          assertTrue(rate.frames > 0);
          assertTrue(
              rate.falsePercent() <= (size < 5 ? 0.5 : 0.1),
              () -> "traces of %d frames: %s".formatted(size, rate));
        });
  }

  private void assertOtherBuildsAreTold(List<Build> builds) {
    Map<Integer, Rate> rates = new TreeMap<>();
    for (Build browsers : builds) {
      for (Build ours : builds) {
        if (browsers.app.equals(ours.app) && !browsers.code.equals(ours.code)) {
          countAll(rates, browsers.frames, ours.table);
        }
      }
    }
    assertHardlyFalse(rates);
  }

  /** Inserts text into each build, in a line or as lines, behind a part of its code. */
  private void countNextVersions(
      Map<Integer, Rate> rates, List<Build> builds, double unchangedPart) {
    for (Build build : builds) {
      boolean isOfLines = build.code.lines().count() > 5;
      Function<BuildFrame, Integer> place = frame -> isOfLines ? frame.line : frame.column;
      int last = build.frames.stream().map(place).max(Integer::compare).orElseThrow();
      for (int inserted : INSERTED) {
        List<BuildFrame> next =
            build.frames.stream()
                .map(
                    frame ->
                        place.apply(frame) <= unchangedPart * last
                            ? frame
                            : frame.moved(isOfLines ? inserted : 0, isOfLines ? 0 : inserted))
                .toList();
        countAll(rates, next, build.table);
      }
    }
  }

  private void assertRightBuildsAreNeverRefused(List<Build> builds) {
    Rate rate = new Rate();
    for (int i = 0; i < RIGHT_TRACES; i++) {
      Build build = builds.get(i % builds.size());
      count(rate, anyOf(build.frames, 1 + random.nextInt(20)), build.table);
    }
    assertEquals(RIGHT_TRACES, rate.traces);
    assertEquals(0, rate.mismatches, rate::toString);
    assertEquals(0, rate.wrong, rate::toString);
  }

  private static List<Build> shared() throws IOException {
    List<RecordedCase> cases = RecordedCase.shared();
    assumeFalse(cases.isEmpty(), "../shared/corpus is absent");
    return builds(cases);
  }

  @Test
  void otherBuildsOfOwnCasesAreTold() throws IOException {
    assertOtherBuildsAreTold(builds(RecordedCase.own()));
  }

  @Test
  void otherBuildsOfSharedCorpusAreTold() throws IOException {
    assertOtherBuildsAreTold(shared());
  }

  @Test
  void nextVersionsOfOwnCasesAreTold() throws IOException {
    List<Build> builds = builds(RecordedCase.own());
    Map<Integer, Rate> rates = new TreeMap<>();
    for (double unchangedPart : new double[] {0, 0.1, 0.5, 0.9}) {
      countNextVersions(rates, builds, unchangedPart);
    }
    assertHardlyFalse(rates);
  }

  @Test
  void rightBuildsOfOwnCasesAreNeverRefused() throws IOException {
    assertRightBuildsAreNeverRefused(builds(RecordedCase.own()));
  }

  @Test
  void rightBuildsOfSharedCorpusAreNeverRefused() throws IOException {
    assertRightBuildsAreNeverRefused(shared());
  }

  @Test
  void casesHaveSeveralBuildsOfOneApp() throws IOException {
    long small =
        builds(RecordedCase.own()).stream().filter(build -> build.app.equals("small")).count();
    assertFalse(small < 6, () -> small + " builds");
  }
}
