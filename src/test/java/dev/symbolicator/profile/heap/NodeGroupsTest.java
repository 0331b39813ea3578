package dev.symbolicator.profile.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.symbolicator.profile.heap.HeapSummary.NodeGroups;
import dev.symbolicator.profile.heap.HeapSummary.NodeGroups.GroupKey;
import dev.symbolicator.testing.Allowances;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeGroupsTest {
  /** The sender of a snapshot chooses lines and columns, so hash codes can be made equal. */
  @Test
  void keysWithEqualHashCodesAreInOneOrder() {
    List<GroupKey> keys =
        List.of(
            new GroupKey(0, 0, 1, 31),
            new GroupKey(0, 0, 2, 0),
            new GroupKey(0, 1, 0, 31),
            new GroupKey(1, 0, -31, 31),
            new GroupKey(0, 0, 0, 62));
    for (GroupKey key : keys) {
      for (GroupKey other : keys) {
        if (key.equals(other)) {
          assertEquals(0, key.compareTo(other));
        } else {
          assertNotEquals(0, key.compareTo(other));
          assertEquals(-Integer.signum(other.compareTo(key)), Integer.signum(key.compareTo(other)));
        }
      }
    }
    assertEquals(keys.get(0).hashCode(), keys.get(1).hashCode());
  }

  @Test
  void keysThatDifferInOneNumberAreUnequalInOrder() {
    GroupKey key = new GroupKey(1, 1, 1, 1);
    assertNotEquals(0, key.compareTo(new GroupKey(2, 1, 1, 1)));
    assertNotEquals(0, key.compareTo(new GroupKey(1, 2, 1, 1)));
    assertNotEquals(0, key.compareTo(new GroupKey(1, 1, 2, 1)));
    assertNotEquals(0, key.compareTo(new GroupKey(1, 1, 1, 2)));
  }

  @Test
  void groupOfEqualKeysIsOne() {
    NodeGroups groups = new NodeGroups(Allowances.plenty());
    assertSame(groups.of(new GroupKey(1, 2, 3, 4)), groups.of(new GroupKey(1, 2, 3, 4)));
    assertEquals(1, groups.size());
  }
}
