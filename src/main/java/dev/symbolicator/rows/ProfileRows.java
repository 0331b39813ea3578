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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

  private static final long KEY_BYTES = 64;

  /** The most bytes of a row of each kind, without what is counted beside. */
  private static final long FUNCTION_BYTES = 320;

  private static final long STACK_BYTES = 160;
  private static final long PROFILE_BYTES = 400;

  /** The most bytes of a key within an array. */
  private static final long ENTRY_BYTES = 19;

  /** The most bytes of two keys, a count and a time in arrays. */
  private static final long STACK_ENTRIES_BYTES = 2 * ENTRY_BYTES + 11 + 20;

  private final ShownProfile profile;
  private final Timeline timeline;
  private final @Nullable Double timeOrigin;
  private final RowHead head;
  private final RowKind kind;
  private final RowKeys hash = new RowKeys();
  private final Map<String, Integer> rowsOfKeys = new HashMap<>();
  private final List<String> keys = new ArrayList<>();

  /** For each row of a function, the first function that has its key. */
  private final Ints owners;

  /** The columns of stacks. */
  private final Longs ids;

  private final Ints parents;
  private final Ints functions;
  private final Ints depths;
  private final Longs times;
  private final Ints samples;
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
    this.profile = profile;
    timeline = reading.timeline();
    timeOrigin = reading.timeOrigin();
    owners = new Ints(memory);
    ids = new Longs(memory);
    parents = new Ints(memory);
    functions = new Ints(memory);
    depths = new Ints(memory);
    times = new Longs(memory);
    samples = new Ints(memory);
    try (Allowance part = memory.part()) {
      addStacks(memory, part);
    }
    mostBytes = countBytes();
  }

  private void addStacks(Allowance memory, Allowance part) {
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
        rows.set(function, rowOf(function, memory));
      }
      int parent = tree.parent(node) == CallTree.NO_PARENT ? NONE : stacks.get(tree.parent(node));
      int stack = stack(parent, rows.get(function), known, part);
      stacks.set(node, stack);
      times.set(stack, times.get(stack) + selfTimes.get(node));
      samples.set(stack, samples.get(stack) + counts.get(node));
    }
  }

  private int rowOf(int function, Allowance memory) {
    String key = FunctionRow.of(function, profile, hash).key();
    Integer row = rowsOfKeys.get(key);
    if (row == null) {
      memory.take(ShownProfile.ENTRY + KEY_BYTES);
      row = keys.size();
      rowsOfKeys.put(key, row);
      keys.add(key);
      owners.add(function);
    }
    return row;
  }

  private int stack(int parent, int row, Map<Long, Integer> known, Allowance part) {
    long id = hash.stack(idOf(parent), keys.get(row));
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
      for (int row = 0; row < keys.size(); row++) {
        bytes += FunctionRow.of(owners.get(row), profile, hash).mostBytes();
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
    for (Row row : (Iterable<Row>) rows()::iterator) {
      json.raw(kind == RowKind.ALL ? "{\"kind\":\"" + row.kind().ofOne() + "\"," : "{");
      row.members().writeTo(json);
      json.raw("}\n");
    }
    json.flush();
  }

  /** Returns the rows in their order. Not for several threads at once. */
  public Stream<Row> rows() {
    Stream<Row> ofFunctions =
        IntStream.range(0, kind.has(RowKind.FUNCTIONS) ? keys.size() : 0)
            .mapToObj(
                row ->
                    new Row(
                        RowKind.FUNCTIONS,
                        keys.get(row),
                        json -> FunctionRow.of(owners.get(row), profile, hash).writeTo(json)));
    Stream<Row> ofStacks =
        IntStream.range(0, kind.has(RowKind.STACKS) ? ids.size() : 0)
            .mapToObj(
                stack ->
                    new Row(
                        RowKind.STACKS,
                        ShortHash.hex(ids.get(stack)),
                        json -> writeStack(stack, json)));
    Stream<Row> ofProfile =
        kind.has(RowKind.PROFILES)
            ? Stream.of(new Row(RowKind.PROFILES, head.profileId(), this::writeProfile))
            : Stream.empty();
    return Stream.of(ofFunctions, ofStacks, ofProfile).flatMap(rows -> rows);
  }

  /** One row, with the id by which a store keeps it once. */
  public record Row(RowKind kind, String id, Members members) {

    /** Writes the members of the row's object. */
    @FunctionalInterface
    interface Members {
      void writeTo(JsonOut json) throws IOException;
    }

    /** Returns the row as an object of JSON, without its kind. */
    public byte[] json() throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      JsonOut json = new JsonOut(out);
      json.raw("{");
      members.writeTo(json);
      json.raw("}").flush();
      return out.toByteArray();
    }
  }

  private void writeStack(int stack, JsonOut json) throws IOException {
    json.raw("\"stack_id\":").string(ShortHash.hex(ids.get(stack)));
    json.raw(",\"parent_id\":").string(ShortHash.hex(idOf(parents.get(stack))));
    json.raw(",\"function_id\":").string(keyOf(stack));
    json.raw(",\"depth\":").number(depths.get(stack)).raw(",\"path\":[");
    int[] path = new int[depths.get(stack)];
    int at = stack;
    for (int i = path.length - 1; i >= 0; i--) {
      path[i] = at;
      at = parents.get(at);
    }
    for (int i = 0; i < path.length; i++) {
      json.raw(i == 0 ? "" : ",").string(keyOf(path[i]));
    }
    json.raw("]");
  }

  private String keyOf(int stack) {
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
    writeArray("stack_ids", stack -> json.string(ShortHash.hex(ids.get(stack))), json);
    writeArray("leaf_ids", stack -> json.string(keyOf(stack)), json);
    writeArray("stack_samples", stack -> json.number(samples.get(stack)), json);
    writeArray("stack_self_us", stack -> json.number(times.get(stack)), json);
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
    String separator = "";
    for (int stack = 0; stack < ids.size(); stack++) {
      if (samples.get(stack) > 0) {
        json.raw(separator);
        entry.write(stack);
        separator = ",";
      }
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
    }

    private static void writeText(String name, @Nullable String text, JsonOut json)
        throws IOException {
      if (text != null) {
        json.raw(",\"" + name + "\":").string(ShownFunction.wellFormed(text));
      }
    }
  }
}
