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
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class HostileArchivesTest {
  private static final String TOKEN = Tenants.SHOP;
  private static final byte[] FILE = Archives.tarHeader("a.js", '0', 0);

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

  private static void rename(byte[] zip, String from, String to) {
    String text = new String(zip, StandardCharsets.ISO_8859_1).replace(from, to);
    byte[] renamed = text.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(renamed, 0, zip, 0, zip.length);
  }

  private static void assertRefused(String words, byte[]... archives) {
    for (byte[] archive : archives) {
      Uploads.post(TOKEN, archive, "base", "~/")
          .statusCode(422)
          .contentType("application/problem+json")
          .body("type", equalTo("urn:profile-symbolicator:problem:not-an-archive"))
          .body("detail", containsString(words));
    }
  }

  @AfterEach
  void nothingIsLeft() {
    Uploads.list(TOKEN).body("entries", empty());
    Await.until(() -> budget.used() == 0 && store.spool().used() == 0);
  }

  /** {@code ArchiveReaderTest} has all spellings, types and places. */
  @Test
  void hostileOrDamagedArchiveIsRefusedAndLeavesNothing() {
    Map<String, byte[]> out = build("../b.js", "b");
    assertRefused(
        "leads out of the archive", Archives.tarGzip(out), Archives.zip(out), Archives.bundle(out));
    assertRefused(
        "a link, a device",
        Archives.tarOf(FILE, Archives.tarHeader("b.js", '2', 0)),
        Archives.withLink(Archives.zip(build())));
    byte[] twice = Archives.tarOf(FILE, Archives.tarHeader("./a.js", '0', 0));
    byte[] zipTwice = Archives.zip(build("b.js", "1", "c.js", "2"));
    rename(zipTwice, "c.js", "b.js");
    assertRefused("two files of one name", twice, Archives.gzip(twice), zipTwice);
    assertRefused(
        "damaged or cut off",
        half(Archives.tarGzip(build())),
        half(Archives.tar(build())),
        half(Archives.zip(build())),
        half(Archives.bundle(build())));
    assertRefused("no archive", new byte[0]);
    assertRefused("holds no tar", Archives.gzip(Archives.zip(build())));
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
