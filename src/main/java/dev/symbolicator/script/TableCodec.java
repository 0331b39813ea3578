package dev.symbolicator.script;

import dev.symbolicator.script.MapCompiler.Compiled;
import dev.symbolicator.script.MapCompiler.Opened;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.url.WebUrl;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Compiled scripts as they are kept: what reports say of the map, then the symbol table. */
final class TableCodec {
  /** Goes up whenever the same script and map would be compiled to something else. */
  private static final int COMPILER_VERSION = 1;

  private TableCodec() {}

  /**
   * The key of a compiled script: everything that decides on its bytes.
   *
   * @param baseUrl what the sources' URLs are relative to
   */
  static StoreKey key(String scope, byte[] script, byte[] map, WebUrl baseUrl, String options) {
    String rest =
        COMPILER_VERSION + "\n" + Sha256.of(script) + "\n" + Sha256.of(map) + "\n" + options + "\n";
    return StoreKey.of(
        scope,
        StoreKey.Kind.BLOCK,
        rest.getBytes(StandardCharsets.UTF_8),
        baseUrl.redacted().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The bytes of a compiled script.
   *
   * <p>For now they hold what it was compiled from, and opening them compiles again.
   */
  static ByteBuffer encode(Compiled compiled, byte[] script, MapFile map, int maxNameLength) {
    byte[] detail = compiled.detail().getBytes(StandardCharsets.UTF_8);
    byte[] base = map.baseUrl().href().getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(
                5 * Integer.BYTES
                    + detail.length
                    + base.length
                    + script.length
                    + map.bytes().length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(maxNameLength);
    for (byte[] part : new byte[][] {detail, base, script, map.bytes()}) {
      bytes.putInt(part.length).put(part);
    }
    return bytes.flip();
  }

  /** Opens what {@link #encode} made; null if it is damaged or another version's. */
  static @Nullable Compiled open(ByteBuffer stored) {
    ByteBuffer bytes = stored.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    try {
      int maxNameLength = bytes.getInt();
      String detail = new String(part(bytes), StandardCharsets.UTF_8);
      WebUrl base = WebUrl.parse(new String(part(bytes), StandardCharsets.UTF_8));
      byte[] script = part(bytes);
      byte[] map = part(bytes);
      if (base == null
          || !(MapCompiler.open(new MapFile(map, base, "")) instanceof Opened opened)
          || !(MapCompiler.compile(script, opened, opened.read().texts()::content, maxNameLength)
              instanceof Compiled compiled)) {
        return null;
      }
      return new Compiled(compiled.symbols(), detail);
    } catch (BufferUnderflowException | InternalError damaged) {
      return null;
    }
  }

  private static byte[] part(ByteBuffer bytes) {
    int length = bytes.getInt();
    if (length < 0 || length > bytes.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] part = new byte[length];
    bytes.get(part);
    return part;
  }
}
