package dev.symbolicator.profile.envelope;

import dev.symbolicator.profile.JoinedProfiles;
import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ScriptBuild;
import dev.symbolicator.profile.envelope.EnvelopeLines.Item;
import dev.symbolicator.profile.json.JsonText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An envelope with the profiles in it. All bytes but those of its profiles stay as they are. */
final class Envelope implements Profile {
  private static final String MEDIA_TYPE = "application/x-sentry-envelope";

  private final ProfileBody body;
  private final List<Item> items;
  private final JoinedProfiles profiles;

  /**
   * Makes an envelope.
   *
   * @param items the items that are profiles
   * @param profiles the profile of each of the items
   */
  Envelope(ProfileBody body, List<Item> items, List<Profile> profiles) {
    this.body = body;
    this.items = items;
    this.profiles = new JoinedProfiles(profiles);
  }

  @Override
  public String format() {
    return "sentry-envelope";
  }

  @Override
  public String mediaType() {
    return body.contentType() == null ? MEDIA_TYPE : body.contentType();
  }

  @Override
  public List<String> scripts() {
    return profiles.scripts();
  }

  @Override
  public ScriptBuild build(int script) {
    return profiles.build(script);
  }

  @Override
  public List<ProfileFrame> frames() {
    return profiles.frames();
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
      Profile profile = profiles.profiles().get(i);
      if (item.length() == null) {
        out.write(bytes, written, payload.start() - written);
        profile.write(profiles.answersOf(i, answers), null, out);
      } else {
        ByteArrayOutputStream content = new ByteArrayOutputStream(payload.end() - payload.start());
        profile.write(profiles.answersOf(i, answers), null, content);
        out.write(bytes, written, item.length().start() - written);
        out.write(Integer.toString(content.size()).getBytes(StandardCharsets.US_ASCII));
        out.write(bytes, item.length().end(), payload.start() - item.length().end());
        content.writeTo(out);
      }
      written = payload.end();
    }
    out.write(bytes, written, bytes.length - written);
    out.flush();
  }
}
