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
   * Returns the names of the format's profiles; none for one that is recognised only to be refused.
   */
  List<String> names();

  /** Begins to read an object at whose opening brace the cursor stands. */
  JsonScan scan(ScanContext context);

  /**
   * Reads one object as a profile of one format. Each format is offered all members, in any order,
   * and the most alike is chosen at the end, so problems are kept and returned by {@link #finish}.
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
     * Reads the current value if it belongs to a member of the format; else false, without moving.
     */
    boolean readMember(String member) throws IOException;

    Likeness likeness();

    /** Makes a profile of the members, or returns the first problem. */
    ProfileReading finish(ReportPlace report, Builds builds);
  }

  /**
   * What a scan reads from: {@code json} stands at the object's opening brace; its pointer is of
   * RFC 6901.
   */
  record ScanContext(
      JsonText text, JsonReader json, String pointer, ProfileLimits limits, Allowance memory) {

    ScanContext at(String newPointer) {
      return new ScanContext(text, json, newPointer, limits, memory);
    }
  }
}
