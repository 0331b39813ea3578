package dev.symbolicator.profile.heap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.json.JsonBuffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** The JSON of a summary. Cuts long texts, and charges an allowance before it appends. */
final class SummaryJson {
  /** The most UTF-16 units of a name or a URL; the rest is replaced by an ellipsis. */
  static final int MAX_TEXT = 1000;

  /** The most bytes of a UTF-16 unit: those of an escape. */
  private static final long UNIT_BYTES = 6;

  /** The JSON in memory: twice in a buffer that doubles, in a stream, and in the result. */
  private static final int COPIES = 4;

  private final JsonBuffer json = new JsonBuffer();
  private final Allowance memory;

  SummaryJson(Allowance memory) {
    this.memory = memory;
  }

  /** Appends serialised JSON that is ASCII. */
  void ascii(String serialised) {
    memory.take((long) COPIES * serialised.length());
    json.ascii(serialised);
  }

  /** Appends serialised JSON. */
  void raw(byte[] serialised) {
    memory.take((long) COPIES * serialised.length);
    json.raw(serialised);
  }

  /** Appends a name or a URL as a JSON string. */
  void text(String text) {
    String cut = cut(text);
    long most = UNIT_BYTES * cut.length() + 2;
    memory.take(COPIES * most);
    int before = json.size();
    json.string(cut);
    memory.giveBack(COPIES * (most - (json.size() - before)));
  }

  private static String cut(String text) {
    if (text.length() <= MAX_TEXT) {
      return text;
    }
    boolean isInPair = Character.isHighSurrogate(text.charAt(MAX_TEXT - 1));
    return text.substring(0, isInPair ? MAX_TEXT - 1 : MAX_TEXT) + '…';
  }

  byte[] bytes() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(json.size());
    json.writeTo(out);
    return out.toByteArray();
  }
}
