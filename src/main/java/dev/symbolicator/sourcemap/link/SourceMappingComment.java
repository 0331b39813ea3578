package dev.symbolicator.sourcemap.link;

import dev.symbolicator.sourcemap.link.SourceMappingUrl.LinkPlace;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A comment that names a script's map, found but not read. Its URL may hold a whole map, so a
 * caller can reserve memory before {@link #read()}.
 */
public final class SourceMappingComment {
  private final byte[] script;
  private final int from;
  private final int end;
  private final LinkPlace place;

  /** Takes the bytes of the script from {@code from} to before {@code end} as the URL. */
  SourceMappingComment(byte[] script, int from, int end, LinkPlace place) {
    this.script = script;
    this.from = from;
    this.end = end;
    this.place = place;
  }

  /**
   * Finds the comment as {@link SourceMappingUrl} describes; allocates next to nothing. A comment
   * in the midst of the script is found by its look, and may be part of a string.
   *
   * @param script the script in UTF-8
   * @return null if there is none, or its URL is empty, which says that there is no map
   */
  public static @Nullable SourceMappingComment find(byte[] script) {
    return find(script, comment -> true);
  }

  /**
   * Like {@link #find(byte[])}, but a comment in the midst of the script counts only if it is one.
   *
   * @param isReal tells by the offset of two slashes, in bytes, whether a comment begins there
   */
  public static @Nullable SourceMappingComment find(byte[] script, IntPredicate isReal) {
    SourceMappingComment comment = StandardUrlComment.find(script);
    if (comment == null) {
      comment = V8UrlComment.find(script, isReal);
    }
    return comment == null || comment.length() == 0 ? null : comment;
  }

  /** Returns the length of the URL in bytes. */
  public int length() {
    return end - from;
  }

  /** Copies the URL out of the script. */
  public SourceMappingUrl read() {
    return new SourceMappingUrl(ScriptText.decode(script, from, end), place);
  }
}
