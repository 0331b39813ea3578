package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.json.FirstProblem;
import java.io.IOException;
import java.util.Set;

/**
 * Reads the long tasks that came with a trace: entries of the Performance Timeline, {@code
 * {entryType, startTime, duration}}, or Datadog's, which have {@code startClocks.relative} instead
 * of {@code startTime}. Times are milliseconds since the time origin.
 */
final class LongTaskReader {
  private static final Set<String> MEMBERS = Set.of("longTasks", "longtasks", "performanceEntries");
  private static final Set<String> TYPES = Set.of("longtask", "long-animation-frame", "long-task");

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
   * Moves to the end of a member's value, and reads it if it is a list.
   *
   * @param isInTrace a list within the trace counts before one beside the trace
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
    while (json.next() != Token.END_ARRAY) {
      if (json.isAt(Token.START_OBJECT) && !problem.isPresent()) {
        readTask(tasks);
      } else {
        problem.wrongKind(json, "an object");
        json.skip();
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
    while (json.next() != Token.END_OBJECT) {
      String member = json.name();
      json.next();
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
          "A long task needs `startTime`, or `startClocks` with `relative`, and `duration`, both in"
              + " milliseconds.");
      return;
    }
    long micros = TraceContentsReader.micros(start);
    tasks.starts().add(micros);
    tasks.lengths().add(TraceContentsReader.micros(start + duration) - micros);
  }

  /** Reads Datadog's clocks, up to the object's end. */
  private double readRelative() throws IOException {
    double relative = Double.NaN;
    while (json.next() != Token.END_OBJECT) {
      boolean isRelative = json.name().equals("relative");
      json.next();
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
