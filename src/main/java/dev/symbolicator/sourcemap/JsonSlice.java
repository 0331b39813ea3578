package dev.symbolicator.sourcemap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Check;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonString;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One value of any kind in a JSON text. The structure is validated, the contents of strings are
 * not.
 */
public final class JsonSlice {

  private final byte[] json;
  private final int start;
  private final int end;

  JsonSlice(byte[] json, int start, int end) {
    this.json = json;
    this.start = start;
    this.end = end;
  }

  /** Returns the value in UTF-8 as written, without white space around the value. Read-only. */
  public ByteBuffer bytes() {
    return ByteBuffer.wrap(json, start, end - start).slice().asReadOnlyBuffer();
  }

  /**
   * Decodes a string. Escapes that are not JSON and bytes that are not UTF-8 become U+FFFD.
   *
   * @param allowance charged while the string is decoded; stays charged for the string itself
   * @return null if the value is not a string
   * @throws Allowance.Exceeded if the allowance is too small
   */
  public @Nullable String string(Allowance allowance) {
    if (json[start] != '"') {
      return null;
    }
    String decoded;
    try (Allowance decoding = allowance.part()) {
      decoding.take(JsonString.decodingBytes(json, start + 1, end - 1));
      decoded = JsonString.decode(json, start + 1, end - 1);
    }
    allowance.take((long) Character.BYTES * (end - start));
    return decoded;
  }

  /** Tells whether the value is null. */
  public boolean isNull() {
    return json[start] == 'n';
  }

  /**
   * Finds the entries of an array in one pass, which ends at the limit.
   *
   * @param limit the most entries to return
   * @param allowance charged for the places of the entries, and stays charged
   * @return null if the value is not an array
   * @throws Allowance.Exceeded if the allowance is too small
   */
  public @Nullable List<JsonSlice> elements(int limit, Allowance allowance) {
    return json[start] == '[' ? elementSlices(limit, allowance) : null;
  }

  private List<JsonSlice> elementSlices(int limit, Allowance allowance) {
    Ints offsets = new Ints(allowance);
    try {
      JsonReader in = reader();
      while (offsets.size() / 2 < limit && in.nextEntry()) {
        offsets.add(in.start());
        in.skip();
        offsets.add(in.end());
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException("The structure has been validated", impossible);
    }
    return new Elements(json, offsets);
  }

  /**
   * Returns the value of a member of an object; the last one if there are several.
   *
   * @return null if the value is not an object or has no such member
   */
  public @Nullable JsonSlice member(String key) {
    if (json[start] != '{') {
      return null;
    }
    JsonSlice found = null;
    try {
      JsonReader in = reader();
      while (in.nextMember()) {
        boolean wanted = in.name().equals(key);
        int from = in.start();
        in.skip();
        if (wanted) {
          found = new JsonSlice(json, from, in.end());
        }
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException("The structure has been validated", impossible);
    }
    return found;
  }

  /** Returns a reader at the value's opening bracket. */
  private JsonReader reader() throws IOException {
    JsonReader in =
        new JsonReader(
            new JsonText(json, start, end), SourceMapLimits.MAX_NESTING, JsonValues.LONGEST_NUMBER);
    Token unused = in.check(Check.NOTHING).first();
    return in;
  }

  /** Makes slices on demand. An entry takes eight bytes, since there may be millions. */
  private static final class Elements extends AbstractList<JsonSlice> {

    private final byte[] json;
    private final Ints offsets;

    Elements(byte[] json, Ints offsets) {
      this.json = json;
      this.offsets = offsets;
    }

    @Override
    public JsonSlice get(int index) {
      Objects.checkIndex(index, size());
      return new JsonSlice(json, offsets.get(2 * index), offsets.get(2 * index + 1));
    }

    @Override
    public int size() {
      return offsets.size() / 2;
    }
  }
}
