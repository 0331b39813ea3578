package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.symbols.OriginalHeads.Head;
import dev.symbolicator.symbols.OriginalHeads.Part;
import org.jspecify.annotations.Nullable;

/**
 * Decides for which positions of an unknown script a segment answers: for its own position, and for
 * some before it. At one of them, V8 reports the function in whose head the segment stands.
 *
 * <p>A wrong name is worse than none. So no other function may be within reach:
 *
 * <ul>
 *   <li>A segment at a function's start or beginning answers for its own position. A declaration's
 *       beginning does not: builders map {@code () => declared} to the declaration.
 *   <li>A segment between the start and the body, as in the parameters, answers for positions up to
 *       {@value #NEAR} columns before it. Segments further away may belong to the body of another
 *       function, which may begin with an inner function or with an inlined one. If the segment
 *       before is in the same parameters, a default value may hold a function that starts between
 *       the two.
 *   <li>If the segment before stands at the same function's beginning, name or start, the segment
 *       answers for all positions between the two, up to {@value #BETWEEN} columns before it.
 *   <li>A class or its fields answer for their own position only, since that is where V8 reports
 *       them. If the segment before belongs to the same beginning, the position is that of a
 *       constructor or wrapper that a builder made.
 * </ul>
 */
final class HeadReach {
  /** Stands for a segment that answers for no position. */
  static final int NOWHERE = -1;

  /** Columns from a parenthesis to the first parameter. */
  static final int PARENTHESIS = 1;

  /** The body of {@code (){}} or {@code x=>1} begins 3 columns behind the function's start. */
  static final int NEAR = 2;

  /** The parameter of {@code (...a)=>1} is 4 columns behind the function's start. */
  static final int BETWEEN = 4;

  private HeadReach() {}

  /**
   * Returns how many columns before a segment a function may start.
   *
   * @param head the head in which the segment stands
   * @param before the head in which the segment before stands; null for none on the line
   * @return {@link #NOWHERE} if the segment does not even answer for its own position
   */
  static int of(Head head, @Nullable Head before) {
    Part partBefore = before != null && before.function() == head.function() ? before.part() : null;
    boolean isBehindParameters = partBefore == Part.PARAMETERS;
    boolean isBetween = partBefore != null && !isBehindParameters;
    if (!FunctionResolver.isFunction(head.kind())) {
      return isStart(head) && !isBetween ? 0 : NOWHERE;
    }
    if (isBetween) {
      return BETWEEN;
    }
    if (head.part() == Part.PARAMETERS) {
      return isBehindParameters ? NOWHERE : NEAR;
    }
    return isStart(head) ? 0 : NOWHERE;
  }

  private static boolean isStart(Head head) {
    return head.part() == Part.START
        || (head.part() == Part.BEGINNING && head.kind() != FunctionKind.DECLARATION);
  }
}
