package dev.symbolicator.profile;

/**
 * A frame of a profile that lies in a script.
 *
 * @param index the frame's index in {@link Profile#frames()}
 * @param script the script's index in {@link Profile#scripts()}
 * @param line the generated line, 0-based in every format; -1 if the frame has none, or one that no
 *     script can have
 * @param column the generated column, 0-based, in UTF-16 code units; -1 as for the line
 * @param name the function's name as the profile gives it; empty if there is none
 * @param kind the kind of the position
 */
public record ProfileFrame(
    int index, int script, int line, int column, String name, PositionKind kind) {

  /** Makes a frame whose position is the start of its function. */
  public ProfileFrame(int index, int script, int line, int column, String name) {
    this(index, script, line, column, name, PositionKind.START);
  }

  /** Returns this frame with other indices. */
  ProfileFrame moved(int newIndex, int newScript) {
    return new ProfileFrame(newIndex, newScript, line, column, name, kind);
  }

  /** Tells whether the frame has a line and a column. Only such a frame can be rewritten. */
  public boolean hasPosition() {
    return line >= 0 && column >= 0;
  }
}
