package dev.symbolicator.profile;

import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.TimedProfile;
import dev.symbolicator.timeline.Timeline;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A profile that was read: its scripts, its frames, and a way to write it with original positions.
 * Every byte that does not have to change is written as received. Immutable and thread-safe.
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

  /** Returns where the names of the frames come from; those of starts are compared with it. */
  default NameOrigin nameOrigin() {
    return NameOrigin.OTHER;
  }

  /**
   * Returns the build of a script by its index, as far as the profile says. A value for this script
   * alone counts before one for all, one in a trace before one beside it.
   */
  ScriptBuild build(int script);

  /**
   * Returns the source map that came with the profile for a script by its index; null if none did.
   */
  default @Nullable EmbeddedScript embedded(int script) throws IOException {
    return null;
  }

  /**
   * Returns the ways to read a profile that does not tell from which number its lines and columns
   * count, each of the same frames; its own frames have no positions then. Empty for others.
   */
  default List<Profile> readings() {
    return List.of();
  }

  /** Returns the frames that lie in a script, in the profile's order, also without a position. */
  List<ProfileFrame> frames();

  /**
   * Returns whether a frame has the type of its receiver before its name, as in V8's stack texts.
   * It is answered with the class of the method then, as in {@code Basket.add}.
   */
  default boolean hasReceiver(ProfileFrame frame) {
    return false;
  }

  /**
   * Returns the most times that a rewritten frame spells out its source; 0 if frames refer to a
   * list of sources.
   */
  default int sourcesPerFrame() {
    return 0;
  }

  /** Returns what the reader of a report should know of this profile, as sentences. */
  default List<String> notes() {
    return List.of();
  }

  /**
   * Writes the profile with original frames. A frame keeps its bytes if the answer is null, or
   * without a position.
   *
   * @param answers called at least once for each frame with a position; always gives the same
   *     answer for a frame
   * @param report a JSON object for the member {@code symbolication} of the outermost object; null
   *     for none. A format without room for a report leaves it out.
   * @param out flushed, not closed
   */
  void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      OutputStream out)
      throws IOException;

  /**
   * The source map of a script, its URL as the profile spells it, maybe relative, and the script's
   * text. They are the sender's word: they may answer the sender, and nobody else.
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
   * The build of a script, as far as a profile says: the debug ID as spelled; the SHA-256 of the
   * script's text, 64 lower-case hexadecimal digits.
   */
  record ScriptBuild(@Nullable String release, @Nullable String debugId, @Nullable String sha256) {

    public ScriptBuild(@Nullable String release, @Nullable String debugId) {
      this(release, debugId, null);
    }
  }

  /**
   * A frame of a profile that lies in a script; both have indices in the profile. Line and column
   * are 0-based in every format, in UTF-16 units; -1 if there is none, or one that no script can
   * have. The name is empty if there is none.
   */
  record ProfileFrame(int index, int script, int line, int column, String name, PositionKind kind) {

    public ProfileFrame(int index, int script, int line, int column, String name) {
      this(index, script, line, column, name, PositionKind.START);
    }

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
   * The original of a frame: its source as written into the profile, 0-based position in UTF-16
   * units, and name, null to keep the profile's. {@code hasPlainName} if that is known to be of
   * printable ASCII that JSON does not escape.
   */
  record OriginalFrame(
      String source, int line, int column, @Nullable String name, boolean hasPlainName) {

    public OriginalFrame(String source, int line, int column, @Nullable String name) {
      this(source, line, column, name, false);
    }

    public OriginalFrame {
      if (line < 0 || line == Integer.MAX_VALUE || column < 0 || column == Integer.MAX_VALUE) {
        throw new IllegalArgumentException("Not a position: " + line + ":" + column);
      }
    }
  }

  /**
   * Which original function a frame is, as answers write it: {@code docs/identity.md}; each is null
   * if it is not known, and the role for a function that has a name. The stability is {@code none}
   * without an id.
   */
  record FrameIdentity(
      @Nullable String id,
      @Nullable String packageName,
      @Nullable String path,
      @Nullable String origin,
      @Nullable String role,
      @Nullable String qualified,
      @Nullable String version,
      String stability) {
    /** Heap bytes beside the characters, which frames share. */
    public static final long BYTES = 64;

    /** Returns the texts of annotations in the order of the record: without the last two. */
    public List<@Nullable String> values() {
      return Arrays.asList(id, packageName, path, origin, role, qualified);
    }
  }

  /** A profile with a list of frames to which columns of their functions can be aligned. */
  interface AnnotatedProfile extends Profile {
    /** Returns why the profile cannot be annotated; null if it can. */
    @Nullable ProfileReading annotationProblem();

    /** Returns the length of the list, which also holds frames without a script. */
    int entries();

    /** Returns the index of a frame in the list; negative for one that is not in it. */
    int entry(ProfileFrame frame);

    /**
     * Like {@link Profile#write}.
     *
     * @param functions a JSON object for the member {@code functions} of the outermost object; null
     *     for none
     */
    void write(
        Function<ProfileFrame, @Nullable OriginalFrame> answers,
        byte @Nullable [] report,
        byte @Nullable [] functions,
        OutputStream out)
        throws IOException;
  }

  /** A profile whose samples can be interpreted: a call tree, and the time of each sample. */
  interface TimedProfile extends Profile {
    /** Returns the JSON text in which the profile lies, with what its sender put around it. */
    JsonText text();

    /** Returns the release that the profile names for all its scripts; null for none. */
    @Nullable String release();

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

    sealed interface TimelineReading {
      /** The times count from a Unix time in milliseconds; null if unknown. */
      record ReadTimeline(Timeline timeline, @Nullable Double timeOrigin)
          implements TimelineReading {}

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
     * The samples to keep: those of tasks of at least {@code longTaskMillis}, or all for 0; and
     * whether time stamps are rounded to microseconds.
     */
    record ReductionOptions(int longTaskMillis, boolean roundsTimes) {
      /** Removes only what no sample uses. */
      public static final ReductionOptions UNUSED_ONLY = new ReductionOptions(0, false);
    }

    sealed interface ReductionReading {
      @SuppressWarnings("ArrayRecordComponent") // Never compared.
      record ReducedProfile(byte[] body, Reduction reduction) implements ReductionReading {}

      record UnreducedProfile(ProfileReading problem) implements ReductionReading {}
    }

    /**
     * How many of the samples are kept, for which long tasks (null for all), and by how many bytes
     * the profile is shorter.
     */
    record Reduction(int samples, int of, @Nullable LongTaskWindows windows, long saved) {}

    /**
     * The long tasks whose samples are kept (tasks that touch are one), and whether the profile
     * lists them.
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
