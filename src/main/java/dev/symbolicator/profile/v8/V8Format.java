package dev.symbolicator.profile.v8;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText.Span;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.FrameReader;
import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonFormat.JsonScan;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import dev.symbolicator.profile.json.Splice.ReportPlace;
import dev.symbolicator.profile.v8.CallFrames.Function;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * V8's {@code .cpuprofile} and {@code .heapprofile}: {@code Profiler.Profile} and {@code
 * HeapProfiler.SamplingHeapProfile} of the Chrome DevTools Protocol. Old CPU profiles have a tree
 * {@code head} instead of {@code nodes}.
 */
public final class V8Format implements JsonFormat {
  static final String CPU = "cpuprofile";
  static final String HEAP = "heapprofile";

  @Override
  public List<String> names() {
    return List.of(CPU, HEAP);
  }

  @Override
  public JsonScan scan(ScanContext context) {
    return new V8Scan(context);
  }

  /**
   * {@code nodes} is a list of nodes with a {@code callFrame}, {@code head} a tree; in those of old
   * CPU profiles, a node is its function, with 1-based lines and columns.
   */
  static final class V8Scan implements JsonScan {
    private static final String NODES = "nodes";
    private static final String HEAD = "head";
    private static final String TIME_DELTAS = "timeDeltas";
    private static final String VSCODE = "$vscode";

    private final ScanContext context;
    private final JsonReader json;
    private final int start;
    private final FirstProblem problem = new FirstProblem();
    private final CallFrames frames;
    private String format = V8Format.CPU;
    private @Nullable Span vscode;
    private boolean hasNodes;
    private boolean hasFunctions;
    private boolean hasBareNodes;
    private boolean hasTimes;

    V8Scan(ScanContext context) {
      this.context = context;
      json = context.json();
      start = json.start();
      frames = new CallFrames(context, problem);
    }

    @Override
    public boolean readMember(String member) throws IOException {
      switch (member) {
        case NODES -> readNodes();
        case HEAD -> readHead();
        case VSCODE -> readPositionsOfVsCode();
        case TIME_DELTAS -> {
          hasTimes = true;
          json.skip();
        }
        default -> {
          return false;
        }
      }
      return true;
    }

    private void readNodes() throws IOException {
      if (begin(Token.START_ARRAY, "an array")) {
        while (json.nextEntry()) {
          frames.nodes++;
          readNodeOrSkip(false);
        }
      }
    }

    private void readHead() throws IOException {
      if (begin(Token.START_OBJECT, "an object")) {
        format = V8Format.HEAP;
        readNode(true);
      }
    }

    private boolean begin(Token token, String kind) throws IOException {
      boolean isSecond = hasNodes;
      hasNodes = true;
      if (isSecond) {
        problem.invalid(
            json.pointer(), json.start(), "A profile has either `nodes` or `head`, and only once.");
      } else if (json.isAt(token)) {
        return true;
      } else {
        problem.wrongKind(json, kind);
      }
      json.skip();
      return false;
    }

    private void readPositionsOfVsCode() throws IOException {
      if (vscode != null) {
        problem.duplicate(json);
      }
      vscode = skip();
    }

    private void readChildren(boolean isTree) throws IOException {
      while (json.nextEntry()) {
        readNodeOrSkip(isTree);
      }
    }

    private void readNodeOrSkip(boolean isTree) throws IOException {
      if (json.isAt(Token.START_OBJECT) && !problem.isPresent()) {
        readNode(isTree);
      } else {
        json.skip();
      }
    }

    private void readNode(boolean isTree) throws IOException {
      Function own = isTree ? frames.begin(1) : null;
      int frame = FrameReader.NO_FRAME;
      Span ticks = null;
      boolean hasCallFrame = false;
      while (json.nextMember()) {
        String member = json.name();
        switch (member) {
          case "callFrame" -> {
            if (hasCallFrame) {
              problem.duplicate(json);
            }
            hasCallFrame = true;
            frame = readCallFrame();
          }
          case "positionTicks" -> {
            if (ticks != null) {
              problem.duplicate(json);
            }
            ticks = skip();
          }
          case "children" -> {
            if (json.isAt(Token.START_ARRAY)) {
              frames.depth++;
              readChildren(isTree);
              frames.depth--;
            } else {
              json.skip();
            }
          }
          default -> {
            if (own == null || !own.readMember(member)) {
              json.skip();
            }
          }
        }
      }
      boolean isOld = own != null && own.hasName() && !hasCallFrame;
      if (own != null && isOld) {
        format = V8Format.CPU;
        frame = own.end();
      }
      hasFunctions |= hasCallFrame || isOld;
      hasBareNodes |= !hasCallFrame && !isOld;
      if (frame != FrameReader.NO_FRAME && ticks != null) {
        frames.table.setMember(frame, CallFrames.POSITION_TICKS, ticks);
      }
    }

    private int readCallFrame() throws IOException {
      if (json.isAt(Token.START_OBJECT)) {
        Function function = frames.begin(0);
        function.readObject();
        return function.end();
      }
      problem.wrongKind(json, "an object");
      return FrameReader.NO_FRAME;
    }

    private Span skip() throws IOException {
      int from = json.start();
      json.skip();
      return new Span(from, json.end());
    }

    @Override
    public Likeness likeness() {
      if (hasFunctions) {
        return Likeness.COMPLETE;
      }
      // Other files have nodes too, but these have no functions.
      boolean isAlike = (hasTimes && !hasBareNodes) || problem.isPresent();
      return isAlike ? Likeness.PARTIAL : Likeness.NONE;
    }

    @Override
    public ProfileReading finish(ReportPlace report, Builds builds) {
      if (!hasNodes) {
        problem.invalid(
            context.pointer(),
            start,
            "The profile lacks `nodes`. Send the whole file that DevTools or Node.js has written.");
      }
      return problem.or(() -> new V8Profile(context, format, frames, vscode, builds, report));
    }
  }

  /** Gives each original source of each script an ID that no script of the profile has. */
  public static final class ScriptIds {
    /**
     * A map sorts keys with equal hash codes only if they are comparable, as strings are; a map may
     * name thousands.
     */
    private final Map<Integer, Map<String, Integer>> ids = new HashMap<>();

    /** The most digits of an ID that is looked at; V8 counts scripts from 1. */
    public static final int MAX_DIGITS = 9;

    private final int largestInProfile;
    private int largest;

    public ScriptIds(int largest) {
      this.largestInProfile = largest;
      this.largest = largest;
    }

    /** Returns the number that a text of one to nine digits spells; -1 for any other text. */
    public static int parsed(String text) {
      int length = text.length();
      int number = length > 0 && length <= MAX_DIGITS ? 0 : -1;
      for (int i = 0; i < length && number >= 0; i++) {
        int digit = text.charAt(i) - '0';
        number = digit >= 0 && digit <= 9 ? 10 * number + digit : -1;
      }
      return number;
    }

    public int of(int script, String source) {
      return ids.computeIfAbsent(script, any -> new HashMap<>())
          .computeIfAbsent(source, any -> ++largest);
    }

    boolean isEmpty() {
      return ids.isEmpty();
    }

    public int size() {
      return largest - largestInProfile;
    }
  }
}
