package dev.symbolicator.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.export.Export.ExportLimits;
import dev.symbolicator.export.ShownProfile.ShownFunction;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.formats.TimedTraces;
import dev.symbolicator.testing.Allowances;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Exported mdn() {
    return new Exported(TimedTraces.MDN, frame -> null);
  }

  private static JsonNode tree(String json) throws IOException {
    return JSON.readTree(json.replace('\'', '"'));
  }

  @Test
  void exampleOfMdnIsTheKnownCpuProfile() throws IOException {
    JsonNode profile = mdn().json(ExportFormat.CPUPROFILE);
    assertEquals(tree("[5,7,7,7,7,7,7,7,6,6,3]"), profile.get("samples"));
    assertEquals(tree("[0,755,1080,3295,625,205,255,455,625,625,625]"), profile.get("timeDeltas"));
    assertEquals(2_972_735, profile.get("startTime").asLong());
    assertEquals(2_981_280, profile.get("endTime").asLong());
    assertEquals(
        List.of("(root)", "(program)", "(idle)", "handleClick", "Profiler", "genPrimes", "isPrime"),
        profile.get("nodes").findValuesAsText("functionName"));
    assertEquals(
        tree(
            "{'id':6,'callFrame':{'functionName':'genPrimes','scriptId':'2',"
                + "'url':'http://localhost:3000/generate.js','lineNumber':14,'columnNumber':25},"
                + "'hitCount':2,'children':[7]}"),
        profile.get("nodes").get(5));
    assertEquals(tree("[2,3,4]"), profile.get("nodes").get(0).get("children"));
    assertEquals(tree("[5,6]"), profile.get("nodes").get(3).get("children"));
    assertEquals("0", profile.get("nodes").get(4).get("callFrame").get("scriptId").asText());
  }

  @Test
  void exampleOfMdnIsTheKnownSpeedscopeFile() throws IOException {
    JsonNode profile = mdn().json(ExportFormat.SPEEDSCOPE);
    assertEquals(
        tree(
            "{'$schema':'https://www.speedscope.app/file-format-schema.json',"
                + "'name':'js-self-profile','exporter':'profile-symbolicator',"
                + "'activeProfileIndex':0,'shared':{'frames':["
                + "{'name':'handleClick','file':'http://localhost:3000/main.js','line':5,'col':27},"
                + "{'name':'Profiler'},"
                + "{'name':'genPrimes','file':'http://localhost:3000/generate.js','line':15,'col':26},"
                + "{'name':'isPrime','file':'http://localhost:3000/generate.js','line':6,'col':17}]},"
                + "'profiles':[{'type':'sampled','name':'js-self-profile','unit':'microseconds',"
                + "'startValue':0,'endValue':8545,'samples':[[0,1],[0,2,3],[0,2]],"
                + "'weights':[755,6540,1250]}]}"),
        profile);
  }

  @Test
  void exampleOfMdnIsTheKnownCollapsedText() {
    assertEquals(
        """
        handleClick (main.js:5);Profiler 1
        handleClick (main.js:5);genPrimes (generate.js:15) 1
        handleClick (main.js:5);genPrimes (generate.js:15);isPrime (generate.js:6) 7
        """,
        new String(mdn().bytes(ExportFormat.COLLAPSED), StandardCharsets.UTF_8));
  }

  @Test
  void pprofCarriesGeneratedNamesAndTimeOfTheRecording() throws IOException {
    String body = "{\"timeOrigin\":1700000000000,\"trace\":" + TimedTraces.MDN + "}";
    byte[] bytes =
        new Exported(body, frame -> new OriginalFrame("src/a.ts", 3, 4, "original"))
            .bytes(ExportFormat.PPROF);
    ProtoMessage profile =
        new ProtoMessage(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes());
    List<String> strings = profile.texts(6);
    assertEquals("", strings.get(0));
    assertEquals("wall", strings.get((int) profile.number(14)));
    ProtoMessage function = profile.messages(5).get(0);
    assertEquals("original", strings.get((int) function.number(2)));
    assertEquals("handleClick", strings.get((int) function.number(3)));
    assertEquals("src/a.ts", strings.get((int) function.number(4)));
    assertEquals(4, function.number(5));
    assertEquals(1_700_000_000_000_000_000L + 2_972_735_000L, profile.number(9));
    assertEquals(8_545_000, profile.number(10));
    assertEquals(625_000, profile.number(12));
    assertEquals(List.of(7L, 6_540_000L), profile.messages(2).get(2).packed(2));
    assertEquals(List.of(4L, 3L, 1L), profile.messages(2).get(2).packed(1));
  }

  @Test
  void timesTooLongForNanosecondsAreTheLongestInPprof() throws IOException {
    String cpu =
        """
        {"nodes":[{"id":1,"callFrame":{"functionName":"f","scriptId":"1","url":"http://x/a.js",
         "lineNumber":0,"columnNumber":0}}],"samples":[1,1],"timeDeltas":[0,9007199254740992],
         "startTime":0}
        """;
    byte[] bytes = new Exported(cpu, frame -> null).bytes(ExportFormat.PPROF);
    ProtoMessage profile =
        new ProtoMessage(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes());
    long longest = Long.MAX_VALUE / 1000 * 1000;
    assertEquals(longest, profile.number(10));
    assertEquals(List.of(2L, longest), profile.messages(2).get(0).packed(2));
  }

  @Test
  void firefoxProfileHasTablesOfOneLength() throws IOException {
    JsonNode profile = mdn().json(ExportFormat.FIREFOX);
    JsonNode thread = profile.get("threads").get(0);
    assertEquals(41, profile.get("meta").get("preprocessedProfileVersion").asInt());
    for (String table : List.of("samples", "stackTable", "frameTable", "funcTable", "markers")) {
      for (Map.Entry<String, JsonNode> column : thread.get(table).properties()) {
        if (column.getValue().isArray()) {
          assertEquals(
              thread.get(table).get("length").asInt(),
              column.getValue().size(),
              table + "." + column.getKey());
        }
      }
    }
    assertEquals(tree("[null,0,0,2]"), thread.get("stackTable").get("prefix"));
    assertEquals(
        tree("[0.755,1.08,3.295,0.625,0.205,0.255,0.455,0.625,0.625,0.625]"),
        thread.get("samples").get("weight"));
  }

  @Property
  void selfTimesOfEachExportAreThoseOfTheTimeline(@ForAll long seed) {
    assertSelfTimes(
        new Exported(TimedTraces.random(new Random(seed)), Exported::someOriginal), true);
  }

  @TestFactory
  Stream<DynamicTest> selfTimesOfRecordedTraceAreThoseOfTheTimeline() {
    return TimedTraces.recorded().stream()
        .map(
            file ->
                DynamicTest.dynamicTest(
                    file.toString(),
                    () -> {
                      String body = Files.readString(file);
                      assertSelfTimes(new Exported(body, frame -> null), false);
                      assertSelfTimes(new Exported(body, Exported::someOriginal), true);
                    }));
  }

  private static void assertSelfTimes(Exported exported, boolean hasSurrogates) {
    Map<String, Long> times = exported.selfTimes();
    assertEquals(times, exported.speedscopeTimes());
    assertEquals(times, exported.firefoxTimes());
    assertEquals(exported.selfTimesOfCpuProfile(), exported.cpuProfileTimes());
    Map<String, Long> inUtf8 = new TreeMap<>();
    times.forEach(
        (key, time) ->
            inUtf8.merge(
                hasSurrogates ? new String(ShownFunction.utf8(key), StandardCharsets.UTF_8) : key,
                time,
                Long::sum));
    assertEquals(inUtf8, exported.pprofTimes());
    assertCollapsed(exported);
  }

  private static void assertCollapsed(Exported exported) {
    long all = exported.selfTimes().values().stream().mapToLong(Long::longValue).sum();
    String text = new String(exported.bytes(ExportFormat.COLLAPSED), StandardCharsets.UTF_8);
    long stacks = exported.reading().timeline().tree().size();
    long sum = 0;
    for (String line : text.isEmpty() ? new String[0] : text.split("\n", -1)) {
      if (!line.isEmpty()) {
        assertTrue(!line.startsWith("#") && line.indexOf('\r') < 0, line);
        sum += Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
      }
    }
    assertTrue(Math.abs(sum * 1000 - all) <= stacks * 500, sum + " ms of " + all);
  }

  @Test
  void timeOfManyShortStacksIsInTheCollapsedText() {
    StringBuilder nodes = new StringBuilder();
    StringBuilder samples = new StringBuilder();
    StringBuilder deltas = new StringBuilder();
    for (int i = 1; i <= 2000; i++) {
      nodes.append(",{\"id\":%d,\"callFrame\":{\"functionName\":\"f%1$d\"}}".formatted(i));
      samples.append(',').append(i);
      deltas.append(",100");
    }
    String cpu =
        "{\"nodes\":[%s],\"samples\":[%s],\"timeDeltas\":[%s],\"startTime\":0,\"endTime\":200100}"
            .formatted(nodes.substring(1), samples.substring(1), deltas.substring(1));
    String text =
        new String(
            new Exported(cpu, frame -> null).bytes(ExportFormat.COLLAPSED), StandardCharsets.UTF_8);
    assertEquals(
        200, text.lines().mapToInt(line -> Integer.parseInt(line.split(" ", -1)[1])).sum());
  }

  @Test
  void oldProfileIsExportedByItsTimeStamps() throws IOException {
    String root =
        "{\"functionName\":\"(root)\",\"url\":\"\",\"lineNumber\":0,\"id\":1,\"scriptId\":0,\"children\":[%s]}";
    String outer =
        "{\"functionName\":\"f\",\"url\":\"http://x/a.js\",\"lineNumber\":1,\"columnNumber\":9,\"scriptId\":5,\"children\":[%s],\"id\":2}";
    String inner =
        "{\"functionName\":\"g\",\"url\":\"http://x/a.js\",\"lineNumber\":1,\"columnNumber\":99,\"scriptId\":5,\"id\":3,\"children\":[]}";
    String old =
        "{\"typeId\":\"CPU\",\"head\":%s,\"startTime\":1,\"endTime\":1.004,\"samples\":[2,3,2,3],\"timestamps\":[1000000,1001000,1003000,1003500]}"
            .formatted(root.formatted(outer.formatted(inner)));
    JsonNode speedscope =
        new Exported(
                old, frame -> new OriginalFrame("a.ts", frame.column(), 0, "of" + frame.name()))
            .json(ExportFormat.SPEEDSCOPE);
    assertEquals(
        tree("[\"off\",\"ofg\"]"),
        tree(
            speedscope.get("shared").get("frames").findValuesAsText("name").stream()
                .map(name -> "\"" + name + "\"")
                .toList()
                .toString()));
    assertEquals(
        tree("[9,99]"),
        tree(speedscope.get("shared").get("frames").findValuesAsText("line").toString()));
    assertEquals(tree("[[0],[0,1],[0],[0,1]]"), speedscope.get("profiles").get(0).get("samples"));
    assertEquals(tree("[1000,2000,500,500]"), speedscope.get("profiles").get(0).get("weights"));
  }

  @Test
  void resultOfTheProtocolIsExported() throws IOException {
    String cpu =
        "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"f\"}}],\"samples\":[1,1],\"timeDeltas\":[0,5]}";
    for (String body :
        List.of("{\"profile\":%s}", "{\"result\":{\"a\":{},\"profile\":%s}}", "{\"trace\":%s}")) {
      JsonNode wrapped =
          new Exported(body.formatted(cpu), frame -> null).json(ExportFormat.SPEEDSCOPE);
      assertEquals(new Exported(cpu, frame -> null).json(ExportFormat.SPEEDSCOPE), wrapped);
    }
  }

  @Test
  void namesThatEndLinesAndStacksAreReplacedInCollapsedText() {
    String body =
        TimedTraces.MDN
            .replace("handleClick", "#private;\\r\\n\\u2028x 5")
            .replace("\"isPrime\"", "\"\"");
    String text =
        new String(
            new Exported(body, frame -> null).bytes(ExportFormat.COLLAPSED),
            StandardCharsets.UTF_8);
    assertTrue(text.startsWith(".#private:   x 5 (main.js:5);Profiler 1\n"), text);
    assertTrue(text.contains(";(anonymous generate.js:6:17) 7\n"), text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "(module)"})
  void topLevelOfAFileIsShownAsItsModule(String name) {
    String body = TimedTraces.MDN.replace("\"isPrime\"", "\"\"");
    String text =
        new String(
            new Exported(body, frame -> new OriginalFrame("src/shop.ts?v=1", 0, 0, name))
                .bytes(ExportFormat.COLLAPSED),
            StandardCharsets.UTF_8);
    assertTrue(text.contains("(module shop.ts)"), text);
  }

  @Test
  void workOfTheBrowserIsInTheTree() throws IOException {
    String body =
        "{\"frames\":[{\"name\":\"f\"}],\"resources\":[],\"stacks\":[{\"frameId\":0}],\"samples\":["
            + "{\"timestamp\":0,\"stackId\":0,\"marker\":\"script\"},"
            + "{\"timestamp\":1,\"stackId\":0,\"marker\":\"layout\"},"
            + "{\"timestamp\":2,\"marker\":\"paint\"},{\"timestamp\":4,\"marker\":\"gc\"},"
            + "{\"timestamp\":8,\"stackId\":0,\"marker\":\"gc\"},{\"timestamp\":16}]}";
    Exported exported = new Exported(body, frame -> null);
    assertEquals(
        Map.of(
            "f||0|0", 1000L,
            "(layout)||0|0", 1000L,
            "(paint)||0|0", 2000L,
            "(garbage collector)||0|0", 12000L),
        exported.selfTimes());
    assertSelfTimes(exported, false);
    JsonNode nodes = exported.json(ExportFormat.CPUPROFILE).get("nodes");
    assertEquals(
        List.of("(root)", "(program)", "(idle)", "(garbage collector)", "f", "(layout)"),
        nodes.findValuesAsText("functionName"));
    assertEquals(tree("[5,6,2,4,4,3,3]"), exported.json(ExportFormat.CPUPROFILE).get("samples"));
  }

  @Test
  void profileWithoutSamplesIsExported() {
    String empty = "{\"frames\":[],\"resources\":[],\"stacks\":[],\"samples\":[]}";
    Exported exported = new Exported(empty, frame -> null);
    assertSelfTimes(exported, false);
    assertEquals(1, exported.json(ExportFormat.CPUPROFILE).get("samples").size());
  }

  /** 774 KB of deep stacks would become 156 MB in speedscope's format. */
  @Test
  void sizeIsKnownBeforeDeepStacksAreWritten() {
    Exported exported = new Exported(TimedTraces.deepStacks(), frame -> null);
    assertTrue(exported.mostBytes(ExportFormat.SPEEDSCOPE) > ExportLimits.DEFAULT.maxExportSize());
    assertTrue(exported.mostBytes(ExportFormat.CPUPROFILE) < 3_000_000);
    assertTrue(exported.mostBytes(ExportFormat.FIREFOX) < 3_000_000);
  }

  @Test
  void reportIsAMemberOfJson() throws IOException {
    Exported exported = mdn();
    for (ExportFormat format :
        List.of(ExportFormat.CPUPROFILE, ExportFormat.SPEEDSCOPE, ExportFormat.FIREFOX)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      exported.export(format, "{\"mapped\":1}").writeTo(out);
      assertEquals(1, JSON.readTree(out.toByteArray()).get("symbolication").get("mapped").asInt());
    }
  }

  @Test
  void tooLittleMemoryMakesNoExport() {
    for (ExportFormat format : ExportFormat.values()) {
      Exported profile = mdn();
      assertThrows(Allowance.Exceeded.class, () -> profile.exportWithin(format, Allowances.of(0)));
    }
  }
}
