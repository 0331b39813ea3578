package dev.symbolicator.tables;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.identity.KeySettings;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.tables.TableResult.CompiledTable;
import dev.symbolicator.tables.TableStore.TableCodec;
import dev.symbolicator.testing.TestTables;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Checks stored tables, which others may write too, on a disk or in Redis. */
class TableCodecTest {
  private static final String MAP =
      "{\"version\":3,\"sources\":[\"a.ts\",\"b.ts\"],\"names\":[],\"mappings\":\"AAAA,CAAC\"}";
  private static final SymbolTable TABLE = TestTables.table("f()", MAP);

  private static byte[] encoded(String detail) {
    ByteBuffer[] parts = TableCodec.encode(new CompiledTable(TABLE, detail));
    ByteBuffer whole = ByteBuffer.allocate(parts[0].remaining() + parts[1].remaining());
    return whole.put(parts[0]).put(parts[1]).array();
  }

  @Property(tries = 200)
  void writtenTableIsReadBack(@ForAll String detail) {
    CompiledTable read = TableCodec.decode(encoded(detail));
    assertNotNull(read);
    byte[] asUtf8 = detail.getBytes(StandardCharsets.UTF_8);
    assertEquals(new String(asUtf8, StandardCharsets.UTF_8), read.detail());
    assertArrayEquals(TABLE.block(), read.symbols().block());
    assertFalse(read.lacksSources());
  }

  @Test
  void cutOrLengthenedTableIsNotRead() {
    byte[] bytes = encoded("It was read.");
    for (int length = 0; length < bytes.length; length++) {
      assertNull(TableCodec.decode(Arrays.copyOf(bytes, length)), "cut at " + length);
    }
    assertNull(TableCodec.decode(Arrays.copyOf(bytes, bytes.length + 1)));
  }

  @Property(tries = 2_000)
  void randomBytesAreNoTable(@ForAll byte[] bytes) {
    assertNull(TableCodec.decode(bytes));
  }

  @Property(tries = 1_000)
  void tableWithAnotherDetailLengthIsNotRead(@ForAll int length) {
    byte[] bytes = encoded("It was read.");
    ByteBuffer.wrap(bytes).putInt(length);
    CompiledTable read = TableCodec.decode(bytes);
    assertEquals(length == Integer.reverseBytes(12), read != null);
  }

  @Test
  void everyInputOfATableIsInItsKey() {
    String[] made = {"default", "script", "map", "https://example.com/", "options", "web", "shop"};
    for (int i = 0; i < made.length; i++) {
      String[] other = made.clone();
      other[i] += i == 3 ? "a/" : "x";
      assertNotEquals(key(made), key(other), List.of(other)::toString);
    }
    assertEquals(key(made), key(made.clone()));
  }

  @Test
  void mapWithoutScriptHasKeyOfItsOwn() {
    String[] made = {"default", "script", "map", "https://example.com/", "options", "web", "shop"};
    String[] alone = {
      "default", TableCodec.NO_SCRIPT, "map", "https://example.com/", "options", "web", "shop"
    };
    assertNotEquals(key(made), key(alone));
  }

  private static String key(String... made) {
    KeySettings keys = new KeySettings(made[3], List.of(made[5]), made[6]);
    return TableCodec.key(made[0], made[1], made[2], made[4], keys).toString();
  }
}
