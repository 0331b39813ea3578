package dev.symbolicator.api.large;

import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.StreamDecoding;
import dev.symbolicator.memory.ByteBudget;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/** Undoes the content codings of a body that is a stream. */
final class SentBody {
  private SentBody() {}

  /** Tells whether all codings can be undone. */
  static boolean knows(ContentCodings.Supported codings) {
    return codings.applied().stream().allMatch(StreamDecoding::knows);
  }

  /**
   * Returns the content. A body without codings is inflated if its first bytes show a coding.
   *
   * @param codings all {@link #knows known}
   * @param lease charged with the decoders; the caller gives their memory back
   */
  static InputStream content(
      InputStream sent, ContentCodings.Supported codings, ByteBudget.Lease lease) {
    StreamDecoding.Memory memory =
        (bytes, largest) -> lease.grow(bytes + lease.besides(largest)) ? () -> {} : null;
    List<ContentCoding> applied = codings.applied();
    if (applied.isEmpty()) {
      return StreamDecoding.of(sent, null, memory);
    }
    InputStream content = sent;
    for (int i = applied.size() - 1; i >= 0; i--) {
      content = StreamDecoding.of(content, applied.get(i), memory);
    }
    return content;
  }

  /**
   * Returns the first bytes of the content, as many as there are; none if the body is damaged, or
   * there is no memory for a decoder.
   */
  static byte[] head(
      InputStream sent, ContentCodings.Supported codings, ByteBudget.Lease lease, int length) {
    byte[] head = new byte[length];
    int count = 0;
    long before = lease.held();
    try (InputStream content = content(sent, codings, lease)) {
      for (int read = 0; read >= 0 && count < length; count += Math.max(0, read)) {
        read = content.read(head, count, length - count);
      }
    } catch (IOException cutOffOrDamaged) {
      return Arrays.copyOf(head, count);
    } finally {
      lease.shrinkTo(before);
    }
    return Arrays.copyOf(head, count);
  }
}
