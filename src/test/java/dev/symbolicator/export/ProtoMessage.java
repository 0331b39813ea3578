package dev.symbolicator.export;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A message of Protocol Buffers whose fields are varints or have a length. */
final class ProtoMessage {
  private final byte[] bytes;
  private int at;
  private final Map<Integer, List<byte[]>> contents = new HashMap<>();
  private final Map<Integer, Long> numbers = new HashMap<>();

  ProtoMessage(byte[] bytes) {
    this.bytes = bytes;
    while (at < bytes.length) {
      int tag = (int) varint();
      switch (tag & 7) {
        case 0 -> numbers.put(tag >> 3, varint());
        case 2 -> {
          int length = (int) varint();
          contents
              .computeIfAbsent(tag >> 3, any -> new ArrayList<>())
              .add(Arrays.copyOfRange(bytes, at, at + length));
          at += length;
        }
        default -> throw new AssertionError("wire type " + (tag & 7));
      }
    }
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = bytes[at++];
      value |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }

  long number(int field) {
    return numbers.getOrDefault(field, 0L);
  }

  List<ProtoMessage> messages(int field) {
    return contents.getOrDefault(field, List.of()).stream().map(ProtoMessage::new).toList();
  }

  List<String> texts(int field) {
    return contents.getOrDefault(field, List.of()).stream()
        .map(text -> new String(text, StandardCharsets.UTF_8))
        .toList();
  }

  List<Long> packed(int field) {
    List<Long> values = new ArrayList<>();
    for (byte[] content : contents.getOrDefault(field, List.of())) {
      ProtoMessage reader = new ProtoMessage(new byte[0], content);
      while (reader.at < content.length) {
        values.add(reader.varint());
      }
    }
    return values;
  }

  private ProtoMessage(byte[] none, byte[] content) {
    assert none.length == 0;
    bytes = content;
  }
}
