package dev.symbolicator.profile.trace;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.EmbeddedScript;
import dev.symbolicator.profile.Profile.NameOrigin;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ProfileFrame.PositionKind;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.json.BodyCopy;
import dev.symbolicator.profile.json.JsonBuffer;
import dev.symbolicator.profile.trace.TraceEvent.Call;
import dev.symbolicator.profile.v8.V8Format.ScriptIds;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A trace whose distinct positions are known. Its body is read again when it is written. */
final class TraceProfile implements Profile {
  private static final ScriptBuild UNKNOWN = new ScriptBuild(null, null);

  private final BodyBytes body;
  private final ProfileLimits limits;
  private final FrameIndex frames;
  private final int largestScriptId;
  private final TraceScripts embedded;

  TraceProfile(
      BodyBytes body,
      ProfileLimits limits,
      FrameIndex frames,
      int largestScriptId,
      TraceScripts embedded) {
    this.body = body;
    this.limits = limits;
    this.frames = frames;
    this.largestScriptId = largestScriptId;
    this.embedded = embedded;
  }

  @Override
  public String format() {
    return TraceFormat.NAME;
  }

  @Override
  public NameOrigin nameOrigin() {
    return NameOrigin.DEBUGGER;
  }

  @Override
  public List<String> scripts() {
    return frames.scripts();
  }

  @Override
  public ScriptBuild build(int script) {
    return UNKNOWN;
  }

  @Override
  public List<ProfileFrame> frames() {
    return frames.frames();
  }

  @Override
  public @Nullable EmbeddedScript embedded(int script) throws IOException {
    return embedded.of(scripts().get(script));
  }

  @Override
  public void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      OutputStream out)
      throws IOException {
    BodyCopy copy = new BodyCopy(body, out);
    Allowance charge = Allowance.unlimited(); // The reading has charged as much.
    EventChanges changes = new EventChanges(frames, answers, new ScriptIds(largestScriptId), copy);
    EventPositions positions = new EventPositions(changes, charge);
    TraceScan.TraceParts parts =
        new TraceScan.TraceParts() {
          @Override
          public void event(TraceEvent event) throws IOException, UnreadableException {
            positions.visit(event);
            changes.write();
          }

          @Override
          public void metadata(JsonReader json) throws IOException, UnreadableException {
            json.skip();
          }

          @Override
          public void report(long from, long to, boolean isMember, boolean isFirst)
              throws IOException {
            if (report != null) {
              JsonBuffer value = copy.replace(from, to);
              value.ascii(isMember ? "" : isFirst ? "\"symbolication\":" : ",\"symbolication\":");
              value.raw(report);
            }
          }
        };
    try {
      new TraceScan(body, limits, charge, parts).run();
    } catch (UnreadableException changed) {
      throw new IOException("The body is not the one that was read.", changed);
    }
    copy.finish();
  }

  /**
   * Writes events with original positions. A mapped function gets another {@code scriptId}, one for
   * each script and source: DevTools takes functions for one whose ID and position are equal, and
   * maps again those whose script has a map in the trace.
   */
  static final class EventChanges implements EventPositions.PositionUse {
    private final FrameIndex frames;
    private final Function<ProfileFrame, @Nullable OriginalFrame> answers;
    private final ScriptIds ids;
    private final BodyCopy copy;
    private final List<Change> changes = new ArrayList<>();

    /** A place in the body and its new value, a string or a number. */
    private record Change(long from, long to, @Nullable String text, int number) {}

    EventChanges(
        FrameIndex frames,
        Function<ProfileFrame, @Nullable OriginalFrame> answers,
        ScriptIds ids,
        BodyCopy copy) {
      this.frames = frames;
      this.answers = answers;
      this.ids = ids;
      this.copy = copy;
    }

    private @Nullable OriginalFrame answer(int index) {
      if (index == FrameIndex.NO_FRAME) {
        return null;
      }
      ProfileFrame frame = frames.frames().get(index);
      return frame.hasPosition() ? answers.apply(frame) : null;
    }

    @Override
    public int call(Call call, int base, PositionKind kind) {
      int index = frames.find(call.url(), call.line(base), call.column(base), kind, call.name());
      OriginalFrame original = answer(index);
      if (original != null) {
        rewrite(call, base, frames.frames().get(index), original);
      }
      return index;
    }

    private void rewrite(Call call, int base, ProfileFrame frame, OriginalFrame original) {
      String name = original.name();
      if (name != null && !name.equals(frame.name())) {
        put(call, Call.FUNCTION_NAME, name, 0);
      }
      put(call, Call.URL, original.source(), 0);
      if (original.line() != frame.line()) {
        put(call, Call.LINE_NUMBER, null, original.line() + base);
      }
      if (original.column() != frame.column()) {
        put(call, Call.COLUMN_NUMBER, null, original.column() + base);
      }
      if (call.has(Call.SCRIPT_ID)) {
        int id = ids.of(frame.script(), original.source());
        put(call, Call.SCRIPT_ID, call.isIdText() ? Integer.toString(id) : null, id);
      }
    }

    private void put(Call call, int member, @Nullable String text, int number) {
      if (call.has(member)) {
        changes.add(new Change(call.start(member), call.end(member), text, number));
      }
    }

    /** An executing position that has no original in the function's source would be a wrong one. */
    @Override
    public void sample(TraceEvent event, int frame, int sample) {
      OriginalFrame function = answer(frame);
      if (function == null) {
        return;
      }
      int line = event.lines.position(sample);
      int column = event.columns.position(sample);
      OriginalFrame original =
          answer(
              frames.find(
                  frames.frames().get(frame).script(), line, column, PositionKind.EXECUTING, ""));
      boolean isElsewhere = original == null || !original.source().equals(function.source());
      OriginalFrame usable = isElsewhere ? null : original;
      put(event.lines, sample, usable == null ? 0 : usable.line() + 1);
      put(event.columns, sample, usable == null ? 0 : usable.column() + 1);
    }

    private void put(NumberColumn numbers, int index, int number) {
      if (numbers.has(index) && numbers.get(index) != number) {
        changes.add(new Change(numbers.start(index), numbers.end(index), null, number));
      }
    }

    void write() throws IOException {
      changes.sort(Comparator.comparingLong(Change::from));
      for (Change change : changes) {
        JsonBuffer value = copy.replace(change.from, change.to);
        if (change.text == null) {
          value.ascii(Integer.toString(change.number));
        } else {
          value.string(change.text);
        }
      }
      changes.clear();
    }
  }
}
