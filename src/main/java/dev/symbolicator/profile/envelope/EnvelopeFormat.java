package dev.symbolicator.profile.envelope;

import dev.symbolicator.profile.BodyFormat;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.envelope.EnvelopeLines.Item;
import dev.symbolicator.profile.json.JsonDocument;
import dev.symbolicator.profile.json.JsonFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Sentry's envelopes: a line of JSON, then for each item a line of JSON with its {@code type}, and
 * its payload. Items of the types {@code profile} and {@code profile_chunk} are profiles. All other
 * items are passed through.
 *
 * <p>A profile of a platform without JavaScript is passed through too, whatever its payload is.
 *
 * <p>An envelope looks like a list of JSON texts, one in each line. Its second line, an object with
 * a {@code type}, tells it from other lists.
 */
public final class EnvelopeFormat implements BodyFormat {
  static final String NAME = "sentry-envelope";
  private static final Set<String> PROFILES = Set.of("profile", "profile_chunk");

  /** Heap bytes for a frame and for a script in the list of all profiles. */
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
  public ProfileReading read(ProfileBody body, ProfileLimits limits, LongPredicate memory) {
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
      if (!memory.test(LISTED * (profile.frames().size() + 2L * profile.scripts().size()))) {
        return new ProfileReading.OutOfMemory();
      }
      items.add(item);
      profiles.add(profile);
    }
    ProfileReading problem = lines.problem();
    return problem != null
        ? problem
        : new ProfileReading.ReadProfile(new Envelope(body, items, profiles));
  }
}
