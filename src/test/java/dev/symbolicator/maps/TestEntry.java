package dev.symbolicator.maps;

import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.memory.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes an entry in the words of a test. Maps and scripts are named by short texts. */
record TestEntry(
    String script,
    String map,
    @Nullable String text,
    @Nullable String release,
    @Nullable String dist,
    @Nullable String debugId,
    List<String> prefixes,
    String scope,
    long at) {
  static final String SCOPE = "shop";

  static TestEntry of(String script, String map) {
    return new TestEntry(script, map, null, null, null, null, List.of(), SCOPE, 1_000);
  }

  TestEntry text(String other) {
    return new TestEntry(script, map, other, release, dist, debugId, prefixes, scope, at);
  }

  TestEntry release(@Nullable String other) {
    return new TestEntry(script, map, text, other, dist, debugId, prefixes, scope, at);
  }

  TestEntry dist(@Nullable String other) {
    return new TestEntry(script, map, text, release, other, debugId, prefixes, scope, at);
  }

  TestEntry debugId(@Nullable String other) {
    return new TestEntry(script, map, text, release, dist, other, prefixes, scope, at);
  }

  TestEntry prefixes(String... others) {
    return new TestEntry(script, map, text, release, dist, debugId, List.of(others), scope, at);
  }

  TestEntry scope(String other) {
    return new TestEntry(script, map, text, release, dist, debugId, prefixes, other, at);
  }

  TestEntry at(long other) {
    return new TestEntry(script, map, text, release, dist, debugId, prefixes, scope, other);
  }

  MapEntry entry() {
    return new MapEntry(
        scope,
        script,
        release,
        dist,
        debugId,
        null,
        blob(map),
        text == null ? null : blob(text),
        text == null ? null : hash(text),
        prefixes,
        "ci",
        at);
  }

  static String hash(String content) {
    return Sha256.of(content.getBytes(StandardCharsets.UTF_8));
  }

  private static BlobId blob(String content) {
    return new BlobId(hash(content), content.length());
  }
}
