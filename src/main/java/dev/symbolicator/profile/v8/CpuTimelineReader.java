package dev.symbolicator.profile.v8;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.TimedProfile.TimelineReading;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.JsonCursor;
import dev.symbolicator.profile.json.JsonToken;
import dev.symbolicator.profile.json.ScanContext;
import dev.symbolicator.timeline.CallTree;
import dev.symbolicator.timeline.FunctionList;
import dev.symbolicator.timeline.StackTable;
import dev.symbolicator.timeline.Timeline;
import dev.symbolicator.timeline.TimelineBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Interprets a CPU profile whose functions were read before: the type {@code Profiler.Profile} of
 * the Chrome DevTools Protocol. Its times are microseconds of the browser's clock.
 */
final class CpuTimelineReader {
  private static final double LATEST = 1L << 53;
  private static final int NONE = -1;

  private final ScanContext context;
  private final JsonCursor json;
  private final FrameTable frames;
  private final Allowance memory;
  private final FirstProblem problem = new FirstProblem();
  private final CpuNodes nodes;
  private final Ints children;
  private final Ints samples;
  private final Longs deltas;
  private int nextFrame;
  private int start;
  private int deltasStart;
  private int samplesStart;
  private boolean hasDeltas;
  private double startTime;
  private double endTime = NONE;

  /**
   * Begins to read.
   *
   * @param context that of the object which is the profile
   * @param frames those that lie in a script
   */
  CpuTimelineReader(ScanContext context, FrameTable frames, Allowance memory) {
    this.context = context;
    this.frames = frames;
    this.memory = memory;
    json = new JsonCursor(context.text().withoutByteOrderMark(), context.limits());
    nodes = new CpuNodes(memory);
    children = new Ints(memory);
    samples = new Ints(memory);
    deltas = new Longs(memory);
  }

  TimelineReading read() {
    try {
      json.next();
      boolean isWrapped = !context.pointer().isEmpty();
      while (isWrapped && json.next() != JsonToken.END_OBJECT) {
        boolean isTrace = context.pointer().equals("/" + json.name());
        json.next();
        if (isTrace) {
          break;
        }
        json.skip();
      }
      start = json.start();
      while (json.next() != JsonToken.END_OBJECT) {
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

  private void readMember() throws IOException {
    String member = json.name();
    json.next();
    if (problem.isPresent()) {
      json.skip();
      return;
    }
    switch (member) {
      case "nodes" -> {
        while (json.next() != JsonToken.END_ARRAY) {
          readNode();
        }
      }
      case "samples" -> readSamples();
      case "timeDeltas" -> readDeltas();
      case "startTime" -> startTime = Double.isNaN(json.number()) ? 0 : json.number();
      case "endTime" -> endTime = Double.isNaN(json.number()) ? NONE : json.number();
      default -> {}
    }
    json.skip();
  }

  private void readNode() throws IOException {
    if (!json.isAt(JsonToken.START_OBJECT)) {
      problem.wrongKind(json, "an object");
      json.skip();
      return;
    }
    int offset = json.start();
    String pointer = json.pointer();
    int id = NONE;
    int parent = NONE;
    int frame = FunctionList.NO_FRAME;
    CpuNodes.CallFrame function = new CpuNodes.CallFrame("", "", "", NONE, NONE);
    children.truncate(0);
    while (json.next() != JsonToken.END_OBJECT) {
      String member = json.name();
      json.next();
      if (member.equals("id")) {
        id = readId();
      } else if (member.equals("parent")) {
        parent = readId();
      } else if (member.equals("callFrame") && json.isAt(JsonToken.START_OBJECT)) {
        frame = frameAt(json.start());
        function = readFunction();
      } else if (member.equals("children") && json.isAt(JsonToken.START_ARRAY)) {
        while (json.next() != JsonToken.END_ARRAY) {
          children.add(readId());
        }
      } else {
        json.skip();
      }
    }
    if (id == NONE || !nodes.add(id, offset, function, frame)) {
      problem.invalid(pointer, offset, "The node needs an `id` that no other node has.");
    }
    for (int i = 0; i < children.size() && id != NONE; i++) {
      nodes.addCall(id, children.get(i));
    }
    if (parent != NONE && id != NONE) {
      nodes.addCall(parent, id);
    }
  }

  /** Returns the frame whose object begins at a place; both come in the order of the text. */
  private int frameAt(int offset) {
    while (nextFrame < frames.frames().size() && frames.objectStart(nextFrame) < offset) {
      nextFrame++;
    }
    boolean isFrame = nextFrame < frames.frames().size() && frames.objectStart(nextFrame) == offset;
    return isFrame ? nextFrame : FunctionList.NO_FRAME;
  }

  private CpuNodes.CallFrame readFunction() throws IOException {
    String name = "";
    String scriptId = "";
    String url = "";
    double line = NONE;
    double column = NONE;
    while (json.next() != JsonToken.END_OBJECT) {
      String member = json.name();
      json.next();
      switch (member) {
        case "functionName" -> name = text();
        case "scriptId" -> scriptId = text();
        case "url" -> url = text();
        case "lineNumber" -> line = json.number();
        case "columnNumber" -> column = json.number();
        default -> {}
      }
      json.skip();
    }
    return new CpuNodes.CallFrame(name, scriptId, url, line, column);
  }

  private String text() throws IOException {
    if (json.isAt(JsonToken.VALUE_STRING)) {
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
    if (!json.isAt(JsonToken.START_ARRAY)) {
      problem.wrongKind(json, "an array");
      return;
    }
    while (json.next() != JsonToken.END_ARRAY) {
      samples.add(readId());
    }
  }

  private void readDeltas() throws IOException {
    hasDeltas = true;
    deltasStart = json.start();
    if (!json.isAt(JsonToken.START_ARRAY)) {
      problem.wrongKind(json, "an array");
      return;
    }
    while (json.next() != JsonToken.END_ARRAY) {
      double delta = json.number();
      if (Double.isNaN(delta)) {
        problem.wrongKind(json, "a number");
        json.skip();
      }
      deltas.add(Double.doubleToRawLongBits(delta));
    }
  }

  private Timeline timeline() {
    TimelineBuilder builder = new TimelineBuilder(memory);
    if (!hasDeltas) {
      problem.invalid(
          context.pointer(), start, "The profile lacks `timeDeltas`, the times of its samples.");
    } else if (samples.size() != deltas.size()) {
      problem.invalid(
          context.pointer() + "/timeDeltas",
          deltasStart,
          "This must have as many entries as `samples`, which has %d.".formatted(samples.size()));
    }
    StackTable stacks = nodes.stacks(context.pointer() + "/nodes", problem);
    Ints used = usedNodes();
    Longs times = times();
    if (problem.isPresent()) {
      return builder.whole(nodes.functions(), new CallTree(memory), 0);
    }
    CallTree tree = stacks.tree(used);
    for (int sample : SampleOrder.of(times, memory)) {
      builder.add(times.get(sample), stacks.node(used.get(sample), null));
    }
    boolean hasEnd = endTime >= 0 && endTime <= LATEST;
    return builder.whole(nodes.functions(), tree, hasEnd ? Math.round(endTime) : NONE);
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

  private Longs times() {
    Longs times = new Longs(memory);
    double time = startTime;
    for (int i = 0; i < deltas.size(); i++) {
      time += Double.longBitsToDouble(deltas.get(i));
      if (!(time >= 0 && time <= LATEST)) {
        problem.invalid(
            context.pointer() + "/timeDeltas/" + i,
            deltasStart,
            "The time of each sample must be from 0 to %.0f microseconds.".formatted(LATEST));
        break;
      }
      times.add(Math.round(time));
    }
    return times;
  }
}
