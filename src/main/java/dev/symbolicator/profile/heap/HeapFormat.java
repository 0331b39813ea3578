package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonException;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.LargeFormat;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.Profile.SummarisedProfile;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.heap.Snapshot.SnapshotScan;
import dev.symbolicator.profile.heap.SnapshotWriter.MappedPositions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** V8's heap snapshots, {@code .heapsnapshot}, and allocation timelines, {@code .heaptimeline}. */
public final class HeapFormat implements LargeFormat {
  static final String SNAPSHOT = "heapsnapshot";
  static final String TIMELINE = "heaptimeline";

  /** The windows of scanners and cursors, and the buffers of a copy. */
  private static final long BUFFER_BYTES = 6 << 16;

  private static final String FIRST_NAME = "snapshot";

  private static final Pattern HEAD =
      Pattern.compile(
          "(?:\\u00EF\\u00BB\\u00BF)?\\s*+\\{\\s*+\"" + FIRST_NAME + "\"\\s*+:\\s*+\\{");

  @Override
  public String name() {
    return SNAPSHOT;
  }

  @Override
  public List<String> names() {
    return List.of(SNAPSHOT, TIMELINE);
  }

  @Override
  public boolean recognises(byte[] head) {
    if (!LargeFormat.firstName(head).equals(FIRST_NAME)) {
      return false;
    }
    String text = new String(head, StandardCharsets.ISO_8859_1);
    return HEAD.matcher(text).lookingAt() && text.contains("\"meta\"");
  }

  @Override
  public ProfileReading read(BodyBytes body, ProfileLimits limits, Allowance memory)
      throws IOException {
    try {
      memory.take(BUFFER_BYTES);
      Snapshot snapshot = new SnapshotScan(body, limits, memory).read();
      return new ProfileReading.ReadProfile(new HeapProfile(snapshot, FrameList.of(snapshot)));
    } catch (UnreadableException unreadable) {
      return unreadable.reading();
    } catch (JsonException refused) {
      return ProfileReading.refused(refused, limits);
    }
  }

  static final class HeapProfile implements Profile, SummarisedProfile {
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
    public List<ProfileFrame> frames() {
      return frames.frames();
    }

    /**
     * Writes the snapshot, with the report within {@code snapshot}: readers find sections by their
     * names.
     */
    @Override
    public void write(
        Function<ProfileFrame, @Nullable OriginalFrame> answers,
        byte @Nullable [] report,
        OutputStream out)
        throws IOException {
      new SnapshotWriter(snapshot, new MappedPositions(snapshot, frames, answers), out)
          .write(report);
    }

    @Override
    public byte[] summary(
        Function<ProfileFrame, @Nullable OriginalFrame> answers, byte @Nullable [] report)
        throws IOException {
      try {
        return new HeapSummary(snapshot, frames, answers).write(report);
      } catch (UnreadableException changed) {
        throw new IOException("The body has changed since it was read.", changed);
      }
    }
  }
}
