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
import org.jspecify.annotations.Nullable;

/** Records as bytes: a version, then the record's members in their order. */
final class RecordCodec {
  private static final int VERSION = 1;
  private static final int ABSENT = -1;

  private RecordCodec() {}

  static byte[] encode(ScriptRecord record) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      copy(out, record.script());
      WebUrl mapUrl = record.mapUrl();
      Copy map = record.map();
      text(out, mapUrl == null ? null : mapUrl.href());
      out.writeBoolean(map != null);
      if (map != null) {
        copy(out, map);
      }
      text(out, record.shownMapUrl());
      text(out, record.block());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static void copy(DataOutputStream out, Copy copy) throws IOException {
    text(out, copy.url().href());
    text(out, copy.sha256());
    text(out, copy.etag());
    text(out, copy.lastModified());
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

  /** Reads what {@link #encode} wrote; null for anything else, another version's included. */
  static @Nullable ScriptRecord decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readByte() != VERSION) {
        return null;
      }
      Copy script = copy(in);
      String mapHref = text(in);
      WebUrl mapUrl = mapHref == null ? null : url(mapHref);
      Copy map = in.readBoolean() ? copy(in) : null;
      String shown = present(text(in));
      String block = present(text(in));
      return StoreKey.isHash(block) ? new ScriptRecord(script, mapUrl, map, shown, block) : null;
    } catch (IOException damaged) {
      return null;
    }
  }

  private static Copy copy(DataInputStream in) throws IOException {
    WebUrl url = url(present(text(in)));
    String sha256 = present(text(in));
    String etag = text(in);
    String lastModified = text(in);
    Expiry expiry = new Expiry(in.readBoolean(), in.readLong(), in.readLong(), in.readLong());
    return new Copy(url, sha256, etag, lastModified, expiry);
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
