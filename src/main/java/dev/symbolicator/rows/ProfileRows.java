package dev.symbolicator.rows;

import dev.symbolicator.export.Export;
import dev.symbolicator.export.JsonOut;
import dev.symbolicator.export.ShownProfile;
import dev.symbolicator.export.ShownProfile.ShownFunction;
import dev.symbolicator.identity.ShortHash;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading.ReadTimeline;
import dev.symbolicator.profile.ProfileLimits.JsonSize;
import dev.symbolicator.rows.RowsRequest.Dimension;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.timeline.CallTree;
import dev.symbolicator.timeline.Timeline;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one profile, a line of JSON each: functions, then stacks, each behind the one around
 * it, then the profile. They are those of the stacks with samples and of the stacks around these;
 * stacks of equal functions are one.
 */
public final class ProfileRows implements Export {
  public static final String MEDIA_TYPE = "application/x-ndjson";

  private static final int NONE = -1;
  private static final long MICROS_PER_MILLI = 1000;

  /** Heap bytes of a row of a function, without the path of a script. */
  private static final long ROW_BYTES = 320;

  /** The most bytes of a row of each kind, without what is counted beside. */
  private static final long FUNCTION_BYTES = 320;

  private static final long STACK_BYTES = 160;
  private static final long PROFILE_BYTES = 400;

  /** The most bytes of a key within an array. */
  private static final long ENTRY_BYTES = 19;

  /** The most bytes of two keys, a count and a time in arrays. */
  private static final long STACK_ENTRIES_BYTES = 2 * ENTRY_BYTES + 11 + 20;

  private final Timeline timeline;
  private final @Nullable Double timeOrigin;
  private final RowHead head;
  private final RowKind kind;
  private final RowKeys hash = new RowKeys();
  private final Map<String, Integer> rowsOfKeys = new HashMap<>();

  /** Of functions that have one key, the first. */
  private final List<FunctionRow> functionRows = new ArrayList<>();

  /** Their keys in JSON: in stacks they are most of the bytes. */
  private final List<byte[]> keys = new ArrayList<>();

  /** The columns of stacks. */
  private final Longs ids;

  private final Ints parents;
  private final Ints functions;
  private final Ints depths;
  private final Longs times;
  private final Ints samples;

  /**
   * The stacks that have samples, those of a function side by side: the arrays of many profiles
   * take a tenth less in zstd than in the order of the tree.
   */
  private final Ints listed;

  private final long mostBytes;

  /**
   * Prepares rows.
   *
   * @param profile shows the functions of the timeline, with their identities
   * @throws Allowance.Exceeded if too little memory is left
   */
  public ProfileRows(
      RowKind kind, RowHead head, ReadTimeline reading, ShownProfile profile, Allowance memory) {
    this.kind = kind;
    this.head = head;
    timeline = reading.timeline();
    timeOrigin = reading.timeOrigin();
    ids = new Longs(memory);
    parents = new Ints(memory);
    functions = new Ints(memory);
    depths = new Ints(memory);
    times = new Longs(memory);
    samples = new Ints(memory);
    listed = new Ints(memory);
    try (Allowance part = memory.part()) {
      addStacks(profile, memory, part);
      list(part);
    }
    mostBytes = countBytes();
  }

  private void addStacks(ShownProfile profile, Allowance memory, Allowance part) {
    CallTree tree = profile.tree();
    Ints counts = profile.counts();
    Longs selfTimes = profile.selfTimes();
    Ints reached = Ints.filled(tree.size(), 0, part);
    for (int node = tree.size() - 1; node >= 0; node--) {
      if (counts.get(node) > 0) {
        reached.set(node, 1);
      }
      if (reached.get(node) > 0 && tree.parent(node) != CallTree.NO_PARENT) {
        reached.set(tree.parent(node), 1);
      }
    }
    Ints stacks = Ints.filled(tree.size(), NONE, part);
    Ints rows = Ints.filled(profile.functions(), NONE, part);
    Map<Long, Integer> known = new HashMap<>();
    for (int node = 0; node < tree.size(); node++) {
      if (reached.get(node) == 0) {
        continue;
      }
      int function = profile.number(node);
      if (rows.get(function) == NONE) {
        rows.set(function, rowOf(FunctionRow.of(function, profile, hash), memory));
      }
      int parent = tree.parent(node) == CallTree.NO_PARENT ? NONE : stacks.get(tree.parent(node));
      int stack = stack(parent, rows.get(function), known, part);
      stacks.set(node, stack);
      times.set(stack, times.get(stack) + selfTimes.get(node));
      samples.set(stack, samples.get(stack) + counts.get(node));
    }
  }

  private int rowOf(FunctionRow function, Allowance memory) {
    Integer row = rowsOfKeys.get(function.key());
    if (row == null) {
      String path = function.path();
      memory.take(ShownProfile.ENTRY + ROW_BYTES + (path == null ? 0 : 2L * path.length()));
      row = keys.size();
      rowsOfKeys.put(function.key(), row);
      keys.add(quoted(function.key()));
      functionRows.add(function);
    }
    return row;
  }

  private static byte[] quoted(String key) {
    return ("\"" + key + "\"").getBytes(StandardCharsets.ISO_8859_1);
  }

  private void list(Allowance part) {
    Ints places = Ints.filled(keys.size() + 1, 0, part);
    for (int stack = 0; stack < ids.size(); stack++) {
      if (samples.get(stack) > 0) {
        int next = functions.get(stack) + 1;
        places.set(next, places.get(next) + 1);
        listed.add(NONE);
      }
    }
    for (int row = 1; row < places.size(); row++) {
      places.set(row, places.get(row) + places.get(row - 1));
    }
    for (int stack = 0; stack < ids.size(); stack++) {
      if (samples.get(stack) > 0) {
        int row = functions.get(stack);
        listed.set(places.get(row), stack);
        places.set(row, places.get(row) + 1);
      }
    }
  }

  private int stack(int parent, int row, Map<Long, Integer> known, Allowance part) {
    long id = hash.stack(idOf(parent), functionRows.get(row).key());
    Integer stack = known.get(id);
    if (stack == null) {
      part.take(ShownProfile.ENTRY);
      stack = ids.size();
      known.put(id, stack);
      ids.add(id);
      parents.add(parent);
      functions.add(row);
      depths.add(parent == NONE ? 1 : depths.get(parent) + 1);
      times.add(0);
      samples.add(0);
    }
    return stack;
  }

  private long idOf(int stack) {
    return stack == NONE ? RowKeys.ROOT : ids.get(stack);
  }

  private long countBytes() {
    long bytes = 0;
    if (kind.has(RowKind.FUNCTIONS)) {
      for (FunctionRow function : functionRows) {
        bytes += function.mostBytes();
      }
    }
    if (kind.has(RowKind.STACKS)) {
      for (int stack = 0; stack < ids.size(); stack++) {
        bytes += STACK_BYTES + ENTRY_BYTES * depths.get(stack);
      }
    }
    if (kind.has(RowKind.PROFILES)) {
      bytes += PROFILE_BYTES + JsonSize.most(head.release()) + STACK_ENTRIES_BYTES * ids.size();
      for (Dimension dimension : head.dimensions()) {
        bytes += JsonSize.most(dimension.name()) + JsonSize.most(dimension.value()) + 2;
      }
    }
    return bytes;
  }

  @Override
  public long mostBytes() {
    return mostBytes;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    JsonOut json = new JsonOut(out);
    if (kind.has(RowKind.FUNCTIONS)) {
      for (FunctionRow function : functionRows) {
        begin("function", json);
        function.writeTo(json);
      }
    }
    if (kind.has(RowKind.STACKS)) {
      for (int stack = 0; stack < ids.size(); stack++) {
        begin("stack", json);
        writeStack(stack, json);
      }
    }
    if (kind.has(RowKind.PROFILES)) {
      begin("profile", json);
      writeProfile(json);
    }
    json.flush();
  }

  private void begin(String kindOfRow, JsonOut json) throws IOException {
    json.raw(kind == RowKind.ALL ? "{\"kind\":\"" + kindOfRow + "\"," : "{");
  }

  private void writeStack(int stack, JsonOut json) throws IOException {
    json.raw("\"stack_id\":").raw(quoted(ShortHash.hex(ids.get(stack))));
    json.raw(",\"parent_id\":").raw(quoted(ShortHash.hex(idOf(parents.get(stack)))));
    json.raw(",\"function_id\":").raw(keyOf(stack));
    json.raw(",\"depth\":").number(depths.get(stack)).raw(",\"path\":[");
    int[] path = new int[depths.get(stack)];
    int at = stack;
    for (int i = path.length - 1; i >= 0; i--) {
      path[i] = at;
      at = parents.get(at);
    }
    for (int i = 0; i < path.length; i++) {
      json.raw(i == 0 ? "" : ",").raw(keyOf(path[i]));
    }
    json.raw("]}\n");
  }

  private byte[] keyOf(int stack) {
    return keys.get(functions.get(stack));
  }

  private void writeProfile(JsonOut json) throws IOException {
    json.raw("\"profile_id\":").string(head.profileId());
    if (timeOrigin != null) {
      long micros = Math.round(timeOrigin * MICROS_PER_MILLI) + timeline.start();
      json.raw(",\"ts\":").string(Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString());
    }
    json.raw(",\"release\":").string(ShownFunction.wellFormed(head.release()));
    for (Dimension dimension : head.dimensions()) {
      json.raw(",").string(dimension.name()).raw(":");
      json.string(ShownFunction.wellFormed(dimension.value()));
    }
    json.raw(",\"samples\":").number(timeline.size() - timeline.capped().intervals());
    json.raw(",\"idle_us\":").number(idle() - timeline.capped().micros());
    json.raw(",\"capped_us\":").number(timeline.capped().micros());
    writeArray("stack_ids", stack -> json.raw(quoted(ShortHash.hex(ids.get(stack)))), json);
    writeArray("leaf_ids", stack -> json.raw(keyOf(stack)), json);
    writeArray("stack_samples", stack -> json.number(samples.get(stack)), json);
    writeArray("stack_self_us", stack -> json.number(times.get(stack)), json);
    json.raw("}\n");
  }

  /** Returns the time without code, with what was capped. */
  private long idle() {
    long idle = timeline.end() - timeline.start();
    for (int stack = 0; stack < times.size(); stack++) {
      idle -= times.get(stack);
    }
    return idle;
  }

  @FunctionalInterface
  private interface Entry {
    JsonOut write(int stack) throws IOException;
  }

  /** Writes one entry for each stack that has samples; a sample may have no time. */
  private void writeArray(String name, Entry entry, JsonOut json) throws IOException {
    json.raw(",\"" + name + "\":[");
    for (int i = 0; i < listed.size(); i++) {
      json.raw(i == 0 ? "" : ",");
      entry.write(listed.get(i));
    }
    json.raw("]");
  }

  /** A function, each member null if it is not known. */
  private record FunctionRow(
      String key,
      String stability,
      ShownFunction shown,
      @Nullable FrameIdentity identity,
      @Nullable String path,
      @Nullable String origin) {
    private static final String UNSTABLE = "none";
    private static final String NATIVE = "native";

    static FunctionRow of(int number, ShownProfile profile, RowKeys hash) {
      ShownFunction shown = profile.shown(number);
      FrameIdentity identity = profile.identity(number);
      String script = profile.script(number);
      String path = identity == null ? null : identity.path();
      if (path == null && script != null) {
        path = RowKeys.path(script);
      }
      String origin = identity == null ? null : identity.origin();
      if (script == null) {
        origin = NATIVE;
      }
      String id = identity == null ? null : identity.id();
      if (identity != null && id != null) {
        return new FunctionRow(id, identity.stability(), shown, identity, path, origin);
      }
      String packageName = identity == null ? null : identity.packageName();
      String key = hash.function(origin, packageName, path, shown.name());
      return new FunctionRow(key, UNSTABLE, shown, identity, path, origin);
    }

    private @Nullable String packageName() {
      return identity == null ? null : identity.packageName();
    }

    private @Nullable String version() {
      return identity == null ? null : identity.version();
    }

    private @Nullable String role() {
      return identity == null ? null : identity.role();
    }

    private @Nullable String qualified() {
      return identity == null ? null : identity.qualified();
    }

    private @Nullable String source() {
      return shown.isOriginal() ? shown.file() : null;
    }

    long mostBytes() {
      long bytes = FUNCTION_BYTES + JsonSize.most(shown.name());
      for (String text :
          new @Nullable String[] {
            qualified(), role(), packageName(), version(), path, origin, source()
          }) {
        bytes += text == null ? 0 : JsonSize.most(text);
      }
      return bytes;
    }

    void writeTo(JsonOut json) throws IOException {
      json.raw("\"function_id\":").string(key).raw(",\"stability\":").string(stability);
      writeText("name", shown.name(), json);
      writeText("qualified", qualified(), json);
      writeText("role", role(), json);
      writeText("package", packageName(), json);
      writeText("version", version(), json);
      writeText("normal_path", path, json);
      writeText("origin", origin, json);
      writeText("source", source(), json);
      if (shown.isOriginal()) {
        json.raw(",\"line\":").number(shown.line() + 1L);
        json.raw(",\"column\":").number(shown.column() + 1L);
      }
      json.raw("}\n");
    }

    private static void writeText(String name, @Nullable String text, JsonOut json)
        throws IOException {
      if (text != null) {
        json.raw(",\"" + name + "\":").string(ShownFunction.wellFormed(text));
      }
    }
  }
}
