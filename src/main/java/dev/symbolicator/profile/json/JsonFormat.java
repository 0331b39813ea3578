package dev.symbolicator.profile.json;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.Splice.ReportPlace;
import java.io.IOException;
import java.util.List;

/** A profile format that is a JSON object, alone or as the member {@code trace} of another one. */
public interface JsonFormat {
  /**
   * Returns the names that profiles of this format have, such as {@code js-self-profile}. A format
   * that is recognised only to be refused has none.
   */
  List<String> names();

  /** Begins to read an object at whose opening brace the cursor stands. */
  JsonScan scan(ScanContext context);

  /**
   * Reads one object as a profile of one format.
   *
   * <p>Members come in any order, so each format is offered all members of an object, and the most
   * alike format is chosen at the end. Problems are therefore kept, and returned by {@link
   * #finish}.
   */
  interface JsonScan {
    /** Tells how much an object is like a profile of a format. */
    enum Likeness {
      /** The object has no member of the format. */
      NONE,
      /** The object has some members of the format. */
      PARTIAL,
      /** The object is a file of another kind, which is known but not read. */
      FOREIGN,
      /** The object has all members that the format requires. */
      COMPLETE
    }

    /**
     * Reads the current value if it belongs to a member of the format.
     *
     * @return false, without moving the cursor, if the value belongs to none
     * @throws IOException if the text is not JSON, or exceeds a limit of the parser
     */
    boolean readMember(String member) throws IOException;

    /** Returns the likeness of the members that were read so far. */
    Likeness likeness();

    /**
     * Makes a profile of the members, or returns the first problem.
     *
     * @param builds the builds that the object names, or the object around
     */
    ProfileReading finish(ReportPlace report, Builds builds);
  }

  /**
   * What a scan reads from, and within which limits.
   *
   * @param json stands at the opening brace of the object to read
   * @param pointer the object's JSON pointer (RFC 6901)
   */
  record ScanContext(
      JsonText text, JsonReader json, String pointer, ProfileLimits limits, Allowance memory) {

    ScanContext at(String newPointer) {
      return new ScanContext(text, json, newPointer, limits, memory);
    }
  }
}
