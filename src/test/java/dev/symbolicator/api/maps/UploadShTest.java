package dev.symbolicator.api.maps;

import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.testing.OutsideProgram;
import dev.symbolicator.testing.Tenants;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs {@code src/main/sh/upload.sh} against the running service. */
@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class UploadShTest {
  private static final String BASE = "https://cdn.example.com/shop/";
  private static final String SCRIPT = "function f(){}\n//# sourceMappingURL=%s\n";

  @TestHTTPResource("/")
  URI service;

  @TempDir Path build;
  @TempDir Path other;

  private record Run(int status, String out, String err) {}

  @BeforeEach
  void programsAreInstalled() {
    OutsideProgram.requireOrSkip("sh");
    OutsideProgram.requireOrSkip("curl");
  }

  @AfterEach
  void nothingIsLeft() {
    List<String> ids = Uploads.list(Tenants.SHOP).extract().path("entries.id");
    ids.forEach(id -> Uploads.delete(Tenants.SHOP, "id", id).statusCode(204));
  }

  private Run run(String... arguments) throws Exception {
    return run(Map.of(), arguments);
  }

  private Run run(Map<String, String> environment, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "src/main/sh/upload.sh"));
    command.addAll(List.of(arguments));
    Path out = other.resolve("out");
    Path err = other.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "SYMBOLICATOR_URL",
                service.toString(),
                "SYMBOLICATOR_TOKEN",
                Tenants.SHOP,
                "SYMBOLICATOR_RETRIES",
                "0"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertTrue(process.waitFor(1, TimeUnit.MINUTES));
    return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  private void script(String name) throws IOException {
    Path file = build.resolve(name + ".js");
    Files.createDirectories(file.getParent());
    Files.writeString(file, SCRIPT.formatted(file.getFileName() + ".map"));
  }

  private void pair(String name) throws IOException {
    script(name);
    Files.write(build.resolve(name + ".js.map"), Uploads.map(name.replace("\"", "")));
  }

  private String folder() {
    return build.toString();
  }

  @Test
  void uploadedFolderEndsWithZero() throws Exception {
    pair("app");
    pair("a folder/it's a \"script\"");
    Run run = run("--base", BASE, "--release", "1 & 2", folder());
    assertEquals(0, run.status(), run.err());
    assertEquals(2, run.out().lines().filter(line -> line.startsWith("stored ")).count());
    assertTrue(run.err().contains("Scripts: 2 stored"), run.err());
    Uploads.list(Tenants.SHOP, "release", "1 & 2")
        .body("entries.script", hasItem(BASE + "a%20folder/it's%20a%20%22script%22.js"));
    assertEquals(0, run("--base", BASE, "--release", "1 & 2", folder()).status());
  }

  @Test
  void checkStoresNothing() throws Exception {
    pair("app");
    Run run = run("--check", "--base", BASE, folder());
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().startsWith("resolves "), run.out());
    Uploads.list(Tenants.SHOP).body("entries", empty());
  }

  @Test
  void scriptWithoutMapEndsWithOneAndTheOthersAreStored() throws Exception {
    pair("app");
    script("vendor/lib");
    assertEquals(1, run("--check", folder()).status());
    Run run = run(folder());
    assertEquals(1, run.status(), run.err());
    assertTrue(run.out().contains("unpaired      ~/vendor/lib.js"), run.out());
    Uploads.list(Tenants.SHOP).body("entries.script", hasItem("~/app.js"));
    assertEquals(0, run("--except", "vendor/*", folder()).status());
  }

  @Test
  void folderWithoutScriptsEndsWithOne() throws Exception {
    Files.writeString(build.resolve("style.css.map"), "{}");
    assertEquals(1, run(folder()).status());
  }

  @Test
  void wrongUseEndsWithTwo() throws Exception {
    pair("app");
    assertEquals(2, run("--frob", folder()).status());
    assertEquals(2, run().status());
    assertEquals(2, run(folder(), folder()).status());
    assertEquals(2, run("--release").status());
    assertEquals(2, run(build.resolve("absent").toString()).status());
    assertEquals(2, run("--check", "--delete-maps", folder()).status());
    assertEquals(2, run(Map.of("SYMBOLICATOR_TOKEN", ""), folder()).status());
    assertEquals(2, run(Map.of("SYMBOLICATOR_URL", "symbolicator"), folder()).status());
    assertEquals(2, run("--base", "no base", folder()).status());
  }

  @Test
  void refusedTokenEndsWithTwoAndDeletesNothing() throws Exception {
    pair("app");
    for (String token : List.of("wrong-0123456789\"\\abcdef", Tenants.SHOP_READER)) {
      Run run = run(Map.of("SYMBOLICATOR_TOKEN", token), "--delete-maps", folder());
      assertEquals(2, run.status(), run.err());
      assertTrue(run.err().contains("token"), run.err());
    }
    assertTrue(Files.exists(build.resolve("app.js.map")));
  }

  @Test
  void otherServerIsNoSuccess() throws Exception {
    pair("app");
    try (TestOrigin origin = TestOrigin.start()) {
      origin.serve("/source-maps", "text/html", "<p>Welcome</p>".getBytes(StandardCharsets.UTF_8));
      Run run = run(Map.of("SYMBOLICATOR_URL", origin.url("")), "--delete-maps", folder());
      assertEquals(2, run.status(), run.err());
    }
    assertTrue(Files.exists(build.resolve("app.js.map")));
  }

  @Test
  void refusedConnectionEndsWith75() throws Exception {
    pair("app");
    Map<String, String> nowhere =
        Map.of("SYMBOLICATOR_URL", "http://127.0.0.1:1", "SYMBOLICATOR_RETRIES", "1");
    Run run = run(nowhere, "--delete-maps", folder());
    assertEquals(75, run.status(), run.err());
    assertTrue(run.err().contains("Next try in 1 s"), run.err());
    assertTrue(Files.exists(build.resolve("app.js.map")));
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 503})
  void busyServiceEndsWith75AfterRetries(int status) throws Exception {
    pair("app");
    try (TestOrigin origin = TestOrigin.start()) {
      origin.handle(
          "/source-maps",
          request -> request.response().setStatusCode(status).putHeader("Retry-After", "1").end());
      Run run =
          run(
              Map.of("SYMBOLICATOR_URL", origin.url(""), "SYMBOLICATOR_RETRIES", "1"),
              "--delete-maps",
              folder());
      assertEquals(75, run.status(), run.err());
      assertEquals(2, origin.requests("/source-maps"));
    }
    assertTrue(Files.exists(build.resolve("app.js.map")));
  }

  @Test
  void pauseIsTheLargerOfRetryAfterAndTheGrowingPause() throws Exception {
    pair("app");
    Path sleep = other.resolve("sleep");
    Files.writeString(sleep, "#!/bin/sh\n");
    assertTrue(sleep.toFile().setExecutable(true));
    List<String> answers = List.of("0", "3", "3", "Sun, 06 Nov 1994 08:49:37 GMT", "600");
    try (TestOrigin origin = TestOrigin.start()) {
      origin.handle(
          "/source-maps",
          request -> {
            int number = origin.requests("/source-maps") - 1;
            String after = answers.get(Math.min(number, answers.size() - 1));
            request.response().setStatusCode(503).putHeader("Retry-After", after).end();
          });
      Run run =
          run(
              Map.of(
                  "SYMBOLICATOR_URL",
                  origin.url(""),
                  "SYMBOLICATOR_RETRIES",
                  "5",
                  "PATH",
                  other + ":" + System.getenv("PATH")),
              folder());
      assertEquals(75, run.status(), run.err());
      List<String> pauses =
          run.err()
              .lines()
              .filter(line -> line.contains("Next try in "))
              .map(line -> line.replaceAll(".*Next try in (\\d+) s.*", "$1"))
              .toList();
      assertEquals(List.of("1", "3", "4", "8", "60"), pauses, run.err());
    }
  }

  @Test
  void tooLargeForAProxyEndsWithOneAndNamesTheProxy() throws Exception {
    pair("app");
    try (TestOrigin origin = TestOrigin.start()) {
      origin.handle(
          "/source-maps",
          request -> request.response().setStatusCode(413).end("<h1>Request Too Large</h1>"));
      Run run = run(Map.of("SYMBOLICATOR_URL", origin.url("")), "--delete-maps", folder());
      assertEquals(1, run.status(), run.err());
      assertTrue(run.err().contains("A proxy before the service"), run.err());
    }
    assertTrue(Files.exists(build.resolve("app.js.map")));
  }

  @Test
  void onlyAcknowledgedMapsAreDeleted() throws Exception {
    pair("app");
    pair("it's a \"script\"");
    script("broken");
    Files.writeString(build.resolve("broken.js.map"), "no map");
    Files.writeString(build.resolve("style.css.map"), "{}");
    assertEquals(1, run("--delete-maps", folder()).status());
    assertFalse(Files.exists(build.resolve("app.js.map")));
    assertFalse(Files.exists(build.resolve("it's a \"script\".js.map")));
    assertTrue(Files.exists(build.resolve("broken.js.map")));
    assertTrue(Files.exists(build.resolve("style.css.map")));
    assertTrue(Files.exists(build.resolve("app.js")));
  }

  @Test
  void jsonIsTheAnswerOfTheService() throws Exception {
    pair("app");
    Run run = run("--json", "--base", BASE, folder());
    assertEquals(0, run.status(), run.err());
    JsonNode answer = new ObjectMapper().readTree(run.out());
    assertEquals(1, answer.at("/summary/stored").asInt());
    assertEquals(BASE + "app.js", answer.at("/scripts/0/script").asText());
  }

  @Test
  void tokenIsInNoCommandLine() throws Exception {
    pair("app");
    Path curl = OutsideProgram.requireOrSkip("curl");
    Path log = other.resolve("log");
    Path recorder = other.resolve("curl");
    Files.writeString(
        recorder,
        "#!/bin/sh\nprintf '%%s\\n' \"$@\" >>'%s'\nexec '%s' \"$@\"\n".formatted(log, curl));
    assertTrue(recorder.toFile().setExecutable(true));
    Run run = run(Map.of("PATH", other + ":" + System.getenv("PATH")), folder());
    assertEquals(0, run.status(), run.err());
    String arguments = Files.readString(log);
    assertTrue(arguments.contains("/source-maps?base="), arguments);
    assertFalse(arguments.contains(Tenants.SHOP), arguments);
  }
}
