package dev.symbolicator.tables;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.sources.AvailableSources;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.url.WebUrl;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/**
 * Makes tables for the warm-up at start: on the calling thread, neither counted nor stored, and
 * without a fetch.
 */
public final class PracticeTable {
  /** The tenant of the warm-up, whose work is not counted. */
  public static final String SCOPE = "warm-up";

  private PracticeTable() {}

  /**
   * Compiles a script with its map, and returns the bytes that would be stored.
   *
   * @param baseUrl the URL that the map's sources are relative to
   * @param budget charged until the table is compiled
   * @throws IllegalArgumentException if script and map cannot be compiled
   * @throws Allowance.Exceeded if there is too little memory
   */
  public static byte[] compile(byte[] script, byte[] map, WebUrl baseUrl, ByteBudget budget) {
    try (ByteBudget.Lease lease = budget.open();
        Allowance allowance = Allowance.of(lease)) {
      MapOpening opening =
          MapCompiler.open(new MapFile(map, List.of(), baseUrl, "warm-up"), allowance);
      if (opening instanceof OpenedMap opened
          && compile(script, opened, allowance) instanceof CompiledTable compiled) {
        return stored(compiled);
      }
    }
    throw new IllegalArgumentException("The script cannot be compiled with its map.");
  }

  /** Reads a table back from the bytes of {@link #compile}. */
  public static SymbolTable open(byte[] table) {
    return Objects.requireNonNull(TableCodec.decode(table)).symbols();
  }

  private static TableResult compile(byte[] script, OpenedMap map, Allowance allowance) {
    try (AvailableSources texts = AvailableSources.embedded(map.read().texts())) {
      return MapCompiler.compile(script, map, true, texts, allowance);
    }
  }

  private static byte[] stored(CompiledTable table) {
    ByteBuffer[] parts = TableCodec.encode(table);
    int size = 0;
    for (ByteBuffer part : parts) {
      size += part.remaining();
    }
    ByteBuffer stored = ByteBuffer.allocate(size);
    for (ByteBuffer part : parts) {
      stored.put(part);
    }
    return stored.array();
  }
}
