package dev.symbolicator.profile.envelope;

import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileBody.BodyFormat;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.envelope.EnvelopeLines.Item;
import dev.symbolicator.profile.envelope.SentryProfileFormat.SentryProfileScan;
import dev.symbolicator.profile.json.JsonDocument;
import dev.symbolicator.profile.json.JsonFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sentry's envelopes: a line of JSON, then for each item a line of JSON with its {@code type}, and
 * its payload. Items {@code profile} and {@code profile_chunk} are profiles, unless of a platform
 * without JavaScript; all others are passed through. The second line, an object with a {@code
 * type}, tells an envelope from other lists of JSON lines.
 */
public final class EnvelopeFormat implements BodyFormat {
  static final String NAME = "sentry-envelope";
  private static final Set<String> PROFILES = Set.of("profile", "profile_chunk");
  private static final long LISTED = 64;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean recognises(ProfileBody body) {
    return EnvelopeLines.areIn(body.bytes());
  }

  @Override
  public ProfileReading read(ProfileBody body, ProfileLimits limits, Allowance memory) {
    EnvelopeLines lines = new EnvelopeLines(body.bytes());
    List<JsonFormat> formats = List.of(new SentryProfileFormat(body.keepsDebugMeta()));
    List<Item> items = new ArrayList<>();
    List<Profile> profiles = new ArrayList<>();
    for (Item item = lines.next(); item != null; item = lines.next()) {
      if (!PROFILES.contains(item.type()) || !SentryProfileScan.isRead(item.platform())) {
        continue;
      }
      ProfileReading reading = JsonDocument.read(item.payload(), formats, limits, memory);
      if (!(reading instanceof ProfileReading.ReadProfile read)) {
        return reading;
      }
      Profile profile = read.profile();
      memory.take(LISTED * (profile.frames().size() + 2L * profile.scripts().size()));
      items.add(item);
      profiles.add(profile);
    }
    ProfileReading problem = lines.problem();
    return problem != null
        ? problem
        : new ProfileReading.ReadProfile(new Envelope(body, items, profiles));
  }

  /** An envelope with the scripts and frames of its profiles, one after the other. */
  static final class Envelope implements Profile {
    private static final String MEDIA_TYPE = "application/x-sentry-envelope";

    private final ProfileBody body;
    private final List<Item> items;
    private final List<Profile> profiles;
    private final List<String> scripts = new ArrayList<>();
    private final List<ScriptBuild> builds = new ArrayList<>();
    private final List<ProfileFrame> frames = new ArrayList<>();
    private final int[] firstFrames;

    Envelope(ProfileBody body, List<Item> items, List<Profile> profiles) {
      this.body = body;
      this.items = items;
      this.profiles = profiles;
      firstFrames = new int[profiles.size()];
      for (int i = 0; i < firstFrames.length; i++) {
        Profile profile = profiles.get(i);
        firstFrames[i] = frames.size();
        for (ProfileFrame frame : profile.frames()) {
          frames.add(frame.moved(frames.size(), scripts.size() + frame.script()));
        }
        for (int script = 0; script < profile.scripts().size(); script++) {
          scripts.add(profile.scripts().get(script));
          builds.add(profile.build(script));
        }
      }
    }

    @Override
    public List<String> scripts() {
      return Collections.unmodifiableList(scripts);
    }

    @Override
    public ScriptBuild build(int script) {
      return builds.get(script);
    }

    @Override
    public List<ProfileFrame> frames() {
      return Collections.unmodifiableList(frames);
    }

    @Override
    public String format() {
      return EnvelopeFormat.NAME;
    }

    @Override
    public String mediaType() {
      return body.plainTextOr(MEDIA_TYPE);
    }

    /** Returns two: {@code abs_path} and {@code filename}. */
    @Override
    public int sourcesPerFrame() {
      return 2;
    }

    @Override
    public void write(
        Function<ProfileFrame, @Nullable OriginalFrame> answers,
        byte @Nullable [] report,
        OutputStream out)
        throws IOException {
      byte[] bytes = body.bytes();
      int written = 0;
      for (int i = 0; i < items.size(); i++) {
        Item item = items.get(i);
        JsonText payload = item.payload();
        if (item.length() != null) {
          CountedBytes content = new CountedBytes();
          write(i, answers, content);
          out.write(bytes, written, item.length().start() - written);
          out.write(Long.toString(content.count).getBytes(StandardCharsets.US_ASCII));
          written = item.length().end();
        }
        out.write(bytes, written, payload.start() - written);
        write(i, answers, out);
        written = payload.end();
      }
      out.write(bytes, written, bytes.length - written);
      out.flush();
    }

    private void write(
        int profile, Function<ProfileFrame, @Nullable OriginalFrame> answers, OutputStream out)
        throws IOException {
      int first = firstFrames[profile];
      profiles
          .get(profile)
          .write(frame -> answers.apply(frames.get(first + frame.index())), null, out);
    }

    private static final class CountedBytes extends OutputStream {
      private long count;

      @Override
      public void write(int b) {
        count++;
      }

      @Override
      public void write(byte[] bytes, int offset, int length) {
        count += length;
      }
    }
  }
}
