package dev.symbolicator.profile.json;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reads single values of a profile. A value of a wrong kind is a problem; null stands for none. */
public final class ValueReader {
  private final JsonCursor json;
  private final FirstProblem problem;

  /** Makes a reader of the values at which a cursor stands. */
  public ValueReader(JsonCursor json, FirstProblem problem) {
    this.json = json;
    this.problem = problem;
  }

  /** Returns the current string; empty if the value is null or wrong. */
  public String string() throws IOException {
    if (json.isAt(JsonToken.VALUE_STRING)) {
      return json.text();
    }
    if (!json.isAt(JsonToken.VALUE_NULL)) {
      problem.wrongKind(json, "a string");
      json.skip();
    }
    return "";
  }

  /** Returns the current integer of any size; NaN if the value is null or wrong. */
  public double integer() throws IOException {
    double number = json.number();
    if (number == Math.rint(number)) {
      return number;
    }
    if (!json.isAt(JsonToken.VALUE_NULL)) {
      problem.wrongKind(json, "an integer");
      json.skip();
    }
    return Double.NaN;
  }

  /**
   * Returns a 0-based line or column; -1 for a number that no script can have.
   *
   * @param base the number of the first line or column in the format: 0 or 1
   */
  public static int position(double number, int base) {
    return number >= base && number <= Integer.MAX_VALUE ? (int) number - base : -1;
  }
}
