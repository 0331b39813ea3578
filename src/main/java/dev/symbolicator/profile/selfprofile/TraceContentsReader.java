package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.timeline.FunctionList;
import dev.symbolicator.timeline.PseudoFunction;
import java.io.IOException;

/** Reads the functions, stacks and samples of a trace whose frames were read before. */
final class TraceContentsReader extends TraceWalk {
  /** The latest time in milliseconds, so that each time is a whole number of microseconds. */
  static final double LATEST = 9_007_199_254_740.0;

  private final String pointer;
  private final FrameTable frames;
  private final TraceContents contents;
  private final FirstProblem problem;
  private final LongTaskReader longTasks;
  private final LargestIndex frameIds = new LargestIndex("frames");
  private final LargestIndex parentIds = new LargestIndex("stacks");
  private final LargestIndex stackIds = new LargestIndex("stacks");
  private int stacksStart;
  private boolean hasOwnInterval;
  private boolean hasOwnOrigin;

  /**
   * Begins to read.
   *
   * @param pointer the JSON pointer of the trace
   * @param frames those of the trace that lie in a script; labels are indices in {@code frames}
   * @param contents receives all that is read
   */
  TraceContentsReader(
      JsonText text,
      String pointer,
      FrameTable frames,
      ProfileLimits limits,
      TraceContents contents) {
    super(text, pointer, limits);
    this.pointer = pointer;
    this.frames = frames;
    this.contents = contents;
    problem = contents.problem;
    longTasks = new LongTaskReader(json, contents);
  }

  /** Reads everything, and checks that it fits together. */
  void read() {
    walk();
    frameIds.check(contents.functions.size(), problem);
    parentIds.check(contents.stacks.size(), problem);
    stackIds.check(contents.stacks.size(), problem);
    int cycle = problem.isPresent() ? TraceContents.NONE : contents.stacks.firstCycle();
    if (cycle >= 0) {
      problem.invalid(
          pointer + "/stacks/" + cycle + "/parentId",
          stacksStart,
          "The stack lies around itself: its parents lead back to it.");
    }
  }

  @Override
  protected void readMember(String member, boolean isInTrace) throws IOException {
    switch (isInTrace ? member : "") {
      case "frames" -> readFrames();
      case "stacks" -> {
        stacksStart = json.start();
        readObjects(this::readStack);
      }
      case "samples" -> {
        contents.samplesStart = json.start();
        readObjects(this::readSample);
      }
      default -> readNote(member, isInTrace);
    }
  }

  /** Reads a member that may stand beside the trace, too. The trace's own counts first. */
  private void readNote(String member, boolean isInTrace) throws IOException {
    switch (member) {
      case "sampleInterval" -> {
        double interval = json.number();
        if (interval > 0 && interval <= LATEST && (isInTrace || !hasOwnInterval)) {
          contents.sampleInterval = micros(interval);
          hasOwnInterval = isInTrace;
        }
        json.skip();
      }
      case "timeOrigin" -> {
        double origin = json.number();
        if (origin >= 0 && origin <= LATEST && (isInTrace || !hasOwnOrigin)) {
          contents.timeOrigin = origin;
          hasOwnOrigin = isInTrace;
        }
        json.skip();
      }
      default -> longTasks.readMember(member, isInTrace);
    }
  }

  private void readFrames() throws IOException {
    int next = 0;
    for (int index = 0; json.next() != Token.END_ARRAY; index++) {
      if (next < frames.frames().size() && frames.label(next) == index) {
        contents.functions.add(frames.frames().get(next).name(), next);
        next++;
        json.skip();
      } else {
        contents.functions.add(readName(), FunctionList.NO_FRAME);
      }
    }
  }

  private String readName() throws IOException {
    String name = "";
    while (json.next() != Token.END_OBJECT) {
      boolean isName = json.name().equals("name");
      json.next();
      if (isName && json.isAt(Token.VALUE_STRING)) {
        name = json.text();
      } else {
        json.skip();
      }
    }
    return name;
  }

  /** Reads the members of one object. */
  @FunctionalInterface
  private interface EntryReader {
    void read() throws IOException;
  }

  private void readObjects(EntryReader entry) throws IOException {
    while (json.next() != Token.END_ARRAY) {
      if (problem.isPresent()) {
        json.skip();
      } else if (json.isAt(Token.START_OBJECT)) {
        entry.read();
      } else {
        problem.wrongKind(json, "an object");
        json.skip();
      }
    }
  }

  private void readStack() throws IOException {
    int start = json.start();
    String stack = json.pointer();
    int frame = TraceContents.NONE;
    int parent = TraceContents.NONE;
    while (json.next() != Token.END_OBJECT) {
      String member = json.name();
      json.next();
      switch (member) {
        case "frameId" -> frame = readIndex(frameIds, frame);
        case "parentId" -> parent = readIndex(parentIds, parent);
        default -> json.skip();
      }
    }
    if (frame == TraceContents.NONE) {
      problem.invalid(stack, start, "The stack lacks `frameId`.");
    }
    contents.stacks.add(frame, parent);
  }

  private void readSample() throws IOException {
    int start = json.start();
    String sample = json.pointer();
    long time = TraceContents.NONE;
    int stack = TraceContents.NONE;
    int marker = TraceContents.NONE;
    while (json.next() != Token.END_OBJECT) {
      String member = json.name();
      json.next();
      switch (member) {
        case "timestamp" -> time = readTime(time);
        case "stackId" -> stack = readIndex(stackIds, stack);
        case "marker" -> marker = readMarker();
        default -> json.skip();
      }
    }
    if (time == TraceContents.NONE) {
      problem.invalid(sample, start, "The sample lacks `timestamp`.");
    }
    contents.times.add(time);
    contents.sampleStacks.add(stack);
    contents.markers.add(isRunning(stack, marker) ? TraceContents.NONE : marker);
  }

  /** Tells whether a marker says no more than the stack: that script was running. */
  private static boolean isRunning(int stack, int marker) {
    return stack != TraceContents.NONE && marker == PseudoFunction.SCRIPT.index();
  }

  /** Reads an index into an array, or null, which stands for no value. */
  private int readIndex(LargestIndex largest, int before) throws IOException {
    if (before != TraceContents.NONE) {
      problem.duplicate(json);
    }
    double number = json.number();
    if (number >= 0 && number <= Integer.MAX_VALUE && number == Math.rint(number)) {
      largest.note((int) number, json);
      return (int) number;
    }
    if (!json.isAt(Token.VALUE_NULL)) {
      problem.invalid(json.pointer(), json.start(), "This must be an index, which is 0 or more.");
      json.skip();
    }
    return TraceContents.NONE;
  }

  private long readTime(long before) throws IOException {
    if (before != TraceContents.NONE) {
      problem.duplicate(json);
    }
    double time = json.number();
    if (!(time >= 0 && time <= LATEST)) {
      problem.invalid(
          json.pointer(),
          json.start(),
          "This must be a number of milliseconds, from 0 to %.0f.".formatted(LATEST));
      json.skip();
      return 0;
    }
    long micros = micros(time);
    if (micros < contents.times.lastOr(0)) {
      problem.invalid(
          json.pointer(), json.start(), "The time stamp is before that of the sample before.");
    }
    return micros;
  }

  static long micros(double milliseconds) {
    return Math.round(milliseconds * 1000);
  }

  private int readMarker() throws IOException {
    if (json.isAt(Token.VALUE_STRING)) {
      PseudoFunction marker = PseudoFunction.ofMarker(json.text());
      return marker == null ? PseudoFunction.OTHER.index() : marker.index();
    }
    if (!json.isAt(Token.VALUE_NULL)) {
      problem.wrongKind(json, "a string");
      json.skip();
    }
    return TraceContents.NONE;
  }
}
