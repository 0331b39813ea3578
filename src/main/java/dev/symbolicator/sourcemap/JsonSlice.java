package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMapProblem.MapRejectedException;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
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
      decoding.take(JsonStrings.decodingBytes(json, start + 1, end - 1));
      decoded = JsonStrings.decode(json, start + 1, end - 1);
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
      JsonScanner in = scanner();
      for (boolean has = in.enter(); has && offsets.size() / 2 < limit; has = in.more()) {
        in.peek();
        offsets.add(in.position());
        in.skipValue();
        offsets.add(in.position());
      }
    } catch (MapRejectedException impossible) {
      throw new IllegalStateException("The structure has been validated", impossible);
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
      JsonScanner in = scanner();
      for (boolean has = in.enter(); has; has = in.more()) {
        boolean wanted = JsonValues.key(json, in).equals(key);
        in.peek();
        int from = in.position();
        in.skipValue();
        if (wanted) {
          found = new JsonSlice(json, from, in.position());
        }
      }
    } catch (MapRejectedException impossible) {
      throw new IllegalStateException("The structure has been validated", impossible);
    }
    return found;
  }

  private JsonScanner scanner() {
    return new JsonScanner(json, start, SourceMapLimits.MAX_NESTING);
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
