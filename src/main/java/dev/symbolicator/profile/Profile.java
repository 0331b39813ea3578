package dev.symbolicator.profile;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.TimedProfile;
import dev.symbolicator.timeline.Timeline;
import java.io.IOException;
import java.io.InputStream;
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

  /**
   * The source map of a script, and the script's text, that came within a profile. They are the
   * sender's word: they may answer the sender, and nobody else.
   *
   * @param sourceMapUrl the map's URL as the profile spells it, maybe relative to the script's URL;
   *     null if unknown
   * @param text the script in UTF-8; null if only the map is there
   */
  record EmbeddedScript(
      @Nullable String sourceMapUrl, EmbeddedFile map, @Nullable EmbeddedFile text) {

    /** A file within a profile. Needs the profile's body. */
    public interface EmbeddedFile {
      /** Returns the exact number of bytes. */
      long size();

      /** Opens the file. */
      InputStream open() throws IOException;
    }
  }

  /** The origin of the function names in a profile. It decides which names contradict a script. */
  enum NameOrigin {
    /** V8 found the names when it parsed the script. */
    PARSER,
    /** As {@link #PARSER}, but functions without a name may have one that describes them. */
    DEBUGGER,
    /** The names may have been changed, or set at run time. */
    OTHER
  }

  /**
   * The build of a script, as far as a profile says.
   *
   * @param release null if the profile names none
   * @param debugId as the profile spells it, not checked; null if the profile names none
   * @param sha256 the hash of the script's text in UTF-8, as 64 lower-case hexadecimal digits; null
   *     if the profile has none
   */
  record ScriptBuild(@Nullable String release, @Nullable String debugId, @Nullable String sha256) {

    /** Makes a build whose script has no known hash. */
    public ScriptBuild(@Nullable String release, @Nullable String debugId) {
      this(release, debugId, null);
    }
  }

  /**
   * A frame of a profile that lies in a script.
   *
   * @param index the frame's index in {@link Profile#frames()}
   * @param script the script's index in {@link Profile#scripts()}
   * @param line the generated line, 0-based in every format; -1 if the frame has none, or one that
   *     no script can have
   * @param column the generated column, 0-based, in UTF-16 code units; -1 as for the line
   * @param name the function's name as the profile gives it; empty if there is none
   * @param kind the kind of the position
   */
  record ProfileFrame(int index, int script, int line, int column, String name, PositionKind kind) {

    /** Makes a frame whose position is the start of its function. */
    public ProfileFrame(int index, int script, int line, int column, String name) {
      this(index, script, line, column, name, PositionKind.START);
    }

    /** Returns this frame with other indices. */
    public ProfileFrame moved(int newIndex, int newScript) {
      return new ProfileFrame(newIndex, newScript, line, column, name, kind);
    }

    /** Tells whether the frame has a line and a column. Only such a frame can be rewritten. */
    public boolean hasPosition() {
      return line >= 0 && column >= 0;
    }

    /** The kinds of positions that profiles give for a function. */
    public enum PositionKind {
      /** The start of the function, as V8 reports functions. */
      START,
      /** As {@link #START}, but of a call. The function's name may have been set at run time. */
      CALLED,
      /** A position within the function: code that was running, or a call to the next function. */
      EXECUTING
    }
  }

  /**
   * The original position and name of a frame.
   *
   * @param source the URL of the original source, as written into the profile
   * @param line the original line, 0-based
   * @param column the original column, 0-based, in UTF-16 code units
   * @param name the original function's name; null to keep the profile's name
   * @param hasPlainName whether the name is known to be of printable ASCII characters that JSON
   *     does not escape
   */
  record OriginalFrame(
      String source, int line, int column, @Nullable String name, boolean hasPlainName) {

    /** Makes a frame of any name. */
    public OriginalFrame(String source, int line, int column, @Nullable String name) {
      this(source, line, column, name, false);
    }

    /**
     * Checks the position.
     *
     * @throws IllegalArgumentException if the line or the column is negative or has no 1-based
     *     number
     */
    public OriginalFrame {
      if (line < 0 || line == Integer.MAX_VALUE || column < 0 || column == Integer.MAX_VALUE) {
        throw new IllegalArgumentException("Not a position: " + line + ":" + column);
      }
    }
  }

  /** A profile whose samples can be interpreted: a call tree, and the time of each sample. */
  interface TimedProfile extends Profile {
    /** Tells whether the profile has samples of its time at all. */
    default boolean isTimed() {
      return true;
    }

    /**
     * Interprets the samples. The frames of the timeline's functions are indices in {@link
     * #frames}.
     *
     * @throws Allowance.Exceeded if too little memory is left
     */
    TimelineReading timeline(Allowance memory);

    /** The outcome of interpreting samples. */
    sealed interface TimelineReading {
      /**
       * The samples are interpreted.
       *
       * @param timeOrigin the Unix time in milliseconds from which the times count; null if unknown
       */
      record ReadTimeline(Timeline timeline, @Nullable Double timeOrigin)
          implements TimelineReading {}

      /** The samples cannot be interpreted. */
      record UnreadTimeline(ProfileReading problem) implements TimelineReading {}
    }
  }

  /** A profile from which samples can be left out, and all that only these use. */
  interface ReducibleProfile extends TimedProfile {
    /**
     * Writes the profile with fewer samples, before its frames have originals.
     *
     * @throws Allowance.Exceeded if too little memory is left
     */
    ReductionReading reduce(ReductionOptions options, Allowance memory);

    /**
     * The samples to keep.
     *
     * @param longTaskMillis the shortest task whose samples are kept; 0 to keep all samples
     * @param roundsTimes whether time stamps are rounded to microseconds
     */
    record ReductionOptions(int longTaskMillis, boolean roundsTimes) {
      /** Removes only what no sample uses. */
      public static final ReductionOptions UNUSED_ONLY = new ReductionOptions(0, false);
    }

    /** The outcome of a reduction. */
    sealed interface ReductionReading {
      /** The profile without what was left out. */
      @SuppressWarnings("ArrayRecordComponent") // Never compared.
      record ReducedProfile(byte[] body, Reduction reduction) implements ReductionReading {}

      /** The profile cannot be reduced. */
      record UnreducedProfile(ProfileReading problem) implements ReductionReading {}
    }

    /**
     * What was left out.
     *
     * @param samples how many samples are kept
     * @param of how many samples there were
     * @param windows the long tasks; null if all samples are kept
     * @param saved by how many bytes the profile is shorter
     */
    record Reduction(int samples, int of, @Nullable LongTaskWindows windows, long saved) {}

    /**
     * The long tasks whose samples are kept.
     *
     * @param count how many there are; tasks that touch are one
     * @param isListed whether they come from a list in the profile, or else from its samples
     */
    record LongTaskWindows(int count, boolean isListed) {}
  }

  /** A profile that can be summed up for people. */
  interface SummarisedProfile {
    /** The most entries of each list of a summary. */
    int MAX_ENTRIES = 200;

    /**
     * Returns a summary as a JSON object in UTF-8.
     *
     * @param answers like in {@link Profile#write}
     * @param report serialised JSON that becomes the member {@code symbolication}; null for none
     * @throws IOException if the body's bytes cannot be read
     * @throws Allowance.Exceeded if too little memory is left
     */
    byte[] summary(
        Function<ProfileFrame, @Nullable OriginalFrame> answers, byte @Nullable [] report)
        throws IOException;
  }
}
