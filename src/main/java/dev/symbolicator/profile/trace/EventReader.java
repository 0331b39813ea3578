package dev.symbolicator.profile.trace;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.trace.NumberColumn.EventNumbers;
import dev.symbolicator.profile.trace.TraceEvent.Call;
import dev.symbolicator.profile.trace.TraceEvent.ScriptMember;
import java.io.IOException;

/**
 * Reads one event after the other. All that may hold positions is read, since the name may come
 * last.
 */
final class EventReader {
  /** The most bytes of an event's name; longer names are no known ones. */
  private static final int MAX_NAME = 64;

  /** The most bytes of a name or a URL of a call; an event with a longer one has no positions. */
  static final int MAX_TEXT = 1 << 16;

  /** The most bytes of the JSON of a process or of an ID. */
  private static final int MAX_ID = 256;

  private static final String STACK_TRACE = "stackTrace";

  private final JsonReader json;
  private final int maxText;
  private final TraceEvent event;
  private final EventProfileReader profiles;
  private final long[] idStarts = new long[2];
  private final long[] idEnds = new long[2];
  private Call nextOwn = new Call();

  private boolean hasName;
  private boolean hasArgs;
  private boolean hasData;

  EventReader(JsonReader json, ProfileLimits limits, Allowance charge) {
    this.json = json;
    maxText = Math.min(limits.maxStringLength(), MAX_TEXT);
    event = new TraceEvent(json, charge);
    profiles = new EventProfileReader(json, event, maxText);
  }

  /** Reads the object at which the scanner stands. The result is valid until the next call. */
  TraceEvent read() throws IOException, UnreadableException {
    event.clear();
    hasName = false;
    hasArgs = false;
    hasData = false;
    idEnds[0] = 0;
    idEnds[1] = 0;
    while (json.nextMember()) {
      String member = json.name();
      switch (member) {
        case "name" -> {
          event.isBroken |= hasName;
          hasName = true;
          event.name = text(MAX_NAME);
        }
        case "args" -> {
          event.isBroken |= hasArgs;
          hasArgs = true;
          readStackHolder(this::readArgument);
        }
        case "pid" -> readId(0);
        case "id", "id2" -> readId(1);
        default -> json.skip();
      }
    }
    if (event.hasProfile) {
      event.profile = id(0) + ' ' + id(1);
    }
    return event;
  }

  private String text(int maxBytes) throws IOException, UnreadableException {
    if (json.isAt(Token.VALUE_STRING)) {
      String text = json.text(maxBytes);
      return text == null ? "" : text;
    }
    json.skip();
    return "";
  }

  private void readId(int which) throws IOException, UnreadableException {
    event.isProfileBroken |= idEnds[which] > 0;
    idStarts[which] = json.valueStart();
    json.skip();
    idEnds[which] = json.position();
  }

  private String id(int which) throws IOException {
    long length = idEnds[which] - idStarts[which];
    if (idEnds[which] == 0 || length > MAX_ID) {
      event.isProfileBroken |= length > MAX_ID;
      return "";
    }
    return event.text(idStarts[which], idEnds[which]);
  }

  private interface MemberUse {
    void read(String member) throws IOException, UnreadableException;
  }

  private void readStackHolder(MemberUse others) throws IOException, UnreadableException {
    if (!enterObject()) {
      return;
    }
    boolean hasStack = false;
    while (json.nextMember()) {
      String member = json.name();
      if (STACK_TRACE.equals(member)) {
        event.isBroken |= hasStack;
        hasStack = true;
        readStack();
      } else {
        others.read(member);
      }
    }
  }

  private boolean enterObject() throws IOException, UnreadableException {
    boolean isObject = json.isAt(Token.START_OBJECT);
    if (!isObject) {
      json.skip();
    }
    return isObject;
  }

  private void readArgument(String member) throws IOException, UnreadableException {
    switch (member) {
      case "data" -> {
        event.isBroken |= hasData;
        hasData = true;
        readStackHolder(this::readDatum);
      }
      case "beginData" -> readStackHolder(unread -> json.skip());
      default -> json.skip();
    }
  }

  private void readDatum(String member) throws IOException, UnreadableException {
    switch (member) {
      case "cpuProfile" -> profiles.read();
      case "lines" -> profiles.readNumbers(event.lines);
      case "columns" -> profiles.readNumbers(event.columns);
      default -> readOther(member);
    }
  }

  private void readOther(String member) throws IOException, UnreadableException {
    Call own = event.own == null ? nextOwn : event.own;
    if (own.readMember(member, json, maxText)) {
      nextOwn = event.own == null ? new Call() : nextOwn;
      event.own = own;
      return;
    }
    ScriptMember known = ScriptMember.of(member);
    if (known == null) {
      json.skip();
    } else {
      long start = json.valueStart();
      boolean isString = json.isAt(Token.VALUE_STRING);
      json.skip();
      event.setMember(known, new TraceEvent.ValueSpan(start, json.position(), isString));
    }
  }

  private void readStack() throws IOException, UnreadableException {
    if (!json.isAt(Token.START_ARRAY)) {
      event.isBroken |= !json.isAt(Token.VALUE_NULL);
      json.skip();
      return;
    }
    while (json.nextEntry()) {
      if (json.isAt(Token.START_OBJECT)) {
        Call call = new Call();
        call.readObject(json, maxText);
        event.addCall(call);
      } else {
        event.isBroken = true;
        json.skip();
      }
    }
  }

  static final class EventProfileReader {
    private final JsonReader json;
    private final TraceEvent event;
    private final int maxText;

    EventProfileReader(JsonReader json, TraceEvent event, int maxText) {
      this.json = json;
      this.event = event;
      this.maxText = maxText;
    }

    private boolean enterArray() throws IOException, UnreadableException {
      boolean isArray = json.isAt(Token.START_ARRAY);
      event.isProfileBroken |= !isArray;
      if (!isArray) {
        json.skip();
      }
      return isArray;
    }

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
      event.isProfileBroken |= !event.nodes.isEmpty();
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
}
