package dev.symbolicator.profile;

/**
 * A place in a script, as a profile gives it.
 *
 * @param index the place in {@link Profile#frames()}; whoever answers frames may keep an array by
 *     it
 * @param script an index into {@link Profile#scripts()}
 * @param line the generated line, 0-based whatever the format counts from; -1 where the frame has
 *     none or one that no script can have
 * @param column the generated column, 0-based, in UTF-16 code units; -1 as for the line
 * @param name the function's name as the profile spells it; empty if it gives none
 */
public record ProfileFrame(int index, int script, int line, int column, String name) {
  /** Whether the frame says where in its script it lies. Only such a frame can be rewritten. */
  public boolean hasPosition() {
    return line >= 0 && column >= 0;
  }
}
