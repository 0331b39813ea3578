package dev.symbolicator.profile.json;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileReading;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the first problem of an object that may be a profile: the rest of the body may show that
 * the profile lies elsewhere, or that the body is not JSON.
 */
public final class FirstProblem {
  private @Nullable ProfileReading first;

  /** Notes that the current value is not of the expected kind, and passes it. */
  public void wrongKind(JsonReader json, String expected) throws IOException {
    if (first == null) {
      invalid(
          json.pointer(),
          json.start(),
          "This must be " + expected + ", but is " + json.kind() + ".");
    }
    json.skip();
  }

  /** Notes that the current member is a second one of its name, and passes it. */
  public void duplicate(JsonReader json) throws IOException {
    if (first == null) {
      invalid(json.pointer(), json.start(), "This member appears twice in its object.");
    }
    json.skip();
  }

  public void invalid(String pointer, long offset, String detail) {
    if (first == null) {
      first = new ProfileReading.Invalid(pointer, offset, detail);
    }
  }

  /** Notes that a number is not an index into an array of some length. */
  public void noIndex(String pointer, long offset, String array, int length) {
    invalid(
        pointer,
        offset,
        "This must be an index into `%s`, which has %d %s."
            .formatted(array, length, length == 1 ? "entry" : "entries"));
  }

  public void limitExceeded(String name, long limit, long offset) {
    if (first == null) {
      first = new ProfileReading.LimitExceeded(name, limit, offset);
    }
  }

  public boolean isPresent() {
    return first != null;
  }

  public @Nullable ProfileReading get() {
    return first;
  }

  public ProfileReading or(Supplier<Profile> profile) {
    return first != null ? first : new ProfileReading.ReadProfile(profile.get());
  }
}
