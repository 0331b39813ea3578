package dev.symbolicator.javascript;

import dev.symbolicator.javascript.NameTexts.Contexts;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Tokens.Token;
import dev.symbolicator.memory.Allowance;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The syntax between each function and the function, class or namespace around it, as far as people
 * tell functions apart by it: what they are assigned to, their keys, the call that they are passed
 * to.
 */
public final class FunctionParts {
  /** The number of the text's top level among {@link #container containers}. */
  public static final int TOP_LEVEL = -1;

  /** Of more names, the first and the last ones are kept. */
  public static final int MOST_NAMES = 16;

  private final Outline outline;
  private final int[] containers;
  private final int[] memberBegins;
  private final Parts[] parts;
  private final List<Namespace> namespaces;
  private final FunctionRows rows;
  private final Tokens tokens;
  private final NameTexts texts;
  private final Contexts contexts;
  private final long[] order;

  private FunctionParts(Outline outline, PartsWalk walk) {
    this.outline = outline;
    containers = walk.containers;
    memberBegins = walk.memberBegins;
    parts = walk.parts;
    namespaces = walk.namespaces;
    rows = walk.rows;
    tokens = walk.tokens;
    texts = walk.texts;
    order = walk.order;
    contexts = new Contexts(tokens, rows);
  }

  static FunctionParts of(
      Outline outline, Tokens tokens, FunctionRows rows, NameTexts texts, Allowance allowance) {
    PartsWalk walk = new PartsWalk(tokens, rows, texts, allowance);
    walk.run();
    return new FunctionParts(outline, walk);
  }

  /** Returns how many containers there may be: the outline's rows, and behind them namespaces. */
  public int size() {
    return outline.size() + namespaces.size();
  }

  /** Tells whether a number is that of a TypeScript namespace, and not of an outline's row. */
  public boolean isNamespace(int number) {
    return number >= outline.size();
  }

  /**
   * Returns the row of the innermost function or class around a row or namespace, or the number of
   * the namespace around it, or {@link #TOP_LEVEL}.
   */
  public int container(int number) {
    return isNamespace(number)
        ? namespaces.get(number - outline.size()).container
        : containers[number];
  }

  /** Returns the parts of a row or namespace. Fields have none. */
  public Parts parts(int number) {
    return isNamespace(number)
        ? new Parts(List.of(namespaces.get(number - outline.size()).name), null, null)
        : parts[number];
  }

  /** Tells whether a row is the constructor that a class writes. */
  public boolean isConstructor(int row) {
    return rows.kind(row) == FunctionKind.METHOD && contexts.isConstructor(row, texts);
  }

  public boolean isGetter(int row) {
    return isAccessor(row, "get ");
  }

  public boolean isSetter(int row) {
    return isAccessor(row, "set ");
  }

  private boolean isAccessor(int row, String accessor) {
    return rows.kind(row) == FunctionKind.METHOD && contexts.accessor(row).equals(accessor);
  }

  /** Tells whether a row is a static method of a class. */
  public boolean isStatic(int row) {
    if (rows.kind(row) != FunctionKind.METHOD || rows.owner(row) < 0) {
      return false;
    }
    int key = tokens.firstOfKey(rows.key(row));
    for (int token = rows.first(row); token < key; token++) {
      if (tokens.is(token, "static")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the offset at which a row's text begins: a method's modifiers, a class's decorators.
   */
  public int begin(int row) {
    return tokens.start(rows.first(row));
  }

  /** Returns the offset at which a class's member begins, with its decorators. */
  public int memberBegin(int row) {
    return memberBegins[row];
  }

  /** Returns the row at a place in the order of {@link #begin}. */
  public int inTextOrder(int place) {
    return (int) order[place];
  }

  /** Returns the place in this order of the first row that begins at an offset or behind it. */
  public int placeFrom(int offset) {
    return PartsWalk.placeFrom(tokens.firstFrom(offset), order);
  }

  /** Returns the offset of what a class extends; -1 if it extends nothing. */
  public int heritage(int row) {
    int word = extendsWord(row);
    return word < 0 ? -1 : tokens.start(word + 1);
  }

  /** Returns the offset of the last token of what a class extends, without arguments of types. */
  public int heritageLast(int row) {
    return tokens.start(tokens.match(rows.last(row)) - 1);
  }

  private int extendsWord(int row) {
    int open = rows.kind(row) == FunctionKind.CLASS ? tokens.match(rows.last(row)) : -1;
    if (open < 0) {
      return -1;
    }
    int key = rows.key(row);
    int word = Math.max(rows.first(row), tokens.firstFrom(rows.start(row)));
    int behind = key < 0 ? word + 1 : key + 1;
    return tokens.type(behind) == Token.EXTENDS && behind + 1 < open ? behind : -1;
  }

  /**
   * What tells a function from others in its container.
   *
   * @param names what it is assigned to and its keys, or else its own name; outermost first
   * @param role what describes a function whose innermost part is no name; null for others
   * @param holder the innermost identifier, member or pattern that it is assigned to, or its own
   *     name; null if there is neither
   */
  public record Parts(List<String> names, @Nullable Role role, @Nullable String holder) {
    static final Parts NONE = new Parts(List.of(), null, null);

    /** Makes the parts of a function. */
    public Parts {
      names = List.copyOf(names);
    }
  }

  /**
   * The place of a function in the expression around it.
   *
   * @param text such as {@code useEffect}, {@code new Promise}, {@code <Button onClick>}, {@code
   *     return} or {@code iife}; it may be empty for a call
   * @param argument the 0-based number of the call's argument; -1 if it is none
   * @param literal the value of the first string among the arguments before; null without one
   */
  public record Role(String text, int argument, @Nullable String literal) {}

  record Namespace(String name, int container) {}
}
