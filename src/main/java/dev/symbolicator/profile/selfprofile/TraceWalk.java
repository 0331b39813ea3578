package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.ProfileLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Passes once more over the members of a trace that was read, and of the object around. */
abstract class TraceWalk {
  /** The names of the members that lead to the trace. */
  private final List<String> path;

  /** Stands at the current value. */
  protected final JsonReader json;

  /**
   * Begins at the outermost object.
   *
   * @param pointer the JSON pointer of the trace, whose names have no special characters
   */
  TraceWalk(JsonText text, String pointer, ProfileLimits limits) {
    path = pointer.isEmpty() ? List.of() : List.of(pointer.substring(1).split("/", -1));
    json = limits.reader(text.withoutByteOrderMark());
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
      readObject(0);
    } catch (IOException impossible) {
      throw new UncheckedIOException("The text was read before.", impossible);
    }
  }

  private void readObject(int depth) throws IOException {
    boolean isTrace = depth == path.size();
    while (json.next() != Token.END_OBJECT) {
      String member = json.name();
      json.next();
      boolean isAround = !isTrace && member.equals(path.get(depth));
      if (isAround && json.isAt(Token.START_OBJECT)) {
        readObject(depth + 1);
      } else {
        readMember(member, isTrace);
      }
    }
  }
}
