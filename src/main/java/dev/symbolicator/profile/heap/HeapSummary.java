package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.SummarisedProfile;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.heap.HeapSummary.NodeGroups.Group;
import dev.symbolicator.profile.heap.HeapSummary.NodeGroups.GroupKey;
import dev.symbolicator.profile.json.JsonBuffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sums a snapshot up: how many objects of each constructor and closures of each function, with
 * their own sizes. Objects without a position count by their names, other nodes by their types,
 * built-in closures too.
 */
final class HeapSummary {
  private static final long REFERENCE_BYTES = 8;
  private static final int NONE = -1;

  private final Snapshot snapshot;
  private final FrameList frames;
  private final Function<ProfileFrame, @Nullable OriginalFrame> answers;
  private final GroupTexts texts;
  private final NodeGroups constructors;
  private final NodeGroups functions;
  private final @Nullable Group[] ofConstructors;

  private final @Nullable Group[] ofFunctions;
  private final List<String> types;
  private final @Nullable Group[] ofTypes;
  private final int[] urls;
  private long size;

  HeapSummary(
      Snapshot snapshot,
      FrameList frames,
      Function<ProfileFrame, @Nullable OriginalFrame> answers) {
    this.snapshot = snapshot;
    this.frames = frames;
    this.answers = answers;
    Allowance memory = snapshot.memory();
    texts = new GroupTexts(memory);
    constructors = new NodeGroups(memory);
    functions = new NodeGroups(memory);
    int positions = snapshot.positions().size();
    memory.take(2L * REFERENCE_BYTES * positions);
    ofConstructors = new Group[positions];
    ofFunctions = new Group[positions];
    types = snapshot.meta().nodeTypes();
    ofTypes = new Group[types.size() + 1];
    urls = memory.ints(frames.scripts().size());
    Arrays.fill(urls, NONE);
  }

  byte[] write(byte @Nullable [] report) throws IOException, UnreadableException {
    count();
    SummaryJson json = new SummaryJson(snapshot.memory());
    json.ascii("{\"nodes\":" + snapshot.nodes().count() + ",\"selfSize\":" + size);
    writeGroups(json, "constructors", constructors);
    writeGroups(json, "functions", functions);
    if (report != null) {
      json.ascii(",\"symbolication\":");
      json.raw(report);
    }
    json.ascii("}");
    return json.bytes();
  }

  private void count() throws IOException {
    NodeTable table = snapshot.nodes();
    Longs located = snapshot.located();
    JsonReader cursor = ProfileLimits.DEFAULT.reader(snapshot.body());
    cursor.seekEntry(table.count() == 0 ? 0 : table.offset(0), true);
    int next = 0;
    long[] row = new long[table.fields];
    for (int node = 0; node < table.count(); node++) {
      for (int field = 0; field < row.length; field++) {
        row[field] = cursor.nextInteger();
      }
      while (next < located.size() && located.get(next) >>> Integer.SIZE < node) {
        next++;
      }
      boolean isLocated = next < located.size() && located.get(next) >>> Integer.SIZE == node;
      group(row[table.type], row[table.name], isLocated ? (int) located.get(next) : -1)
          .add(row[table.selfSize]);
      size += row[table.selfSize];
    }
  }

  private Group group(long type, long name, int position) {
    int number = type >= 0 && type < types.size() ? (int) type : types.size();
    String typeName = number < types.size() ? types.get(number) : "unknown";
    boolean isClosure = typeName.equals("closure");
    boolean isObject = typeName.equals("object");
    int string = StringTable.index(name);
    boolean isOfFunction =
        position >= 0 && (isClosure || (isObject && frames.name(position) == name));
    if (isOfFunction) {
      return ofPosition(isClosure, string, position);
    }
    return isObject || typeName.equals("native")
        ? named(ofString(string))
        : ofType(number, typeName);
  }

  private Group ofType(int number, String typeName) {
    Group group = ofTypes[number];
    if (group == null) {
      group = named(texts.number("(" + typeName + ")"));
      ofTypes[number] = group;
    }
    return group;
  }

  private static int ofString(int string) {
    return -2 - string;
  }

  private Group named(int name) {
    return constructors.of(new GroupKey(name, NONE, NONE, NONE));
  }

  private Group ofPosition(boolean isClosure, int string, int position) {
    @Nullable Group[] known = isClosure ? ofFunctions : ofConstructors;
    Group group = known[position];
    if (group == null) {
      group = (isClosure ? functions : constructors).of(key(string, position));
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
          name == null ? ofString(string) : texts.number(name),
          texts.number(original.source()),
          original.line(),
          original.column());
    }
    return new GroupKey(
        ofString(string),
        frame == null ? NONE : url(frame.script()),
        snapshot.positions().line(position),
        snapshot.positions().column(position));
  }

  private int url(int script) {
    if (urls[script] == NONE) {
      urls[script] = texts.number(frames.scripts().get(script));
    }
    return urls[script];
  }

  private void writeGroups(SummaryJson json, String name, NodeGroups groups)
      throws IOException, UnreadableException {
    List<Map.Entry<GroupKey, Group>> largest = groups.largest(SummarisedProfile.MAX_ENTRIES);
    json.ascii(",\"" + name + "\":[");
    String separator = "";
    for (Map.Entry<GroupKey, Group> entry : largest) {
      json.ascii(separator);
      write(json, entry.getKey(), entry.getValue());
      separator = ",";
    }
    json.ascii("],\"" + name + "LeftOut\":" + (groups.size() - largest.size()));
  }

  private void write(SummaryJson json, GroupKey key, Group group)
      throws IOException, UnreadableException {
    String name =
        key.name() >= 0
            ? texts.get(key.name())
            : snapshot.strings().get(ofString(key.name())); // the function is its own inverse
    json.ascii("{\"name\":");
    json.text(name == null ? "" : name);
    if (key.source() != NONE) {
      json.ascii(",\"source\":");
      json.text(texts.get(key.source()));
      json.ascii(",\"line\":" + (key.line() + 1L) + ",\"column\":" + (key.column() + 1L));
    }
    json.ascii(",\"count\":" + group.count() + ",\"selfSize\":" + group.size() + "}");
  }

  static final class GroupTexts {
    private static final long TEXT_BYTES = 150;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private final Allowance memory;

    GroupTexts(Allowance memory) {
      this.memory = memory;
    }

    int number(String text) {
      Integer known = numbers.get(text);
      if (known != null) {
        return known;
      }
      memory.take(TEXT_BYTES + (long) Character.BYTES * text.length());
      texts.add(text);
      numbers.put(text, numbers.size());
      return texts.size() - 1;
    }

    String get(int number) {
      return texts.get(number);
    }
  }

  /** The JSON of a summary. Cuts long texts, and charges an allowance before it appends. */
  static final class SummaryJson {
    /** The most UTF-16 units of a name or a URL; the rest is replaced by an ellipsis. */
    static final int MAX_TEXT = 1000;

    private static final long UNIT_BYTES = 6;

    /** The JSON in memory: twice in a buffer that doubles, in a stream, and in the result. */
    private static final int COPIES = 4;

    private final JsonBuffer json = new JsonBuffer();
    private final Allowance memory;

    SummaryJson(Allowance memory) {
      this.memory = memory;
    }

    void ascii(String serialised) {
      memory.take((long) COPIES * serialised.length());
      json.ascii(serialised);
    }

    void raw(byte[] serialised) {
      memory.take((long) COPIES * serialised.length);
      json.raw(serialised);
    }

    void text(String text) {
      String cut = cut(text);
      long most = UNIT_BYTES * cut.length() + 2;
      memory.take(COPIES * most);
      int before = json.size();
      json.string(cut);
      memory.giveBack(COPIES * (most - (json.size() - before)));
    }

    private static String cut(String text) {
      if (text.length() <= MAX_TEXT) {
        return text;
      }
      boolean isInPair = Character.isHighSurrogate(text.charAt(MAX_TEXT - 1));
      return text.substring(0, isInPair ? MAX_TEXT - 1 : MAX_TEXT) + '…';
    }

    byte[] bytes() throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream(json.size());
      json.writeTo(out);
      return out.toByteArray();
    }
  }

  /** Groups of nodes that share a name and a place. Charges an allowance for each group. */
  static final class NodeGroups {
    private static final long GROUP_BYTES = 200;

    /** In the order of first use, which decides between groups of equal sizes. */
    private final Map<GroupKey, Group> groups = new LinkedHashMap<>();

    private final Allowance memory;

    /**
     * What all nodes of a group share: numbers of a name and a source, 0-based line and column. A
     * map sorts keys with equal hash codes only if the keys are comparable.
     */
    record GroupKey(int name, int source, int line, int column) implements Comparable<GroupKey> {
      @Override
      public int compareTo(GroupKey other) {
        int order = Integer.compare(line, other.line);
        order = order != 0 ? order : Integer.compare(column, other.column);
        order = order != 0 ? order : Integer.compare(name, other.name);
        return order != 0 ? order : Integer.compare(source, other.source);
      }
    }

    static final class Group {
      private long count;
      private long size;

      void add(long nodeSize) {
        count++;
        size += nodeSize;
      }

      long count() {
        return count;
      }

      long size() {
        return size;
      }
    }

    NodeGroups(Allowance memory) {
      this.memory = memory;
    }

    Group of(GroupKey key) {
      Group group = groups.get(key);
      if (group == null) {
        memory.take(GROUP_BYTES);
        group = new Group();
        groups.put(key, group);
      }
      return group;
    }

    int size() {
      return groups.size();
    }

    List<Map.Entry<GroupKey, Group>> largest(int limit) {
      return groups.entrySet().stream()
          .sorted(
              Comparator.comparingLong((Map.Entry<GroupKey, Group> entry) -> entry.getValue().size)
                  .thenComparingLong(entry -> entry.getValue().count)
                  .reversed())
          .limit(limit)
          .toList();
    }
  }
}
