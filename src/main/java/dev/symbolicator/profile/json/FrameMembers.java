package dev.symbolicator.profile.json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Finds the members of frames by their names. The frames of a profile mostly have their members in
 * one order and spelling, so the name that followed in the frame before is compared first.
 */
final class FrameMembers {
  /** Stands for a member of another name. */
  static final int UNKNOWN = -1;

  /** Stands for the closing brace. */
  static final int END = -2;

  private final List<String> names;
  private final byte[][] spellings;

  /** The last follower of each member, behind that of {@link #UNKNOWN}. */
  private final int[] followers;

  FrameMembers(List<String> names) {
    this.names = names;
    spellings = new byte[names.size()][];
    for (int i = 0; i < spellings.length; i++) {
      spellings[i] = ("\"" + names.get(i) + "\":").getBytes(StandardCharsets.UTF_8);
    }
    followers = new int[names.size() + 1];
  }

  /** Returns a member's name in quotes, with the colon. */
  byte[] spelling(int member) {
    return spellings[member];
  }

  /** Returns the index of a member; {@link #UNKNOWN} for another name. */
  int index(String name) {
    return names.indexOf(name);
  }

  /**
   * Moves to the next member's value, or to the closing brace.
   *
   * @param before the index of the frame's member that was found last; {@link #UNKNOWN} for none
   * @return the member's index, {@link #UNKNOWN} or {@link #END}
   */
  int next(JsonCursor json, int before) throws IOException {
    int member = followers[before + 1];
    if (!json.nextName(spellings[member])) {
      if (json.next() == JsonToken.END_OBJECT) {
        return END;
      }
      member = index(json.name());
      if (member != UNKNOWN) {
        followers[before + 1] = member;
      }
    }
    json.next();
    return member;
  }
}
