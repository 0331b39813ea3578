package dev.symbolicator.profile.heap;

import dev.symbolicator.memory.Allowance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers the distinct names and URLs of groups, from 0 on, and keeps them. */
final class GroupTexts {
  /** Heap bytes of one more text, without its characters. */
  private static final long TEXT_BYTES = 150;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> texts = new ArrayList<>();
  private final Allowance memory;

  GroupTexts(Allowance memory) {
    this.memory = memory;
  }

  /** Returns the number of a text: the next free one at its first use. */
  int number(String text) {
    Integer known = numbers.get(text);
    if (known != null) {
      return known;
    }
    memory.take(TEXT_BYTES + (long) Character.BYTES * text.length());
    texts.add(text);
    numbers.put(text, numbers.size());
    return texts.size() - 1;
  }

  /** Returns the text of a number. */
  String get(int number) {
    return texts.get(number);
  }
}
