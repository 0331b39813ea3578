package dev.symbolicator.profile.v8;

import com.fasterxml.jackson.core.JsonToken;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.JsonCursor;
import dev.symbolicator.profile.json.JsonScan;
import dev.symbolicator.profile.json.ReportPlace;
import dev.symbolicator.profile.json.ScanContext;
import dev.symbolicator.profile.json.Span;
import dev.symbolicator.profile.v8.CallFrames.Function;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of one object as members of V8's profiles. {@code nodes} is a list of nodes,
 * {@code head} a tree; a node has its function in {@code callFrame}, or in itself in old profiles,
 * whose lines and columns are 1-based.
 */
final class V8Scan implements JsonScan {
  private static final String NODES = "nodes";
  private static final String HEAD = "head";
  private static final String VSCODE = "$vscode";

  private final ScanContext context;
  private final JsonCursor json;
  private final FirstProblem problem = new FirstProblem();
  private final CallFrames frames;
  /** The member {@code positionTicks} of each frame's node. */
  private final Map<Integer, Span> ticks = new HashMap<>();
  private String format = "cpuprofile";
  private int base;
  private @Nullable Span vscode;
  private boolean hasNodes;
  private boolean hasFunctions;

  V8Scan(ScanContext context) {
    this.context = context;
    json = context.json();
    frames = new CallFrames(context, problem);
  }

  @Override
  public boolean readMember(String member) throws IOException {
    switch (member) {
      case NODES -> readNodes();
      case HEAD -> readHead();
      case VSCODE -> vscode = skip();
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean begin(JsonToken token, String kind) throws IOException {
    boolean isFirst = !hasNodes;
    hasNodes = true;
    if (!isFirst) {
      problem.duplicate(json);
    } else if (json.isAt(token)) {
      return true;
    } else {
      problem.wrongKind(json, kind);
    }
    json.skip();
    return false;
  }

  private void readNodes() throws IOException {
    if (begin(JsonToken.START_ARRAY, "an array")) {
      readChildren();
    }
  }

  private void readHead() throws IOException {
    if (begin(JsonToken.START_OBJECT, "an object")) {
      format = "heapprofile";
      readNode();
    }
  }

  /** Reads an array whose entries are nodes, or IDs of nodes. */
  private void readChildren() throws IOException {
    while (json.next() != JsonToken.END_ARRAY) {
      if (json.isAt(JsonToken.START_OBJECT) && !problem.isPresent()) {
        readNode();
      } else {
        json.skip();
      }
    }
  }

  private void readNode() throws IOException {
    Function own = frames.begin();
    int frame = CallFrames.NO_FRAME;
    Span nodeTicks = null;
    boolean hasCallFrame = false;
    while (json.next() != JsonToken.END_OBJECT) {
      String member = json.name();
      json.next();
      if (member.equals("callFrame") && json.isAt(JsonToken.START_OBJECT)) {
        Function function = frames.begin();
        function.readObject();
        frame = function.end(0);
        hasCallFrame = true;
      } else if (member.equals("callFrame")) {
        problem.wrongKind(json, "an object");
        json.skip();
      } else if (member.equals("children") && json.isAt(JsonToken.START_ARRAY)) {
        readChildren();
      } else if (member.equals("positionTicks")) {
        nodeTicks = skip();
      } else if (!own.readMember(member)) {
        json.skip();
      }
    }
    if (!hasCallFrame && own.hasMembers()) {
      base = 1;
      format = "cpuprofile";
      frame = own.end(base);
    }
    hasFunctions |= hasCallFrame || own.hasMembers();
    if (frame != CallFrames.NO_FRAME && nodeTicks != null) {
      ticks.put(frame, nodeTicks);
    }
  }

  private Span skip() throws IOException {
    int start = json.start();
    json.skip();
    return new Span(start, json.end());
  }

  @Override
  public Likeness likeness() {
    if (hasFunctions) {
      return Likeness.COMPLETE;
    }
    return hasNodes ? Likeness.PARTIAL : Likeness.NONE;
  }

  @Override
  public ProfileReading finish(ReportPlace report, Builds builds) {
    ProfileReading found = problem.get();
    if (found != null) {
      return found;
    }
    return new ProfileReading.ReadProfile(
        new V8Profile(context.text(), format, base, frames, ticks, vscode, builds, report));
  }
}
