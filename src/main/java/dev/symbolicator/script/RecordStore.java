package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.fetch.FetchGrants;
import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.StoredHeaders;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
import dev.symbolicator.script.ScriptPipeline.LoadContext;
import dev.symbolicator.store.LayeredStore;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Stores the last answers of scripts' URLs, on disk and shared with other instances. */
@ApplicationScoped
class RecordStore {
  private final LayeredStore store;
  private final String grants;

  RecordStore(LayeredStore store, FetchConfig fetch) {
    this.store = store;
    grants = FetchGrants.digest(fetch);
  }

  String grants() {
    return grants;
  }

  /** Finds a record; none fetched under other grants, since its origin may be forbidden by now. */
  CompletableFuture<@Nullable ScriptRecord> find(ScriptKey key) {
    return store.find(key.record(), (bytes, tier) -> read(key, bytes));
  }

  @Nullable ScriptRecord read(ScriptKey key, byte[] bytes) {
    ScriptRecord record = RecordCodec.decode(bytes, key.name());
    return record != null && record.grants().equals(grants) ? record : null;
  }

  /** Stores a record, unless its answers forbid storing or its script is a data: URL. */
  CompletableFuture<Void> keep(LoadContext load, ScriptRecord record) {
    if (!record.expiry().storable() || !record.files().script().url().isHttp()) {
      return CompletableFuture.completedFuture(null);
    }
    ScriptKey key = load.key();
    byte[] bytes = RecordCodec.encode(record, key.name());
    return store.keep(load.sharing(), key.record(), ByteBuffer.wrap(bytes));
  }

  void forget(ScriptKey key) {
    store.forget(key.record());
  }

  /**
   * The last answer of a script's URL, and the hash of the key of the table made from it.
   *
   * @param settings {@link dev.symbolicator.sources.OriginalSourceLoader.SourceRules#settings}
   * @param grants {@link dev.symbolicator.fetch.FetchGrants#digest}
   */
  record ScriptRecord(
      FilePair files, String shownMapUrl, String block, String settings, String grants) {

    Expiry expiry() {
      return files.expiry();
    }

    long memory() {
      return 2L * (shownMapUrl.length() + settings.length() + grants.length()) + files.memory();
    }

    ScriptRecord with(FilePair newFiles) {
      return new ScriptRecord(newFiles, shownMapUrl, block, settings, grants);
    }
  }

  /**
   * A script and its map, from which a table or a failure follows.
   *
   * @param mapUrl null if the script names no URL for a map
   * @param map null if there is none, or it could not be fetched
   */
  record FilePair(
      FileVersion script, @Nullable WebUrl mapUrl, @Nullable FileVersion map, BuildIdentity build) {
    private static final int BUILD_MEMORY = 512;

    Expiry expiry() {
      return map == null ? script.expiry() : script.expiry().and(map.expiry());
    }

    FilePair with(FileVersion newScript, @Nullable FileVersion newMap) {
      return new FilePair(newScript, mapUrl, newMap, build);
    }

    boolean lacksMap() {
      return mapUrl != null && map == null;
    }

    long memory() {
      return BUILD_MEMORY
          + script.memory()
          + FileVersion.memory(mapUrl)
          + (map == null ? 0 : map.memory());
    }
  }

  /**
   * The stored form: a version, then the record's members in order. The script's own URL, whose
   * query may hold a secret, is not written; the URLs after redirects and of the map are requested
   * again.
   */
  static final class RecordCodec {
    private static final int VERSION = 5;
    private static final int ABSENT = -1;

    private RecordCodec() {}

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

    /** Reads a record that {@link #encode} wrote; null if it is damaged or of another version. */
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
}
