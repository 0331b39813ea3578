package dev.symbolicator.content;

import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.memory.ByteBudget;

/** Decodes whole bodies at once. */
final class Decode {
  private Decode() {}

  static Decoding whole(
      byte[] encoded, ContentCodings.Supported codings, long maxBytes, ByteBudget.Lease lease) {
    Decoder decoder = new Decoder(codings, maxBytes, lease);
    boolean unused = decoder.accept(encoded);
    return decoder.finish();
  }
}
