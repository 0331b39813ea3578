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
 * Writes and reads the stored form of compiled scripts: the length of the map's detail (4 bytes,
 * little-endian), the detail in UTF-8, and the symbol table's block.
 */
final class TableCodec {
  /** Stands for the SHA-256 of a script that is not known. */
  static final String NO_SCRIPT = "";

  private TableCodec() {}

  /**
   * Returns the key of a compiled script: a hash of everything that determines its bytes. The
   * content of script and map is not enough, since sources are named relative to the map's URL.
   *
   * @param script the SHA-256 of the script; {@link #NO_SCRIPT} if only the map is known
   * @param map the SHA-256 of its map
   * @param baseUrl the URL that the map's sources are relative to
   * @param rules the rules for sources, from {@link dev.symbolicator.sources.SourceRules#of}
   */
  static StoreKey key(String scope, String script, String map, WebUrl baseUrl, String rules) {
    String parts =
        String.join(
            "\n", Integer.toString(SymbolTable.VERSION), script, map, rules, baseUrl.href());
    return StoreKey.of(scope, StoreKey.StoredKind.BLOCK, parts.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a table in two parts, so that the block, often large, is not copied. */
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
   * Reads a table that {@link #encode} wrote.
   *
   * @return null for any other bytes, such as those of another version
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
