package dev.symbolicator.symbolication;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.multipart.ProfileForm.MapPart;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.symbolication.ScriptResolver.WantedScript;
import dev.symbolicator.symbolication.SymbolicationOptions.GivenBuilds;
import dev.symbolicator.url.PathNames;
import dev.symbolicator.url.ScriptLocation;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the scripts that source maps sent with a profile belong to. A map serves the scripts of its
 * debug ID; else those whose path ends like its member {@code file}, seen from the map's directory;
 * else those whose path ends like its own without {@code .map}. More equal names at the end win. A
 * map that fits several paths equally well serves none: a wrong name sends people to the wrong
 * code.
 */
final class SentMaps {
  static final SentMaps NONE = new SentMaps(Map.of(), List.of(), null);

  /** The most UTF-16 units of the member {@code file}, and of a script's URL. */
  private static final int MAX_LENGTH = 8192;

  /** The most last names of a path that are compared. */
  private static final int MAX_NAMES = 64;

  /** The most memory of a map's names, and of the paths that they are compared with. */
  private static final long MAP_BYTES = 64 << 10;

  /** What {@code file} counts more than any number of names. */
  private static final int OF_FILE = MAX_NAMES;

  private static final int MAX_SHOWN = 200;

  private static final String MAP_ENDING = ".map";

  private final Map<Integer, MapPart> ofScripts;
  private final List<String> notes;
  private final @Nullable String refusal;

  private SentMaps(Map<Integer, MapPart> ofScripts, List<String> notes, @Nullable String refusal) {
    this.ofScripts = ofScripts;
    this.notes = notes;
    this.refusal = refusal;
  }

  /** Returns the most memory that a matching takes. */
  static long memory(List<MapPart> maps) {
    return MAP_BYTES * maps.size();
  }

  /** Matches maps to the scripts of a profile's frames. Not for an event loop. */
  static SentMaps match(List<MapPart> maps, Profile profile, GivenBuilds given) {
    return maps.isEmpty() ? NONE : new Matching(maps, profile, given).run();
  }

  /** Returns the map of a script by its index; null if none was sent for it. */
  @Nullable MapPart of(int script) {
    return ofScripts.get(script);
  }

  /** Returns a sentence on each map that serves no script. */
  List<String> notes() {
    return notes;
  }

  /** Returns why the maps cannot be used, and what to do; null if they can. */
  @Nullable String refusal() {
    return refusal;
  }

  private static List<String> last(List<String> names) {
    return List.copyOf(names.subList(Math.max(0, names.size() - MAX_NAMES), names.size()));
  }

  private static String shown(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + '…';
  }

  /** What a map and the paths of scripts have in common, at most. */
  private static final class BestEnd {
    private final List<String> names;
    private int equal;
    private List<String> path = List.of();
    private boolean isOfSeveralPaths;

    BestEnd(List<String> names) {
      this.names = names;
    }

    void compare(List<String> script) {
      int found = PathNames.equalEnd(names, script);
      if (found > equal) {
        equal = found;
        path = script;
        isOfSeveralPaths = false;
      } else if (found > 0 && found == equal && !script.equals(path)) {
        isOfSeveralPaths = true;
      }
    }
  }

  private static final class SentMap {
    private final MapPart part;
    private final @Nullable String debugId;
    private final BestEnd byFile;
    private final BestEnd byName;
    private boolean isOfDebugId;
    private boolean isUsed;

    SentMap(MapPart part) {
      this.part = part;
      debugId = DebugId.ofMap(part.form(), part.start(), part.end());
      String path = part.path();
      String name =
          path.endsWith(MAP_ENDING) ? path.substring(0, path.length() - MAP_ENDING.length()) : path;
      byName = new BestEnd(last(PathNames.ofFile(name)));
      String file = file(part);
      byFile = new BestEnd(file == null ? List.of() : last(PathNames.ofFile(path + "/../" + file)));
    }

    private static @Nullable String file(MapPart part) {
      try {
        JsonText text = new JsonText(part.form(), part.start(), part.end());
        JsonReader json =
            new JsonReader(
                text.withoutByteOrderMark(), ProfileLimits.DEFAULT.maxNesting(), MAX_LENGTH);
        if (json.next() != Token.START_OBJECT) {
          return null;
        }
        while (json.next() == Token.FIELD_NAME) {
          boolean isFile = json.name().equals("file");
          if (json.next() == Token.VALUE_STRING && isFile) {
            return json.text();
          }
          json.skip();
        }
        return null;
      } catch (IOException malformed) {
        return null; // Its own name may still tell the script, whose status then says so.
      }
    }

    boolean contradicts(@Nullable String idOfScript) {
      return debugId != null && idOfScript != null && !debugId.equals(idOfScript);
    }

    private BestEnd best() {
      return byFile.equal > 0 ? byFile : byName;
    }

    /** Returns how well the map fits a script, best by its member {@code file}; 0 if not. */
    int fit(List<String> script) {
      BestEnd best = best();
      if (best.equal == 0
          || best.isOfSeveralPaths
          || PathNames.equalEnd(best.names, script) < best.equal) {
        return 0;
      }
      return best == byFile ? best.equal + OF_FILE : best.equal;
    }

    String note() {
      return best().isOfSeveralPaths
          ? "The source map “%s” was not used, since it fits several scripts equally well. Send it with more of its path as the file name, or with a debug ID."
              .formatted(shown(part.path()))
          : "The source map “%s” was not used: it is of no script of the profile, by its debug ID, its member file or its file name."
              .formatted(shown(part.path()));
    }
  }

  private static final class Matching {
    private final List<SentMap> maps;
    private final Profile profile;
    private final GivenBuilds given;
    private final BitSet scripts = new BitSet();
    private final Map<Integer, MapPart> ofScripts = new HashMap<>();
    private @Nullable String refusal;

    Matching(List<MapPart> parts, Profile profile, GivenBuilds given) {
      maps = parts.stream().map(SentMap::new).toList();
      this.profile = profile;
      this.given = given;
      for (ProfileFrame frame : profile.frames()) {
        if (frame.hasPosition()) {
          scripts.set(frame.script());
        }
      }
    }

    SentMaps run() {
      scripts.stream().forEach(this::matchDebugId);
      scripts.stream().filter(script -> !ofScripts.containsKey(script)).forEach(this::compare);
      scripts.stream().filter(script -> !ofScripts.containsKey(script)).forEach(this::matchPath);
      List<String> notes = maps.stream().filter(map -> !map.isUsed).map(SentMap::note).toList();
      return new SentMaps(ofScripts, notes, refusal);
    }

    private @Nullable String debugId(int script) {
      return WantedScript.of(profile, script, given).debugId();
    }

    private void matchDebugId(int script) {
      String id = debugId(script);
      if (id == null) {
        return;
      }
      SentMap first = null;
      for (SentMap map : maps) {
        if (id.equals(map.debugId)) {
          map.isOfDebugId = true;
          if (first != null) {
            refuse(script, first, map);
          }
          first = first == null ? map : first;
        }
      }
      if (first != null) {
        use(script, first);
      }
    }

    /** Returns the names of a script's path; empty if its URL has none. */
    private List<String> names(int script) {
      String url = profile.scripts().get(script);
      ScriptLocation location = url.length() > MAX_LENGTH ? null : ScriptLocation.of(url);
      return location == null || location.url().scheme().equals("data")
          ? List.of()
          : last(PathNames.ofUrl(location.url().path()));
    }

    private void compare(int script) {
      List<String> names = names(script);
      String id = debugId(script);
      for (SentMap map : maps) {
        if (!map.isOfDebugId && !map.contradicts(id)) {
          map.byFile.compare(names);
          map.byName.compare(names);
        }
      }
    }

    private void matchPath(int script) {
      List<String> names = names(script);
      String id = debugId(script);
      SentMap best = null;
      SentMap rival = null;
      int most = 0;
      for (SentMap map : maps) {
        int fit = map.isOfDebugId || map.contradicts(id) ? 0 : map.fit(names);
        if (fit > most) {
          most = fit;
          best = map;
          rival = null;
        } else if (fit > 0 && fit == most) {
          rival = map;
        }
      }
      if (best != null && rival != null) {
        refuse(script, best, rival);
      }
      if (best != null) {
        use(script, best);
      }
    }

    private void use(int script, SentMap map) {
      map.isUsed = true;
      ofScripts.put(script, map.part);
    }

    private void refuse(int script, SentMap one, SentMap other) {
      if (refusal == null) {
        refusal =
            "The source maps “%s” and “%s” both fit the script %s. Send only the map of this build, or tell the maps apart: by a debug ID in the profile and in one map, or by file names that end like the script's path, as with curl -F 'map=@main.js.map;filename=dist/main.js.map'."
                .formatted(
                    shown(one.part.path()),
                    shown(other.part.path()),
                    shown(profile.scripts().get(script)));
      }
    }
  }
}
