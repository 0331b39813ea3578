package dev.symbolicator.maps;

import dev.symbolicator.maps.objects.BlobId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads parts of an entry that {@link EntryRowWriter} has written as one array of bytes. An entry
 * as objects would take about four times the heap.
 *
 * <pre>
 *  0  ID             56  directory   68  prefixes   80  flags
 * 16  upload time    60  release     72  project    81  debug ID, hash of the script, content hash
 * 24  hash of map    64  dist        76  token          unless equal to it, as the flags say
 * </pre>
 *
 * <p>The sizes of map and script follow in groups of 7 bits, then the file name with the query.
 * Directory, release, dist, prefixes, project and token are numbers of {@link SharedValues}.
 */
final class EntryRow {
  private static final int LOW_AT = 8;
  private static final int TIME_AT = 16;
  private static final int MAP_AT = 24;
  private static final int DIRECTORY_AT = 56;
  private static final int RELEASE_AT = 60;
  private static final int DIST_AT = 64;
  private static final int PREFIXES_AT = 68;
  private static final int PROJECT_AT = 72;
  private static final int TOKEN_AT = 76;
  private static final int FLAGS_AT = 80;
  static final int PARTS_AT = 81;
  static final int HASH = 32;
  static final int DEBUG_ID = 16;

  static final int HAS_DEBUG_ID = 1;
  static final int HAS_TEXT = 2;
  static final int HAS_CONTENT = 4;
  static final int HAS_CONTENT_OF_TEXT = 8;

  static final int GROUP_BITS = 7;
  static final int GROUP = (1 << GROUP_BITS) - 1;

  private static final Pattern HEX_HASH = Pattern.compile("[0-9a-fA-F]{64}");

  private EntryRow() {}

  private static long number(ByteBuffer in) {
    long number = 0;
    for (int shift = 0; ; shift += GROUP_BITS) {
      byte group = in.get();
      number |= (long) (group & GROUP) << shift;
      if (group >= 0) {
        return number;
      }
    }
  }

  /** Reads a whole row. */
  static MapEntry read(byte[] row, String scope, SharedValues shared) {
    ByteBuffer in = ByteBuffer.wrap(row).position(numbersAt(row));
    BlobId map = new BlobId(hex(row, MAP_AT), number(in));
    long textSize = number(in);
    BlobId text = has(row, HAS_TEXT) ? new BlobId(hex(row, textAt(row)), textSize) : null;
    int content = contentAt(row);
    return new MapEntry(
        id(row).toString(),
        scope,
        shared.text(directory(row)) + text(row, in.position()),
        shared.text(release(row)),
        shared.text(dist(row)),
        debugIdText(row),
        shared.text(in.getInt(PROJECT_AT)),
        map,
        text,
        content < 0 ? null : hex(row, content),
        shared.texts(prefixes(row)),
        String.valueOf(shared.text(in.getInt(TOKEN_AT))),
        uploadedAt(row));
  }

  /** Returns where the file name with its query begins. */
  private static int fileAt(byte[] row) {
    int at = numbersAt(row);
    for (int i = 0; i < 2; at++) {
      i += row[at] >= 0 ? 1 : 0;
    }
    return at;
  }

  /** Returns the last segment of the script's URL or path, with the query. */
  static String file(byte[] row) {
    return text(row, fileAt(row));
  }

  static boolean hasFile(byte[] row, byte[] file) {
    return Arrays.equals(row, fileAt(row), row.length, file, 0, file.length);
  }

  /** Returns the sizes of the map and of the script, inflated, in bytes. */
  static long[] sizes(byte[] row) {
    ByteBuffer in = ByteBuffer.wrap(row).position(numbersAt(row));
    return new long[] {number(in), number(in)};
  }

  /** Replaces the numbers of shared values by those that the values have elsewhere. */
  static void renumber(byte[] row, SharedValues from, SharedValues to) {
    ByteBuffer out = ByteBuffer.wrap(row);
    for (int at = DIRECTORY_AT; at < FLAGS_AT; at += Integer.BYTES) {
      out.putInt(at, to.number(from.value(out.getInt(at))));
    }
  }

  private static String text(byte[] row, int from) {
    return new String(row, from, row.length - from, StandardCharsets.UTF_8);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String hex(byte[] row, int at) {
    return HexFormat.of().formatHex(row, at, at + HASH);
  }

  /** Returns the bytes of a hash. A text that is no hash has the bytes of none. */
  static byte[] hash(String sha256) {
    return HEX_HASH.matcher(sha256).matches() ? HexFormat.of().parseHex(sha256) : new byte[HASH];
  }

  /** Returns the bytes of a debug ID. */
  static byte[] debugId(String debugId) {
    UUID id = UUID.fromString(debugId);
    return ByteBuffer.allocate(DEBUG_ID)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  private static boolean has(byte[] row, int flag) {
    return (row[FLAGS_AT] & flag) != 0;
  }

  private static int textAt(byte[] row) {
    return PARTS_AT + (has(row, HAS_DEBUG_ID) ? DEBUG_ID : 0);
  }

  /** Returns where the content hash is; -1 if there is none. */
  private static int contentAt(byte[] row) {
    if (has(row, HAS_CONTENT_OF_TEXT)) {
      return textAt(row);
    }
    return has(row, HAS_CONTENT) ? textAt(row) + (has(row, HAS_TEXT) ? HASH : 0) : -1;
  }

  private static int numbersAt(byte[] row) {
    return textAt(row) + (has(row, HAS_TEXT) ? HASH : 0) + (has(row, HAS_CONTENT) ? HASH : 0);
  }

  static EntryId id(byte[] row) {
    ByteBuffer in = ByteBuffer.wrap(row);
    return new EntryId(in.getLong(0), in.getLong(LOW_AT));
  }

  static long uploadedAt(byte[] row) {
    return ByteBuffer.wrap(row).getLong(TIME_AT);
  }

  static int directory(byte[] row) {
    return ByteBuffer.wrap(row).getInt(DIRECTORY_AT);
  }

  static int release(byte[] row) {
    return ByteBuffer.wrap(row).getInt(RELEASE_AT);
  }

  static int dist(byte[] row) {
    return ByteBuffer.wrap(row).getInt(DIST_AT);
  }

  static int prefixes(byte[] row) {
    return ByteBuffer.wrap(row).getInt(PREFIXES_AT);
  }

  static @Nullable String debugIdText(byte[] row) {
    if (!has(row, HAS_DEBUG_ID)) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(row).position(PARTS_AT);
    return new UUID(in.getLong(), in.getLong()).toString();
  }

  static boolean hasDebugId(byte[] row) {
    return has(row, HAS_DEBUG_ID);
  }

  static boolean hasDebugId(byte[] row, byte[] debugId) {
    return hasDebugId(row)
        && Arrays.equals(row, PARTS_AT, PARTS_AT + DEBUG_ID, debugId, 0, DEBUG_ID);
  }

  static boolean hasContent(byte[] row) {
    return contentAt(row) >= 0;
  }

  static boolean hasContent(byte[] row, byte[] sha256) {
    int at = contentAt(row);
    return at >= 0 && Arrays.equals(row, at, at + HASH, sha256, 0, HASH);
  }

  static boolean hasEqualMap(byte[] row, byte[] other) {
    return Arrays.equals(row, MAP_AT, MAP_AT + HASH, other, MAP_AT, MAP_AT + HASH);
  }

  static boolean hasMap(byte[] row, byte[] sha256) {
    return Arrays.equals(row, MAP_AT, MAP_AT + HASH, sha256, 0, HASH);
  }

  /** Returns 4 bytes of a hash as a key of a table. */
  static int key(byte[] hash) {
    return ByteBuffer.wrap(hash).getInt();
  }

  static int debugIdKey(byte[] row) {
    return idKey(row, PARTS_AT);
  }

  /** Returns a key of the whole ID. The first bytes of a UUID may be a time, equal in a build. */
  static int idKey(byte[] bytes, int at) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return Long.hashCode(31 * in.getLong(at) + in.getLong(at + Long.BYTES));
  }

  static int contentKey(byte[] row) {
    return ByteBuffer.wrap(row).getInt(contentAt(row));
  }

  /** Returns the first 8 bytes of the hashes of map and script; of the map twice without script. */
  static long[] blobKeys(byte[] row) {
    ByteBuffer in = ByteBuffer.wrap(row);
    long map = in.getLong(MAP_AT);
    return new long[] {map, has(row, HAS_TEXT) ? in.getLong(textAt(row)) : map};
  }
}
