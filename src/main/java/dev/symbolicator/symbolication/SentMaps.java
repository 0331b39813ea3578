package dev.symbolicator.symbolication;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.multipart.ProfileForm;
import dev.symbolicator.profile.multipart.ProfileForm.MapPart;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.symbolication.ScriptResolver.WantedScript;
import dev.symbolicator.symbolication.SymbolicationOptions.GivenBuilds;
import dev.symbolicator.url.PathNames;
import dev.symbolicator.url.ScriptLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds the scripts that source maps sent with a profile belong to. A map serves the scripts of its
 * debug ID; else those whose path ends like its member {@code file}, seen from the map's directory;
 * else those whose path ends like its own without {@code .map}. More equal names at the end win. A
 * map that fits several paths equally well serves none: a wrong name sends people to the wrong
 * code. One path on several hosts is one path: mirrors serve the same build, and where they do not,
 * debug IDs tell, or the map is a mismatch for the frames of the other build.
 */
final class SentMaps {
  static final SentMaps NONE = new SentMaps(Map.of(), List.of(), null);

  /** The most UTF-16 units of the member {@code file}, and of a script's URL. */
  private static final int MAX_LENGTH = 8192;

  /** The most last names of a path that are compared. */
  private static final int MAX_NAMES = 64;

  /** The most memory of a map's names, which are in a tree too. */
  private static final long MAP_BYTES = 64 << 10;

  /** The most memory of what is kept of a script. */
  private static final long SCRIPT_BYTES = 200;

  /** What {@code file} counts more than any number of names. */
  private static final int OF_FILE = MAX_NAMES;

  private static final int MAX_SHOWN = 200;

  private static final PathEnd NO_PATH = new PathEnd(null);

  private final Map<Integer, MapPart> ofScripts;
  private final List<String> notes;
  private final @Nullable String refusal;

  private SentMaps(Map<Integer, MapPart> ofScripts, List<String> notes, @Nullable String refusal) {
    this.ofScripts = ofScripts;
    this.notes = notes;
    this.refusal = refusal;
  }

  /** Returns the most memory in bytes that a matching takes. */
  static long memory(List<MapPart> maps, Profile profile) {
    return maps.isEmpty() ? 0 : MAP_BYTES * maps.size() + SCRIPT_BYTES * profile.scripts().size();
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

  /**
   * The last names of a path, in a tree whose root stands for none of them. The tree holds the
   * paths of maps, so a script is compared with all maps at once, in as many steps as it has names.
   */
  private static final class PathEnd {
    private final @Nullable PathEnd shorter;
    private final int length;
    private final Map<String, PathEnd> longer = new HashMap<>(2); // Few names have more.

    /** The maps of which no script's path has more names, if only one path has so many. */
    private final List<SentMap> maps = new ArrayList<>(0);

    /** The first script whose path ends so; -1 if there is none. */
    private int script = -1;

    private boolean isOfSeveralPaths;

    private PathEnd(@Nullable PathEnd shorter) {
      this.shorter = shorter;
      length = shorter == null ? 0 : shorter.length + 1;
    }

    PathEnd with(List<String> names) {
      PathEnd end = this;
      for (int i = names.size() - 1; i >= 0; i--) {
        PathEnd parent = end;
        end = end.longer.computeIfAbsent(names.get(i), name -> new PathEnd(parent));
      }
      return end;
    }

    /** Returns the longest end in the tree that a path has. */
    PathEnd longestOf(List<String> names) {
      PathEnd end = this;
      for (int i = names.size() - 1; i >= 0; i--) {
        PathEnd next = end.longer.get(names.get(i));
        if (next == null) {
          return end;
        }
        end = next;
      }
      return end;
    }

    /**
     * Notes a script on the longest end of its path and on all shorter ones. What one of them knows
     * the shorter ones know too, so each is noted on twice at most.
     */
    void note(int noted, List<String> names, IntFunction<List<String>> namesOf) {
      for (PathEnd end = this; end.shorter != null && !end.isOfSeveralPaths; end = end.shorter) {
        if (end.script < 0) {
          end.script = noted;
        } else if (namesOf.apply(end.script).equals(names)) {
          return;
        } else {
          end.isOfSeveralPaths = true;
        }
      }
    }

    /** Returns the longest part of this end that a script's path has; the root if none. */
    PathEnd longestOfScripts() {
      PathEnd end = this;
      while (end.shorter != null && end.script < 0) {
        end = end.shorter;
      }
      return end;
    }
  }

  /** Maps by the ends of their paths, and the scripts that they are compared with. */
  private static final class MapTree {
    private final PathEnd root = new PathEnd(null);

    /** The longest end of each script's path, if it has one. */
    private final Map<Integer, PathEnd> ofScripts = new HashMap<>();

    void compare(int script, List<String> names, IntFunction<List<String>> namesOf) {
      PathEnd end = root.longestOf(names);
      if (end != root) {
        ofScripts.put(script, end);
        end.note(script, names, namesOf);
      }
    }

    void offerMaps(int script, Choice choice) {
      for (PathEnd end = ofScripts.get(script); end != null; end = end.shorter) {
        end.maps.forEach(choice::offer);
      }
    }
  }

  /** The map that fits a script best. */
  private static final class Choice {
    private @Nullable SentMap best;
    private @Nullable SentMap rival;

    void offer(SentMap map) {
      if (best == null || map.fit() > best.fit()) {
        best = map;
        rival = null;
      } else if (map.fit() == best.fit()) {
        rival = map;
      }
    }
  }

  private static final class SentMap {
    private final MapPart part;
    private final @Nullable String debugId;
    private final List<String> fileNames;
    private final List<String> ownNames;
    private PathEnd byFile = NO_PATH;
    private PathEnd byName = NO_PATH;
    private boolean isOfDebugId;
    private boolean isUsed;

    SentMap(MapPart part) {
      this.part = part;
      debugId = DebugId.ofMap(part.form(), part.start(), part.end());
      String path = part.path();
      String name =
          path.endsWith(ProfileForm.MAP_ENDING)
              ? path.substring(0, path.length() - ProfileForm.MAP_ENDING.length())
              : path;
      ownNames = last(PathNames.ofFile(name));
      String file = file(part);
      fileNames = file == null ? List.of() : last(PathNames.ofFile(path + "/../" + file));
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

    void enter(MapTree tree) {
      byFile = tree.root.with(fileNames);
      byName = tree.root.with(ownNames);
    }

    /** Chooses between its file and its name, after all scripts were compared. */
    void settle() {
      byFile = byFile.longestOfScripts();
      byName = byName.longestOfScripts();
      PathEnd best = best();
      if (best.length > 0 && !best.isOfSeveralPaths) {
        best.maps.add(this);
      }
    }

    private PathEnd best() {
      return byFile.length > 0 ? byFile : byName;
    }

    /** Returns how well the map fits the scripts that it fits best: by {@code file}, then more. */
    int fit() {
      return byFile.length > 0 ? byFile.length + OF_FILE : byName.length;
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
    private final Map<String, List<SentMap>> ofDebugIds = new HashMap<>();

    /** The maps without a debug ID, for all scripts. */
    private final MapTree unnamed = new MapTree();

    /** The maps whose debug ID no script has, for the scripts that have none at all. */
    private final MapTree named = new MapTree();

    private final Map<Integer, MapPart> ofScripts = new HashMap<>();
    private @Nullable String refusal;

    Matching(List<MapPart> parts, Profile profile, GivenBuilds given) {
      maps = parts.stream().map(SentMap::new).toList();
      this.profile = profile;
      this.given = given;
      for (SentMap map : maps) {
        if (map.debugId != null) {
          ofDebugIds.computeIfAbsent(map.debugId, id -> new ArrayList<>()).add(map);
        }
      }
      for (ProfileFrame frame : profile.frames()) {
        if (frame.hasPosition()) {
          scripts.set(frame.script());
        }
      }
    }

    SentMaps run() {
      scripts.stream().forEach(this::matchDebugId);
      maps.stream().filter(map -> !map.isOfDebugId).forEach(map -> map.enter(treeOf(map.debugId)));
      scripts.stream().filter(script -> !ofScripts.containsKey(script)).forEach(this::compare);
      maps.forEach(SentMap::settle);
      scripts.stream().filter(script -> !ofScripts.containsKey(script)).forEach(this::matchPath);
      List<String> notes = maps.stream().filter(map -> !map.isUsed).map(SentMap::note).toList();
      return new SentMaps(ofScripts, notes, refusal);
    }

    private MapTree treeOf(@Nullable String idOfMap) {
      return idOfMap == null ? unnamed : named;
    }

    private @Nullable String debugId(int script) {
      return WantedScript.of(profile, script, given).debugId();
    }

    private void matchDebugId(int script) {
      String id = debugId(script);
      if (id == null) {
        return;
      }
      List<SentMap> found = ofDebugIds.getOrDefault(id, List.of());
      for (SentMap map : found) {
        map.isOfDebugId = true;
        if (map != found.get(0)) {
          refuse(script, found.get(0), map);
        }
      }
      if (!found.isEmpty()) {
        use(script, found.get(0));
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
      unnamed.compare(script, names, this::names);
      if (debugId(script) == null) {
        named.compare(script, names, this::names);
      }
    }

    private void matchPath(int script) {
      Choice choice = new Choice();
      unnamed.offerMaps(script, choice);
      named.offerMaps(script, choice);
      if (choice.best != null && choice.rival != null) {
        refuse(script, choice.best, choice.rival);
      }
      if (choice.best != null) {
        use(script, choice.best);
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
