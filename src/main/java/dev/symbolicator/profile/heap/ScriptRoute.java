package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.heap.NodeTable.EdgeTable;
import dev.symbolicator.profile.heap.NodeTable.RowReader;
import dev.symbolicator.profile.heap.ScriptTable.ScriptRow;
import dev.symbolicator.profile.heap.StringTable.ReadBudget;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the URLs of scripts, which a snapshot has only as names of nodes: that of its locations, or
 * the end of the way from a closure over its shared function.
 */
final class ScriptRoute {
  private static final List<String> OF_CLOSURE = List.of("shared");
  private static final List<String> OF_FUNCTION = List.of("script", "script_or_debug_info");
  private static final List<String> OF_SCRIPT =
      List.of("source_url", "name", "source_hash", "source");

  static final Set<String> WORDS =
      Stream.of(OF_CLOSURE, OF_FUNCTION, OF_SCRIPT)
          .flatMap(List::stream)
          .collect(Collectors.toUnmodifiableSet());

  /** The most edges of a node that are looked at. Edges on the way are among the first. */
  private static final int MAX_EDGES = 1 << 12;

  private static final String NODE_NAME = "system / Script";
  private static final String NODE_NAME_BEFORE_URL = NODE_NAME + " / ";
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern DEBUG_ID =
      Pattern.compile("//[#@] ?debugId=([0-9a-fA-F-]{32,36})(?![0-9a-fA-F-])");

  private static final int TAIL = 1 << 10;

  private final NodeTable nodes;
  private final EdgeTable edges;
  private final StringTable strings;
  private final ScriptTable scripts;
  private final JsonReader cursor;
  private final int codeType;
  private final int stringType;
  private final int internalType;
  private final ReadBudget reads;

  record FoundScript(String url, ScriptBuild build) {}

  private record NodeRow(int type, int name, long firstEdge, long edgeCount) {}

  ScriptRoute(Snapshot snapshot) throws IOException {
    nodes = snapshot.nodes();
    edges = snapshot.edges();
    strings = snapshot.strings();
    scripts = snapshot.scripts();
    reads = snapshot.reads();
    cursor = ProfileLimits.DEFAULT.reader(snapshot.body());
    codeType = snapshot.meta().nodeType("code");
    stringType = snapshot.meta().nodeType("string");
    internalType = snapshot.meta().edgeType("internal");
  }

  @Nullable FoundScript find(int id, ScriptRow entry) throws IOException, UnreadableException {
    NodeRow script = code(entry.scriptNode);
    int[] closures = entry.closures;
    for (int i = 0; i < closures.length && script == null; i++) {
      script = ofClosure(closures[i]);
    }
    FoundScript found = script == null ? null : ofNode(script);
    if (found != null) {
      return found;
    }
    String name = strings.get(entry.traceName);
    if (name == null || name.isEmpty()) {
      name = scripts.listedUrl(id);
    }
    return name == null ? null : new FoundScript(name, new ScriptBuild(null, null));
  }

  private @Nullable NodeRow ofClosure(int closure) throws IOException {
    NodeRow row = node(closure);
    NodeRow shared = row == null ? null : node(targets(row, OF_CLOSURE)[0]);
    if (shared == null) {
      return null;
    }
    int[] targets = targets(shared, OF_FUNCTION);
    NodeRow script = code(targets[0]);
    return script == null ? code(targets[1]) : script;
  }

  private @Nullable NodeRow code(int number) throws IOException {
    NodeRow row = node(number);
    return row != null && row.type == codeType ? row : null;
  }

  private @Nullable FoundScript ofNode(NodeRow script) throws IOException, UnreadableException {
    int[] targets = targets(script, OF_SCRIPT);
    String url = string(targets[0]);
    if (url == null || url.isEmpty()) {
      url = string(targets[1]);
    }
    if (url == null || url.isEmpty()) {
      url = withoutPrefix(strings.get(script.name));
    }
    if (url == null || url.isEmpty()) {
      return null;
    }
    return new FoundScript(url, build(string(targets[2]), targets[3]));
  }

  private static @Nullable String withoutPrefix(@Nullable String name) {
    if (name == null || !name.startsWith(NODE_NAME)) {
      return name;
    }
    return name.startsWith(NODE_NAME_BEFORE_URL)
        ? name.substring(NODE_NAME_BEFORE_URL.length())
        : null;
  }

  /**
   * V8's hash is of the whole text. Uploaded scripts are found by a hash without their debug ID's
   * line, so a script with such a line is identified by that ID alone.
   */
  private ScriptBuild build(@Nullable String hash, int source)
      throws IOException, UnreadableException {
    NodeRow text = node(source);
    String tail = text == null || text.type != stringType ? null : strings.tail(text.name, TAIL);
    if (tail == null) {
      return new ScriptBuild(null, null);
    }
    if (tail.contains("debugId=")) {
      Matcher id = DEBUG_ID.matcher(tail);
      return new ScriptBuild(null, id.find() ? id.group(1) : null);
    }
    boolean isHash = hash != null && SHA256.matcher(hash).matches();
    return new ScriptBuild(null, null, isHash ? hash : null);
  }

  private @Nullable String string(int number) throws IOException, UnreadableException {
    NodeRow row = node(number);
    return row == null || row.type != stringType ? null : strings.get(row.name);
  }

  private @Nullable NodeRow node(int number) throws IOException {
    if (number < 0 || number >= nodes.count() || reads.isUsedUp()) {
      return null;
    }
    int block = number >> RowReader.BLOCK_BITS;
    long firstEdge = nodes.firstEdge(block);
    cursor.seekEntry(nodes.offset(block), block == 0);
    int before = number - (block << RowReader.BLOCK_BITS);
    long[] row = new long[nodes.fields];
    for (int i = 0; i < before; i++) {
      read(row);
      firstEdge += Math.max(0, row[nodes.edgeCount]);
    }
    read(row);
    reads.chargeBlock(nodes.offset(block), cursor.position());
    return new NodeRow(
        (int) row[nodes.type], StringTable.index(row[nodes.name]), firstEdge, row[nodes.edgeCount]);
  }

  private void read(long[] row) throws IOException {
    for (int i = 0; i < row.length; i++) {
      row[i] = cursor.nextInteger();
    }
  }

  /** Returns the nodes at the ends of internal edges of these names; -1 where there is none. */
  private int[] targets(NodeRow from, List<String> names) throws IOException {
    int[] found = new int[names.size()];
    int[] words = names.stream().mapToInt(strings::indexOf).toArray();
    Arrays.fill(found, -1);
    long first = from.firstEdge;
    long end = Math.min(edges.count(), first + Math.min(from.edgeCount, MAX_EDGES));
    if (first < 0 || first >= end || reads.isUsedUp()) {
      return found;
    }
    int block = (int) (first >> RowReader.BLOCK_BITS);
    long blockStart = (long) block << RowReader.BLOCK_BITS;
    cursor.seekEntry(edges.offset(block), block == 0);
    cursor.passNumbers((first - blockStart) * edges.fields);
    long[] row = new long[edges.fields];
    for (long edge = first; edge < end; edge++) {
      read(row);
      for (int i = 0; i < words.length && row[edges.type] == internalType; i++) {
        if (found[i] < 0 && words[i] >= 0 && row[edges.name] == words[i]) {
          found[i] = nodes.number(row[edges.target]);
        }
      }
    }
    reads.chargeBlock(edges.offset(block), cursor.position());
    return found;
  }
}
