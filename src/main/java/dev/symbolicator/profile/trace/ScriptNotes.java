package dev.symbolicator.profile.trace;

import dev.symbolicator.memory.Sha256;
import dev.symbolicator.profile.BodyBytes;
import dev.symbolicator.profile.scan.UnreadableException;
import dev.symbolicator.profile.trace.TraceScripts.BodyRange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A script of which events tell, in several of them. */
final class ScriptNotes {
  private static final int PIECE = 64;

  /** The most pieces of a text. Chrome cuts texts into pieces of a million characters. */
  static final int MAX_PIECES = 1_000;

  /** A piece of the text: a JSON string within its quotes. */
  private record Piece(long from, long to) {}

  private final List<Piece> pieces = new ArrayList<>();
  private int pieceCount;
  private int nextPiece;
  private long jsonSize;
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
   * Adds a piece of the text. A piece that was added before is ignored. A text of more than {@link
   * #MAX_PIECES} pieces is not used.
   *
   * @param index the 0-based index of the piece
   * @param count how many pieces there are
   */
  void addPiece(int index, int count, long from, long to, TraceMemory charge)
      throws UnreadableException {
    if (index < nextPiece) {
      return;
    }
    isTextUnusable |=
        index > nextPiece || count > MAX_PIECES || (pieceCount > 0 && pieceCount != count);
    pieceCount = count;
    if (isTextUnusable) {
      return;
    }
    nextPiece++;
    if (to > from) {
      charge.take(PIECE);
      pieces.add(new Piece(from, to));
      jsonSize += to - from;
    }
  }

  boolean hasText() {
    return !isTextUnusable && pieceCount > 0 && nextPiece == pieceCount;
  }

  /** Opens the text's JSON without quotes. Each piece is opened when the one before has ended. */
  @SuppressWarnings("JdkObsolete") // SequenceInputStream takes no Iterator.
  private InputStream json(BodyBytes body) {
    Iterator<Piece> left = pieces.iterator();
    return new SequenceInputStream(
        new Enumeration<BodyRange>() {
          @Override
          public boolean hasMoreElements() {
            return left.hasNext();
          }

          @Override
          public BodyRange nextElement() {
            Piece piece = left.next();
            return new BodyRange(body, piece.from, piece.to);
          }
        });
  }

  /** Opens the text in UTF-8. */
  InputStream text(BodyBytes body) {
    return new StringBytes(json(body));
  }

  /** Returns the bytes of the text's JSON without quotes. */
  long jsonSize() {
    return jsonSize;
  }

  /** Returns the SHA-256 of the text's JSON, which is read for this. */
  byte[] jsonSha256(BodyBytes body) throws IOException {
    MessageDigest digest = Sha256.digest();
    try (InputStream json = new DigestInputStream(json(body), digest)) {
      long unused = json.transferTo(OutputStream.nullOutputStream());
    }
    return digest.digest();
  }
}
