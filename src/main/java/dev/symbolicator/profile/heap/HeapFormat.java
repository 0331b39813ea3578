package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonException;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.BodyBytes;
import dev.symbolicator.profile.LargeFormat;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.scan.JsonHead;
import dev.symbolicator.profile.scan.UnreadableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.regex.Pattern;

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
    if (!JsonHead.firstName(head).equals(FIRST_NAME)) {
      return false;
    }
    String text = new String(head, StandardCharsets.ISO_8859_1);
    return HEAD.matcher(text).lookingAt() && text.contains("\"meta\"");
  }

  @Override
  public ProfileReading read(BodyBytes body, ProfileLimits limits, LongPredicate memory)
      throws IOException {
    try {
      Allowance allowance = Allowance.of(memory);
      allowance.take(BUFFER_BYTES);
      Snapshot snapshot = new SnapshotScan(body, limits, allowance).read();
      return new ProfileReading.ReadProfile(new HeapProfile(snapshot, FrameList.of(snapshot)));
    } catch (UnreadableException unreadable) {
      return unreadable.reading();
    } catch (JsonException refused) {
      return ProfileReading.refused(refused, limits);
    } catch (Allowance.Exceeded exceeded) {
      return new ProfileReading.OutOfMemory();
    }
  }
}
