package dev.symbolicator.tables;

import dev.symbolicator.store.StoreKey;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.url.WebUrl;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes compiled scripts as they are stored: the length of the map's detail (4 bytes,
 * little-endian), the detail, and the symbol table's block.
 */
final class TableCodec {
  private TableCodec() {}

  /**
   * Returns the key of a compiled script: a hash of everything that decides on its bytes. That is
   * more than the content of script and map: sources are named by URLs relative to the map's.
   *
   * @param script the SHA-256 of the script
   * @param map the SHA-256 of its map
   * @param baseUrl the URL that the map's sources are relative to
   * @param rules {@link dev.symbolicator.sources.SourceRules#of}
   */
  static StoreKey key(String scope, String script, String map, WebUrl baseUrl, String rules) {
    String parts =
        String.join(
            "\n", Integer.toString(SymbolTable.VERSION), script, map, rules, baseUrl.href());
    return StoreKey.of(scope, StoreKey.StoredKind.BLOCK, parts.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a table in two parts, so that the block, which may be large, is not copied. */
  static ByteBuffer[] encode(CompiledTable table) {
    byte[] detail = table.detail().getBytes(StandardCharsets.UTF_8);
    ByteBuffer head =
        ByteBuffer.allocate(Integer.BYTES + detail.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(detail.length)
            .put(detail)
            .flip();
    return new ByteBuffer[] {head, ByteBuffer.wrap(table.symbols().block())};
  }

  /**
   * Reads a table that {@link #encode} wrote; null for any other bytes, such as another version's.
   */
  static @Nullable CompiledTable decode(byte[] stored) {
    if (stored.length < Integer.BYTES) {
      return null;
    }
    int length = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (length < 0 || length > stored.length - Integer.BYTES) {
      return null;
    }
    int block = Integer.BYTES + length;
    SymbolTable symbols = SymbolTable.open(Arrays.copyOfRange(stored, block, stored.length));
    String detail = new String(stored, Integer.BYTES, length, StandardCharsets.UTF_8);
    return symbols == null ? null : new CompiledTable(symbols, detail);
  }
}
