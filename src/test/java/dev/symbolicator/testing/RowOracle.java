package dev.symbolicator.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What rows must be, made of their definition on the page and without the service's code. */
public final class RowOracle {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RowOracle() {}

  /** Reads lines of JSON. */
  public static List<JsonNode> rows(String lines) throws IOException {
    List<JsonNode> rows = new ArrayList<>();
    for (String line : lines.split("\n", -1)) {
      if (!line.isEmpty()) {
        rows.add(JSON.readTree(line));
      }
    }
    return rows;
  }

  public static String sha(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Returns the key of a function without an id. */
  public static String function(
      @Nullable String origin, @Nullable String packageName, @Nullable String path, String name) {
    String text =
        Objects.requireNonNullElse(origin, "")
            + "\0"
            + Objects.requireNonNullElse(packageName, "")
            + "\0"
            + Objects.requireNonNullElse(path, "")
            + "\0"
            + name;
    return "x" + sha(text).substring(0, 15);
  }

  public static String stack(String parent, String function) {
    BigInteger hash =
        new BigInteger(sha("s1\0" + parent + "\0" + function).substring(0, 16), 16).clearBit(63);
    return "%016x".formatted(hash);
  }

  /**
   * Returns the time of each stack of a trace, which is the keys of its functions, outermost first,
   * in microseconds.
   *
   * @param raw the trace as it was sent
   * @param annotated the answer with {@code annotate=true}
   */
  public static Map<List<String>, Long> stacks(JsonNode raw, JsonNode annotated) {
    JsonNode samples = raw.get("samples");
    List<Long> times = new ArrayList<>();
    samples.forEach(sample -> times.add(Math.round(sample.get("timestamp").asDouble() * 1000)));
    List<Long> gaps = new ArrayList<>();
    for (int i = 1; i < times.size(); i++) {
      if (times.get(i) > times.get(i - 1)) {
        gaps.add(times.get(i) - times.get(i - 1));
      }
    }
    gaps.sort(null);
    int middle = gaps.size() / 2;
    long median =
        gaps.isEmpty()
            ? 10_000
            : gaps.size() % 2 == 1
                ? gaps.get(middle)
                : Math.round((gaps.get(middle - 1) + gaps.get(middle)) / 2.0);
    long cap = 10 * Math.max(median, 10_000);
    Map<List<String>, Long> sums = new HashMap<>();
    for (int i = 0; i < times.size(); i++) {
      long gap = i + 1 < times.size() ? times.get(i + 1) - times.get(i) : median;
      List<String> stack = stack(samples.get(i), raw, annotated);
      if (!stack.isEmpty()) {
        sums.merge(stack, Math.min(gap, cap), Long::sum);
      }
    }
    return sums;
  }

  /** Returns the keys of the functions of a sample, outermost first; none if the sample is idle. */
  private static List<String> stack(JsonNode sample, JsonNode raw, JsonNode annotated) {
    List<String> keys = new ArrayList<>();
    JsonNode at = sample.path("stackId");
    while (!at.isMissingNode()) {
      JsonNode stack = raw.get("stacks").get(at.asInt());
      keys.add(0, key(stack.get("frameId").asInt(), raw, annotated));
      at = stack.path("parentId");
    }
    String marker = sample.path("marker").asText("");
    if (!marker.isEmpty() && (keys.isEmpty() || !marker.equals("script"))) {
      String label = marker.equals("gc") ? "garbage collector" : marker;
      keys.add(function("native", null, null, "(" + label + ")"));
    }
    return keys;
  }

  /** Returns the key of the function of a frame. */
  public static String key(int index, JsonNode raw, JsonNode annotated) {
    JsonNode frame = raw.get("frames").get(index);
    if (!frame.has("resourceId")) {
      return function("native", null, null, frame.path("name").asText(""));
    }
    Map<String, String> columns = columns(annotated.get("functions"), index);
    return columns.containsKey("id")
        ? columns.get("id")
        : function(
            columns.get("origin"),
            columns.get("package"),
            path(index, raw, columns),
            annotated.get("frames").get(index).path("name").asText(""));
  }

  /** Returns the label that {@code docs/fleet.md} gives the function of a frame. */
  public static String label(int index, JsonNode raw, JsonNode annotated) {
    JsonNode frame = raw.get("frames").get(index);
    String name = annotated.get("frames").get(index).path("name").asText("");
    if (!frame.has("resourceId")) {
      return name.isEmpty() ? "(anonymous)" : name;
    }
    Map<String, String> columns = columns(annotated.get("functions"), index);
    String label = columns.getOrDefault("qualified", "");
    if (label.isEmpty()) {
      label = columns.getOrDefault("role", name.isEmpty() ? "(anonymous)" : name);
    }
    return label + " (" + path(index, raw, columns) + ")";
  }

  private static String path(int index, JsonNode raw, Map<String, String> columns) {
    JsonNode frame = raw.get("frames").get(index);
    String url = raw.get("resources").get(frame.get("resourceId").asInt()).asText();
    String path = url.replaceFirst("^[a-z]+://[^/?#]*", "").replaceFirst("[?#].*", "");
    return columns.getOrDefault("path", path);
  }

  private static Map<String, String> columns(JsonNode functions, int frame) {
    Map<String, String> columns = new TreeMap<>();
    functions
        .properties()
        .forEach(
            column -> {
              JsonNode value = column.getValue().get(frame);
              if (!column.getKey().equals("strings") && !value.isNull()) {
                columns.put(column.getKey(), functions.get("strings").get(value.asInt()).asText());
              }
            });
    return columns;
  }
}
