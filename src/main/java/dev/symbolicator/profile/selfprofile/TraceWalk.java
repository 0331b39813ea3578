package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.json.JsonCursor;
import dev.symbolicator.profile.json.JsonText;
import dev.symbolicator.profile.json.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Passes once more over the members of a trace that was read, and of the object around. */
abstract class TraceWalk {
  private static final String TRACE = "trace";

  private final boolean isWrapped;

  /** Stands at the current value. */
  protected final JsonCursor json;

  /**
   * Begins at the outermost object.
   *
   * @param isWrapped whether the trace is the member {@code trace} of that object
   */
  TraceWalk(JsonText text, boolean isWrapped, ProfileLimits limits) {
    this.isWrapped = isWrapped;
    json = new JsonCursor(text.withoutByteOrderMark(), limits);
  }

  /**
   * Reads the value of a member of the trace, or of the object around, up to the value's end.
   *
   * @param isInTrace false for a member of the object around
   */
  protected abstract void readMember(String member, boolean isInTrace) throws IOException;

  /** Passes over all members. */
  final void walk() {
    try {
      json.next();
      readObject(!isWrapped);
    } catch (IOException impossible) {
      throw new UncheckedIOException("The text was read before.", impossible);
    }
  }

  private void readObject(boolean isTrace) throws IOException {
    while (json.next() != JsonToken.END_OBJECT) {
      String member = json.name();
      json.next();
      if (!isTrace && member.equals(TRACE)) {
        readObject(true);
      } else {
        readMember(member, isTrace);
      }
    }
  }
}
