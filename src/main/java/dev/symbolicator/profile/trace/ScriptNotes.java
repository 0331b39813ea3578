package dev.symbolicator.profile.trace;

import dev.symbolicator.profile.BodyBytes;
import dev.symbolicator.profile.scan.UnreadableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A script of which events tell, in several of them. */
final class ScriptNotes {
  private static final int PIECE = 64;
  private static final int COMPARED = 1 << 14;

  /** A piece of the text: a JSON string within its quotes. */
  private record Piece(long from, long to) {}

  private final List<Piece> pieces = new ArrayList<>();
  private int pieceCount;
  private boolean isTextUnusable;
  private @Nullable String url;
  private @Nullable String sourceUrl;
  private @Nullable String sourceMapUrl;

  /** Sets the URLs. */
  void name(String newUrl, @Nullable String newSourceUrl, @Nullable String newMapUrl) {
    url = newUrl.isEmpty() ? url : newUrl;
    sourceUrl = newSourceUrl == null || newSourceUrl.isEmpty() ? sourceUrl : newSourceUrl;
    sourceMapUrl = newMapUrl == null ? sourceMapUrl : newMapUrl;
  }

  /** Returns the URL that positions have; null if no event named it. */
  @Nullable String shownUrl() {
    return sourceUrl == null ? url : sourceUrl;
  }

  /** Returns the URL of the file; null if no event named it. */
  @Nullable String url() {
    return url;
  }

  @Nullable String sourceMapUrl() {
    return sourceMapUrl;
  }

  /** Lines and columns of such a script do not count from the text's beginning. */
  void beginsWithinFile() {
    isTextUnusable = true;
  }

  /**
   * Adds a piece of the text. A piece that was added before is ignored.
   *
   * @param index the 0-based index of the piece
   * @param count how many pieces there are
   */
  void addPiece(int index, int count, long from, long to, TraceMemory charge)
      throws UnreadableException {
    if (index < pieces.size()) {
      return;
    }
    isTextUnusable |= index > pieces.size() || (pieceCount > 0 && pieceCount != count);
    pieceCount = count;
    if (!isTextUnusable) {
      charge.take(PIECE);
      pieces.add(new Piece(from, to));
    }
  }

  boolean hasText() {
    return !isTextUnusable && pieceCount > 0 && pieces.size() == pieceCount;
  }

  /** Opens the text's JSON without quotes. */
  private InputStream json(BodyBytes body) {
    return new SequenceInputStream(
        Collections.enumeration(
            pieces.stream()
                .map(piece -> (InputStream) new BodyRange(body, piece.from, piece.to))
                .collect(Collectors.toList())));
  }

  /** Opens the text in UTF-8. */
  InputStream text(BodyBytes body) {
    return new StringBytes(json(body));
  }

  private long jsonSize() {
    return pieces.stream().mapToLong(piece -> piece.to - piece.from).sum();
  }

  /** Tells whether two texts are written in the same way. */
  boolean hasTextOf(ScriptNotes other, BodyBytes body) throws IOException {
    if (!hasText() || !other.hasText() || jsonSize() != other.jsonSize()) {
      return false;
    }
    try (InputStream ours = json(body);
        InputStream theirs = other.json(body)) {
      while (true) {
        byte[] one = ours.readNBytes(COMPARED);
        if (!Arrays.equals(one, theirs.readNBytes(COMPARED))) {
          return false;
        }
        if (one.length == 0) {
          return true;
        }
      }
    }
  }
}
