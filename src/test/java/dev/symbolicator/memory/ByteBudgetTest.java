package dev.symbolicator.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
  @Test
  void leasesShareOneLimit() {
    ByteBudget budget = new ByteBudget(100);
    ByteBudget.Lease first = budget.open();
    ByteBudget.Lease second = budget.open();
    assertTrue(first.grow(60));
    assertTrue(second.grow(40), "the limit itself may be reached");
    assertFalse(second.grow(1));
    assertEquals(40, second.held(), "a refused growth takes nothing");
    assertEquals(100, budget.used());
  }

  @Test
  void bytesGivenBackCanBeTakenAgain() {
    ByteBudget budget = new ByteBudget(100);
    ByteBudget.Lease lease = budget.open();
    lease.grow(100);
    lease.shrinkTo(30);
    assertEquals(30, budget.used());
    assertTrue(budget.open().grow(70));
  }

  @Test
  void refusalTellsWhetherWholeBudgetIsTooSmall() {
    ByteBudget budget = new ByteBudget(100);
    ByteBudget.Lease lease = budget.open();
    lease.grow(40);
    assertFalse(lease.grow(61));
    assertTrue(lease.passesLimitAlone());
    try (ByteBudget.Lease other = budget.open()) {
      other.grow(1);
      assertFalse(lease.grow(60), "the other lease holds the missing byte");
      assertFalse(lease.passesLimitAlone());
    }
    assertTrue(lease.grow(60));
  }

  @Test
  void shrinkingToMoreThanIsHeldTakesNothing() {
    ByteBudget budget = new ByteBudget(100);
    ByteBudget.Lease lease = budget.open();
    lease.grow(10);
    lease.shrinkTo(50);
    assertEquals(10, lease.held());
    assertEquals(10, budget.used());
  }

  @Test
  void closingTwiceGivesBackOnce() {
    ByteBudget budget = new ByteBudget(100);
    ByteBudget.Lease stays = budget.open();
    stays.grow(10);
    ByteBudget.Lease goes = budget.open();
    goes.grow(20);
    goes.close();
    goes.close();
    assertEquals(10, budget.used());
  }

  @Test
  void closedLeaseTakesNothing() {
    ByteBudget budget = new ByteBudget(100);
    ByteBudget.Lease lease = budget.open();
    lease.close();
    assertFalse(lease.grow(1));
    assertEquals(0, budget.used());
  }

  @Test
  void heldLeaseStaysChargedUntilLastHoldEnds() {
    ByteBudget budget = new ByteBudget(100);
    ByteBudget.Lease lease = budget.open();
    assertTrue(lease.grow(10));
    ByteBudget.Hold first = lease.hold();
    ByteBudget.Hold second = lease.hold();
    lease.close();
    assertTrue(lease.isClosed());
    assertFalse(lease.grow(1));
    assertEquals(10, budget.used());
    first.close();
    first.close();
    assertEquals(10, budget.used());
    lease.shrinkTo(4);
    assertEquals(4, budget.used());
    second.close();
    assertEquals(0, budget.used());
  }

  @Test
  void holdThatEndsLeavesAnOpenLeaseCharged() {
    ByteBudget budget = new ByteBudget(100);
    ByteBudget.Lease lease = budget.open();
    assertTrue(lease.grow(10));
    lease.hold().close();
    assertEquals(10, budget.used());
    assertFalse(lease.isClosed());
    lease.close();
    assertEquals(0, budget.used());
    assertNull(lease.hold());
  }

  @Test
  void amountsBeyondAnyLimitAreRefusedAndDoNotWrapAround() {
    ByteBudget budget = new ByteBudget(Long.MAX_VALUE);
    assertTrue(budget.open().grow(Long.MAX_VALUE));
    assertFalse(budget.open().grow(Long.MAX_VALUE));
    assertFalse(budget.open().grow(1));
  }

  @Test
  void negativeAmountsAreRejected() {
    ByteBudget.Lease lease = new ByteBudget(1).open();
    assertThrows(IllegalArgumentException.class, () -> lease.grow(-1));
    assertThrows(IllegalArgumentException.class, () -> lease.shrinkTo(-1));
    assertThrows(IllegalArgumentException.class, () -> new ByteBudget(-1));
  }

  @Test
  void manyThreadsNeverTakeMoreThanTheLimit() throws Exception {
    ByteBudget budget = new ByteBudget(1_000);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Integer>> taken = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        ByteBudget.Lease lease = budget.open();
        taken.add(
            threads.submit(
                () -> {
                  int granted = 0;
                  for (int i = 0; i < 1_000; i++) {
                    granted += lease.grow(1) ? 1 : 0;
                  }
                  return granted;
                }));
      }
      int sum = 0;
      for (Future<Integer> each : taken) {
        sum += each.get();
      }
      assertEquals(1_000, sum);
      assertEquals(1_000, budget.used());
    } finally {
      threads.shutdown();
    }
  }

  private static final byte[] BYTES = {1, 2, 3, 4, 5, 6, 7, 8, (byte) 0xFF};

  @Test
  void firstByteIsTheLowest() {
    assertEquals(0x0807_0605_0403_0201L, EightBytes.at(BYTES, 0));
    assertEquals(0xFF08_0706_0504_0302L, EightBytes.at(BYTES, 1));
  }

  @Test
  void writtenBytesAreReadAgain() {
    byte[] copy = new byte[BYTES.length];
    EightBytes.put(copy, 1, EightBytes.at(BYTES, 1));
    assertArrayEquals(new byte[] {0, 2, 3, 4, 5, 6, 7, 8, (byte) 0xFF}, copy);
  }

  /** Neighbours that differ by one are those that a borrow would mark. */
  @Test
  void firstEqualByteIsFoundAtEachPlaceForEachPairOfValues() {
    for (int value = 0; value < 256; value++) {
      for (int other = 0; other < 256; other++) {
        for (int place = 0; place < Long.BYTES; place++) {
          long mask = 0xFFL << (8 * place);
          long eight = (EightBytes.all(other) & ~mask) | (EightBytes.all(value) & mask);
          int expected = value == other ? 0 : place;
          assertEquals(expected, EightBytes.first(EightBytes.equal(eight, EightBytes.all(value))));
        }
      }
    }
  }

  @Test
  void noMarkIsBehindTheLastByte() {
    assertEquals(8, EightBytes.first(EightBytes.equal(EightBytes.all('a'), EightBytes.all('b'))));
  }

  @Test
  void byteIsFoundAtEachOffsetAndOnlyBeforeTheEnd() {
    for (int length = 0; length < 40; length++) {
      for (int at = 0; at < length; at++) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) ('\n' + 1));
        bytes[at] = '\n';
        assertEquals(at, EightBytes.indexOf((byte) '\n', bytes, 0, length));
        assertEquals(at, EightBytes.indexOf((byte) '\n', bytes, at, length));
        assertEquals(length, EightBytes.indexOf((byte) '\n', bytes, at + 1, length));
        assertEquals(at, EightBytes.indexOf((byte) '\n', bytes, 0, at));
      }
    }
  }
}
