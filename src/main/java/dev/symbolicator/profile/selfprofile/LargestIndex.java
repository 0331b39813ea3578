package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.profile.json.FirstProblem;
import java.io.IOException;

/** The largest of some indices into an array whose length is not known yet. */
final class LargestIndex {
  private final String array;
  private int largest = -1;
  private String pointer = "";
  private int offset;

  /**
   * Has seen no index.
   *
   * @param array the array's name
   */
  LargestIndex(String array) {
    this.array = array;
  }

  /** Notes the index at which a cursor stands. */
  void note(int index, JsonReader json) throws IOException {
    if (index > largest) {
      largest = index;
      pointer = json.pointer();
      offset = json.start();
    }
  }

  /** Notes a problem unless all indices are below the array's length. */
  void check(int length, FirstProblem problem) {
    if (largest >= length) {
      problem.noIndex(pointer, offset, array, length);
    }
  }
}
