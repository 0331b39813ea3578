package dev.symbolicator.profile.json;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.profile.ProfileLimits.JsonSize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The member {@code functions} of an annotated profile: columns of the length of the profile's list
 * of frames, whose values are indices in {@code strings}, or null: {@code
 * {"id":[null,0],"package":[null,1],"path":[null,2],"origin":[null,3],"role":[null,null],"qualified":[null,4],"strings":[…]}}.
 */
public final class FunctionColumns {
  /** The outermost member's name. */
  public static final String MEMBER = "functions";

  private static final List<String> NAMES =
      List.of("id", "package", "path", "origin", "role", "qualified");
  private static final int NONE = -1;

  /** An entry of the map, and its place in the list. */
  private static final long STRING_BYTES = 80;

  /** The bytes of names, brackets and commas. */
  private static final long HEAD_BYTES = 128;

  /** Of a null or an index, with its comma. */
  private static final int VALUE_BYTES = 8;

  private final Allowance memory;
  private final Map<String, Integer> indexes = new HashMap<>();
  private final List<String> strings = new ArrayList<>();
  private final List<Ints> columns = new ArrayList<>();
  private final int entries;
  private long stringBytes;

  /**
   * Makes columns for a number of entries, none of which is a known function.
   *
   * @throws Allowance.Exceeded if too little memory is left
   */
  public FunctionColumns(int entries, Allowance memory) {
    this.memory = memory;
    this.entries = entries;
    for (int i = 0; i < NAMES.size(); i++) {
      columns.add(Ints.filled(entries, NONE, memory));
    }
  }

  /** Sets an entry; throws {@link Allowance.Exceeded} if too little memory is left. */
  public void put(int entry, FrameIdentity identity) {
    List<@Nullable String> values = identity.values();
    for (int i = 0; i < values.size(); i++) {
      String value = values.get(i);
      if (value != null) {
        columns.get(i).set(entry, index(value));
      }
    }
  }

  private int index(String text) {
    Integer known = indexes.get(text);
    if (known != null) {
      return known;
    }
    memory.take(STRING_BYTES, text);
    stringBytes += JsonSize.most(text) + 1;
    indexes.put(text, strings.size());
    strings.add(text);
    return strings.size() - 1;
  }

  /** Writes the JSON object; throws {@link Allowance.Exceeded} if too little memory is left. */
  public byte[] json() {
    memory.take(2 * (HEAD_BYTES + stringBytes + (long) VALUE_BYTES * NAMES.size() * entries));
    JsonBuffer json = new JsonBuffer();
    for (int column = 0; column < NAMES.size(); column++) {
      json.ascii((column == 0 ? "{\"" : ",\"") + NAMES.get(column) + "\":[");
      for (int entry = 0; entry < entries; entry++) {
        int index = columns.get(column).get(entry);
        json.ascii(entry == 0 ? "" : ",");
        if (index == NONE) {
          json.ascii("null");
        } else {
          json.number(index);
        }
      }
      json.ascii("]");
    }
    json.ascii(",\"strings\":[");
    for (int i = 0; i < strings.size(); i++) {
      json.ascii(i == 0 ? "" : ",");
      json.string(strings.get(i));
    }
    json.ascii("]}");
    return json.toByteArray();
  }
}
