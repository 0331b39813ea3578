package dev.symbolicator.profile.heap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ScriptBuild;
import dev.symbolicator.profile.SummarisedProfile;
import dev.symbolicator.profile.scan.UnreadableException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A heap snapshot or an allocation timeline that was read. */
final class HeapProfile implements Profile, SummarisedProfile {
  private final Snapshot snapshot;
  private final FrameList frames;

  HeapProfile(Snapshot snapshot, FrameList frames) {
    this.snapshot = snapshot;
    this.frames = frames;
  }

  @Override
  public String format() {
    return snapshot.isTimeline() ? HeapFormat.TIMELINE : HeapFormat.SNAPSHOT;
  }

  @Override
  public List<String> scripts() {
    return frames.scripts();
  }

  @Override
  public ScriptBuild build(int script) {
    return frames.build(script);
  }

  @Override
  public int sourcesPerFrame() {
    return 0;
  }

  @Override
  public List<ProfileFrame> frames() {
    return frames.frames();
  }

  /**
   * Writes the snapshot. The report is the member {@code symbolication} of {@code snapshot}: the
   * readers of snapshots find sections by their names, and none looks at this one.
   */
  @Override
  public void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      OutputStream out)
      throws IOException {
    new SnapshotWriter(snapshot, new MappedPositions(snapshot, frames, answers), out).write(report);
  }

  @Override
  public byte @Nullable [] summary(
      Function<ProfileFrame, @Nullable OriginalFrame> answers, byte @Nullable [] report)
      throws IOException {
    try {
      return new HeapSummary(snapshot, frames, answers).write(report);
    } catch (Allowance.Exceeded exceeded) {
      return null;
    } catch (UnreadableException changed) {
      throw new IOException("The body has changed since it was read.", changed);
    }
  }
}
