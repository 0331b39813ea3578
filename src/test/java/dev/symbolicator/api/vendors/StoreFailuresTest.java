package dev.symbolicator.api.vendors;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.MapStore.MapStoreConfig;
import dev.symbolicator.maps.upload.Archives;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.OutsideProgram;
import dev.symbolicator.testing.Tenants;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class StoreFailuresTest {
  private static final String TOKEN = Tenants.SHOP;
  private static final String ORG = "shop";
  private static final String SCRIPT = "function a(){}";

  /** Larger than a file may be while the folder is full, also compressed. */
  private static final int TEXT_BYTES = 200_000;

  private static final int FILE_LIMIT = 1 << 16;

  private static final Path READ_ONLY = Path.of("/proc/tty/ldisc");

  @Inject ByteBudget budget;

  @Inject MapStore store;

  @Inject MapStoreConfig config;

  private Path folder;
  private String map;
  private byte[] bundle;

  @BeforeEach
  void make() {
    folder = Path.of(config.directory().orElseThrow());
    byte[] text = new byte[TEXT_BYTES];
    new Random(System.nanoTime()).nextBytes(text);
    map =
        "{\"version\":3,\"sources\":[\"a.ts\"],\"sourcesContent\":[\"%s\"],\"names\":[],\"mappings\":\"AAAA\"}"
            .formatted(Base64.getEncoder().encodeToString(text));
    bundle = Bundles.bundle(Bundles.manifest("", ""), SCRIPT, map);
    Bundles.chunk(TOKEN, ORG, Bundles.sha1(bundle), bundle).statusCode(200);
  }

  @AfterEach
  void nothingIsLeft() {
    Await.until(() -> budget.used() == 0 && store.spool().used() == 0);
    Bundles.deleteAll(TOKEN);
  }

  private Map<String, Supplier<ValidatableResponse>> uploads() {
    byte[] archive = Archives.tarGzip(Archives.files("a.js", SCRIPT, "a.js.map", map));
    byte[] chunk = map.getBytes(StandardCharsets.UTF_8);
    byte[] form =
        Encode.gzip(
            Forms.body(
                Forms.part(
                    "event",
                    true,
                    "{\"minified_url\":\"https://cdn.example.com/d.js\"}"
                        .getBytes(StandardCharsets.UTF_8)),
                Forms.part("source_map", true, chunk)));
    return new HashMap<>(
        Map.of(
            "put",
            () ->
                Bundles.as(TOKEN)
                    .queryParam("script", "~/p.js")
                    .body(chunk)
                    .put("/source-maps")
                    .then(),
            "archive",
            () ->
                Bundles.as(TOKEN)
                    .queryParam("base", "~/")
                    .body(archive)
                    .post("/source-maps")
                    .then(),
            "chunk",
            () -> Bundles.chunk(TOKEN, ORG, Bundles.sha1(chunk), chunk),
            "assemble",
            () -> Bundles.assemble(TOKEN, ORG, Bundles.sha1(bundle), List.of(bundle), ""),
            "datadog",
            () ->
                given()
                    .header("DD-API-KEY", TOKEN)
                    .header("Content-Type", Forms.TYPE)
                    .header("Content-Encoding", "gzip")
                    .body(form)
                    .post("/api/v2/srcmap")
                    .then()));
  }

  /** The unaffected uploads may go on. */
  private void assertUnavailable(String words, String... unaffected) {
    Map<String, Supplier<ValidatableResponse>> uploads = uploads();
    uploads.keySet().removeAll(List.of(unaffected));
    uploads.forEach(
        (name, upload) -> {
          ValidatableResponse answer =
              upload
                  .get()
                  .statusCode(503)
                  .header("Retry-After", notNullValue())
                  .body("detail", containsString(words));
          boolean isSentry = name.equals("chunk") || name.equals("assemble");
          if (isSentry) {
            answer.contentType("application/json");
          } else {
            answer.body("type", equalTo("urn:profile-symbolicator:problem:store-unavailable"));
          }
        });
  }

  private void assertUsedAgain() {
    Bundles.list(TOKEN).statusCode(200).body("entries", empty());
    byte[] chunk = map.getBytes(StandardCharsets.UTF_8);
    Bundles.assemble(TOKEN, ORG, Bundles.sha1(chunk), List.of(chunk), "")
        .body("missingChunks.size()", equalTo(1));
    uploads()
        .forEach(
            (name, upload) -> {
              int status = upload.get().extract().statusCode();
              assertEquals(name.equals("put") || name.equals("archive") ? 201 : 200, status, name);
            });
    Bundles.list(TOKEN).body("entries.size()", equalTo(4));
  }

  @Test
  void goneFolderIsUnavailableAndNothingIsAcknowledged() throws IOException {
    Path elsewhere = folder.resolveSibling(folder.getFileName() + "-elsewhere");
    Files.move(folder, elsewhere);
    try {
      assertUnavailable("is gone. Mount it again");
    } finally {
      Files.move(elsewhere, folder);
    }
    assertUsedAgain();
  }

  /** Puts an empty folder in which nobody can make a file in place of another one. */
  private void assertUnavailableWithoutFilesIn(String inner, String... unaffected)
      throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(READ_ONLY), "This test needs Linux");
    Path replaced = folder.resolve(inner);
    Path elsewhere = folder.resolveSibling(folder.getFileName() + "-elsewhere");
    Files.createDirectories(replaced);
    Files.move(replaced, elsewhere);
    Files.createSymbolicLink(replaced, READ_ONLY);
    try {
      assertUnavailable("Nothing was stored", unaffected);
    } finally {
      Files.delete(replaced);
      Files.move(elsewhere, replaced);
    }
  }

  @Test
  void readOnlyFolderOfTemporaryFilesIsUnavailable() throws IOException {
    assertUnavailableWithoutFilesIn("tmp");
    assertUsedAgain();
  }

  @Test
  void readOnlyFolderOfObjectsIsUnavailable() throws IOException {
    assertUnavailableWithoutFilesIn(
        "objects/_chunks/shop", "put", "archive", "datadog", "assemble");
    assertUnavailableWithoutFilesIn("objects/shop", "chunk");
    assertUsedAgain();
  }

  @Test
  void uploadWhoseEntryCannotBeWrittenIsNotAcknowledged() throws IOException {
    assertUnavailableWithoutFilesIn("objects/shop/entry", "chunk");
    assertUsedAgain();
  }

  /** Lets the system end every write behind a size, like that of a full disk or quota. */
  @Test
  void fullFolderIsUnavailableAndNothingIsAcknowledged() throws Exception {
    limitFiles(String.valueOf(FILE_LIMIT));
    try {
      assertUnavailable("Nothing was stored");
    } finally {
      limitFiles("unlimited");
    }
    assertUsedAgain();
  }

  private static void limitFiles(String bytes) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                OutsideProgram.findOrSkip("prlimit").toString(),
                "--pid=" + ProcessHandle.current().pid(),
                "--fsize=" + bytes + ":"));
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertEquals(true, process.waitFor(30, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue());
  }
}
