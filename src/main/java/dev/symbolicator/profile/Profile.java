package dev.symbolicator.profile;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A profile that was read: which scripts it names, which places in them, and how to write it with
 * other places. Everything the service does not change is written as it was received, byte for
 * byte. A profile is immutable and may be shared between threads.
 *
 * <pre>{@code
 * if (ProfileReader.read(body, limits) instanceof ProfileReading.Read read) {
 *   read.profile().write(frame -> originalOf(frame), null, out);
 * }
 * }</pre>
 */
public interface Profile {
  /** The format's name, as it appears in logs and metrics: {@code js-self-profile}. */
  String format();

  /** The scripts' URLs as the profile spells them; frames refer to them by index. */
  List<String> scripts();

  /** The frames that lie in a script, in the profile's order, with or without a position. */
  List<ProfileFrame> frames();

  /**
   * Writes the profile with the original places in it. A frame that is answered with null stays
   * byte for byte; a frame without a position stays so too and is not asked about.
   *
   * @param answers the original place of a frame, asked once per frame in the order of {@link
   *     #frames()}
   * @param report a serialised JSON object that becomes the member {@code symbolication} of the
   *     outermost object, in place of one that is there already; null for none. A format without
   *     room for a report leaves it out.
   * @param out receives the profile; flushed, not closed
   * @throws IOException if {@code out} throws it
   */
  void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      OutputStream out)
      throws IOException;
}
