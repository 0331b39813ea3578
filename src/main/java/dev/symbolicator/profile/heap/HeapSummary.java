package dev.symbolicator.profile.heap;

import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.SummarisedProfile;
import dev.symbolicator.profile.json.JsonBuffer;
import dev.symbolicator.profile.scan.IntegerCursor;
import dev.symbolicator.profile.scan.UnreadableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sums a snapshot up: how many objects of each constructor there are, and how many closures of each
 * function, with their own sizes. Objects without a position are counted by their names, and other
 * nodes by their types.
 */
final class HeapSummary {
  /** Heap bytes of one more group, without its name. */
  private static final long GROUP_BYTES = 200;

  private static final long REFERENCE_BYTES = 8;

  private final Snapshot snapshot;
  private final FrameList frames;
  private final Function<ProfileFrame, @Nullable OriginalFrame> answers;
  private final Map<GroupKey, Group> constructors = new HashMap<>();
  private final Map<GroupKey, Group> functions = new HashMap<>();

  /** The groups of each position, of constructors and of functions. */
  private final @Nullable Group[] ofConstructors;

  private final @Nullable Group[] ofFunctions;
  private long nodes;
  private long size;

  /**
   * The name and the place that all nodes of a group share.
   *
   * @param name null if the name is a string of the snapshot
   * @param string the string's index; -1 for none
   * @param source the script or the original source; null for none
   * @param line 0-based, like {@code column}
   */
  private record GroupKey(
      @Nullable String name, int string, @Nullable String source, int line, int column) {}

  private static final class Group {
    private long count;
    private long size;
  }

  HeapSummary(
      Snapshot snapshot,
      FrameList frames,
      Function<ProfileFrame, @Nullable OriginalFrame> answers) {
    this.snapshot = snapshot;
    this.frames = frames;
    this.answers = answers;
    int positions = snapshot.positions().size();
    snapshot.memory().take(2L * REFERENCE_BYTES * positions);
    ofConstructors = new Group[positions];
    ofFunctions = new Group[positions];
  }

  byte[] write() throws IOException, UnreadableException {
    count();
    JsonBuffer json = new JsonBuffer();
    json.ascii("{\"nodes\":" + nodes + ",\"selfSize\":" + size);
    writeGroups(json, "constructors", constructors);
    writeGroups(json, "functions", functions);
    json.ascii("}");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    json.writeTo(out);
    return out.toByteArray();
  }

  private void count() throws IOException {
    NodeTable table = snapshot.nodes();
    List<String> types = snapshot.meta().nodeTypes();
    Longs located = snapshot.located();
    IntegerCursor cursor = new IntegerCursor(snapshot.body());
    cursor.seek(table.count() == 0 ? 0 : table.offset(0), true);
    int next = 0;
    long[] row = new long[table.fields()];
    for (int node = 0; node < table.count(); node++) {
      for (int field = 0; field < row.length; field++) {
        row[field] = cursor.next();
      }
      while (next < located.size() && located.get(next) >>> Integer.SIZE < node) {
        next++;
      }
      boolean isLocated = next < located.size() && located.get(next) >>> Integer.SIZE == node;
      long type = row[table.type()];
      String typeName = type >= 0 && type < types.size() ? types.get((int) type) : "unknown";
      Group group = group(typeName, row[table.name()], isLocated ? (int) located.get(next) : -1);
      group.count++;
      group.size += row[table.selfSize()];
      nodes++;
      size += row[table.selfSize()];
    }
  }

  private Group group(String type, long name, int position) {
    boolean isClosure = type.equals("closure");
    int string = StringTable.index(name);
    if (isClosure || type.equals("object")) {
      boolean isOfFunction = position >= 0 && (isClosure || frames.name(position) == name);
      return isOfFunction
          ? ofPosition(isClosure, string, position)
          : named(isClosure ? functions : constructors, null, string);
    }
    return type.equals("native")
        ? named(constructors, null, string)
        : named(constructors, "(" + type + ")", -1);
  }

  private Group named(Map<GroupKey, Group> groups, @Nullable String name, int string) {
    return group(groups, new GroupKey(name, string, null, -1, -1));
  }

  private Group ofPosition(boolean isClosure, int string, int position) {
    @Nullable Group[] known = isClosure ? ofFunctions : ofConstructors;
    Group group = known[position];
    if (group == null) {
      group = group(isClosure ? functions : constructors, key(string, position));
      known[position] = group;
    }
    return group;
  }

  private GroupKey key(int string, int position) {
    ProfileFrame frame = frames.frame(position);
    OriginalFrame original = frame == null ? null : answers.apply(frame);
    if (original != null) {
      String name = original.name();
      return new GroupKey(
          name, name == null ? string : -1, original.source(), original.line(), original.column());
    }
    return new GroupKey(
        null,
        string,
        frame == null ? null : frames.scripts().get(frame.script()),
        snapshot.positions().line(position),
        snapshot.positions().column(position));
  }

  private Group group(Map<GroupKey, Group> groups, GroupKey key) {
    Group group = groups.get(key);
    if (group == null) {
      snapshot.memory().take(GROUP_BYTES);
      group = new Group();
      groups.put(key, group);
    }
    return group;
  }

  private void writeGroups(JsonBuffer json, String name, Map<GroupKey, Group> groups)
      throws IOException, UnreadableException {
    List<Map.Entry<GroupKey, Group>> largest =
        groups.entrySet().stream()
            .sorted(
                Comparator.comparingLong(
                        (Map.Entry<GroupKey, Group> entry) -> entry.getValue().size)
                    .thenComparingLong(entry -> entry.getValue().count)
                    .reversed())
            .limit(SummarisedProfile.MAX_ENTRIES)
            .toList();
    json.ascii(",\"" + name + "\":[");
    String separator = "";
    for (Map.Entry<GroupKey, Group> entry : largest) {
      json.ascii(separator);
      write(json, entry.getKey(), entry.getValue());
      separator = ",";
    }
    json.ascii("],\"" + name + "LeftOut\":" + (groups.size() - largest.size()));
  }

  private void write(JsonBuffer json, GroupKey key, Group group)
      throws IOException, UnreadableException {
    String name = key.name() != null ? key.name() : snapshot.strings().get(key.string());
    json.ascii("{\"name\":");
    json.string(name == null ? "" : name);
    if (key.source() != null) {
      json.ascii(",\"source\":");
      json.string(key.source());
      json.ascii(",\"line\":" + (key.line() + 1L) + ",\"column\":" + (key.column() + 1L));
    }
    json.ascii(",\"count\":" + group.count + ",\"selfSize\":" + group.size + "}");
  }
}
