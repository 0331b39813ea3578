package dev.symbolicator.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.export.ShownProfile.ShownFunction;
import dev.symbolicator.profile.formats.TimedTraces;
import dev.symbolicator.rows.ProfileSum;
import dev.symbolicator.rows.ProfileSum.Baseline;
import dev.symbolicator.rows.RowHead;
import dev.symbolicator.testing.Allowances;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SumExportTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ALL_NODES = ProfileSum.MAX_NODES;
  private static final Baseline BASELINE = new Baseline("release", "1");

  private static byte[] written(ExportFormat format, WeightedProfile sum) throws IOException {
    Export export = Export.ofSum(format, sum);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    export.writeTo(out);
    assertTrue(out.size() <= export.mostBytes(), () -> out.size() + " > " + export.mostBytes());
    return out.toByteArray();
  }

  private static void add(Exported profile, int side, ProfileSum sum) {
    String release = side == WeightedProfile.BASELINE ? "1" : "2";
    sum.add(
        profile.shown(profile::identity, Allowances.plenty()), new RowHead("", release, List.of()));
  }

  private static Map<String, Long> plus(Map<String, Long> sums, Map<String, Long> times) {
    times.forEach((key, time) -> sums.merge(wellFormed(key), time, Long::sum));
    return sums;
  }

  private static String wellFormed(String text) {
    return new String(ShownFunction.utf8(text), StandardCharsets.UTF_8);
  }

  private static void assertSum(List<Exported> profiles) throws IOException {
    ProfileSum sum = ProfileSum.of(null, ALL_NODES, Long.MAX_VALUE, Allowances.plenty());
    Map<String, Long> times = new TreeMap<>();
    long all = 0;
    for (Exported each : profiles) {
      add(each, 0, sum);
      plus(times, each.selfTimes());
      all += each.selfTimes().values().stream().mapToLong(Long::longValue).sum();
    }
    WeightedProfile shown = sum.normalised(false);
    JsonNode speedscope = JSON.readTree(written(ExportFormat.SPEEDSCOPE, shown));
    assertEquals(times, plus(new TreeMap<>(), Exported.speedscopeTimes(speedscope, 0)));
    assertEquals(times, Exported.pprofTimes(written(ExportFormat.PPROF, shown), null));
    String collapsed = new String(written(ExportFormat.COLLAPSED, shown), StandardCharsets.UTF_8);
    long milliseconds =
        collapsed
            .lines()
            .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
            .sum();
    assertEquals((all + 500) / 1000, milliseconds);
  }

  @Property(tries = 100)
  void sumHasTheTimesOfTheSingleExports(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    List<Exported> profiles = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      profiles.add(new Exported(TimedTraces.random(random), Exported::someOriginal));
    }
    assertSum(profiles);
  }

  @Test
  void sumOfAThousandProfilesHasTheTimesOfTheSingleExports() throws IOException {
    Random random = new Random(1);
    List<Exported> profiles = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      profiles.add(new Exported(TimedTraces.random(random), Exported::someOriginal));
    }
    assertSum(profiles);
  }

  @Test
  void sumOfRecordedTracesHasTheTimesOfTheSingleExports() throws IOException {
    List<Exported> profiles = new ArrayList<>();
    for (Path file : TimedTraces.recorded()) {
      profiles.add(new Exported(Files.readString(file), Exported::someOriginal));
    }
    profiles.add(new Exported(TimedTraces.MDN, frame -> null));
    assertSum(profiles);
  }

  private static Exported trace(String innermost, int milliseconds) {
    return new Exported(
        """
        {"frames":[{"name":"run","resourceId":0,"line":1,"column":1},{"name":"%s","resourceId":0,"line":2,"column":3}],
        "resources":["http://x/a.js"],"stacks":[{"frameId":0},{"frameId":1,"parentId":0}],
        "samples":[{"timestamp":0,"stackId":0},{"timestamp":10,"stackId":1},{"timestamp":%d}],"sampleInterval":10}"""
            .formatted(innermost, 10 + milliseconds),
        frame -> null);
  }

  private static ProfileSum compared() {
    ProfileSum sum = ProfileSum.of(BASELINE, ALL_NODES, Long.MAX_VALUE, Allowances.plenty());
    add(trace("f", 30), WeightedProfile.BASELINE, sum);
    add(trace("f", 30), WeightedProfile.BASELINE, sum);
    add(trace("g", 70), WeightedProfile.SUBJECT, sum);
    add(trace("f", 70), WeightedProfile.SUBJECT, sum);
    return sum;
  }

  @Test
  void collapsedTextOfTwoSidesHasTwoNumbersWithOneSum() throws IOException {
    byte[] text = written(ExportFormat.COLLAPSED, compared().normalised(false));
    assertEquals(
        """
        run (a.js:1) 40 20
        run (a.js:1);f (a.js:2) 120 70
        run (a.js:1);g (a.js:2) 0 70
        """,
        new String(text, StandardCharsets.UTF_8));
  }

  @Test
  void pprofOfTwoSidesLabelsEachSample() throws IOException {
    byte[] pprof = written(ExportFormat.PPROF, compared().normalised(false));
    assertEquals(
        Map.of("run|http://x/a.js|1|1", 40_000L, "f|http://x/a.js|2|3", 120_000L),
        Exported.pprofTimes(pprof, "true"));
    assertEquals(
        Map.of(
            "run|http://x/a.js|1|1",
            20_000L,
            "f|http://x/a.js|2|3",
            70_000L,
            "g|http://x/a.js|2|3",
            70_000L),
        Exported.pprofTimes(pprof, "false"));
    assertEquals(Map.of(), Exported.pprofTimes(pprof, null));
  }

  @Test
  void speedscopeHasAProfileOfEachSide() throws IOException {
    JsonNode json = JSON.readTree(written(ExportFormat.SPEEDSCOPE, compared().normalised(false)));
    assertEquals(2, json.get("profiles").size());
    assertEquals("release=1", json.get("profiles").get(0).get("name").asText());
    assertEquals("other than release=1", json.get("profiles").get(1).get("name").asText());
    assertEquals(120_000, Exported.speedscopeTimes(json, 0).get("f|http://x/a.js|2|3"));
    assertEquals(70_000, Exported.speedscopeTimes(json, 1).get("g|http://x/a.js|2|3"));
    assertEquals(
        json.get("profiles").get(0).get("endValue"), json.get("profiles").get(1).get("endValue"));
  }

  @ParameterizedTest
  @EnumSource(ExportFormat.class)
  void formatsOfSamplesInTimeHaveNoSums(ExportFormat format) throws IOException {
    WeightedProfile sum = compared().normalised(false);
    if (format.hasWeights()) {
      assertFalse(written(format, sum).length == 0);
    } else {
      assertThrows(IllegalArgumentException.class, () -> Export.ofSum(format, sum));
    }
  }
}
