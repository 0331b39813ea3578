package dev.symbolicator.script;

import dev.symbolicator.store.StoreKey;
import dev.symbolicator.url.WebUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records as bytes: a version, then the record's members in their order.
 *
 * <p>Queries of URLs may be secrets. A script's own URL is written only if it was redirected, as
 * who looks for the record knows it. The URLs to which it was redirected, and the map's, are asked
 * again, so they are written as they are.
 */
final class RecordCodec {
  private static final int VERSION = 4;
  private static final int ABSENT = -1;

  private RecordCodec() {}

  /**
   * Writes a record.
   *
   * @param asked the URL that it is stored for
   */
  static byte[] encode(ScriptRecord record, String asked) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      copy(out, record.script(), asked);
      WebUrl mapUrl = record.mapUrl();
      Copy map = record.map();
      text(out, mapUrl == null ? null : mapUrl.href());
      out.writeBoolean(map != null);
      if (map != null) {
        copy(out, map, asked);
      }
      text(out, record.shownMapUrl());
      text(out, record.block());
      text(out, record.settings());
      text(out, record.grants());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static void copy(DataOutputStream out, Copy copy, String asked) throws IOException {
    String url = copy.url().href();
    text(out, url.equals(asked) ? null : url);
    text(out, copy.sha256());
    for (String name : StoredHeaders.NAMES) {
      text(out, copy.headers().get(name));
    }
    out.writeBoolean(copy.expiry().storable());
    out.writeLong(copy.expiry().freshUntil());
    out.writeLong(copy.expiry().staleUntil());
    out.writeLong(copy.expiry().errorUntil());
  }

  private static void text(DataOutputStream out, @Nullable String text) throws IOException {
    byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(text == null ? ABSENT : bytes.length);
    out.write(bytes);
  }

  /**
   * Reads what {@link #encode} wrote; null for anything else, another version's included.
   *
   * @param asked the URL that it is stored for
   */
  static @Nullable ScriptRecord decode(byte[] bytes, String asked) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readByte() != VERSION) {
        return null;
      }
      Copy script = copy(in, asked);
      String mapHref = text(in);
      WebUrl mapUrl = mapHref == null ? null : url(mapHref);
      Copy map = in.readBoolean() ? copy(in, asked) : null;
      String shown = present(text(in));
      String block = present(text(in));
      String settings = present(text(in));
      String grants = present(text(in));
      return StoreKey.isHash(block) && in.available() == 0
          ? new ScriptRecord(script, mapUrl, map, shown, block, settings, grants)
          : null;
    } catch (IOException damaged) {
      return null;
    }
  }

  private static Copy copy(DataInputStream in, String asked) throws IOException {
    String href = text(in);
    WebUrl url = url(href == null ? asked : href);
    String sha256 = present(text(in));
    Map<String, String> headers = new HashMap<>();
    for (String name : StoredHeaders.NAMES) {
      String value = text(in);
      if (value != null) {
        headers.put(name, value);
      }
    }
    Expiry expiry = new Expiry(in.readBoolean(), in.readLong(), in.readLong(), in.readLong());
    return new Copy(url, sha256, new StoredHeaders(headers), expiry);
  }

  private static WebUrl url(String href) throws IOException {
    WebUrl url = WebUrl.parse(href);
    if (url == null) {
      throw new IOException("no URL");
    }
    return url;
  }

  private static String present(@Nullable String text) throws IOException {
    if (text == null) {
      throw new IOException("a text is missing");
    }
    return text;
  }

  private static @Nullable String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length == ABSENT) {
      return null;
    }
    if (length < 0 || length > in.available()) {
      throw new IOException("a text is cut off");
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }
}
