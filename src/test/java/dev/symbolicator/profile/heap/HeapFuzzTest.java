package dev.symbolicator.profile.heap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.profile.heap.HeapFormat.HeapProfile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Any bytes as a heap snapshot, and as its sections behind a valid layout. */
class HeapFuzzTest {
  private static final ProfileLimits LIMITS = new ProfileLimits(50, 1000, 100, 1000, 250, 1000);
  private static final String LAYOUT =
      """
      {"snapshot":{"meta":{"node_fields":["type","name","self_size","edge_count"],\
      "node_types":[["object","closure","code","string"]],"edge_fields":["type","name_or_index","to_node"],\
      "edge_types":[["internal"]],"location_fields":["object_index","script_id","script_object_index",\
      "line","column"],"trace_function_info_fields":["name","script_name","script_id","line","column"]}},\
      """;

  @FuzzTest(maxDuration = "10m")
  void anySnapshotIsReadAndWrittenBack(byte[] body) throws IOException {
    check(body);
    byte[] layout = Heaps.utf8(LAYOUT);
    byte[] joined = new byte[layout.length + body.length];
    System.arraycopy(layout, 0, joined, 0, layout.length);
    System.arraycopy(body, 0, joined, layout.length, body.length);
    check(joined);
  }

  private static void check(byte[] body) throws IOException {
    ProfileReading reading = Heaps.reading(body, LIMITS);
    if (reading instanceof ReadProfile read) {
      HeapProfile profile = (HeapProfile) read.profile();
      assertArrayEquals(body, Heaps.written(profile, frame -> null, null));
      assertNotNull(profile.summary(HeapFuzzTest::original, null));
      byte[] mapped = Heaps.written(profile, HeapFuzzTest::original, "{}");
      ProfileReading again = Heaps.reading(mapped, LIMITS);
      HeapProfile rewritten = (HeapProfile) ((ReadProfile) again).profile();
      if (rewritten.frames().size() > 0) {
        assertTrue(hasDanglingName(body), "frames are left");
        return;
      }
      assertArrayEquals(mapped, Heaps.written(rewritten, HeapFuzzTest::original, "{}"));
    } else if (reading instanceof Invalid invalid) {
      assertTrue(invalid.byteOffset() < body.length);
    } else if (reading instanceof NotJson notJson) {
      assertTrue(notJson.byteOffset() <= body.length);
    }
  }

  /** Tells whether a damaged snapshot names a string that only appended strings make. */
  private static boolean hasDanglingName(byte[] body) throws IOException {
    JsonNode snapshot = new ObjectMapper().readTree(body);
    return hasDangling(snapshot, "nodes", "node_fields", "name")
        || hasDangling(snapshot, "trace_function_infos", "trace_function_info_fields", "name")
        || hasDangling(
            snapshot, "trace_function_infos", "trace_function_info_fields", "script_name");
  }

  private static boolean hasDangling(
      JsonNode snapshot, String section, String fields, String field) {
    List<String> names = new ArrayList<>();
    snapshot.at("/snapshot/meta/" + fields).forEach(name -> names.add(name.asText()));
    int strings = snapshot.path("strings").size();
    JsonNode rows = snapshot.path(section);
    boolean isDangling = false;
    for (int at = names.indexOf(field); at >= 0 && at < rows.size(); at += names.size()) {
      isDangling |= rows.get(at).asLong() >= strings;
    }
    return isDangling;
  }

  private static OriginalFrame original(ProfileFrame frame) {
    return new OriginalFrame("\ud800" + frame.column() % 2, 1, 1, "\"");
  }
}
