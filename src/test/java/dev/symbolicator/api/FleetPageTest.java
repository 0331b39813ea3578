package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.testing.RecordedCase;
import dev.symbolicator.testing.RowOracle;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The SQL of {@code docs/fleet.md} in a real store, against sums of the traces' own samples. */
@QuarkusTest
@Tag("service")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FleetPageTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern SQL = Pattern.compile("```sql\n-- (.*)\n([^`]*)```");
  private static final List<String> RELEASES = List.of("1.4.1", "1.4.2");
  private static final List<String> COUNTRIES = List.of("JP", "DE", "BR");

  /** How much longer the profiles of the second release took. */
  private static final double SLOWER = 1.25;

  private static final double ROUNDING = 1e-9;

  private final Map<String, String> sql = blocks();
  private final List<FleetProfile> profiles = new ArrayList<>();

  /** The labels of each key; functions without an id may share one. */
  private final Map<String, Set<String>> labels = new HashMap<>();

  @TempDir static Path folder;

  private @Nullable Connection store;
  private Statement statement;

  /** What the samples of a trace say: the time of each stack in microseconds. */
  private record FleetProfile(String release, String country, Map<List<String>, Long> stacks) {
    long sum(Predicate<List<String>> isCounted) {
      return stacks.entrySet().stream()
          .filter(stack -> isCounted.test(stack.getKey()))
          .mapToLong(Map.Entry::getValue)
          .sum();
    }

    long totalTime(String function) {
      return sum(stack -> stack.contains(function));
    }
  }

  private static Map<String, String> blocks() {
    try {
      Map<String, String> blocks = new LinkedHashMap<>();
      Matcher block = SQL.matcher(Files.readString(Path.of("docs/fleet.md")));
      while (block.find()) {
        blocks.put(block.group(1), block.group(2));
      }
      return blocks;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String block(String name) {
    return Objects.requireNonNull(sql.get(name), () -> "The page has no " + name);
  }

  private static String answer(String body, String query, String type) {
    return given()
        .contentType(type)
        .body(body.getBytes(UTF_8))
        .post("/symbolicate?" + query)
        .then()
        .statusCode(200)
        .extract()
        .asString();
  }

  /**
   * Before the first test, loads the first release from files of one kind each, and the second from
   * the answer to a batch, twice and with a line that is no profile.
   */
  @BeforeEach
  void load() throws Exception {
    if (store != null) {
      return;
    }
    Files.createDirectory(folder.resolve("rows"));
    StringBuilder batch = new StringBuilder("{}\n");
    Map<String, String> files = new HashMap<>();
    try (TestOrigin origin = TestOrigin.start()) {
      List<RecordedCase> shared = RecordedCase.shared();
      List<RecordedCase> cases = shared.isEmpty() ? RecordedCase.own() : shared;
      for (RecordedCase recorded : cases) {
        ObjectNode trace = recorded.serveFrom(origin).trace(origin);
        JsonNode annotated =
            JSON.readTree(answer(trace.toString(), "annotate=true", "application/json"));
        addLabels(trace, annotated);
        String before = body(RELEASES.get(0), trace, annotated);
        for (String kind : List.of("profiles", "stacks", "functions")) {
          files.merge(kind, answer(before, "rows=" + kind, "application/json"), String::concat);
        }
        batch.append(body(RELEASES.get(1), slower(trace), annotated)).append('\n');
      }
      assertTrue(cases.size() > 5);
      String rows = answer(batch.toString(), "rows=all&totals=true", "application/x-ndjson");
      assertTrue(rows.startsWith("{\"type\""), rows);
      files.put("all", rows);
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(folder.resolve("rows/" + file.getKey() + ".ndjson"), file.getValue());
    }
    Files.writeString(folder.resolve("rows/again.ndjson"), files.get("all"));
    store = DriverManager.getConnection("jdbc:duckdb:");
    statement = store.createStatement();
    statement.execute("SET file_search_path = '" + folder + "'");
    statement.execute(block("tables"));
    statement.execute(block("load"));
    statement.execute(block("load"));
  }

  @AfterAll
  void close() throws SQLException {
    if (store != null) {
      store.close();
    }
  }

  /** Keeps what the trace's samples say, and returns the body that has them. */
  private String body(String release, JsonNode trace, JsonNode annotated) {
    String country = COUNTRIES.get(profiles.size() % COUNTRIES.size());
    profiles.add(new FleetProfile(release, country, RowOracle.stacks(trace, annotated)));
    ObjectNode body = JSON.createObjectNode().put("release", release).put("country", country);
    return body.set("trace", trace).toString();
  }

  private static ObjectNode slower(ObjectNode trace) {
    ObjectNode slower = trace.deepCopy();
    for (JsonNode sample : slower.get("samples")) {
      ((ObjectNode) sample).put("timestamp", SLOWER * sample.get("timestamp").asDouble());
    }
    return slower;
  }

  private void addLabels(JsonNode trace, JsonNode annotated) {
    for (int frame = 0; frame < trace.get("frames").size(); frame++) {
      labels
          .computeIfAbsent(RowOracle.key(frame, trace, annotated), key -> new HashSet<>())
          .add(RowOracle.label(frame, trace, annotated));
    }
  }

  private List<FleetProfile> of(String release) {
    return profiles.stream().filter(profile -> profile.release().equals(release)).toList();
  }

  private Map<String, Long> sums(
      List<FleetProfile> chosen, Function<List<String>, Iterable<String>> functions) {
    Map<String, Long> sums = new HashMap<>();
    for (FleetProfile profile : chosen) {
      profile
          .stacks()
          .forEach(
              (stack, time) ->
                  functions.apply(stack).forEach(each -> sums.merge(each, time, Long::sum)));
    }
    return sums;
  }

  private Map<String, Long> selfTimes(List<FleetProfile> chosen) {
    return sums(chosen, stack -> List.of(stack.get(stack.size() - 1)));
  }

  /** Returns the ids with the largest values, in the order of the page's queries. */
  private static List<String> largest(Map<String, ? extends Number> values) {
    return values.entrySet().stream()
        .sorted(
            Comparator.comparingDouble(
                    (Map.Entry<String, ? extends Number> entry) -> -entry.getValue().doubleValue())
                .thenComparing(Map.Entry::getKey))
        .limit(20)
        .map(Map.Entry::getKey)
        .toList();
  }

  private ResultSet query(String sqlText) throws SQLException {
    return statement.executeQuery(sqlText);
  }

  private long number(String sqlText) throws SQLException {
    try (ResultSet rows = query(sqlText)) {
      assertTrue(rows.next());
      return rows.getLong(1);
    }
  }

  @Test
  void everyRowIsLoadedOnce() throws SQLException {
    assertEquals(profiles.size(), number("SELECT count(*) FROM profiles"));
    assertEquals(labels.keySet(), new HashSet<>(ids("SELECT function_id FROM functions")));
    assertEquals(
        0, number("SELECT count(*) FROM facts ANTI JOIN stacks USING (stack_id, function_id)"));
    assertEquals(
        0,
        number(
            """
            SELECT count(*) FROM (SELECT unnest(path) AS function_id FROM stacks)
            ANTI JOIN functions USING (function_id)"""));
  }

  private List<String> ids(String sqlText) throws SQLException {
    List<String> ids = new ArrayList<>();
    try (ResultSet rows = query(sqlText)) {
      while (rows.next()) {
        ids.add(rows.getString("function_id"));
      }
    }
    return ids;
  }

  @Test
  void topFunctions() throws SQLException {
    Map<String, Long> self = selfTimes(profiles);
    Map<String, Long> total = sums(profiles, HashSet::new);
    assertTrue(self.size() > 50, self.size() + " functions");
    String bySelf = block("top 20");
    String byTotal = bySelf.replace("ORDER BY self_us", "ORDER BY total_us");
    assertEquals(largest(self), ids(bySelf));
    assertEquals(largest(total), ids(byTotal));
    for (String sqlText : List.of(bySelf, byTotal)) {
      try (ResultSet rows = query(sqlText)) {
        while (rows.next()) {
          String id = rows.getString("function_id");
          assertEquals(self.getOrDefault(id, 0L), rows.getLong("self_us"), id);
          assertEquals(total.get(id), rows.getLong("total_us"), id);
          assertTrue(labels.get(id).contains(rows.getString("label")), id);
        }
      }
    }
  }

  @Test
  void oneReleaseAgainstAnother() throws SQLException {
    List<Map<String, Long>> self = RELEASES.stream().map(each -> selfTimes(of(each))).toList();
    List<Long> all =
        self.stream()
            .map(times -> times.values().stream().mapToLong(Long::longValue).sum())
            .toList();
    Map<String, double[]> shares = new HashMap<>();
    for (String id : labels.keySet()) {
      if (self.get(0).containsKey(id) || self.get(1).containsKey(id)) {
        shares.put(
            id,
            new double[] {
              self.get(0).getOrDefault(id, 0L) / (double) all.get(0),
              self.get(1).getOrDefault(id, 0L) / (double) all.get(1)
            });
      }
    }
    Map<String, Double> changes =
        shares.entrySet().stream()
            .collect(
                toMap(
                    Map.Entry::getKey,
                    share -> Math.abs(share.getValue()[1] - share.getValue()[0])));
    String[] statements = block("release A against B").split(";\n", -1);
    statement.execute(statements[0]);
    statement.execute(statements[1]);
    try (ResultSet rows = query(statements[2])) {
      double last = Double.MAX_VALUE;
      int count = 0;
      while (rows.next()) {
        String id = rows.getString("function_id");
        double[] share = Objects.requireNonNull(shares.get(id));
        assertEquals(share[0], rows.getDouble("a_share"), ROUNDING);
        assertEquals(share[1], rows.getDouble("b_share"), ROUNDING);
        assertEquals(share[1] - share[0], rows.getDouble("change"), ROUNDING);
        for (int side = 0; side < 2; side++) {
          long micros = self.get(side).getOrDefault(id, 0L);
          double millis = rows.getDouble(side == 0 ? "a_ms_per_profile" : "b_ms_per_profile");
          assertEquals(micros / 1000.0 / of(RELEASES.get(side)).size(), millis, ROUNDING);
        }
        double change = Objects.requireNonNull(changes.remove(id));
        assertTrue(change <= last + ROUNDING, id);
        last = change;
        count++;
      }
      assertEquals(20, count);
      double least = last;
      changes.forEach((id, change) -> assertTrue(change <= least + ROUNDING, id));
    }
  }

  @Test
  void flameGraphOfEverybody() throws Exception {
    Map<String, String> chosen = new HashMap<>();
    try (ResultSet rows = query("SELECT function_id, label FROM functions")) {
      while (rows.next()) {
        chosen.put(rows.getString("function_id"), rows.getString("label"));
      }
    }
    chosen.forEach((id, label) -> assertTrue(labels.get(id).contains(label), label));
    Map<String, Long> expected = new HashMap<>();
    for (FleetProfile profile : profiles) {
      profile
          .stacks()
          .forEach(
              (stack, time) ->
                  expected.merge(
                      String.join(";", stack.stream().map(chosen::get).toList()), time, Long::sum));
    }
    Path file = folder.resolve("fleet.collapsed.txt");
    statement.execute(block("flame graph").replace("'fleet.collapsed.txt'", "'" + file + "'"));
    Map<String, Long> written = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      int end = line.lastIndexOf(' ');
      written.merge(line.substring(0, end), Long.valueOf(line.substring(end + 1)), Long::sum);
    }
    assertEquals(expected, written);
  }

  private static double p75(List<FleetProfile> chosen, ToLongFunction<FleetProfile> time) {
    double[] times = chosen.stream().mapToLong(time).sorted().asDoubleStream().toArray();
    double place = 0.75 * (times.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, times.length - 1);
    return (times[below] + (place - below) * (times[above] - times[below])) / 1000;
  }

  @Test
  void percentilesByCountry() throws SQLException {
    String often =
        labels.keySet().stream()
            .max(
                Comparator.comparingLong(
                        (String id) ->
                            profiles.stream().filter(each -> each.totalTime(id) > 0).count())
                    .thenComparing(Comparator.naturalOrder()))
            .orElseThrow();
    for (String id :
        Stream.concat(Stream.of(often), largest(selfTimes(profiles)).stream()).toList()) {
      String[] statements = block("p75").split(";\n", -1);
      statement.execute(statements[0].replaceFirst("'.*'", "'" + id + "'"));
      List<String> countries = new ArrayList<>();
      try (ResultSet rows = query(statements[1])) {
        while (rows.next()) {
          String country = rows.getString("country");
          countries.add(country);
          List<FleetProfile> there =
              profiles.stream().filter(profile -> profile.country().equals(country)).toList();
          List<FleetProfile> seen =
              there.stream().filter(profile -> profile.totalTime(id) > 0).toList();
          assertEquals(there.size(), rows.getInt("profiles"));
          assertEquals(seen.size(), rows.getInt("seen_in"));
          assertEquals(
              p75(there, profile -> profile.totalTime(id)), rows.getDouble("p75_ms"), ROUNDING);
          if (!seen.isEmpty()) {
            assertEquals(
                p75(seen, profile -> profile.totalTime(id)),
                rows.getDouble("p75_ms_where_seen"),
                ROUNDING);
          }
        }
      }
      assertEquals(new HashSet<>(COUNTRIES), new HashSet<>(countries));
    }
  }
}
