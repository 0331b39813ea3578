package dev.symbolicator.profile;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A profile that was read: its scripts, its frames, and a way to write it with original positions.
 * Every byte that does not have to change is written as it was received. A profile is immutable and
 * may be shared between threads.
 *
 * <pre>{@code
 * if (ProfileReader.read(body, limits, memory) instanceof ProfileReading.ReadProfile read) {
 *   read.profile().write(frame -> originalOf(frame), null, out);
 * }
 * }</pre>
 */
public interface Profile {
  /** Returns the format's name for logs and metrics, such as {@code js-self-profile}. */
  String format();

  /** Returns the media type of the profile that is written. */
  default String mediaType() {
    return "application/json";
  }

  /** Returns the scripts' URLs as the profile spells them. Frames refer to them by index. */
  List<String> scripts();

  /** Returns where the names of the frames whose position is a start come from. */
  default NameOrigin nameOrigin() {
    return NameOrigin.OTHER;
  }

  /**
   * Returns the build of a script, as far as the profile says. A value for this script alone counts
   * before a value for all scripts; a value in a trace counts before one beside the trace.
   *
   * @param script the index in {@link #scripts()}
   */
  ScriptBuild build(int script);

  /**
   * Returns the source map that came with the profile for a script; null if none did.
   *
   * @param script the index in {@link #scripts()}
   * @throws IOException if the body's bytes cannot be read
   */
  default @Nullable EmbeddedScript embedded(int script) throws IOException {
    return null;
  }

  /**
   * Returns the ways to read a profile that does not tell from which number its lines and columns
   * count, each a profile of the same frames. Its own frames have no positions then. Empty for a
   * profile that tells.
   */
  default List<Profile> readings() {
    return List.of();
  }

  /** Returns the frames that lie in a script, in the profile's order, also without a position. */
  List<ProfileFrame> frames();

  /**
   * Returns whether a frame has the type of its receiver before its name, as in V8's stack texts.
   * Its name is answered with the class of the method then, as in {@code Basket.add}.
   */
  default boolean hasReceiver(ProfileFrame frame) {
    return false;
  }

  /**
   * Returns the most times that a rewritten frame spells out its source or the end of its source; 0
   * if frames refer to a list of sources.
   */
  int sourcesPerFrame();

  /** Returns what the reader of a report should know of this profile, as sentences. */
  default List<String> notes() {
    return List.of();
  }

  /**
   * Writes the profile with original frames. A frame keeps its bytes if the answer is null, or if
   * the frame has no position.
   *
   * @param answers returns the original of a frame, or null. Called at least once for each frame
   *     that has a position; always gives the same answer for a frame.
   * @param report a serialised JSON object for the member {@code symbolication} of the outermost
   *     object, where it replaces an existing one; null for none. A format without room for a
   *     report leaves it out.
   * @param out receives the profile; flushed, not closed
   * @throws IOException if {@code out} throws it
   */
  void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      OutputStream out)
      throws IOException;
}
