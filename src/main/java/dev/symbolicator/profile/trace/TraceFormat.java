package dev.symbolicator.profile.trace;

import dev.symbolicator.json.JsonException;
import dev.symbolicator.json.JsonReader;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.LargeFormat;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ProfileFrame.PositionKind;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.trace.TraceEvent.Call;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Performance traces of Chrome and of other programs: an object with {@code traceEvents} or an
 * array of events.
 */
public final class TraceFormat implements LargeFormat {
  static final String NAME = "chrome-trace";

  private static final String EVENTS = "traceEvents";

  /** The other names with which an object may begin. */
  private static final Set<String> FIRST_NAMES =
      Set.of(
          "metadata",
          "otherData",
          "displayTimeUnit",
          "stackFrames",
          "systemTraceEvents",
          "controllerTraceDataKey",
          "beginningOfTime");

  private static final Pattern FIRST_EVENTS =
      Pattern.compile("\\A\\uFEFF?\\s*\\{\\s*\"" + EVENTS + "\"\\s*:\\s*\\[");
  private static final Pattern FIRST_MEMBER =
      Pattern.compile("\\A\\uFEFF?\\s*\\{\\s*\"(" + String.join("|", FIRST_NAMES) + ")\"\\s*:");
  private static final Pattern FIRST_EVENT =
      Pattern.compile(
          "\\A\\uFEFF?\\s*\\[\\s*\\{\\s*\"(args|cat|name|ph|pid|tid|ts|dur|id|s)\"\\s*:");

  /** Members that DevTools writes into {@code metadata}, whose text may hide the events. */
  private static final List<String> OF_DEVTOOLS =
      List.of("\"DevTools\"", "\"enhancedTraceVersion\"", "\"sourceMaps\"", "\"dataOrigin\"");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean recognises(byte[] head) {
    String name = LargeFormat.firstName(head);
    if (!name.isEmpty() && !name.equals(EVENTS) && !FIRST_NAMES.contains(name)) {
      return false;
    }
    String text = new String(head, StandardCharsets.UTF_8);
    if (FIRST_EVENTS.matcher(text).find()) {
      return true;
    }
    if (FIRST_MEMBER.matcher(text).find()) {
      return text.contains("\"traceEvents\"") || OF_DEVTOOLS.stream().anyMatch(text::contains);
    }
    return FIRST_EVENT.matcher(text).find()
        && text.contains("\"ph\"")
        && (text.contains("\"pid\"") || text.contains("\"cat\""));
  }

  @Override
  public ProfileReading read(BodyBytes body, ProfileLimits limits, Allowance memory)
      throws IOException {
    FrameIndex frames = new FrameIndex(limits, memory);
    EventPositions positions = new EventPositions(new FrameCollector(frames), memory);
    TraceScripts embedded = new TraceScripts(body, memory);
    TraceScan.TraceParts parts =
        new TraceScan.TraceParts() {
          @Override
          public void event(TraceEvent event) throws IOException, UnreadableException {
            positions.visit(event);
            embedded.read(event);
          }

          @Override
          public void metadata(JsonReader json) throws IOException, UnreadableException {
            embedded.readMetadata(json);
          }

          @Override
          public void report(long from, long to, boolean isMember, boolean isFirst) {}
        };
    try {
      new TraceScan(body, limits, memory, parts).run();
    } catch (UnreadableException unreadable) {
      return unreadable.reading();
    } catch (JsonException refused) {
      return ProfileReading.refused(refused, limits);
    }
    return new ProfileReading.ReadProfile(
        new TraceProfile(body, limits, frames, positions.largestScriptId(), embedded));
  }

  static final class FrameCollector implements EventPositions.PositionUse {
    private final FrameIndex frames;

    FrameCollector(FrameIndex frames) {
      this.frames = frames;
    }

    @Override
    public int call(Call call, int base, PositionKind kind) throws UnreadableException {
      return frames.add(
          call.url(), call.line(base), call.column(base), kind, call.name(), call.start(Call.URL));
    }

    @Override
    public void sample(TraceEvent event, int frame, int sample) throws UnreadableException {
      ProfileFrame leaf = frames.frames().get(frame);
      int line = event.lines.position(sample);
      int column = event.columns.position(sample);
      if (leaf.hasPosition() && line >= 0 && column >= 0) {
        int unused =
            frames.add(
                leaf.script(), line, column, PositionKind.EXECUTING, "", event.lines.start(sample));
      }
    }
  }
}
