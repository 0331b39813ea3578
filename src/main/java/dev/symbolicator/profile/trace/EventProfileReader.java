package dev.symbolicator.profile.trace;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.profile.scan.UnreadableException;
import dev.symbolicator.profile.trace.NumberColumn.EventNumbers;
import java.io.IOException;

/** Reads the part of a CPU profile in an event: new nodes, and samples with their positions. */
final class EventProfileReader {
  private final JsonReader json;
  private final TraceEvent event;
  private final int maxText;

  EventProfileReader(JsonReader json, TraceEvent event, int maxText) {
    this.json = json;
    this.event = event;
    this.maxText = maxText;
  }

  /** Enters the next value if it is an array; skips it otherwise. */
  private boolean enterArray() throws IOException, UnreadableException {
    boolean isArray = json.isAt(Token.START_ARRAY);
    event.isProfileBroken |= !isArray;
    if (!isArray) {
      json.skip();
    }
    return isArray;
  }

  /** Reads the member {@code cpuProfile}. */
  void read() throws IOException, UnreadableException {
    event.isProfileBroken |= event.hasProfile;
    event.hasProfile = true;
    if (!json.isAt(Token.START_OBJECT)) {
      json.skip();
      return;
    }
    while (json.nextMember()) {
      String member = json.name();
      switch (member) {
        case "nodes" -> readNodes();
        case "samples" -> readSamples();
        default -> json.skip();
      }
    }
  }

  private void readNodes() throws IOException, UnreadableException {
    event.isProfileBroken |= !event.nodes().isEmpty();
    if (enterArray()) {
      while (json.nextEntry()) {
        event.isProfileBroken |= !json.isAt(Token.START_OBJECT);
        readNode();
      }
    }
  }

  private void readNode() throws IOException, UnreadableException {
    if (!json.isAt(Token.START_OBJECT)) {
      json.skip();
      return;
    }
    Call function = null;
    long id = EventNumbers.NONE;
    while (json.nextMember()) {
      String member = json.name();
      if ("callFrame".equals(member) && json.isAt(Token.START_OBJECT)) {
        event.isProfileBroken |= function != null;
        function = new Call();
        function.readObject(json, maxText);
      } else if ("id".equals(member)) {
        event.isProfileBroken |= id != EventNumbers.NONE;
        id = integer();
      } else {
        json.skip();
      }
    }
    if (function != null) {
      event.addNode(function, id);
    }
  }

  private void readSamples() throws IOException, UnreadableException {
    event.isProfileBroken |= event.samples.size() > 0;
    if (enterArray()) {
      while (json.nextEntry()) {
        event.addSample(integer());
      }
    }
  }

  /** Reads the lines or the columns of the samples. */
  void readNumbers(NumberColumn into) throws IOException, UnreadableException {
    event.isProfileBroken |= into.size() > 0;
    if (enterArray()) {
      while (json.nextEntry()) {
        long start = json.valueStart();
        long number = integer();
        long length = json.position() - start;
        event.isProfileBroken |= length > NumberColumn.MAX_LENGTH;
        into.add(number, start, (int) Math.min(length, NumberColumn.MAX_LENGTH));
      }
    }
  }

  /** Reads a number of the profile. */
  private long integer() throws IOException, UnreadableException {
    if (!json.isAt(Token.VALUE_NUMBER)) {
      event.isProfileBroken = true;
      json.skip();
      return EventNumbers.NONE;
    }
    long number = json.integer();
    event.isProfileBroken |= number == EventNumbers.NONE;
    return number;
  }
}
