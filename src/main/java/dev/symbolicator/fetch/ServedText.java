package dev.symbolicator.fetch;

import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.memory.ByteBudget;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Turns a text into UTF-8 that is served in another encoding, since columns count the characters
 * that the browser made of the bytes. A byte order mark decides, else the bytes if they are UTF-8,
 * else the charset of the answer (WHATWG Encoding Standard, "decode"). A browser believes the
 * charset before the bytes; but bytes that are UTF-8 and no ASCII are hardly ever another text, and
 * the map of such a script was made from UTF-8.
 */
final class ServedText {
  private static final int PIECE = 8 * 1024;

  /** The most UTF-8 bytes of a character that takes one byte in another encoding. */
  private static final int MOST_BYTES = 3;

  private ServedText() {}

  /**
   * Returns a decoded body in UTF-8.
   *
   * @param charset the label that the answer gives; null if it gives none
   * @param lease holds the body, and the result afterwards
   */
  static Decoding utf8(Decoding body, @Nullable String charset, ByteBudget.Lease lease) {
    if (!(body instanceof Decoding.Decoded decoded)) {
      return body;
    }
    byte[] bytes = decoded.bytes();
    Charset encoding = encoding(bytes, charset);
    if (encoding == null) {
      return body;
    }
    long before = lease.held() - bytes.length;
    if (!lease.grow(2L * MOST_BYTES * bytes.length)) {
      lease.shrinkTo(before);
      return new Decoding.OverBudget();
    }
    byte[] text = new String(bytes, encoding).getBytes(StandardCharsets.UTF_8);
    lease.shrinkTo(before + text.length);
    return new Decoding.Decoded(text);
  }

  /** Returns the encoding of a text that is not in UTF-8; null for UTF-8 and unknown ones. */
  private static @Nullable Charset encoding(byte[] bytes, @Nullable String charset) {
    int first = bytes.length < 2 ? 0 : (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
    if (first == 0xfeff) {
      return StandardCharsets.UTF_16BE;
    }
    if (first == 0xfffe) {
      return StandardCharsets.UTF_16LE;
    }
    return charset == null || isUtf8(bytes) ? null : named(charset);
  }

  /** Returns the encoding of a label; Latin-1 and ASCII are names of windows-1252 in browsers. */
  private static @Nullable Charset named(String label) {
    try {
      Charset charset = Charset.forName(label);
      String name = charset.name().toUpperCase(Locale.ROOT);
      return switch (name) {
        case "UTF-8" -> null;
        case "ISO-8859-1", "US-ASCII" -> Charset.forName("windows-1252");
        default -> charset;
      };
    } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
      return null;
    }
  }

  private static boolean isUtf8(byte[] bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer from = ByteBuffer.wrap(bytes);
    CharBuffer into = CharBuffer.allocate(PIECE);
    CoderResult result;
    do {
      into.clear();
      result = decoder.decode(from, into, true);
    } while (result.isOverflow());
    return !result.isError();
  }
}
