package dev.symbolicator.profile;

import org.jspecify.annotations.Nullable;

/**
 * Keeps the first problem of an object that may be a profile. The problem is not returned at once:
 * the rest of the body may show that the profile lies elsewhere, or that the body is not JSON.
 */
final class FirstProblem {
  private @Nullable ProfileReading first;

  void wrongKind(JsonCursor json, String pointer, String expected) {
    invalid(pointer, json.start(), "This must be " + expected + ", but is " + json.kind() + ".");
  }

  void duplicate(JsonCursor json, String pointer) {
    invalid(pointer, json.start(), "This member appears twice in its object.");
  }

  void invalid(String pointer, int offset, String detail) {
    if (first == null) {
      first = new ProfileReading.Invalid(pointer, offset, detail);
    }
  }

  void limitExceeded(String name, long limit, int offset) {
    if (first == null) {
      first = new ProfileReading.LimitExceeded(name, limit, offset);
    }
  }

  void outOfMemory() {
    if (first == null) {
      first = new ProfileReading.OutOfMemory();
    }
  }

  boolean isPresent() {
    return first != null;
  }

  @Nullable ProfileReading get() {
    return first;
  }
}
