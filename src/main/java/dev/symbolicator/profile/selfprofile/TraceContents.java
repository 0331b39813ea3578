package dev.symbolicator.profile.selfprofile;

import static java.util.Comparator.comparingLong;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.selfprofile.TraceContents.LargestIndex;
import dev.symbolicator.profile.selfprofile.TraceContents.LongTaskReader;
import dev.symbolicator.timeline.FunctionList;
import dev.symbolicator.timeline.PseudoFunction;
import dev.symbolicator.timeline.StackTable;
import dev.symbolicator.timeline.Timeline;
import dev.symbolicator.timeline.Timeline.TimelineBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The functions, stacks and samples of a trace. Times are microseconds. */
final class TraceContents {
  static final int NONE = -1;

  private static final PseudoFunction[] PSEUDO_FUNCTIONS = PseudoFunction.values();

  /** What the JVM takes to sort a sample's index: the index, and three references to it. */
  private static final int SORTED_SAMPLE_BYTES = 40;

  final Allowance memory;
  final FirstProblem problem = new FirstProblem();
  final FunctionList functions;
  final StackTable stacks;
  final Longs times;
  final Ints sampleStacks;
  final Ints markers;
  @Nullable LongTasks longTasks;
  int samplesStart;
  private boolean hasLateSamples;

  /** The usual time between two samples; 0 if unknown. */
  long sampleInterval;

  /** The Unix time in milliseconds from which the times count; null if unknown. */
  @Nullable Double timeOrigin;

  record LongTasks(Longs starts, Longs lengths) {}

  TraceContents(Allowance memory) {
    this.memory = memory;
    functions = new FunctionList(memory);
    stacks = new StackTable(memory);
    times = new Longs(memory);
    sampleStacks = new Ints(memory);
    markers = new Ints(memory);
  }

  boolean isIdle(int sample) {
    return sampleStacks.get(sample) == NONE && markers.get(sample) == NONE;
  }

  /** Returns the samples in the order of time: Chromium writes some late. */
  Timeline timeline() {
    var tree = stacks.tree(sampleStacks);
    TimelineBuilder builder = new TimelineBuilder(memory);
    IntStream samples = IntStream.range(0, times.size());
    if (hasLateSamples) {
      memory.take((long) SORTED_SAMPLE_BYTES * times.size());
      samples = samples.boxed().sorted(comparingLong(times::get)).mapToInt(Integer::intValue);
    }
    samples.forEach(
        sample -> {
          int marker = markers.get(sample);
          builder.add(
              times.get(sample),
              stacks.node(
                  sampleStacks.get(sample), marker == NONE ? null : PSEUDO_FUNCTIONS[marker]));
        });
    return builder.capped(functions, tree, sampleInterval);
  }

  /** The largest index that a member of an array's objects has, and where. */
  static final class LargestIndex {
    private final String pointer;
    private final String member;
    private final String array;
    private int largest = -1;
    private int entry;
    private int offset;

    /** Watches a member of the objects of the array at a pointer; it is an index of an array. */
    LargestIndex(String pointer, String member, String array) {
      this.pointer = pointer;
      this.member = member;
      this.array = array;
    }

    void note(int index, int inEntry, int at) {
      if (index > largest) {
        largest = index;
        entry = inEntry;
        offset = at;
      }
    }

    void check(int length, FirstProblem problem) {
      if (largest >= length) {
        problem.noIndex(pointer + "/" + entry + "/" + member, offset, array, length);
      }
    }
  }

  /**
   * Reads long tasks that came with a trace: entries of the Performance Timeline, {@code
   * {entryType, startTime, duration}}, or Datadog's, which have {@code startClocks.relative}. In
   * milliseconds since the time origin.
   */
  static final class LongTaskReader {
    private static final Set<String> MEMBERS =
        Set.of("longTasks", "longtasks", "performanceEntries");
    private static final Set<String> TYPES =
        Set.of("longtask", "long-animation-frame", "long-task");

    private final JsonReader json;
    private final TraceContents contents;
    private final FirstProblem problem;
    private boolean isOwn;

    LongTaskReader(JsonReader json, TraceContents contents) {
      this.json = json;
      this.contents = contents;
      problem = contents.problem;
    }

    /**
     * Moves to the end of a value, read if it is a list; one within the trace counts before one
     * beside it.
     */
    void readMember(String member, boolean isInTrace) throws IOException {
      if (MEMBERS.contains(member)
          && json.isAt(Token.START_ARRAY)
          && !problem.isPresent()
          && (contents.longTasks == null || (isInTrace && !isOwn))) {
        isOwn = isInTrace;
        readList();
      } else {
        json.skip();
      }
    }

    private void readList() throws IOException {
      TraceContents.LongTasks tasks =
          new TraceContents.LongTasks(new Longs(contents.memory), new Longs(contents.memory));
      while (json.nextEntry()) {
        if (json.isAt(Token.START_OBJECT) && !problem.isPresent()) {
          readTask(tasks);
        } else {
          problem.wrongKind(json, "an object");
        }
      }
      contents.longTasks = tasks;
    }

    private void readTask(TraceContents.LongTasks tasks) throws IOException {
      int at = json.start();
      String pointer = json.pointer();
      double start = Double.NaN;
      double duration = Double.NaN;
      boolean isLongTask = true;
      while (json.nextMember()) {
        String member = json.name();
        switch (member) {
          case "startTime" -> start = json.number();
          case "duration" -> duration = json.number();
          case "entryType" ->
              isLongTask = json.isAt(Token.VALUE_STRING) && TYPES.contains(json.text());
          case "startClocks" -> {
            if (json.isAt(Token.START_OBJECT)) {
              start = readRelative();
            }
          }
          default -> {}
        }
        json.skip();
      }
      if (!isLongTask) {
        return;
      }
      if (!isTime(start) || !isTime(duration)) {
        problem.invalid(
            pointer,
            at,
            "A long task needs `startTime`, or `startClocks` with `relative`, and `duration`, both"
                + " in milliseconds.");
        return;
      }
      long micros = TraceContentsReader.micros(start);
      tasks.starts().add(micros);
      tasks.lengths().add(TraceContentsReader.micros(start + duration) - micros);
    }

    private double readRelative() throws IOException {
      double relative = Double.NaN;
      while (json.nextMember()) {
        boolean isRelative = json.name().equals("relative");
        if (isRelative) {
          relative = json.number();
        }
        json.skip();
      }
      return relative;
    }

    private static boolean isTime(double milliseconds) {
      return milliseconds >= 0 && milliseconds <= TraceContentsReader.LATEST;
    }
  }

  static final class TraceContentsReader extends TraceWalk {
    /** The latest time in milliseconds, so that each time is a whole number of microseconds. */
    static final double LATEST = 9_007_199_254_740.0;

    private final String pointer;
    private final FrameTable frames;
    private final TraceContents contents;
    private final FirstProblem problem;
    private final LongTaskReader longTasks;
    private final LargestIndex frameIds;
    private final LargestIndex parentIds;
    private final LargestIndex stackIds;
    private int entry;
    private int stacksStart;
    private boolean hasOwnInterval;
    private boolean hasOwnOrigin;

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
      frameIds = new LargestIndex(pointer + "/stacks", "frameId", "frames");
      parentIds = new LargestIndex(pointer + "/stacks", "parentId", "stacks");
      stackIds = new LargestIndex(pointer + "/samples", "stackId", "stacks");
    }

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
      for (int index = 0; json.nextEntry(); index++) {
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
      while (json.nextMember()) {
        boolean isName = json.name().equals("name");
        if (isName && json.isAt(Token.VALUE_STRING)) {
          name = json.text();
        } else {
          json.skip();
        }
      }
      return name;
    }

    @FunctionalInterface
    private interface EntryReader {
      void read() throws IOException;
    }

    private void readObjects(EntryReader reader) throws IOException {
      for (entry = 0; json.nextEntry(); entry++) {
        if (problem.isPresent()) {
          json.skip();
        } else if (json.isAt(Token.START_OBJECT)) {
          reader.read();
        } else {
          problem.wrongKind(json, "an object");
        }
      }
    }

    private void readStack() throws IOException {
      int start = json.start();
      int frame = TraceContents.NONE;
      int parent = TraceContents.NONE;
      while (json.nextMember()) {
        String member = json.name();
        switch (member) {
          case "frameId" -> frame = readIndex(frameIds, frame);
          case "parentId" -> parent = readIndex(parentIds, parent);
          default -> json.skip();
        }
      }
      if (frame == TraceContents.NONE) {
        problem.invalid(pointer + "/stacks/" + entry, start, "The stack lacks `frameId`.");
      }
      contents.stacks.add(frame, parent);
    }

    private void readSample() throws IOException {
      int start = json.start();
      long time = TraceContents.NONE;
      int stack = TraceContents.NONE;
      int marker = TraceContents.NONE;
      while (json.nextMember()) {
        String member = json.name();
        switch (member) {
          case "timestamp" -> time = readTime(time);
          case "stackId" -> stack = readIndex(stackIds, stack);
          case "marker" -> marker = readMarker();
          default -> json.skip();
        }
      }
      if (time == TraceContents.NONE) {
        problem.invalid(pointer + "/samples/" + entry, start, "The sample lacks `timestamp`.");
      }
      contents.times.add(time);
      contents.sampleStacks.add(stack);
      contents.markers.add(isRunning(stack, marker) ? TraceContents.NONE : marker);
    }

    private static boolean isRunning(int stack, int marker) {
      return stack != TraceContents.NONE && marker == PseudoFunction.SCRIPT.index();
    }

    private int readIndex(LargestIndex largest, int before) throws IOException {
      if (before != TraceContents.NONE) {
        problem.duplicate(json);
      }
      double number = json.number();
      if (number >= 0 && number <= Integer.MAX_VALUE && number == Math.rint(number)) {
        largest.note((int) number, entry, json.start());
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
      contents.hasLateSamples |= micros < contents.times.lastOr(0);
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
      }
      return TraceContents.NONE;
    }
  }

  /** Passes once more over the members of a trace that was read, and of the object around. */
  abstract static class TraceWalk {
    private final List<String> path;
    protected final JsonReader json;

    TraceWalk(JsonText text, String pointer, ProfileLimits limits) {
      path = pointer.isEmpty() ? List.of() : List.of(pointer.substring(1).split("/", -1));
      json = limits.reader(text.withoutByteOrderMark());
    }

    /** Reads a value of the trace, or of the object around, up to its end. */
    protected abstract void readMember(String member, boolean isInTrace) throws IOException;

    final void walk() {
      try {
        json.next();
        readObject(0);
      } catch (IOException impossible) {
        throw new UncheckedIOException("The text was read before.", impossible);
      }
    }

    private void readObject(int depth) throws IOException {
      boolean isTrace = depth == path.size();
      while (json.nextMember()) {
        String member = json.name();
        boolean isAround = !isTrace && member.equals(path.get(depth));
        if (isAround && json.isAt(Token.START_OBJECT)) {
          readObject(depth + 1);
        } else {
          readMember(member, isTrace);
        }
      }
    }
  }
}
