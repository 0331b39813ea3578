package dev.symbolicator.profile.trace;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.profile.BodyBytes;
import dev.symbolicator.profile.EmbeddedScript;
import dev.symbolicator.profile.NameOrigin;
import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ScriptBuild;
import dev.symbolicator.profile.json.JsonBuffer;
import dev.symbolicator.profile.scan.BodyCopy;
import dev.symbolicator.profile.scan.UnreadableException;
import dev.symbolicator.profile.v8.ScriptIds;
import java.io.IOException;
import java.io.OutputStream;
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
  public int sourcesPerFrame() {
    return 0;
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
    TraceMemory charge = TraceMemory.taken();
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
}
