package dev.symbolicator.timeline;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.util.ArrayList;
import java.util.List;

/** The functions of a profile, by 0-based numbers. Two functions may have one name. */
public final class FunctionList {
  public static final int NO_FRAME = -1;
  private static final long NAME = 72;

  private final Allowance memory;
  private final List<String> names = new ArrayList<>();
  private final Ints frames;

  public FunctionList(Allowance memory) {
    this.memory = memory;
    frames = new Ints(memory);
  }

  /**
   * Adds a function with the index of a frame, or {@link #NO_FRAME}; returns its number. The name
   * may be empty.
   */
  public int add(String name, int frame) {
    memory.take(NAME + 2L * name.length());
    names.add(name);
    frames.add(frame);
    return names.size() - 1;
  }

  public int size() {
    return names.size();
  }

  public String name(int function) {
    return names.get(function);
  }

  public int frame(int function) {
    return frames.get(function);
  }
}
