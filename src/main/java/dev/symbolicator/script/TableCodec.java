package dev.symbolicator.script;

import dev.symbolicator.script.MapCompiler.Compiled;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.url.WebUrl;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Compiled scripts as they are kept: how long what reports say of the map is (4 bytes,
 * little-endian), that, and the symbol table's block.
 */
final class TableCodec {
  private TableCodec() {}

  /**
   * The key of a compiled script: everything that decides on its bytes. That is not only what
   * script and map hold: sources are named by URLs relative to the map's.
   *
   * @param script the SHA-256 of the script
   * @param map that of its map
   * @param baseUrl what the map's sources are relative to
   * @param options {@link TableOptions#of}
   */
  static StoreKey key(String scope, String script, String map, WebUrl baseUrl, String options) {
    String parts =
        String.join(
            "\n", Integer.toString(SymbolTable.VERSION), script, map, options, baseUrl.href());
    return StoreKey.of(scope, StoreKey.Kind.BLOCK, parts.getBytes(StandardCharsets.UTF_8));
  }

  /** In two parts, so that the block, which may be large, is not copied. */
  static ByteBuffer[] encode(Compiled compiled) {
    byte[] detail = compiled.detail().getBytes(StandardCharsets.UTF_8);
    ByteBuffer head =
        ByteBuffer.allocate(Integer.BYTES + detail.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(detail.length)
            .put(detail)
            .flip();
    return new ByteBuffer[] {head, ByteBuffer.wrap(compiled.symbols().block())};
  }

  /** Reads what {@link #encode} wrote; null for anything else, another version's included. */
  static @Nullable Compiled decode(byte[] stored) {
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
    return symbols == null ? null : new Compiled(symbols, detail);
  }
}
