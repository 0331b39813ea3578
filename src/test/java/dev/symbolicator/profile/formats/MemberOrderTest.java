package dev.symbolicator.profile.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.profile.WrittenProfile;
import dev.symbolicator.testing.Allowances;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes traces whose frames have their members in all orders. */
class MemberOrderTest {
  private static final Map<String, String> PROFILED =
      Map.of("name", "\"e\"", "resourceId", "0", "line", "1", "column", "12", "x", "{\"line\":5}");
  private static final Map<String, String> ORIGINAL =
      Map.of(
          "name",
          "\"größer\"",
          "resourceId",
          "1",
          "line",
          "7",
          "column",
          "301",
          "x",
          "{\"line\":5}");

  private static void addOrders(List<String> chosen, List<String> left, List<List<String>> orders) {
    if (left.isEmpty()) {
      orders.add(List.copyOf(chosen));
    }
    for (String member : left) {
      List<String> more = new ArrayList<>(chosen);
      more.add(member);
      addOrders(more, left.stream().filter(other -> !other.equals(member)).toList(), orders);
    }
  }

  private static List<List<String>> orders(List<String> members) {
    List<List<String>> orders = new ArrayList<>();
    addOrders(List.of(), members, orders);
    return orders;
  }

  private static String frames(
      List<List<String>> orders, Map<String, String> values, String first) {
    return orders.stream()
        .map(
            order ->
                order.stream()
                    .map(member -> "\"%s\" : %s".formatted(member, values.get(member)))
                    .collect(Collectors.joining(" , ", "{" + first, "}")))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String written(String trace) {
    ReadProfile read =
        (ReadProfile)
            ProfileReader.read(
                ProfileBody.of(trace.getBytes(StandardCharsets.UTF_8)),
                ProfileLimits.DEFAULT,
                Allowances.plenty());
    Profile profile = read.profile();
    byte[] bytes =
        WrittenProfile.bytes(
            profile, frame -> new OriginalFrame("a.ts", 6, 300, "größer"), "{\"mapped\":1}");
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"resources\":[\"s.js\"%2$s],\"frames\":%1$s,\"stacks\":[],\"samples\":[]%3$s}",
        "{\"frames\":%1$s,\"resources\":[\"s.js\"%2$s],\"stacks\":[],\"samples\":[]%3$s}",
        "{\"trace\":{\"frames\":%1$s,\"resources\":[\"s.js\"%2$s],\"stacks\":[],\"samples\":[]}%3$s}"
      })
  void valuesAreReplacedInAnyOrder(String trace) {
    List<List<String>> all = orders(List.of("name", "resourceId", "line", "column", "x"));
    String report = ",\"symbolication\":{\"mapped\":1}";
    assertEquals(
        trace.formatted(frames(all, ORIGINAL, ""), ",\"a.ts\"", report),
        written(trace.formatted(frames(all, PROFILED, ""), "", "")));
    List<List<String>> nameless = orders(List.of("resourceId", "line", "column"));
    assertEquals(
        trace.formatted(frames(nameless, ORIGINAL, "\"name\":\"größer\","), ",\"a.ts\"", report),
        written(trace.formatted(frames(nameless, PROFILED, ""), "", "")));
  }
}
