package dev.symbolicator.sourcemap.functions;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A scope of a made-up source, with the scopes inside it.
 *
 * @param start the start, as line times {@link #WIDTH} plus column
 * @param end the position behind the last character
 * @param isFunction whether the scope is a function
 * @param name the name's index, -1 if there is none
 */
record ScopeTree(int start, int end, boolean isFunction, int name, List<ScopeTree> children) {

  static final int LINES = 6;
  static final int COLUMNS = 20;
  private static final int WIDTH = COLUMNS + 1;
  private static final int OUTSIDE = -2;

  static int line(int position) {
    return position / WIDTH;
  }

  static int column(int position) {
    return position % WIDTH;
  }

  /**
   * Returns a tree of up to fifteen scopes. If scopes may touch, several may begin or end at one
   * position.
   */
  static ScopeTree random(Random random, boolean touching, boolean onlyFunctions) {
    int scopes = 1 + random.nextInt(15);
    List<Integer> positions = new ArrayList<>(IntStream.range(0, LINES * WIDTH).boxed().toList());
    Collections.shuffle(positions, random);
    if (touching) {
      positions.replaceAll(position -> position - position % 3);
    }
    List<Integer> sorted = positions.subList(0, 2 * scopes).stream().sorted().toList();
    return random(sorted, random, onlyFunctions);
  }

  private static ScopeTree random(List<Integer> positions, Random random, boolean onlyFunctions) {
    List<ScopeTree> children = new ArrayList<>();
    int last = positions.size() - 1;
    int at = 1;
    while (at < last) {
      int length = 2 * (1 + random.nextInt((last - at) / 2));
      children.add(random(positions.subList(at, at + length), random, onlyFunctions));
      at += length;
    }
    boolean isFunction = onlyFunctions || random.nextInt(3) > 0;
    int name = onlyFunctions ? random.nextInt(5) : random.nextInt(6) - 1;
    return new ScopeTree(positions.get(0), positions.get(last), isFunction, name, children);
  }

  /**
   * Returns the innermost function's name at a position; {@code -} if there is no function or no
   * name.
   */
  String at(int line, int column, boolean withEnd, List<String> names) {
    int name = innermost(line * WIDTH + column, withEnd, OUTSIDE);
    return name < 0 ? "-" : names.get(name);
  }

  private int innermost(int position, boolean withEnd, int around) {
    if (position < start || position > end || (position == end && !withEnd)) {
      return around;
    }
    int found = isFunction ? name : around;
    for (ScopeTree child : children) {
      int inner = child.innermost(position, withEnd, OUTSIDE);
      found = inner == OUTSIDE ? found : inner;
    }
    return found;
  }

  /** Returns this scope and all scopes inside it, in the order of their starts. */
  List<ScopeTree> all() {
    List<ScopeTree> all = new ArrayList<>(List.of(this));
    children.forEach(child -> all.addAll(child.all()));
    return all;
  }
}
