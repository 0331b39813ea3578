package dev.symbolicator.profile.heap;

import static dev.symbolicator.profile.heap.Heaps.read;
import static dev.symbolicator.profile.heap.Heaps.reading;
import static dev.symbolicator.profile.heap.Heaps.utf8;
import static dev.symbolicator.profile.heap.Heaps.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.LimitExceeded;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.ProfileReading.OutOfMemory;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.profile.heap.HeapFormat.HeapProfile;
import dev.symbolicator.profile.heap.SnapshotBuilder.Layout;
import dev.symbolicator.testing.Allowances;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots that are damaged or hostile are problems, or stay as they are. */
class SnapshotProblemsTest {
  private static SnapshotBuilder builder(Layout layout) {
    SnapshotBuilder builder = new SnapshotBuilder(layout);
    int script = builder.script(3, "http://h/app.js");
    for (int i = 0; i < 40; i++) {
      builder.closure("f" + i, 3, 0, 10 * i, script);
    }
    builder.traceFunction("f1", "http://h/app.js", 3, 1, 11);
    return builder;
  }

  private static final String BODY = builder(Layout.NODE20).build();

  private static Invalid invalid(String body) {
    Invalid invalid = assertInstanceOf(Invalid.class, reading(body), body);
    assertTrue(invalid.byteOffset() < body.length(), invalid::toString);
    return invalid;
  }

  @Test
  void headOfASnapshotIsRecognised() {
    HeapFormat format = new HeapFormat();
    assertTrue(format.recognises(utf8(BODY)));
    assertTrue(format.recognises(utf8("\ufeff \n{ \"snapshot\" :\t{\"x\":1,\"meta\":")));
    assertFalse(format.recognises(utf8("{\"snapshot\":{\"node_count\":1}}")));
    assertFalse(format.recognises(utf8("{\"nodes\":[],\"snapshot\":{\"meta\":{}}}")));
    assertFalse(format.recognises(new byte[0]));
  }

  @ParameterizedTest
  @EnumSource
  void truncatedSnapshotIsNotJson(Layout layout) {
    byte[] body = utf8(builder(layout).build().stripTrailing());
    for (int length = 1; length < body.length; length += 97) {
      NotJson problem =
          assertInstanceOf(
              NotJson.class, reading(Arrays.copyOf(body, length), ProfileLimits.DEFAULT));
      assertEquals(length, problem.byteOffset());
    }
  }

  @Test
  void snapshotMustBeTheFirstMember() {
    assertTrue(invalid("{\"nodes\":[]," + BODY.substring(1)).detail().contains("first member"));
    assertTrue(invalid("{}").detail().contains("first member"));
    invalid("[]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nodes", "edges", "strings"})
  void sectionMustBeThere(String section) {
    String body = BODY.replace("\"" + section + "\":[", "\"other\":[");
    assertTrue(invalid(body).detail().contains(section));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nodes", "edges", "strings", "locations", "trace_function_infos"})
  void sectionMustBeAnArrayAndOnlyOnceThere(String section) {
    String name = "\"" + section + "\":";
    assertEquals("/" + section, invalid(BODY.replace(name, name + "[]," + name)).pointer());
    assertEquals("/" + section, invalid(BODY.replace(name, name + "{},\"x\":")).pointer());
  }

  @ParameterizedTest
  @ValueSource(strings = {"nodes", "edges", "locations", "trace_function_infos"})
  void numbersMustFillRows(String section) {
    Invalid problem = invalid(BODY.replace("\"" + section + "\":[", "\"" + section + "\":[1,"));
    assertEquals("/" + section, problem.pointer());
    assertTrue(problem.detail().contains("no multiple"), problem.detail());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e400", "1.5", "\"1\"", "null", "[1]", "99999999999999999999"})
  void rowsMustBeIntegers(String value) {
    for (String section : List.of("nodes", "edges", "locations")) {
      Invalid problem =
          invalid(
              BODY.replaceFirst("\"" + section + "\":\\[[0-9]+", "\"" + section + "\":[" + value));
      assertEquals("/" + section, problem.pointer());
    }
  }

  @Test
  void entriesOfStringsMustBeStrings() {
    assertEquals("/strings/0", invalid(BODY.replace("\"strings\":[", "\"strings\":[1,")).pointer());
  }

  @Test
  void numbersInOtherPlacesMayBeAnything() {
    String body =
        BODY.replace("\"edge_count\":7", "\"edge_count\":-1e400")
            .replace("\"scopes\":[", "\"scopes\":[1e400,")
            .replaceFirst("\"node_count\":[0-9]+", "\"node_count\":\"many\"");
    assertEquals(40, read(utf8(body)).frames().size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"type", "name", "self_size", "edge_count", "to_node", "script_id", "line"})
  void fieldsMustBeNamed(String field) {
    assertTrue(
        invalid(BODY.replaceFirst("\"" + field + "\"", "\"renamed\""))
            .pointer()
            .startsWith("/snapshot/meta/"));
  }

  @Test
  void metaMustBeThereOnce() {
    assertEquals("/snapshot", invalid(BODY.replace("\"meta\":", "\"x\":")).pointer());
    invalid(BODY.replace("\"meta\":", "\"meta\":{},\"meta\":"));
    invalid(BODY.replace("\"meta\":", "\"meta\":[],\"x\":"));
    invalid(BODY.replace("{\"snapshot\":", "{\"snapshot\":1,\"x\":"));
    invalid(BODY.replace("\"node_fields\":", "\"node_fields\":[],\"node_fields\":"));
    invalid(BODY.replace("\"nodes\":", "\"snapshot\":{},\"nodes\":"));
  }

  @Test
  void tableWithOtherFieldsCannotBeExtended() {
    Invalid problem = invalid(BODY.replace("\"nodes\":", "\"symbolicated_scripts\":[],\"nodes\":"));
    assertTrue(problem.detail().contains("generated_script_id"), problem.detail());
    invalid(
        BODY.replace("{\"meta\":{", "{\"meta\":{\"symbolicated_script_fields\":[\"script_id\"],"));
  }

  @ParameterizedTest
  @EnumSource
  void damagedNumbersChangeNoOtherRow(Layout layout) {
    String body = builder(layout).build();
    for (String number : List.of("-1", "3", "999999999", "4294967296", "999999999999999999")) {
      for (int at = body.indexOf("\"nodes\""); at > 0; at = body.indexOf(',', at + 1)) {
        if (at % 17 == 0 && Character.isDigit(body.charAt(at + 1))) {
          String damaged =
              body.substring(0, at + 1)
                  + number
                  + body.substring(at + 1).replaceFirst("^[0-9]+", "");
          if (reading(damaged) instanceof ReadProfile read) {
            HeapProfile profile = (HeapProfile) read.profile();
            SnapshotView old = SnapshotView.of(utf8(damaged));
            SnapshotView view = SnapshotView.of(written(profile, Heaps::anyOriginal, null));
            assertEquals(old.json().get("edges"), view.json().get("edges"));
            assertEquals(old.json().get("nodes").size(), view.json().get("nodes").size());
          }
        }
      }
    }
  }

  @Test
  void rowsWithoutAPositionStay() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    int script = builder.script(3, "http://h/app.js");
    int closure = builder.closure("f", 3, 0, 1, script);
    builder.location(closure, 0, 1, 1);
    builder.location(closure, 3, -1, 1);
    builder.location(closure, 3, 1, Integer.MAX_VALUE);
    builder.location(closure, -3, 1, 1);
    builder.location(1_000_000, 3, 0, 1);
    HeapProfile profile = read(builder);
    assertEquals(1, profile.frames().size());
    SnapshotView old = SnapshotView.of(utf8(builder.build()));
    SnapshotView view = SnapshotView.of(written(profile, Heaps::anyOriginal, null));
    List<List<Long>> rows = view.rows("locations", "location_fields");
    assertEquals(old.rows("locations", "location_fields").subList(1, 5), rows.subList(1, 5));
    assertEquals(4L, rows.get(5).get(1));
  }

  @Test
  void circlesOfEdgesLeadNowhere() {
    SnapshotBuilder builder = new SnapshotBuilder(Layout.NODE20);
    int closure = builder.closure("f", 3, 0, 1, builder.node("code", "", 1));
    int circle = builder.node("code", "", 1);
    builder.internal(circle, "shared", closure);
    builder.internal(circle, "name", circle);
    builder.internal(closure, "script", circle);
    builder.closure("g", 3, 0, 2, circle);
    assertEquals(List.of(), read(builder).scripts());
  }

  @Test
  void positionsAndScriptsAreLimited() {
    ProfileLimits few = new ProfileLimits(10, 39, 100, 100, 100, 100);
    LimitExceeded limit = assertInstanceOf(LimitExceeded.class, reading(utf8(BODY), few));
    assertEquals(ProfileLimits.MAX_FRAMES, limit.limitName());
    ProfileLimits noScripts = new ProfileLimits(10, 100, 0, 100, 100, 100);
    limit = assertInstanceOf(LimitExceeded.class, reading(utf8(BODY), noScripts));
    assertEquals(ProfileLimits.MAX_RESOURCES, limit.limitName());
  }

  @Test
  void memoryIsAskedForBeforeItIsTaken() {
    BodyBytes body = BodyBytes.of(utf8(BODY));
    Allowance memory = Allowances.plenty();
    read(body, memory);
    for (long most = 0; most < memory.held(); most += 1 << 15) {
      assertInstanceOf(
          OutOfMemory.class, reading(body, ProfileLimits.DEFAULT, Allowances.of(most)));
    }
  }
}
