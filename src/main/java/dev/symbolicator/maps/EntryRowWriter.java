package dev.symbolicator.maps;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Writes an entry as one array of bytes, as {@link EntryRow} describes. */
final class EntryRowWriter {
  private static final int MOST_NUMBERS = 2 * 10;

  /** The most bytes of a row besides the file name and its query. */
  private static final int MOST_BYTES =
      EntryRow.PARTS_AT + EntryRow.DEBUG_ID + 2 * EntryRow.HASH + MOST_NUMBERS;

  private EntryRowWriter() {}

  /** Returns the most bytes of an entry's row. */
  static int mostBytes(MapEntry entry) {
    ScriptName name = ScriptName.of(entry.script());
    return MOST_BYTES + EntryRow.bytes(name.file() + name.query()).length;
  }

  /** Returns the values that an entry may share with others. */
  static List<Object> sharedValues(MapEntry entry) {
    return Stream.of(
            ScriptName.of(entry.script()).directory(),
            entry.release(),
            entry.dist(),
            entry.prefixes().isEmpty() ? null : entry.prefixes(),
            entry.project(),
            entry.uploadedBy())
        .<Object>mapMulti(
            (value, found) -> {
              if (value != null) {
                found.accept(value);
              }
            })
        .toList();
  }

  static byte[] write(EntryId id, MapEntry entry, SharedValues shared) {
    ScriptName name = ScriptName.of(entry.script());
    byte[] file = EntryRow.bytes(name.file() + name.query());
    ByteBuffer out = ByteBuffer.allocate(MOST_BYTES + file.length);
    out.putLong(id.high()).putLong(id.low()).putLong(entry.uploadedAt());
    out.put(EntryRow.hash(entry.map().sha256()));
    out.putInt(shared.number(name.directory()));
    out.putInt(shared.number(entry.release()));
    out.putInt(shared.number(entry.dist()));
    out.putInt(shared.number(entry.prefixes().isEmpty() ? null : entry.prefixes()));
    out.putInt(shared.number(entry.project()));
    out.putInt(shared.number(entry.uploadedBy()));
    out.put((byte) flags(entry));
    if (entry.debugId() != null) {
      out.put(EntryRow.debugId(entry.debugId()));
    }
    if (entry.text() != null) {
      out.put(EntryRow.hash(entry.text().sha256()));
    }
    if (entry.contentSha256() != null && !isContentOfText(entry)) {
      out.put(EntryRow.hash(entry.contentSha256()));
    }
    putNumber(out, entry.map().size());
    putNumber(out, entry.text() == null ? 0 : entry.text().size());
    out.put(file);
    return Arrays.copyOf(out.array(), out.position());
  }

  private static int flags(MapEntry entry) {
    int flags = entry.debugId() == null ? 0 : EntryRow.HAS_DEBUG_ID;
    if (entry.text() != null) {
      flags |= EntryRow.HAS_TEXT;
    }
    if (entry.contentSha256() != null) {
      flags |= isContentOfText(entry) ? EntryRow.HAS_CONTENT_OF_TEXT : EntryRow.HAS_CONTENT;
    }
    return flags;
  }

  private static boolean isContentOfText(MapEntry entry) {
    return entry.text() != null && entry.text().sha256().equals(entry.contentSha256());
  }

  private static void putNumber(ByteBuffer out, long number) {
    long left = number;
    while (left > EntryRow.GROUP) {
      out.put((byte) (left | ~EntryRow.GROUP));
      left >>>= EntryRow.GROUP_BITS;
    }
    out.put((byte) left);
  }
}
