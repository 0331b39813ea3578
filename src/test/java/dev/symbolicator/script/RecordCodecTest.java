package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.StoredHeaders;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.script.RecordStore.FilePair;
import dev.symbolicator.script.RecordStore.RecordCodec;
import dev.symbolicator.script.RecordStore.ScriptRecord;
import dev.symbolicator.url.WebUrl;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Reads records as disk and Redis may return them, where others can write too. */
class RecordCodecTest {
  private static final String ASKED = "https://example.com/app.js?token=secret";
  private static final ScriptRecord RECORD =
      new ScriptRecord(
          new FilePair(
              new FileVersion(
                  url(ASKED),
                  hash("script"),
                  new StoredHeaders(Map.of("cache-control", "max-age=60", "etag", "\"1\"")),
                  new Expiry(true, 1, 2, 3)),
              url("https://example.com/app.js.map"),
              new FileVersion(
                  url("https://example.com/größe.map"),
                  hash("map"),
                  new StoredHeaders(Map.of()),
                  new Expiry(false, -1, Long.MAX_VALUE, 0)),
              new BuildIdentity(
                  new ScriptContent(hash("content"), "01234567-89ab-cdef-0123-456789abcdef"),
                  null)),
          "https://example.com/app.js.map",
          hash("block"),
          "1000",
          hash("grants"));

  private static WebUrl url(String href) {
    return Objects.requireNonNull(WebUrl.parse(href));
  }

  private static String hash(String text) {
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Property(tries = 500)
  void writtenRecordIsReadBack(@ForAll("records") ScriptRecord record) {
    assertEquals(record, RecordCodec.decode(RecordCodec.encode(record, ASKED), ASKED));
  }

  @Test
  void readerSuppliesTheUrlThatARecordIsStoredFor() {
    ScriptRecord read = RecordCodec.decode(RecordCodec.encode(RECORD, ASKED), "https://b.test/");
    assertNotNull(read);
    assertEquals(url("https://b.test/"), read.files().script().url());
  }

  @Test
  void cutOrLengthenedRecordIsNotRead() {
    byte[] bytes = RecordCodec.encode(RECORD, ASKED);
    for (int length = 0; length < bytes.length; length++) {
      assertNull(RecordCodec.decode(Arrays.copyOf(bytes, length), ASKED), "cut at " + length);
    }
    assertNull(RecordCodec.decode(Arrays.copyOf(bytes, bytes.length + 1), ASKED));
  }

  @Test
  void recordOfAnotherVersionIsNotRead() {
    byte[] bytes = RecordCodec.encode(RECORD, ASKED);
    for (byte version : new byte[] {0, 4, 6, -1}) {
      bytes[0] = version;
      assertNull(RecordCodec.decode(bytes, ASKED));
    }
  }

  @Property(tries = 2_000)
  void randomBytesAreARecordOrNone(@ForAll byte[] bytes) {
    assertIsRecordOrNone(bytes);
    byte[] ofOurVersion = bytes.clone();
    if (bytes.length > 0) {
      ofOurVersion[0] = 5;
    }
    assertIsRecordOrNone(ofOurVersion);
  }

  @Test
  void recordWithAChangedByteIsARecordOrNone() {
    byte[] bytes = RecordCodec.encode(RECORD, ASKED);
    for (int at = 0; at < bytes.length; at++) {
      byte was = bytes[at];
      for (byte changed : new byte[] {0, 1, 127, -128, -1, (byte) (was ^ 1), (byte) (was ^ 0x80)}) {
        bytes[at] = changed;
        assertIsRecordOrNone(bytes);
      }
      bytes[at] = was;
    }
  }

  /** Checks that bytes are no record, or are a record that can be written and read back. */
  private static void assertIsRecordOrNone(byte[] bytes) {
    ScriptRecord record = RecordCodec.decode(bytes, ASKED);
    if (record != null) {
      byte[] again = RecordCodec.encode(record, ASKED);
      assertEquals(record, RecordCodec.decode(again, ASKED));
      assertArrayEquals(again, RecordCodec.encode(record, ASKED));
    }
  }

  @Provide
  Arbitrary<ScriptRecord> records() {
    Arbitrary<String> texts = Arbitraries.strings().ofMaxLength(30);
    Arbitrary<WebUrl> urls =
        texts.map(text -> WebUrl.parse("https://example.com/" + text)).filter(Objects::nonNull);
    Arbitrary<StoredHeaders> headers =
        Arbitraries.maps(Arbitraries.of(StoredHeaders.NAMES), texts).map(StoredHeaders::new);
    Arbitrary<Expiry> expiries =
        Combinators.combine(
                Arbitraries.of(true, false),
                Arbitraries.longs(),
                Arbitraries.longs(),
                Arbitraries.longs())
            .as(Expiry::new);
    Arbitrary<FileVersion> copies =
        Combinators.combine(
                Arbitraries.oneOf(urls, Arbitraries.of(url(ASKED))), texts, headers, expiries)
            .as(FileVersion::new);
    Arbitrary<BuildIdentity> builds =
        Combinators.combine(texts, texts.injectNull(0.2), texts.injectNull(0.2))
            .as(
                (sha256, debugId, mapDebugId) ->
                    new BuildIdentity(new ScriptContent(sha256, debugId), mapDebugId));
    Arbitrary<FilePair> pairs =
        Combinators.combine(copies, urls.injectNull(0.2), copies.injectNull(0.2), builds)
            .as(FilePair::new);
    return Combinators.combine(pairs, texts, texts.map(RecordCodecTest::hash), texts, texts)
        .as(ScriptRecord::new);
  }
}
