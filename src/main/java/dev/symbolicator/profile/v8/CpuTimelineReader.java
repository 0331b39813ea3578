package dev.symbolicator.profile.v8;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.memory.StableOrder;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import dev.symbolicator.timeline.CallTree;
import dev.symbolicator.timeline.FunctionList;
import dev.symbolicator.timeline.StackTable;
import dev.symbolicator.timeline.Timeline;
import dev.symbolicator.timeline.Timeline.TimelineBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Interprets a CPU profile, {@code Profiler.Profile} of the Chrome DevTools Protocol, in
 * microseconds. Old ones have a tree of nodes in {@code head}, a time stamp for each sample in
 * {@code timestamps}, and an {@code endTime} in seconds, as DevTools reads them
 * (CPUProfileDataModel).
 */
final class CpuTimelineReader {
  private static final double LATEST = 1L << 53;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final int NONE = -1;

  private final ScanContext context;
  private final JsonReader json;
  private final FrameTable frames;
  private final Allowance memory;
  private final FirstProblem problem = new FirstProblem();
  private final CpuNodes nodes;
  private final Ints children;
  private final Ints samples;

  /** Differences of times, or in old profiles times, each the bits of a double. */
  private Longs deltas;

  private int nextFrame;
  private int start;
  private int deltasStart;
  private int samplesStart;
  private boolean hasDeltas;
  private boolean hasStamps;
  private boolean isTree;
  private double startTime;
  private double endTime = NONE;

  CpuTimelineReader(ScanContext context, FrameTable frames, Allowance memory) {
    this.context = context;
    this.frames = frames;
    this.memory = memory;
    json = context.limits().reader(context.text().withoutByteOrderMark());
    nodes = new CpuNodes(memory);
    children = new Ints(memory);
    samples = new Ints(memory);
    deltas = new Longs(memory);
  }

  TimelineReading read() {
    try {
      enter();
      start = json.start();
      while (json.next() != Token.END_OBJECT) {
        readMember();
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException("The text was read before.", impossible);
    }
    Timeline timeline = timeline();
    ProfileReading found = problem.get();
    return found == null
        ? new TimelineReading.ReadTimeline(timeline, null)
        : new TimelineReading.UnreadTimeline(found);
  }

  private void enter() throws IOException {
    json.next();
    for (String around : context.pointer().split("/", -1)) {
      boolean isEntered = around.isEmpty();
      while (!isEntered && json.next() != Token.END_OBJECT) {
        boolean isNext = json.name().equals(around);
        json.next();
        isEntered = isNext && json.isAt(Token.START_OBJECT);
        if (!isEntered) {
          json.skip();
        }
      }
    }
  }

  private void readMember() throws IOException {
    String member = json.name();
    json.next();
    if (problem.isPresent()) {
      json.skip();
      return;
    }
    switch (member) {
      case "nodes" -> {
        while (json.nextEntry()) {
          int unused = readNode();
        }
      }
      case "head" -> {
        isTree = true;
        int unused = readNode();
      }
      case "samples" -> readSamples();
      case "timeDeltas" -> {
        hasDeltas = true;
        readTimes();
      }
      case "timestamps" -> {
        if (!hasDeltas) {
          hasStamps = true;
          readTimes();
        }
      }
      case "startTime" -> startTime = Double.isNaN(json.number()) ? 0 : json.number();
      case "endTime" -> endTime = Double.isNaN(json.number()) ? NONE : json.number();
      default -> {}
    }
    json.skip();
  }

  private int readNode() throws IOException {
    if (!json.isAt(Token.START_OBJECT)) {
      problem.wrongKind(json, "an object");
      return NONE;
    }
    int offset = json.start();
    String pointer = json.pointer();
    int id = NONE;
    int parent = NONE;
    int frame = FunctionList.NO_FRAME;
    CallFrameReader function = new CallFrameReader();
    int firstChild = children.size();
    while (json.nextMember()) {
      String member = json.name();
      if (member.equals("id")) {
        id = readId();
      } else if (member.equals("parent")) {
        parent = readId();
      } else if (member.equals("callFrame") && json.isAt(Token.START_OBJECT)) {
        frame = frameAt(json.start());
        while (json.nextMember()) {
          String part = json.name();
          function.readMember(part);
          json.skip();
        }
      } else if (member.equals("children") && json.isAt(Token.START_ARRAY)) {
        while (json.nextEntry()) {
          children.add(isTree ? readNode() : readId());
        }
      } else {
        if (isTree) {
          function.readMember(member);
        }
        json.skip();
      }
    }
    if (isTree && nextFrame < frames.frames().size() && frames.objectStart(nextFrame) == offset) {
      frame = nextFrame++; // The frames of a tree were added at the ends of their nodes.
    }
    if (id == NONE || !nodes.add(id, offset, function.function(), frame)) {
      problem.invalid(pointer, offset, "The node needs an `id` that no other node has.");
    }
    for (int i = firstChild; i < children.size() && id != NONE; i++) {
      nodes.addCall(id, children.get(i));
    }
    children.truncate(firstChild);
    if (parent != NONE && id != NONE) {
      nodes.addCall(parent, id);
    }
    return id;
  }

  private int frameAt(int offset) {
    while (nextFrame < frames.frames().size() && frames.objectStart(nextFrame) < offset) {
      nextFrame++;
    }
    boolean isFrame = nextFrame < frames.frames().size() && frames.objectStart(nextFrame) == offset;
    return isFrame ? nextFrame : FunctionList.NO_FRAME;
  }

  private final class CallFrameReader {
    private String name = "";
    private String scriptId = "";
    private String url = "";
    private double line = NONE;
    private double column = NONE;

    void readMember(String member) throws IOException {
      switch (member) {
        case "functionName" -> name = text();
        case "scriptId" -> scriptId = text();
        case "url" -> url = text();
        case "lineNumber" -> line = json.number();
        case "columnNumber" -> column = json.number();
        default -> {}
      }
    }

    CpuNodes.CallFrame function() {
      return new CpuNodes.CallFrame(name, scriptId, url, line, column);
    }
  }

  private String text() throws IOException {
    if (json.isAt(Token.VALUE_STRING)) {
      return json.text();
    }
    return Double.isNaN(json.number()) ? "" : Double.toString(json.number());
  }

  private int readId() throws IOException {
    double number = json.number();
    if (number >= 0 && number <= Integer.MAX_VALUE && number == Math.rint(number)) {
      return (int) number;
    }
    problem.invalid(json.pointer(), json.start(), "This must be the ID of a node, 0 or more.");
    json.skip();
    return NONE;
  }

  private void readSamples() throws IOException {
    samplesStart = json.start();
    if (!json.isAt(Token.START_ARRAY)) {
      problem.wrongKind(json, "an array");
      return;
    }
    while (json.nextEntry()) {
      samples.add(readId());
    }
  }

  private void readTimes() throws IOException {
    deltas = new Longs(memory);
    deltasStart = json.start();
    if (!json.isAt(Token.START_ARRAY)) {
      problem.wrongKind(json, "an array");
      return;
    }
    while (json.nextEntry()) {
      double delta = json.number();
      if (Double.isNaN(delta)) {
        problem.wrongKind(json, "a number");
      }
      deltas.add(Double.doubleToRawLongBits(delta));
    }
  }

  private Timeline timeline() {
    TimelineBuilder builder = new TimelineBuilder(memory);
    if (!hasDeltas && !hasStamps) {
      problem.invalid(
          context.pointer(),
          start,
          isTree
              ? "The profile, which is of the old form with `head`, lacks `timestamps`, the times"
                  + " of its samples."
              : "The profile lacks `timeDeltas`, the times of its samples.");
    } else if (samples.size() != deltas.size()) {
      problem.invalid(
          timesPointer(),
          deltasStart,
          "This must have as many entries as `samples`, which has %d.".formatted(samples.size()));
    }
    StackTable stacks = nodes.stacks(context.pointer() + "/nodes", problem);
    Ints used = usedNodes();
    Longs times = times();
    if (problem.isPresent()) {
      return builder.whole(nodes.functions, new CallTree(memory), 0);
    }
    CallTree tree = stacks.tree(used);
    // As DevTools does: V8 may write two samples in the wrong order.
    for (int sample : StableOrder.by(times::get, times.size(), memory)) {
      builder.add(times.get(sample), stacks.node(used.get(sample), null));
    }
    double end = isTree ? MICROS_PER_SECOND * endTime : endTime;
    boolean hasEnd = end >= 0 && end <= LATEST;
    return builder.whole(nodes.functions, tree, hasEnd ? Math.round(end) : NONE);
  }

  private Ints usedNodes() {
    Ints used = new Ints(memory);
    for (int i = 0; i < samples.size(); i++) {
      int node = nodes.node(samples.get(i));
      if (node < 0) {
        problem.invalid(
            context.pointer() + "/samples/" + i,
            samplesStart,
            "No node has the ID " + samples.get(i) + ".");
        break;
      }
      used.add(nodes.isIdle(node) ? NONE : node);
    }
    return used;
  }

  private String timesPointer() {
    return context.pointer() + (hasDeltas ? "/timeDeltas" : "/timestamps");
  }

  private Longs times() {
    Longs times = new Longs(memory);
    double time = startTime;
    for (int i = 0; i < deltas.size(); i++) {
      double read = Double.longBitsToDouble(deltas.get(i));
      time = hasDeltas ? time + read : read;
      if (!(time >= 0 && time <= LATEST)) {
        problem.invalid(
            timesPointer() + "/" + i,
            deltasStart,
            "The time of each sample must be from 0 to %.0f microseconds.".formatted(LATEST));
        break;
      }
      times.add(Math.round(time));
    }
    return times;
  }
}
