package dev.symbolicator.symbols;

import dev.symbolicator.javascript.LineComments;
import dev.symbolicator.memory.Allowance;
import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Returns whether a text that looks like a single-line comment is one, by the offset of its first
 * byte. The script is scanned at the first question. If it is not understood, or is too large for
 * the memory, all such texts count as comments.
 */
public final class ScriptComments implements IntPredicate {
  private final byte[] script;
  private final Allowance allowance;
  private boolean isScanned;
  private @Nullable LineComments comments;

  public ScriptComments(byte[] script, Allowance allowance) {
    this.script = script;
    this.allowance = allowance;
  }

  @Override
  public boolean test(int offset) {
    try {
      if (!isScanned) {
        isScanned = true;
        String text = allowance.decode(script);
        allowance.take((long) Character.BYTES * text.length());
        comments = LineComments.of(text, allowance);
      }
      return comments == null || comments.beginsAt(units(offset));
    } catch (Allowance.Exceeded tooLarge) {
      return true;
    }
  }

  private int units(int offset) {
    try (Allowance part = allowance.part()) {
      part.take((long) Character.BYTES * offset);
      return new String(script, 0, offset, StandardCharsets.UTF_8).length();
    }
  }
}
