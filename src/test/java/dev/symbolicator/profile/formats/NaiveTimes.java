package dev.symbolicator.profile.formats;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A second implementation of the rules of time, straight from their text. */
final class NaiveTimes {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Microseconds by the frame's index, or by the name of the browser's own work. */
  final Map<String, Long> self = new TreeMap<>();

  final Map<String, Long> total = new TreeMap<>();
  long idle;
  private final JsonNode trace;

  NaiveTimes(String body) {
    try {
      JsonNode root = JSON.readTree(body);
      trace = root.path("trace").isObject() ? root.get("trace") : root;
      JsonNode interval =
          trace.has("sampleInterval") ? trace.get("sampleInterval") : root.path("sampleInterval");
      sum(Math.round(interval.asDouble(0) * 1000));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private void sum(long interval) {
    JsonNode samples = trace.get("samples");
    long[] times = new long[samples.size()];
    List<Long> gaps = new ArrayList<>();
    for (int i = 0; i < times.length; i++) {
      times[i] = Math.round(samples.get(i).get("timestamp").asDouble() * 1000);
      if (i > 0 && times[i] > times[i - 1]) {
        gaps.add(times[i] - times[i - 1]);
      }
    }
    gaps.sort(null);
    int count = gaps.size();
    long median =
        count == 0
            ? 10_000
            : count % 2 == 1
                ? gaps.get(count / 2)
                : Math.round((gaps.get(count / 2 - 1) + gaps.get(count / 2)) / 2.0);
    long cap = 10 * Math.max(interval > 0 ? interval : median, 10_000);
    for (int i = 0; i < times.length; i++) {
      long weight = i + 1 < times.length ? times[i + 1] - times[i] : median;
      List<String> path = path(samples.get(i));
      if (path.isEmpty()) {
        idle += weight;
      } else {
        long counted = Math.min(weight, cap);
        idle += weight - counted;
        self.merge(path.get(0), counted, Long::sum);
        new HashSet<>(path).forEach(function -> total.merge(function, counted, Long::sum));
      }
    }
  }

  private List<String> path(JsonNode sample) {
    List<String> path = new ArrayList<>();
    String marker = sample.path("marker").asText("");
    if (!marker.isEmpty() && !(marker.equals("script") && sample.has("stackId"))) {
      path.add(
          marker.equals("gc")
              ? "(garbage collector)"
              : marker.equals("?") ? "(other)" : "(" + marker + ")");
    }
    JsonNode stack = sample.path("stackId");
    while (stack.isInt()) {
      JsonNode entry = trace.get("stacks").get(stack.asInt());
      path.add(entry.get("frameId").asText());
      stack = entry.path("parentId");
    }
    return path;
  }
}
