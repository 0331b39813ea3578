package dev.symbolicator.symbolication;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.profile.multipart.ProfileForm.MapPart;
import dev.symbolicator.symbolication.SymbolicationOptions.GivenBuilds;
import dev.symbolicator.testing.Allowances;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which of a profile's scripts a map is for. Others of these rules are in the service's test. */
class SentMapsTest {
  private static final String ID = "01adb20a-b0bc-43e7-9e53-bef3a997d4b1";

  private static Profile profile(String debugIds, String... scripts) {
    String frames =
        IntStream.range(0, scripts.length)
            .mapToObj("{\"name\":\"a\",\"line\":1,\"column\":1,\"resourceId\":%d}"::formatted)
            .collect(Collectors.joining(","));
    String resources =
        Arrays.stream(scripts).map(each -> '"' + each + '"').collect(Collectors.joining(","));
    String body =
        "{\"frames\":[%s],\"resources\":[%s],\"stacks\":[],\"samples\":[],\"debugIds\":{%s}}"
            .formatted(frames, resources, debugIds);
    return assertInstanceOf(
            ReadProfile.class,
            ProfileReader.read(
                ProfileBody.of(body.getBytes(UTF_8)), ProfileLimits.DEFAULT, Allowances.plenty()))
        .profile();
  }

  private static MapPart map(String path, String content) {
    byte[] bytes = content.getBytes(UTF_8);
    return new MapPart(path, bytes, 0, bytes.length);
  }

  private static SentMaps match(Profile profile, MapPart... maps) {
    return SentMaps.match(List.of(maps), profile, GivenBuilds.NONE);
  }

  private static void assertServes(int script, MapPart map, SentMaps maps) {
    assertNull(maps.refusal());
    assertEquals(map, maps.of(script));
  }

  @Test
  void mapServesTheScriptWhosePathItsOwnIsMostLike() {
    Profile node =
        profile("", "file:///srv/app/index.js", "/srv/app/node_modules/x/index.js", "node:fs");
    MapPart map = map("app/index.js.map", "{}");
    SentMaps maps = match(node, map);
    assertServes(0, map, maps);
    assertNull(maps.of(1));
    assertNull(maps.of(2));
  }

  @Test
  void mapThatFitsSeveralPathsEquallyServesNone() {
    Profile two = profile("", "https://a.example/v1/app.js", "https://a.example/v2/app.js");
    SentMaps maps = match(two, map("app.js.map", "{\"file\":\"app.js\"}"));
    assertNull(maps.of(0));
    assertNull(maps.of(1));
    assertTrue(maps.notes().get(0).contains("several scripts"), maps.notes()::toString);
  }

  @Test
  void onePathOnTwoHostsIsOneScript() {
    Profile two = profile("", "https://a.example/app.js?v=1", "https://b.example/app.js");
    MapPart map = map("app.js.map", "{}");
    assertServes(0, map, match(two, map));
    assertServes(1, map, match(two, map));
  }

  @Test
  void fileIsSeenFromTheDirectoryOfTheMap() {
    Profile two = profile("", "https://a.example/a/index.js", "https://a.example/b/index.js");
    MapPart first = map("dist/a/maps/1.map", "{\"file\":\"../index.js\"}");
    MapPart second = map("dist/b/2.map", "{\"x\":[1],\"file\":\"index.js\"}");
    assertServes(0, first, match(two, first, second));
    assertServes(1, second, match(two, first, second));
  }

  @Test
  void mapOfADebugIdServesNoOtherScriptOfItsName() {
    Profile two =
        profile(
            "\"https://a.example/1.js\":\"" + ID + '"',
            "https://a.example/1.js",
            "https://a.example/2.js");
    MapPart map = map("2.js.map", "{\"debugId\":\"" + ID + "\"}");
    SentMaps maps = match(two, map);
    assertServes(0, map, maps);
    assertNull(maps.of(1));
    assertEquals(List.of(), maps.notes());
  }

  @Test
  void pathsOfWindowsAndEscapesOfUrlsAreRead() {
    MapPart map = map("dist\\über uns.js.map", "not JSON");
    assertServes(0, map, match(profile("", "https://a.example/%C3%BCber%20uns.js"), map));
    MapPart windows = map("app.js.map", "");
    assertServes(0, windows, match(profile("", "C:\\\\build\\\\app.js"), windows));
  }

  @Test
  void nameInTheMiddleOfANameDoesNotFit() {
    SentMaps maps = match(profile("", "https://a.example/main.js"), map("ain.js.map", "{}"));
    assertNull(maps.of(0));
    assertTrue(maps.notes().get(0).contains("of no script"));
  }

  @Test
  void mapsOfManyScriptsOfOneNameAreMatchedInTime() {
    String[] scripts =
        IntStream.range(0, 2000)
            .mapToObj(i -> "https://a.example/" + i + "/index.js")
            .toArray(String[]::new);
    MapPart[] maps =
        IntStream.range(0, 200)
            .mapToObj(i -> map(i + "/index.js.map", "{}"))
            .toArray(MapPart[]::new);
    SentMaps matched = match(profile("", scripts), maps);
    assertNotNull(matched.of(199));
    assertNull(matched.of(200));
  }
}
