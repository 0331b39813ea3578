package dev.symbolicator.profile.heap;

import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.heap.ScriptRoute.FoundScript;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The frames of a snapshot: its distinct positions that lie in scripts whose URL is known. */
final class FrameList {
  private static final String NODE_SCHEME = "node:";

  private final Snapshot snapshot;
  private final List<ProfileFrame> frames = new ArrayList<>();
  private final List<String> urls = new ArrayList<>();
  private final List<ScriptBuild> builds = new ArrayList<>();

  /**
   * By URL and build. A map sorts keys with equal hash codes only if they are comparable, as
   * strings are.
   */
  private final Map<String, Map<String, Integer>> scriptIndexes = new HashMap<>();

  private final Ints frameIndexes;
  private final Ints names;

  private FrameList(Snapshot snapshot) {
    this.snapshot = snapshot;
    frameIndexes = new Ints(snapshot.memory());
    names = new Ints(snapshot.memory());
  }

  static FrameList of(Snapshot snapshot) throws IOException, UnreadableException {
    FrameList list = new FrameList(snapshot);
    list.joinClosures();
    @Nullable String[] texts = list.readNames();
    Map<Integer, Integer> scripts = list.readScripts();
    DistinctPositions positions = snapshot.positions();
    for (int position = 0; position < positions.size(); position++) {
      int script = scripts.getOrDefault(positions.script(position), -1);
      list.frameIndexes.add(script < 0 ? -1 : list.frames.size());
      if (script >= 0) {
        String name = texts[position];
        list.frames.add(
            new ProfileFrame(
                list.frames.size(),
                script,
                positions.line(position),
                positions.column(position),
                name == null ? "" : name));
      }
    }
    return list;
  }

  private void joinClosures() {
    Longs located = snapshot.located();
    located.sort();
    NodeTable nodes = snapshot.nodes();
    Ints closures = nodes.closures;
    int closure = 0;
    for (int i = 0; i < located.size(); i++) {
      int node = (int) (located.get(i) >>> Integer.SIZE);
      int position = (int) located.get(i);
      while (closure < closures.size() && closures.get(closure) < node) {
        closure++;
      }
      if (closure < closures.size() && closures.get(closure) == node) {
        snapshot.names().add(position, nodes.closureNames.get(closure));
        snapshot.scripts().addClosure(snapshot.positions().script(position), node);
      }
    }
    nodes.forgetClosures();
  }

  private @Nullable String[] readNames() throws IOException, UnreadableException {
    int size = snapshot.positions().size();
    snapshot.memory().take(ProfileLimits.FRAME_BYTES * size);
    @Nullable String[] texts = new String[size];
    for (int i = 0; i < size; i++) {
      names.add(-1);
    }
    Longs byName = snapshot.names().byName();
    int last = -1;
    String text = null;
    for (int i = 0; i < byName.size(); i++) {
      int name = (int) (byName.get(i) >>> Integer.SIZE);
      int position = (int) byName.get(i);
      if (name != last) {
        last = name;
        text = snapshot.strings().get(name);
        snapshot.memory().take(text == null ? 0 : 2L * text.length());
      }
      String known = texts[position];
      if (text != null && !isMadeByV8(text) && (known == null || known.isEmpty())) {
        texts[position] = text;
        names.set(position, name);
      }
    }
    return texts;
  }

  private static boolean isMadeByV8(String name) {
    return name.startsWith("<") && name.endsWith(">");
  }

  private Map<Integer, Integer> readScripts() throws IOException, UnreadableException {
    ScriptRoute route = new ScriptRoute(snapshot);
    Map<Integer, Integer> indexes = new HashMap<>();
    for (var entry : snapshot.scripts().entries.entrySet()) {
      int id = entry.getKey();
      FoundScript found =
          snapshot.originals().contains(id) ? null : route.find(id, entry.getValue());
      if (found != null && !found.url().startsWith(NODE_SCHEME)) {
        snapshot.memory().take(2L * found.url().length());
        indexes.put(id, index(found));
      }
    }
    return indexes;
  }

  private int index(FoundScript script) {
    String build = script.build().debugId() + " " + script.build().sha256();
    Integer known =
        scriptIndexes
            .computeIfAbsent(script.url(), any -> new HashMap<>(1))
            .putIfAbsent(build, urls.size());
    if (known != null) {
      return known;
    }
    snapshot.memory().take(2 * ProfileLimits.RESOURCE_BYTES);
    urls.add(script.url());
    builds.add(script.build());
    return urls.size() - 1;
  }

  List<ProfileFrame> frames() {
    return Collections.unmodifiableList(frames);
  }

  List<String> scripts() {
    return Collections.unmodifiableList(urls);
  }

  ScriptBuild build(int script) {
    return builds.get(script);
  }

  @Nullable ProfileFrame frame(int position) {
    int index = frameIndexes.get(position);
    return index < 0 ? null : frames.get(index);
  }

  int name(int position) {
    return names.get(position);
  }
}
