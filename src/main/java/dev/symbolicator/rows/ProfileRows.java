package dev.symbolicator.rows;

import dev.symbolicator.export.Export;
import dev.symbolicator.export.JsonOut;
import dev.symbolicator.export.ShownProfile;
import dev.symbolicator.export.ShownProfile.ShownFunction;
import dev.symbolicator.export.WeightedProfile;
import dev.symbolicator.identity.ShortHash;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading.ReadTimeline;
import dev.symbolicator.profile.ProfileLimits.JsonSize;
import dev.symbolicator.rows.RowsRequest.Dimension;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.timeline.CallTree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one profile, a line of JSON each: functions, then stacks, each behind the one around
 * it, then the profile. They are those of the stacks with samples and of the stacks around these;
 * stacks of equal functions are one. A sum has a row of a profile for each side.
 */
public final class ProfileRows implements Export {
  public static final String MEDIA_TYPE = "application/x-ndjson";

  private static final int NONE = -1;
  private static final long MICROS_PER_MILLI = 1000;

  /** Heap bytes of a key as it is written, with the array. */
  private static final long KEY_BYTES = 64;

  /** The most bytes of a row of each kind, without what is counted beside. */
  private static final long STACK_BYTES = 160;

  private static final long PROFILE_BYTES = 400;

  /** The most bytes of a key within an array. */
  private static final long ENTRY_BYTES = 19;

  /** The most bytes of two keys, a count and a time in arrays. */
  private static final long STACK_ENTRIES_BYTES = 2 * ENTRY_BYTES + 11 + 20;

  private final WeightedProfile profile;
  private final ColumnsBefore before;
  private final RowKind kind;
  private final RowKeys hash = new RowKeys();
  private final Map<String, Integer> rowsOfKeys = new HashMap<>();
  private final List<FunctionRow> functionRows = new ArrayList<>();

  /** For each row of a function, its key as it is written. */
  private final List<byte[]> keys = new ArrayList<>();

  /** The columns of stacks. */
  private final Longs ids;

  private final Ints parents;
  private final Ints functions;
  private final Ints depths;

  /** The columns of each side. */
  private final List<Longs> times;

  private final List<Longs> samples;

  /**
   * The stacks, those of a function side by side: the arrays of many profiles take a tenth less in
   * zstd than in the order of the tree.
   */
  private final Ints listed;

  private final long mostBytes;

  /** The columns of a row of a profile before those of its samples. */
  private interface ColumnsBefore {
    /** Returns the id of the row; empty for one of a sum. */
    String id();

    long mostBytes();

    void write(int side, JsonOut json) throws IOException;
  }

  /**
   * Prepares rows.
   *
   * @param profile shows the functions of the timeline, with their identities
   * @throws Allowance.Exceeded if too little memory is left
   */
  public ProfileRows(
      RowKind kind, RowHead head, ReadTimeline reading, ShownProfile profile, Allowance memory) {
    this(kind, new OfProfile(head, ts(reading)), profile, ofProfile(profile), memory);
  }

  /**
   * Prepares rows of a sum, whose times are not scaled.
   *
   * @throws Allowance.Exceeded if too little memory is left
   */
  public ProfileRows(RowKind kind, ProfileSum sum, Allowance memory) {
    this(kind, new OfSum(sum), sum.counted(), sum::function, memory);
  }

  private ProfileRows(
      RowKind kind,
      ColumnsBefore before,
      WeightedProfile profile,
      IntFunction<FunctionRow> functionRow,
      Allowance memory) {
    this.kind = kind;
    this.before = before;
    this.profile = profile;
    ids = new Longs(memory);
    parents = new Ints(memory);
    functions = new Ints(memory);
    depths = new Ints(memory);
    times = sides(memory);
    samples = sides(memory);
    listed = new Ints(memory);
    try (Allowance part = memory.part()) {
      addStacks(functionRow, memory, part);
      list(part);
    }
    mostBytes = countBytes();
  }

  private static IntFunction<FunctionRow> ofProfile(ShownProfile profile) {
    RowKeys hash = new RowKeys();
    return number -> FunctionRow.of(number, profile, hash);
  }

  private List<Longs> sides(Allowance memory) {
    return IntStream.range(0, profile.sides()).mapToObj(side -> new Longs(memory)).toList();
  }

  private void addStacks(IntFunction<FunctionRow> functionRow, Allowance memory, Allowance part) {
    CallTree tree = profile.tree();
    List<Longs> counts = IntStream.range(0, profile.sides()).mapToObj(profile::counts).toList();
    List<Longs> selfTimes =
        IntStream.range(0, profile.sides()).mapToObj(profile::selfTimes).toList();
    Ints reached = ProfileSum.reached(tree, counts, part);
    Ints stacks = Ints.filled(tree.size(), NONE, part);
    Ints rows = Ints.filled(profile.functions(), NONE, part);
    Map<Long, Integer> known = new HashMap<>();
    for (int node = 0; node < tree.size(); node++) {
      if (reached.get(node) == 0) {
        continue;
      }
      int function = profile.number(node);
      if (rows.get(function) == NONE) {
        rows.set(function, rowOf(functionRow.apply(function), memory));
      }
      int parent = tree.parent(node) == CallTree.NO_PARENT ? NONE : stacks.get(tree.parent(node));
      int stack = stack(parent, rows.get(function), known, part);
      stacks.set(node, stack);
      for (int side = 0; side < times.size(); side++) {
        add(times.get(side), stack, selfTimes.get(side).get(node));
        add(samples.get(side), stack, counts.get(side).get(node));
      }
    }
  }

  private static void add(Longs column, int stack, long value) {
    column.set(stack, column.get(stack) + value);
  }

  private int rowOf(FunctionRow function, Allowance memory) {
    Integer row = rowsOfKeys.get(function.key());
    if (row == null) {
      memory.take(ShownProfile.ENTRY + KEY_BYTES + function.heapBytes());
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
      int next = functions.get(stack) + 1;
      places.set(next, places.get(next) + 1);
      listed.add(NONE);
    }
    for (int row = 1; row < places.size(); row++) {
      places.set(row, places.get(row) + places.get(row - 1));
    }
    for (int stack = 0; stack < ids.size(); stack++) {
      int row = functions.get(stack);
      listed.set(places.get(row), stack);
      places.set(row, places.get(row) + 1);
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
      times.forEach(side -> side.add(0));
      samples.forEach(side -> side.add(0));
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
      long ofSide = PROFILE_BYTES + before.mostBytes() + STACK_ENTRIES_BYTES * ids.size();
      bytes += profile.sides() * ofSide;
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
        (kind.has(RowKind.FUNCTIONS) ? functionRows.stream() : Stream.<FunctionRow>empty())
            .map(function -> new Row(RowKind.FUNCTIONS, function.key(), function::writeTo));
    Stream<Row> ofStacks =
        IntStream.range(0, kind.has(RowKind.STACKS) ? ids.size() : 0)
            .mapToObj(
                stack ->
                    new Row(
                        RowKind.STACKS,
                        ShortHash.hex(ids.get(stack)),
                        json -> writeStack(stack, json)));
    Stream<Row> ofProfile =
        IntStream.range(0, kind.has(RowKind.PROFILES) ? profile.sides() : 0)
            .mapToObj(
                side -> new Row(RowKind.PROFILES, before.id(), json -> writeProfile(side, json)));
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
    json.raw("]");
  }

  private byte[] keyOf(int stack) {
    return keys.get(functions.get(stack));
  }

  private void writeProfile(int side, JsonOut json) throws IOException {
    before.write(side, json);
    WeightedProfile.Totals totals = profile.totals(side);
    json.raw(",\"samples\":").number(totals.samples());
    json.raw(",\"idle_us\":").number(totals.idle());
    json.raw(",\"capped_us\":").number(totals.capped());
    Longs counts = samples.get(side);
    Longs selfTimes = times.get(side);
    writeArray("stack_ids", counts, stack -> json.raw(quoted(ShortHash.hex(ids.get(stack)))), json);
    writeArray("leaf_ids", counts, stack -> json.raw(keyOf(stack)), json);
    writeArray("stack_samples", counts, stack -> json.number(counts.get(stack)), json);
    writeArray("stack_self_us", counts, stack -> json.number(selfTimes.get(stack)), json);
  }

  @FunctionalInterface
  private interface Entry {
    JsonOut write(int stack) throws IOException;
  }

  /** Writes one entry for each stack that has samples; a sample may have no time. */
  private void writeArray(String name, Longs counts, Entry entry, JsonOut json) throws IOException {
    json.raw(",\"" + name + "\":[");
    String separator = "";
    for (int i = 0; i < listed.size(); i++) {
      int stack = listed.get(i);
      if (counts.get(stack) > 0) {
        json.raw(separator);
        entry.write(stack);
        separator = ",";
      }
    }
    json.raw("]");
  }

  /** Returns when the first sample was taken; null if that is unknown. */
  private static @Nullable Instant ts(ReadTimeline reading) {
    Double timeOrigin = reading.timeOrigin();
    if (timeOrigin == null) {
      return null;
    }
    long micros = Math.round(timeOrigin * MICROS_PER_MILLI) + reading.timeline().start();
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  private record OfProfile(RowHead head, @Nullable Instant ts) implements ColumnsBefore {
    @Override
    public String id() {
      return head.profileId();
    }

    @Override
    public long mostBytes() {
      long bytes = JsonSize.most(head.release());
      for (Dimension dimension : head.dimensions()) {
        bytes += JsonSize.most(dimension.name()) + JsonSize.most(dimension.value()) + 2;
      }
      return bytes;
    }

    @Override
    public void write(int side, JsonOut json) throws IOException {
      json.raw("\"profile_id\":").string(head.profileId());
      if (ts != null) {
        json.raw(",\"ts\":").string(ts.toString());
      }
      json.raw(",\"release\":").string(ShownFunction.wellFormed(head.release()));
      for (Dimension dimension : head.dimensions()) {
        json.raw(",").string(dimension.name()).raw(":");
        json.string(ShownFunction.wellFormed(dimension.value()));
      }
    }
  }

  private record OfSum(ProfileSum sum) implements ColumnsBefore {
    @Override
    public String id() {
      return "";
    }

    @Override
    public long mostBytes() {
      return 0;
    }

    @Override
    public void write(int side, JsonOut json) throws IOException {
      if (sum.isCompared()) {
        json.raw("\"baseline\":" + (side == WeightedProfile.BASELINE) + ",");
      }
      json.raw("\"profiles\":").number(sum.profiles(side));
    }
  }
}
