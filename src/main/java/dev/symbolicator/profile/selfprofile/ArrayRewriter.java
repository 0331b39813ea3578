package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.json.JsonBuffer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Copies an array, without some of its entries, and with some other values in the rest. */
final class ArrayRewriter {
  private static final String TIME = "timestamp";

  private final byte[] bytes;
  private final JsonReader json;
  private final JsonBuffer out;

  /**
   * Begins at the opening bracket of an array.
   *
   * @param array an array that was read before
   */
  ArrayRewriter(JsonText array, ProfileLimits limits, JsonBuffer out) {
    bytes = array.bytes();
    json = limits.reader(array);
    this.out = out;
  }

  /** The rule by which entries are copied. */
  interface EntryRule {
    /**
     * Tells whether an entry stays.
     *
     * @param json stands at the entry, and must not be moved
     */
    boolean keeps(int index, JsonReader json) throws IOException;

    /** Tells whether an entry that stays has its time stamp alone. */
    default boolean isTimeOnly(int index) {
      return false;
    }

    /**
     * Returns JSON for a member's value; null if the value stays.
     *
     * @param json stands at the value, and must not be moved
     */
    default @Nullable String replacement(String member, JsonReader json) throws IOException {
      return null;
    }
  }

  /** Copies the array. */
  void copy(EntryRule rule) throws IOException {
    json.next();
    String separator = "[";
    for (int index = 0; json.next() != Token.END_ARRAY; index++) {
      if (rule.keeps(index, json)) {
        out.ascii(separator);
        separator = ",";
        copyEntry(rule, rule.isTimeOnly(index));
      } else {
        json.skip();
      }
    }
    out.ascii(separator.equals("[") ? "[]" : "]");
  }

  private void copyEntry(EntryRule rule, boolean isTimeOnly) throws IOException {
    int copied = json.start();
    if (json.isAt(Token.START_OBJECT)) {
      while (json.next() != Token.END_OBJECT) {
        String member = json.name();
        json.next();
        String replacement = rule.replacement(member, json);
        if (isTimeOnly && member.equals(TIME)) {
          out.ascii("{\"" + TIME + "\":");
          copyValue(replacement);
          out.ascii("}");
        } else if (!isTimeOnly && replacement != null) {
          out.bytes(bytes, copied, json.start());
          out.ascii(replacement);
          copied = json.end();
        }
        json.skip();
      }
    } else {
      json.skip();
    }
    if (!isTimeOnly) {
      out.bytes(bytes, copied, json.end());
    }
  }

  private void copyValue(@Nullable String replacement) {
    if (replacement == null) {
      out.bytes(bytes, json.start(), json.end());
    } else {
      out.ascii(replacement);
    }
  }
}
