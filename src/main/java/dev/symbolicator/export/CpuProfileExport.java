package dev.symbolicator.export;

import dev.symbolicator.export.ShownProfile.ShownFunction;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.profile.ProfileLimits.JsonSize;
import dev.symbolicator.profile.json.FunctionColumns;
import dev.symbolicator.timeline.CallTree;
import dev.symbolicator.timeline.PseudoFunction;
import dev.symbolicator.timeline.Timeline;
import java.io.IOException;
import java.io.OutputStream;

/**
 * V8's {@code Profiler.Profile}, in microseconds. A sample without code is added at the end:
 * speedscope ignores {@code endTime}, and would lose the last sample's time.
 */
final class CpuProfileExport implements Export {
  private static final int ROOT = 1;
  private static final int PROGRAM = 2;
  private static final int IDLE = 3;
  private static final int GARBAGE_COLLECTOR = 4;

  private static final long NODE_BYTES = 160;
  private static final long SAMPLE_BYTES = 32;
  private static final long HEAD_BYTES = 1024;

  private final ShownProfile profile;
  private final byte[] report;
  private final byte[] functions;
  private final Ints ids;

  /** For each ID, from 1, the ID around, the first child, the next sibling, and the samples. */
  private final Ints parents;

  private final Ints firstChildren;
  private final Ints nextSiblings;
  private final Ints hits;

  /** The node of the tree for each ID; negative for the nodes that V8 always has. */
  private final Ints nodes;

  CpuProfileExport(ShownProfile profile, byte[] report) {
    this.profile = profile;
    this.report = report;
    ids = new Ints(profile.memory);
    parents = new Ints(profile.memory);
    firstChildren = new Ints(profile.memory);
    nextSiblings = new Ints(profile.memory);
    hits = new Ints(profile.memory);
    nodes = new Ints(profile.memory);
    addId(0, -1);
    addId(0, -1);
    addId(ROOT, -1);
    addId(ROOT, -1);
    if (hasGarbageCollector()) {
      addId(ROOT, -1);
    }
    giveIds();
    for (int id = parents.size() - 1; id > ROOT; id--) {
      nextSiblings.set(id, firstChildren.get(parents.get(id)));
      firstChildren.set(parents.get(id), id);
    }
    Timeline timeline = profile.timeline;
    for (int i = 0; i < timeline.size(); i++) {
      int id = id(timeline.node(i));
      hits.set(id, hits.get(id) + 1);
    }
    functions = profile.areIdentified() ? columns() : new byte[0];
  }

  private byte[] columns() {
    FunctionColumns columns = new FunctionColumns(nodes.size() - ROOT, profile.memory);
    for (int id = ROOT; id < nodes.size(); id++) {
      int node = nodes.get(id);
      FrameIdentity function = node < 0 ? null : profile.identity(profile.number(node));
      if (function != null) {
        columns.put(id - ROOT, function);
      }
    }
    return columns.json();
  }

  private void addId(int parent, int node) {
    parents.add(parent);
    firstChildren.add(0);
    nextSiblings.add(0);
    hits.add(0);
    nodes.add(node);
  }

  private boolean hasGarbageCollector() {
    for (int i = 0; i < profile.functions(); i++) {
      if (profile.pseudo(i) == PseudoFunction.GARBAGE_COLLECTOR) {
        return true;
      }
    }
    return false;
  }

  private void giveIds() {
    CallTree tree = profile.tree();
    for (int node = 0; node < tree.size(); node++) {
      int parent = tree.parent(node);
      PseudoFunction pseudo = profile.pseudo(profile.number(node));
      if (pseudo == PseudoFunction.GARBAGE_COLLECTOR) {
        ids.add(GARBAGE_COLLECTOR);
      } else if (pseudo != null && parent == CallTree.NO_PARENT) {
        ids.add(PROGRAM);
      } else {
        ids.add(parents.size());
        addId(parent == CallTree.NO_PARENT ? ROOT : ids.get(parent), node);
      }
    }
  }

  private int id(int node) {
    return node == Timeline.IDLE ? IDLE : ids.get(node);
  }

  @Override
  public long mostBytes() {
    long bytes = HEAD_BYTES + report.length + functions.length;
    for (int id = 1; id < nodes.size(); id++) {
      bytes += NODE_BYTES;
      if (nodes.get(id) >= 0) {
        ShownFunction function = profile.shown(profile.number(nodes.get(id)));
        bytes += JsonSize.most(function.name()) + JsonSize.most(function.file());
      }
    }
    return bytes + SAMPLE_BYTES * (profile.timeline.size() + 1L);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    Timeline timeline = profile.timeline;
    JsonOut json = new JsonOut(out);
    json.raw("{\"nodes\":[");
    for (int id = ROOT; id < nodes.size(); id++) {
      writeNode(id, json);
    }
    json.raw("],\"startTime\":").number(timeline.start());
    json.raw(",\"endTime\":").number(timeline.end());
    json.raw(",\"samples\":[");
    for (int i = 0; i < timeline.size(); i++) {
      json.number(id(timeline.node(i))).raw(",");
    }
    json.number(IDLE).raw("],\"timeDeltas\":[0");
    for (int i = 0; i < timeline.size(); i++) {
      json.raw(",").number(timeline.weight(i));
    }
    json.raw("]").member("symbolication", report).member(FunctionColumns.MEMBER, functions);
    json.raw("}").flush();
  }

  private void writeNode(int id, JsonOut json) throws IOException {
    json.raw(id == ROOT ? "{\"id\":" : ",{\"id\":").number(id).raw(",\"callFrame\":{");
    json.raw("\"functionName\":");
    if (nodes.get(id) < 0) {
      writeFunction(ownFunction(id), 0, json);
    } else {
      int number = profile.number(nodes.get(id));
      writeFunction(profile.shown(number), profile.file(number) + 1, json);
    }
    json.raw("},\"hitCount\":").number(hits.get(id));
    if (firstChildren.get(id) > 0) {
      String separator = ",\"children\":[";
      for (int child = firstChildren.get(id); child > 0; child = nextSiblings.get(child)) {
        json.raw(separator).number(child);
        separator = ",";
      }
      json.raw("]");
    }
    json.raw("}");
  }

  private static ShownFunction ownFunction(int id) {
    String name =
        switch (id) {
          case ROOT -> "(root)";
          case PROGRAM -> "(program)";
          case IDLE -> "(idle)";
          default -> "(garbage collector)";
        };
    return new ShownFunction(name, name, "", -1, -1);
  }

  private static void writeFunction(ShownFunction function, int scriptId, JsonOut json)
      throws IOException {
    json.string(function.isModule() ? ShownFunction.MODULE : function.name());
    json.raw(",\"scriptId\":\"").number(scriptId).raw("\",\"url\":").string(function.file());
    json.raw(",\"lineNumber\":").number(function.line());
    json.raw(",\"columnNumber\":").number(function.column());
  }
}
