package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.v8.V8Format.ScriptIds;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The scripts of positions by their IDs, and the ways to their URLs. */
final class ScriptTable {
  static final String LIST_NAME = "scripts";

  private static final int MAX_URL_BYTES = 1 << 16;

  private final ProfileLimits limits;
  private final Allowance memory;
  final Map<Integer, ScriptRow> entries = new LinkedHashMap<>();
  private final Map<Integer, String> listedUrls = new HashMap<>();

  /** The ways to the URL of one script. A node or a string is -1 if it is unknown. */
  static final class ScriptRow {
    private static final int MAX_CLOSURES = 8;

    int scriptNode = -1;
    int traceName = -1;
    int[] closures = {};

    void setScriptNode(int node) {
      scriptNode = scriptNode < 0 ? node : scriptNode;
    }

    void setTraceName(int name) {
      traceName = traceName < 0 ? name : traceName;
    }

    void addClosure(int node) {
      if (closures.length < MAX_CLOSURES) {
        closures = Arrays.copyOf(closures, closures.length + 1);
        closures[closures.length - 1] = node;
      }
    }
  }

  ScriptTable(ProfileLimits limits, Allowance memory) {
    this.limits = limits;
    this.memory = memory;
  }

  ScriptRow entry(int script, JsonReader json) throws UnreadableException {
    ScriptRow known = entries.get(script);
    return known == null ? added(script, json) : known;
  }

  private ScriptRow added(int script, JsonReader json) throws UnreadableException {
    takeOne(entries.size(), json);
    ScriptRow added = new ScriptRow();
    entries.put(script, added);
    return added;
  }

  private void takeOne(int size, JsonReader json) throws UnreadableException {
    if (size >= limits.maxResources()) {
      throw UnreadableException.exceeded(
          ProfileLimits.MAX_RESOURCES, limits.maxResources(), json.position());
    }
    memory.take(2 * ProfileLimits.RESOURCE_BYTES);
  }

  void addClosure(int script, int node) {
    ScriptRow entry = entries.get(script);
    if (entry != null) {
      entry.addClosure(node);
    }
  }

  @Nullable String listedUrl(int script) {
    return listedUrls.get(script);
  }

  void readList(JsonReader json) throws IOException, UnreadableException {
    for (int i = 0; json.nextEntry(); i++) {
      if (!json.isAt(Token.START_OBJECT)) {
        throw UnreadableException.invalid(
            "/" + LIST_NAME + "/" + i,
            json.valueStart(),
            "The entry must be an object with `scriptId` and `url`.");
      }
      takeOne(i, json);
      readListed(json);
    }
  }

  private void readListed(JsonReader json) throws IOException, UnreadableException {
    int script = -1;
    String url = null;
    while (json.nextMember()) {
      String name = json.name();
      if ("scriptId".equals(name) && json.isAt(Token.VALUE_STRING)) {
        String id = json.text(MAX_URL_BYTES);
        script = id == null ? -1 : ScriptIds.parsed(id);
      } else if ("scriptId".equals(name) && json.isAt(Token.VALUE_NUMBER)) {
        double number = json.number();
        script = number > 0 && number <= DistinctPositions.MAX_SCRIPT ? (int) number : -1;
      } else if ("url".equals(name) && json.isAt(Token.VALUE_STRING)) {
        url = json.text(MAX_URL_BYTES);
      } else {
        json.skip();
      }
    }
    if (script > 0 && url != null && !url.isEmpty()) {
      memory.take(2L * url.length());
      listedUrls.put(script, url);
    }
  }
}
