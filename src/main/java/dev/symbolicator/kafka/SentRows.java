package dev.symbolicator.kafka;

import dev.symbolicator.kafka.KafkaConfig.KafkaLimits;
import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import dev.symbolicator.rows.RowsRequest.RowKind;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Remembers the rows of functions and stacks that their topics have, at least the last {@link
 * #REMEMBERED} of each, in constant memory: 2 MB for a topic. Thread-safe.
 */
final class SentRows {
  static final int REMEMBERED = KafkaLimits.DEFAULT.rememberedRows();

  private final Map<RowKind, Ids> ids = new EnumMap<>(RowKind.class);

  SentRows(KafkaSettings settings) {
    for (RowKind kind : settings.rowTopics().keySet()) {
      if (kind != RowKind.PROFILES) {
        ids.put(kind, new Ids());
      }
    }
  }

  boolean has(RowKind kind, String id) {
    Ids known = ids.get(kind);
    return known != null && known.has(number(id));
  }

  /** Remembers a row that the broker has. */
  void add(RowKind kind, String id) {
    Ids known = ids.get(kind);
    if (known != null) {
      known.add(number(id));
    }
  }

  /**
   * Returns the number that an id writes in hexadecimal digits. The x of a function without an id
   * is none, so its number is turned over.
   */
  private static long number(String id) {
    return id.startsWith("x")
        ? ~HexFormat.fromHexDigitsToLong(id, 1, id.length())
        : HexFormat.fromHexDigitsToLong(id);
  }

  /** The ids of two generations. Those that are asked for move to the young one. */
  private static final class Ids {
    private Generation young = new Generation();
    private Generation old = new Generation();

    synchronized boolean has(long id) {
      if (young.has(id)) {
        return true;
      }
      if (old.has(id)) {
        add(id);
        return true;
      }
      return false;
    }

    synchronized void add(long id) {
      if (young.size == REMEMBERED) {
        Generation oldest = old;
        oldest.clear();
        old = young;
        young = oldest;
      }
      young.add(id);
    }
  }

  /** A set of numbers other than 0. */
  private static final class Generation {
    /** A quarter of the places stays empty. */
    private static final int PLACES = 1 << 17;

    private static final long EMPTY = 0;

    /** Random, so that nobody can make ids that all have one place. */
    private final long factor = new SplittableRandom().nextLong() | 1;

    private final long[] places = new long[PLACES];
    int size;

    boolean has(long id) {
      return id != EMPTY && places[place(id)] == id;
    }

    void add(long id) {
      int place = place(id);
      if (places[place] != id) {
        places[place] = id;
        size++;
      }
    }

    /** Returns where a number is, or the empty place where it would be. */
    private int place(long id) {
      int place = (int) ((id * factor) >>> (Long.SIZE - Integer.numberOfTrailingZeros(PLACES)));
      while (places[place] != id && places[place] != EMPTY) {
        place = (place + 1) & (PLACES - 1);
      }
      return place;
    }

    void clear() {
      Arrays.fill(places, EMPTY);
      size = 0;
    }
  }
}
