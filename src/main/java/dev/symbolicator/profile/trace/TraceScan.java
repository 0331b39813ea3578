package dev.symbolicator.profile.trace;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import java.io.IOException;

/**
 * One pass over a trace. The array form may lack its closing bracket, and end with a comma, so that
 * a program that crashes leaves a readable file (Trace Event Format, JSON Array Format). Texts of
 * events need not be UTF-8: Node.js 22 writes paths in Latin-1. They are passed through.
 */
final class TraceScan {
  static final String TRACE_EVENTS = "traceEvents";
  private static final String REPORT = "symbolication";

  /** Receives the parts of a trace in their order. */
  interface TraceParts {
    /** Receives an event, which is valid during the call only. */
    void event(TraceEvent event) throws IOException, UnreadableException;

    /** Reads or skips the member {@code metadata}, at which the scanner stands. */
    void metadata(JsonReader json) throws IOException, UnreadableException;

    /**
     * Receives the place of the report in an object: a report that is there already, or the place
     * of a new member.
     */
    void report(long from, long to, boolean isMember, boolean isFirst) throws IOException;
  }

  private final JsonReader json;
  private final EventReader events;
  private final TraceParts parts;

  TraceScan(BodyBytes body, ProfileLimits limits, Allowance charge, TraceParts parts)
      throws IOException {
    json = limits.reader(body);
    events = new EventReader(json, limits, charge);
    this.parts = parts;
  }

  void run() throws IOException, UnreadableException {
    Token root = json.first();
    if (root == Token.START_ARRAY) {
      readEvents(true);
    } else if (root == Token.START_OBJECT) {
      readObject();
    } else {
      throw UnreadableException.invalid(
          "", json.valueStart(), "A trace is an object or an array of events.");
    }
    json.requireEnd();
  }

  private void readObject() throws IOException, UnreadableException {
    long start = json.valueStart();
    boolean hasEvents = false;
    boolean hasReport = false;
    long end = json.position();
    boolean isFirst = true;
    while (json.nextMember()) {
      String member = json.name();
      long from = json.valueStart();
      switch (member) {
        case TRACE_EVENTS -> {
          if (hasEvents || !json.isAt(Token.START_ARRAY)) {
            throw UnreadableException.invalid(
                "/" + TRACE_EVENTS, from, "A trace has one array `traceEvents`.");
          }
          hasEvents = true;
          readEvents(false);
        }
        case "metadata" -> parts.metadata(json);
        case REPORT -> {
          json.skip();
          hasReport = true;
          parts.report(from, json.position(), true, isFirst);
        }
        default -> json.skip();
      }
      end = json.position();
      isFirst = false;
    }
    if (!hasEvents) {
      throw UnreadableException.invalid("", start, "A trace has an array `traceEvents`.");
    }
    if (!hasReport) {
      parts.report(end, end, false, isFirst);
    }
  }

  private void readEvents(boolean isOpen) throws IOException, UnreadableException {
    json.check(JsonReader.Check.ESCAPES);
    while ((isOpen ? json.nextOfOpenArray() : json.next()) != Token.END_ARRAY) {
      if (json.isAt(Token.START_OBJECT)) {
        parts.event(events.read());
      } else {
        json.skip();
      }
    }
    json.check(JsonReader.Check.UTF_8);
  }
}
