package dev.symbolicator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.ChildJvm;
import dev.symbolicator.testing.OutsideProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts the packaged service, as the lane of the service has built it, rightly and wrongly. */
@Tag("service")
class StartJarTest {
  private static final Path JAR = Path.of("target/quarkus-app/quarkus-run.jar").toAbsolutePath();
  private static final Path TRACE = Path.of("src/main/resources/demo/trace.json").toAbsolutePath();
  private static final Pattern LISTENING = Pattern.compile("Listening on: http://[^:]+:([0-9]+)");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @BeforeEach
  void requireJar() {
    Assumptions.assumeTrue(Files.exists(JAR), "This test needs the packaged service: " + JAR);
  }

  private Process start(List<String> runner, Map<String, String> variables, String... properties)
      throws IOException {
    List<String> command = new ArrayList<>(runner);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:-UsePerfData",
            "-Xmx256m",
            "-Dquarkus.http.host=127.0.0.1",
            "-Dquarkus.shutdown.delay=0",
            "-Dsymbolicator.cache.max-disk-size=0"));
    command.addAll(List.of(properties));
    command.addAll(List.of("-jar", JAR.toString()));
    ProcessBuilder service =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output().toFile());
    service.environment().putAll(variables);
    return ChildJvm.start(service);
  }

  private Path output() {
    return folder.resolve("output");
  }

  private String written() {
    try {
      return Files.readString(output());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns all that a start writes which fails. */
  private String failure(Map<String, String> variables, String... properties) throws Exception {
    assertEquals(1, start(List.of(), variables, properties).waitFor(), written());
    return written();
  }

  @Test
  void misspeltVariableAndKeyStopTheStartWithASentenceEach() throws Exception {
    assertEquals(
        """
        SYMBOLICATOR_FETCH_MAX_MAP_SIEZ (environment variable): there is no such setting; did you mean SYMBOLICATOR_FETCH_MAX_MAP_SIZE?
        symbolicator.ftech.timeout (system property): there is no such setting; did you mean symbolicator.fetch.timeout?
        """,
        failure(
            Map.of(
                "SYMBOLICATOR_FETCH_MAX_MAP_SIEZ", "1M",
                "SYMBOLICATOR_FETCH_MAX_SCRIPT_SIZE", "1M",
                "SYMBOLICATOR_URL", "https://symbolicator.example"),
            "-Dquarkus.http.port=0",
            "-Dsymbolicator.ftech.timeout=1S"));
  }

  @Test
  void wrongValuesStopTheStartWithASentence() throws Exception {
    assertEquals(
        """
        symbolicator.fetch.max-map-size (SYMBOLICATOR_FETCH_MAX_MAP_SIZE) is "12X": must be a size of at least 1 byte and less than 1G, such as 32M.
        """,
        failure(Map.of("SYMBOLICATOR_FETCH_MAX_MAP_SIZE", "12X"), "-Dquarkus.http.port=0"));
    assertEquals(
        "quarkus.http.port is \"abc\": Expected an integer value, got \"abc\".\n",
        failure(Map.of(), "-Dquarkus.http.port=abc"));
    assertEquals(
        "symbolicator.access.tokens.ci.value-file: the file cannot be read. Check that it exists"
            + " and that the service may read it.\n",
        failure(
            Map.of("SYMBOLICATOR_ACCESS_TOKENS_CI_VALUE_FILE", folder.resolve("none").toString()),
            "-Dquarkus.http.port=0"));
    String authorities = folder.resolve("none").toString();
    String unreadable = failure(Map.of(), "-Dsymbolicator.fetch.ca-file=" + authorities);
    assertTrue(unreadable.startsWith("symbolicator.fetch.ca-file: "), unreadable);
    assertEquals(1, unreadable.lines().count(), unreadable);
  }

  @Test
  void portOfAnotherIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      String output = failure(Map.of(), "-Dquarkus.http.port=" + port);
      assertEquals(
          "quarkus.http.port: the service cannot listen at port %d of 127.0.0.1. Another process may use it.\n"
              .formatted(port),
          output);
    }
  }

  /** Vert.x refuses the port, with an exception that tells nothing of settings. */
  @Test
  void anyOtherFaultIsALineWithItsStackTrace() throws Exception {
    String output = failure(Map.of(), "-Dquarkus.http.port=70000");
    JsonNode line = JSON.readTree(output);
    assertEquals("ERROR", line.get("level").asText());
    String trace = line.get("stackTrace").asText();
    assertTrue(trace.contains("IllegalArgumentException"), trace);
    assertTrue(trace.contains("\tat dev.symbolicator.cli.Main.main("), trace);
    assertEquals(1, output.lines().count(), output);
  }

  @Test
  void lineOfARequestIsJsonWithNumbers() throws Exception {
    Process service = start(List.of(), Map.of(), "-Dquarkus.http.port=0");
    try {
      symbolicate(service);
      Await.until(() -> written().contains("symbolicated a profile"));
      List<JsonNode> lines = new ArrayList<>();
      for (String line : written().lines().toList()) {
        lines.add(JSON.readTree(line));
      }
      JsonNode request = lines.get(lines.size() - 1);
      assertEquals("dev.symbolicator.request", request.get("loggerName").asText());
      JsonNode fields = request.get("mdc");
      for (String number : List.of("status", "bytes", "frames", "mapped", "scripts", "ms")) {
        assertTrue(fields.get(number).isNumber(), fields::toString);
      }
      assertEquals(Files.size(TRACE), fields.get("bytes").asLong());
      assertEquals(20, fields.get("frames").asInt());
      assertEquals("js-self-profile", fields.get("format").asText());
      assertFalse(request.has("sequence"), request::toString);
    } finally {
      Await.value(service.destroyForcibly().onExit());
    }
  }

  @Test
  void linesAtATerminalAreTexts() throws Exception {
    Path script = OutsideProgram.findOrSkip("script");
    Process service =
        start(
            List.of("sh", "-c", "exec " + script + " -qefc \"$*\" /dev/null", "sh"),
            Map.of(),
            "-Dquarkus.http.port=0");
    try {
      symbolicate(service);
      Await.until(() -> written().contains("{bytes="));
      assertFalse(written().contains("{\""), written());
    } finally {
      service.descendants().forEach(ProcessHandle::destroyForcibly);
      Await.value(service.destroyForcibly().onExit());
    }
  }

  /** Waits for the service, and sends the demo's trace, whose scripts nobody serves. */
  private void symbolicate(Process service) throws Exception {
    Await.until(() -> !service.isAlive() || LISTENING.matcher(written()).find());
    Matcher listening = LISTENING.matcher(written());
    assertTrue(listening.find(), written());
    URI uri = URI.create("http://127.0.0.1:" + listening.group(1) + "/symbolicate");
    HttpRequest request =
        HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofFile(TRACE)).build();
    assertEquals(
        200,
        HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.ofString())
            .statusCode());
  }
}
