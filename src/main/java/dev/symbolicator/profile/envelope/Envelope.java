package dev.symbolicator.profile.envelope;

import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.JoinedProfiles;
import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.envelope.EnvelopeLines.Item;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An envelope with the profiles in it. All bytes but those of its profiles stay as they are. */
final class Envelope extends JoinedProfiles {
  private static final String MEDIA_TYPE = "application/x-sentry-envelope";

  private final ProfileBody body;
  private final List<Item> items;

  /**
   * Makes an envelope.
   *
   * @param items the items that are profiles
   * @param profiles the profile of each of the items
   */
  Envelope(ProfileBody body, List<Item> items, List<Profile> profiles) {
    super(profiles);
    this.body = body;
    this.items = items;
  }

  @Override
  public String format() {
    return EnvelopeFormat.NAME;
  }

  /** Returns the browser SDKs' type if the body was declared so. */
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

  /** Counts bytes and forgets them: a payload's length stands before the payload. */
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
