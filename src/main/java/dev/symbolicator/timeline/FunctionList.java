package dev.symbolicator.timeline;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.util.ArrayList;
import java.util.List;

/** The functions of a profile, by 0-based numbers. Two functions may have one name. */
public final class FunctionList {
  /** Stands for a function that is in no script. */
  public static final int NO_FRAME = -1;

  /** Heap bytes of a name and its place in a list that doubles, without its characters. */
  private static final long NAME = 72;

  private final Allowance memory;
  private final List<String> names = new ArrayList<>();
  private final Ints frames;

  /** Makes an empty list. */
  public FunctionList(Allowance memory) {
    this.memory = memory;
    frames = new Ints(memory);
  }

  /**
   * Adds a function.
   *
   * @param name as the profile gives it; empty if there is none
   * @param frame the index of a frame of the profile with this function; {@link #NO_FRAME} if the
   *     function is in no script
   * @return the function's number
   * @throws Allowance.Exceeded if too little memory is left
   */
  public int add(String name, int frame) {
    memory.take(NAME + 2L * name.length());
    names.add(name);
    frames.add(frame);
    return names.size() - 1;
  }

  /** Returns the number of functions. */
  public int size() {
    return names.size();
  }

  /** Returns the name of a function; empty if there is none. */
  public String name(int function) {
    return names.get(function);
  }

  /** Returns the index of a frame of the profile with a function, or {@link #NO_FRAME}. */
  public int frame(int function) {
    return frames.get(function);
  }
}
