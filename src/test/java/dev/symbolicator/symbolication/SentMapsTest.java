package dev.symbolicator.symbolication;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.profile.multipart.ProfileForm.MapPart;
import dev.symbolicator.symbolication.SymbolicationOptions.GivenBuilds;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.url.PathNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Which of a profile's scripts a map is for. Others of these rules are in the service's test. */
class SentMapsTest {
  private static final String ID = "01adb20a-b0bc-43e7-9e53-bef3a997d4b1";

  /** Only a hang takes so long. */
  private static final Duration HANG = Duration.ofSeconds(60);

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

  /** Each script compared with each map, name by name, would be 250 million comparisons. */
  @Test
  void manyDeepPathsAreMatchedInTime() {
    String deep = "x/".repeat(60);
    String[] scripts =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "https://a.example/" + i + "/" + deep + "index.js")
            .toArray(String[]::new);
    Profile profile = profile("", scripts);
    MapPart[] maps =
        IntStream.range(0, 200)
            .mapToObj(i -> map(i + "/" + deep + "1.map", "{\"file\":\"index.js\"}"))
            .toArray(MapPart[]::new);
    SentMaps matched = assertTimeoutPreemptively(HANG, () -> match(profile, maps));
    assertServes(0, maps[0], matched);
    assertServes(199, maps[199], matched);
    assertNull(matched.of(200));
    MapPart[] elsewhere =
        IntStream.range(0, 200)
            .mapToObj(i -> map("y" + i + "/" + deep + "index.js.map", "{}"))
            .toArray(MapPart[]::new);
    SentMaps none = assertTimeoutPreemptively(HANG, () -> match(profile, elsewhere));
    assertNull(none.of(0));
    assertEquals(200, none.notes().size());
  }

  /** The rules, map by map and script by script. */
  @Property(tries = 2000)
  void scriptsHaveTheMapsThatTheRulesGiveThem(@ForAll long seed) {
    Random random = new Random(seed);
    Map<String, String> scripts = new LinkedHashMap<>(); // by URL, with the debug ID or ""
    for (int i = random.nextInt(7); i >= 0; i--) {
      String id = random.nextInt(3) == 0 ? id(random) : "";
      scripts.put("https://" + random.nextInt(2) + ".example/" + path(random), id);
    }
    List<PlainMap> maps = new ArrayList<>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      String id = random.nextInt(3) == 0 ? id(random) : "";
      maps.add(new PlainMap(path(random), random.nextBoolean() ? path(random) : "", id));
    }
    List<String> urls = List.copyOf(scripts.keySet());
    String ids =
        urls.stream()
            .filter(url -> !"".equals(scripts.get(url)))
            .map(url -> "\"" + url + "\":\"" + scripts.get(url) + '"')
            .collect(Collectors.joining(","));
    List<MapPart> parts = maps.stream().map(PlainMap::part).toList();
    SentMaps found =
        match(profile(ids, urls.toArray(String[]::new)), parts.toArray(MapPart[]::new));
    List<Set<PlainMap>> expected =
        urls.stream().map(url -> PlainMap.best(url, scripts, maps)).toList();
    assertEquals(expected.stream().anyMatch(best -> best.size() > 1), found.refusal() != null);
    for (int i = 0; i < urls.size() && found.refusal() == null; i++) {
      Set<PlainMap> best = expected.get(i);
      MapPart map = best.isEmpty() ? null : parts.get(maps.indexOf(best.iterator().next()));
      assertEquals(map, found.of(i), urls.get(i));
    }
  }

  private static String id(Random random) {
    return ID.substring(0, ID.length() - 1) + random.nextInt(4);
  }

  private static String path(Random random) {
    return IntStream.rangeClosed(0, random.nextInt(4))
        .mapToObj(i -> String.valueOf("ab".charAt(random.nextInt(2))))
        .collect(Collectors.joining("/"));
  }

  /** A map of an own identity, with its path without ending, its member file and its debug ID. */
  private static final class PlainMap {
    private final String path;
    private final String file;
    private final String id;

    PlainMap(String path, String file, String id) {
      this.path = path;
      this.file = file;
      this.id = id;
    }

    MapPart part() {
      String content = id.isEmpty() ? "" : "\"debugId\":\"" + id + "\",";
      return map(path + ".map", "{" + content + "\"file\":\"" + file + "\"}");
    }

    /** Returns the maps of which a script has one if it is the only one. */
    static Set<PlainMap> best(String url, Map<String, String> scripts, List<PlainMap> maps) {
      String id = scripts.get(url);
      Set<PlainMap> named =
          maps.stream()
              .filter(map -> !map.id.isEmpty() && map.id.equals(id))
              .collect(Collectors.toSet());
      if (!named.isEmpty()) {
        return named;
      }
      Set<PlainMap> best = new HashSet<>();
      int most = 1;
      for (PlainMap map : maps) {
        int fit = map.fit(url, scripts, maps);
        if (fit > most) {
          best.clear();
        }
        if (fit >= most) {
          best.add(map);
          most = fit;
        }
      }
      return best;
    }

    private int fit(String url, Map<String, String> scripts, List<PlainMap> maps) {
      List<String> compared =
          scripts.keySet().stream().filter(each -> isCompared(each, scripts, maps)).toList();
      if ((!id.isEmpty() && scripts.containsValue(id)) || !compared.contains(url)) {
        return 0;
      }
      String folder = path.contains("/") ? path.substring(0, path.lastIndexOf('/') + 1) : "";
      String ofFile = file.isEmpty() ? folder : folder + file;
      int byFile = most(ofFile, compared);
      return byFile > 0
          ? 1000 * fit(ofFile, byFile, url, compared)
          : fit(path, most(path, compared), url, compared);
    }

    /** Tells whether this map's path counts for a script. */
    private boolean isCompared(String url, Map<String, String> scripts, List<PlainMap> maps) {
      String idOfScript = scripts.get(url);
      return "".equals(idOfScript)
          || (id.isEmpty() && maps.stream().noneMatch(map -> map.id.equals(idOfScript)));
    }

    private static int most(String path, List<String> urls) {
      return urls.stream().mapToInt(url -> equalEnd(path, url)).max().orElse(0);
    }

    private static int fit(String path, int most, String url, List<String> urls) {
      long paths =
          urls.stream()
              .filter(each -> equalEnd(path, each) == most)
              .map(each -> each.replaceFirst("https://.\\.example", ""))
              .distinct()
              .count();
      return paths == 1 && equalEnd(path, url) == most ? most : 0;
    }

    private static int equalEnd(String path, String url) {
      return PathNames.equalEnd(
          PathNames.ofFile(path), PathNames.ofUrl(url.substring("https://0.example".length())));
    }
  }
}
