package dev.symbolicator.api.maps;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;

import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.upload.Archives;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Tenants;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sends archives that are damaged or hostile to the running service. */
@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class HostileArchivesTest {
  private static final String TOKEN = Tenants.SHOP;
  private static final int MANY_HEADERS = 20;

  @Inject ByteBudget budget;

  @Inject MapStore store;

  private static Map<String, byte[]> build(String... more) {
    Map<String, byte[]> files =
        Archives.files(
            "a.js", "let a;", "a.js.map", new String(Uploads.map("a.ts"), StandardCharsets.UTF_8));
    files.putAll(Archives.files(more));
    return files;
  }

  private static byte[] half(byte[] archive) {
    return Arrays.copyOf(archive, archive.length / 2);
  }

  /** Returns archives by words of their refusals. */
  private static Map<byte[], String> archives() {
    Map<byte[], String> archives = new HashMap<>();
    String out = "leads out of the archive";
    for (String path : Set.of("../b.js", "a/../../b.js", "..\\b.js", "/../b.js")) {
      archives.put(Archives.tarGzip(build(path, "b")), out);
      archives.put(Archives.zip(build(path, "b")), out);
      archives.put(Archives.bundle(build(path, "b")), out);
    }
    String link = "a link, a device";
    byte[] file = Archives.tarHeader("a.js", '0', 0);
    for (char type : new char[] {'1', '2', '3', '4', '6'}) {
      archives.put(Archives.tarOf(file, Archives.tarHeader("b.js", type, 0)), link);
    }
    archives.put(Archives.withLink(Archives.zip(build())), link);
    archives.put(
        Archives.gzip(Archives.tarOf(file, Archives.tarHeader("./a.js", '0', 0))),
        "two files of one name");
    byte[] twice = Archives.zip(build("b.js", "1", "c.js", "2"));
    rename(twice, "c.js", "b.js");
    archives.put(twice, "two files of one name");
    String damaged = "damaged or cut off";
    archives.put(half(Archives.tarGzip(build())), damaged);
    archives.put(half(Archives.tar(build())), damaged);
    archives.put(half(Archives.zip(build())), damaged);
    archives.put(half(Archives.bundle(build())), damaged);
    archives.put("PK\3\4 no zip".getBytes(StandardCharsets.UTF_8), damaged);
    archives.put("SYSB\2\0\0\0".getBytes(StandardCharsets.UTF_8), damaged);
    archives.put(new byte[] {0x1f, (byte) 0x8b, 8, 0}, damaged);
    archives.put("7z\274\257\47\34".getBytes(StandardCharsets.ISO_8859_1), "no archive");
    archives.put(new byte[0], "no archive");
    archives.put(Archives.gzip(Archives.zip(build())), "holds no tar");
    archives.put(Archives.gzip(Archives.tarGzip(build())), "holds no tar");
    byte[][] headers = new byte[MANY_HEADERS][];
    Arrays.setAll(headers, i -> globalHeader("key" + i));
    headers[MANY_HEADERS - 1] = file;
    archives.put(Archives.gzip(Archives.tarOf(headers)), "bytes of global headers");
    return archives;
  }

  private static byte[] globalHeader(String key) {
    byte[] header = Archives.tarHeader("g", 'g', 512);
    byte[] both = Arrays.copyOf(header, header.length + 512);
    Arrays.fill(both, header.length, both.length, (byte) 'v');
    byte[] start = "512 %s=".formatted(key).getBytes(StandardCharsets.UTF_8);
    System.arraycopy(start, 0, both, header.length, start.length);
    both[both.length - 1] = '\n';
    return both;
  }

  /** Replaces each occurrence of a name by another one of the same length. */
  private static void rename(byte[] zip, String from, String to) {
    String text = new String(zip, StandardCharsets.ISO_8859_1).replace(from, to);
    byte[] renamed = text.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(renamed, 0, zip, 0, zip.length);
  }

  @Test
  void hostileArchiveIsRefusedAsAWholeAndLeavesNothing() {
    archives()
        .forEach(
            (archive, words) ->
                Uploads.post(TOKEN, archive, "base", "~/")
                    .statusCode(422)
                    .contentType("application/problem+json")
                    .body("type", equalTo("urn:profile-symbolicator:problem:not-an-archive"))
                    .body("detail", containsString(words)));
    Uploads.list(TOKEN).body("entries", empty());
    Await.until(() -> budget.used() == 0 && store.spool().used() == 0);
  }

  @Test
  void nestedArchiveIsNoPartOfTheBuild() {
    Map<String, byte[]> inner = Archives.files("../evil.js", "b", "evil.js.map", "{}");
    Map<String, byte[]> files = build();
    files.put("inner.zip", Archives.zip(inner));
    files.put("inner.js.tar.gz", Archives.tarGzip(inner));
    Uploads.post(TOKEN, Archives.tarGzip(files), "base", "~/", "dryRun", "true")
        .statusCode(200)
        .body("summary.scripts", equalTo(1))
        .body("summary.stored", equalTo(1));
    files.put("b.js.map", Archives.zip(inner));
    Uploads.post(TOKEN, Archives.zip(files), "base", "~/", "dryRun", "true")
        .statusCode(200)
        .body("summary.stored", equalTo(1))
        .body("summary.refused", equalTo(1));
  }
}
