package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.sourcemap.link.SourceMappingUrl;
import dev.symbolicator.testing.AnswerScore;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.TestTables;
import dev.symbolicator.url.DataUrl;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Looks up the frames of recorded traces in tables that were compiled without the scripts. */
class MapOnlyAccuracyTest {
  private static final String WITHOUT_SOURCES = "esbuild-nosources";

  /** Counts the answers for frames whose right answer is known. */
  private static final class Count {
    private int frames;
    private int answered;
    private int rightPlaces;
    private int rightNames;
    private int changed;
    private int changedRight;
    private int falseNames;
    private int answeredWithoutOriginal;

    void add(JsonNode row, @Nullable Symbol symbol) {
      JsonNode original = row.get("original");
      if (original.isNull()) {
        answeredWithoutOriginal += symbol == null ? 0 : 1;
        return;
      }
      frames++;
      String before = row.get("generated").get("name").asText();
      String after = symbol == null || symbol.name() == null ? before : symbol.name();
      boolean isRight = AnswerScore.isName(after, original);
      rightNames += isRight ? 1 : 0;
      falseNames += isRight || after.equals(before) ? 0 : 1;
      if (!AnswerScore.isName(before, original)) {
        changed++;
        changedRight += isRight ? 1 : 0;
      }
      if (symbol != null) {
        answered++;
        rightPlaces +=
            AnswerScore.isSameSource(symbol.source(), original.get("source").asText())
                    && symbol.line() == original.get("line").asInt() - 1
                ? 1
                : 0;
      }
    }

    @Override
    public String toString() {
      return ("%d frames: %d answered, %d at the right place; %d right names, %d of %d changed"
              + " names, %d false names, %d answers for code without an original")
          .formatted(
              frames,
              answered,
              rightPlaces,
              rightNames,
              changedRight,
              changed,
              falseNames,
              answeredWithoutOriginal);
    }
  }

  private static Count count(List<RecordedCase> cases) throws IOException {
    Count count = new Count();
    for (RecordedCase recorded : cases) {
      Map<String, SymbolLookup> lookups = new HashMap<>();
      for (JsonNode row : recorded.rows()) {
        JsonNode frame = row.get("generated");
        String url = frame.get("url").asText();
        if (!lookups.containsKey(url)) {
          lookups.put(url, lookup(recorded, url));
        }
        String name = frame.get("name").asText();
        int line = frame.get("line").asInt() - 1;
        count.add(row, lookups.get(url).find(line, frame.get("column").asInt() - 1, name));
      }
    }
    return count;
  }

  private static SymbolLookup lookup(RecordedCase recorded, String url) throws IOException {
    Path script = recorded.folder().resolve(URI.create(url).getPath().substring(1));
    return TestTables.tableWithoutScript(map(script)).lookup(NameStyle.V8, new RecentSymbols());
  }

  private static String map(Path script) throws IOException {
    Path secret = script.resolveSibling("maps").resolve("app-secret.map");
    if (Files.exists(secret)) {
      return Files.readString(secret);
    }
    SourceMappingUrl link = SourceMappingUrl.find(null, null, Files.readAllBytes(script));
    assertNotNull(link, script::toString);
    return DataUrl.is(link.url())
        ? new String(
            Objects.requireNonNull(DataUrl.parse(link.url())).bytes(), StandardCharsets.UTF_8)
        : Files.readString(script.resolveSibling(link.url()));
  }

  private static void assertNoneIsFalse(List<RecordedCase> cases, double answered)
      throws IOException {
    Count count = count(cases.stream().filter(MapOnlyAccuracyTest::hasSources).toList());
    assertEquals(0, count.falseNames, count::toString);
    assertEquals(0, count.answeredWithoutOriginal, count::toString);
    assertEquals(count.answered, count.rightPlaces, count::toString);
    assertTrue(count.answered >= answered * count.frames, count::toString);
  }

  private static boolean hasSources(RecordedCase recorded) {
    return !recorded.name().equals(WITHOUT_SOURCES);
  }

  @Test
  void noNameOfOwnCasesIsFalseAndMostFramesAreAnswered() throws IOException {
    assertNoneIsFalse(RecordedCase.own(), 0.88);
  }

  @Test
  void noNameOfSharedCorpusIsFalseAndMostFramesAreAnswered() throws IOException {
    List<RecordedCase> cases = RecordedCase.shared();
    assumeFalse(cases.isEmpty(), "../shared/corpus is absent");
    assertNoneIsFalse(cases, 0.88);
  }

  @Test
  void framesStayUnchangedIfTextsAreUnknownToo() throws IOException {
    Count count = count(List.of(RecordedCase.own(WITHOUT_SOURCES)));
    assertTrue(count.frames > 0, count::toString);
    assertEquals(0, count.answered, count::toString);
  }
}
