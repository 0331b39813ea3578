package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.symbols.SymbolLookup.NameCheck;
import dev.symbolicator.symbols.SymbolLookup.StartFit;
import org.jspecify.annotations.Nullable;

/**
 * A byte for the name that V8 gives to a generated function: a frame of another build rarely has
 * the name of the function that starts at its position.
 */
final class NameWitness {
  /** The function's name is not known, or differs between versions of V8. */
  static final int NONE = 0;

  static final int ANONYMOUS = 1;

  private static final String PLACEHOLDER = "anonymous";
  private static final int ACCESSOR_LENGTH = "get ".length();

  /** The least length of a name that few functions of a minified script share. */
  private static final int LONG = 2;

  /** The longest name that is compared; V8 may cut off longer ones. */
  private static final int LONGEST = 256;

  private static final int FIRST_HASH = 2;
  private static final int HASHES = 256 - FIRST_HASH;
  private static final int GOLDEN_RATIO = 0x9E3779B9;

  private NameWitness() {}

  static int of(String name) {
    if (name.isEmpty()) {
      return ANONYMOUS;
    }
    int hash = (name.hashCode() * GOLDEN_RATIO) >>> Short.SIZE;
    return FIRST_HASH + ((hash * HASHES) >>> Short.SIZE);
  }

  /**
   * Returns the name that V8 gives to a generated function; null for initialisers and implicit
   * constructors, which versions of V8 name differently, and where two functions with different
   * names start.
   */
  static @Nullable String name(Outline outline, int row) {
    boolean isShared = isAt(outline, row - 1, row) || isAt(outline, row + 1, row);
    if (isShared) {
      return null;
    }
    return switch (outline.kind(row)) {
      case CLASS, INSTANCE_FIELDS, STATIC_FIELDS -> null;
      default -> outline.name(row, NameStyle.V8).text();
    };
  }

  /** Only names that a text can spell are compared, since tools make up {@code (anonymous)}. */
  static StartFit fit(int witness, String name, NameCheck check) {
    if (witness == NONE || check == NameCheck.NONE) {
      return StartFit.FUNCTION;
    }
    if (witness == of(name)) {
      return name.length() < LONG ? StartFit.FUNCTION : StartFit.SAME_NAME;
    }
    boolean mayDescribe = witness == ANONYMOUS && check == NameCheck.NAMED;
    return mayDescribe || !isSpelled(name) ? StartFit.FUNCTION : StartFit.OTHER_NAME;
  }

  private static boolean isSpelled(String name) {
    boolean isAccessor = name.startsWith("get ") || name.startsWith("set ");
    for (int i = isAccessor ? ACCESSOR_LENGTH : 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c != '#' && !Character.isJavaIdentifierPart(c)) {
        return false;
      }
    }
    return name.length() <= LONGEST && !name.equals(PLACEHOLDER);
  }

  private static boolean isAt(Outline outline, int other, int row) {
    return other >= 0 && other < outline.size() && outline.start(other) == outline.start(row);
  }
}
