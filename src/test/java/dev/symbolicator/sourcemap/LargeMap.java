package dev.symbolicator.sourcemap;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A map of many blocks. Its mappings are like those of build tools. Rare constructs occur never,
 * seldom or often.
 */
final class LargeMap {

  private final Random random;
  private final int oddity;

  LargeMap(Random random) {
    this.random = random;
    oddity = random.nextBoolean() ? 0 : 1 + random.nextInt(200);
  }

  byte[] json() {
    String json = plain(0);
    if (random.nextInt(3) == 0) {
      List<String> sections = new ArrayList<>();
      int line = 0;
      for (int i = random.nextInt(8); i >= 0; i--) {
        sections.add(
            "{'offset':{'line':%d,'column':%d},'map':%s}"
                .formatted(line, random.nextInt(30), plain(i)));
        line = Math.max(0, line + random.nextInt(400) - (isOdd() ? 300 : 0));
      }
      json = "{'version':3,'sections':[" + String.join(",", sections) + "]}";
    }
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private String plain(int index) {
    return "{'version':3,'sources':['s%d','t'],'names':['n%d','é','m'],'mappings':'%s'}"
        .formatted(index, index, mappings());
  }

  private String mappings() {
    MappingsEncoder encoder =
        new MappingsEncoder(
            new Random(random.nextLong()) {
              private static final long serialVersionUID = 1L;

              @Override
              public int nextInt(int bound) {
                return oddity > 0 && random.nextInt(oddity * 40) == 0 ? 0 : 1;
              }
            });
    int line = 0;
    int column = 0;
    for (int count = random.nextInt(2_000); count > 0; count--) {
      if (random.nextInt(30) == 0) {
        for (int lines = random.nextInt(random.nextInt(20) == 0 ? 500 : 2); lines >= 0; lines--) {
          encoder.newLine();
        }
        column = 0;
      }
      column = Math.max(isOdd() ? -1 : 0, column + random.nextInt(20) - (isOdd() ? 30 : 0));
      if (random.nextInt(20) == 0) {
        encoder.unmapped(column);
        continue;
      }
      line = Math.max(0, line + random.nextInt(9) - 3);
      encoder.mapped(
          column, isOdd() ? 2 : random.nextInt(2), line, isOdd() ? -1 : random.nextInt(90));
      if (random.nextInt(3) == 0) {
        encoder.named(isOdd() ? 3 : random.nextInt(3));
      }
    }
    return encoder + (isOdd() ? ",,A" : "");
  }

  private boolean isOdd() {
    return oddity > 0 && random.nextInt(oddity * 5) == 0;
  }
}
