package dev.symbolicator.script;

import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.StoredHeaders;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
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
 * Writes records as bytes: a version, then the record's members in their order.
 *
 * <p>The query of a URL may hold a secret. The script's own URL is not written, since the reader of
 * a record knows that URL. The URL after redirects and the map's URL are requested again, so both
 * are written unchanged.
 */
final class RecordCodec {
  private static final int VERSION = 5;
  private static final int ABSENT = -1;

  private RecordCodec() {}

  /**
   * Writes a record.
   *
   * @param asked the URL that the record is stored for
   */
  static byte[] encode(ScriptRecord record, String asked) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      file(out, record.files().script(), asked);
      WebUrl mapUrl = record.files().mapUrl();
      FileVersion map = record.files().map();
      text(out, mapUrl == null ? null : mapUrl.href());
      out.writeBoolean(map != null);
      if (map != null) {
        file(out, map, asked);
      }
      BuildIdentity build = record.files().build();
      text(out, build.script().sha256());
      text(out, build.script().debugId());
      text(out, build.mapDebugId());
      text(out, record.shownMapUrl());
      text(out, record.block());
      text(out, record.settings());
      text(out, record.grants());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static void file(DataOutputStream out, FileVersion file, String asked)
      throws IOException {
    String url = file.url().href();
    text(out, url.equals(asked) ? null : url);
    text(out, file.sha256());
    for (String name : StoredHeaders.NAMES) {
      text(out, file.headers().get(name));
    }
    out.writeBoolean(file.expiry().storable());
    out.writeLong(file.expiry().freshUntil());
    out.writeLong(file.expiry().staleUntil());
    out.writeLong(file.expiry().errorUntil());
  }

  private static void text(DataOutputStream out, @Nullable String text) throws IOException {
    byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(text == null ? ABSENT : bytes.length);
    out.write(bytes);
  }

  /**
   * Reads a record that {@link #encode} wrote.
   *
   * @param asked the URL that the record is stored for
   * @return null if the bytes are damaged or of another version
   */
  static @Nullable ScriptRecord decode(byte[] bytes, String asked) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readByte() != VERSION) {
        return null;
      }
      FileVersion script = file(in, asked);
      String mapHref = text(in);
      WebUrl mapUrl = mapHref == null ? null : url(mapHref);
      FileVersion map = in.readBoolean() ? file(in, asked) : null;
      ScriptContent content = new ScriptContent(present(text(in)), text(in));
      BuildIdentity build = new BuildIdentity(content, text(in));
      String shown = present(text(in));
      String block = present(text(in));
      String settings = present(text(in));
      String grants = present(text(in));
      return StoreKey.isHash(block) && in.available() == 0
          ? new ScriptRecord(
              new FilePair(script, mapUrl, map, build), shown, block, settings, grants)
          : null;
    } catch (IOException damaged) {
      return null;
    }
  }

  private static FileVersion file(DataInputStream in, String asked) throws IOException {
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
    return new FileVersion(url, sha256, new StoredHeaders(headers), expiry);
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
