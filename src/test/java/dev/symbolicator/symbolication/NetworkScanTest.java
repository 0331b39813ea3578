package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.places.TestPlaces;
import dev.symbolicator.script.TestScripts;
import dev.symbolicator.symbolication.ScriptResolver.WantedScript;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestDns;
import dev.symbolicator.testing.TestOrigin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkScanTest {
  private static final String URL = "the URL";
  private static final SymbolicationConfig CONFIG = Settings.of().read(SymbolicationConfig.class);

  @TempDir private Path directory;
  private final TestOrigin inside = TestOrigin.start();
  private final TestDns dns = TestDns.start();
  private final List<String> hosts = new ArrayList<>();
  private int closed;
  private TestScripts scripts;

  @BeforeEach
  void start() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = free.getLocalPort();
    }
    dns.answer("private.test", "10.0.0.1")
        .answer("local.test", "127.0.0.1")
        .answer("metadata.test", "169.254.169.254")
        .answer("both.test", "93.184.216.34", "fd00::1")
        .answer("listed.test", "127.0.0.1");
    for (String host :
        List.of(
            "127.0.0.1",
            "[::1]",
            "192.168.7.7",
            "169.254.169.254",
            "private.test",
            "local.test",
            "metadata.test",
            "both.test",
            "unknown.test")) {
      hosts.add(host + ":" + inside.port());
      hosts.add(host + ":" + closed);
    }
    scripts =
        new TestScripts(
            dns.vertx(),
            new ByteBudget(64 << 20),
            new MovableClock(),
            "symbolicator.cache.directory",
            directory.toString(),
            "symbolicator.fetch.allowed-ports",
            inside.port() + "," + closed,
            "symbolicator.fetch.allowed-origins",
            "*,http://listed.test:%d,http://listed.test:%d,http://*.test:%d"
                .formatted(inside.port(), closed, closed));
  }

  @AfterEach
  void stop() {
    scripts.close();
    dns.close();
    inside.close();
  }

  private String answerTo(String script, String url) throws IOException {
    String profile =
        "{\"frames\":[{\"name\":\"f\",\"resourceId\":0,\"line\":1,\"column\":1}],\"resources\":[\"%s\"],\"stacks\":[],\"samples\":[]}"
            .formatted(script);
    Symbolicated result =
        (Symbolicated)
            Await.value(
                Symbolicators.of(scripts, CONFIG)
                    .symbolicate(
                        profile.getBytes(StandardCharsets.UTF_8),
                        new SymbolicationOptions(
                            true, false, false, null, false, null, null, false),
                        Symbolicators.unlimited(Deadline.in(CONFIG.deadline()))));
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    result.profile().writeTo(answer);
    return answer.toString(StandardCharsets.UTF_8).replace(url, URL);
  }

  @Test
  void answerDoesNotTellWhetherAnInternalScriptExists() throws IOException {
    ScriptResolver resolver = new ScriptResolver(TestPlaces.of(scripts), scripts.vertx(), CONFIG);
    Set<String> answers = new TreeSet<>();
    Set<String> warmed = new TreeSet<>();
    for (String host : hosts) {
      String url = "http://" + host + "/app.js";
      answers.add(answerTo(url, url));
      warmed.add(
          Await.value(
                  resolver.warm(
                      List.of(new WantedScript(url, null, null)),
                      Symbolicators.unlimited(Deadline.in(CONFIG.deadline()))))
              .toString()
              .replace(url, URL));
    }
    assertAlike(answers);
    assertEquals(1, warmed.size(), warmed::toString);
  }

  private void assertAlike(Set<String> answers) {
    assertEquals(1, answers.size(), answers::toString);
    assertTrue(answers.iterator().next().contains("\"status\":\"blocked\""), answers::toString);
    assertEquals(0, inside.connections());
  }

  @Test
  void answerDoesNotTellWhetherAnInternalMapExists() throws IOException {
    hosts.add("listed.test:" + inside.port());
    hosts.add("listed.test:" + closed);
    Set<String> answers = new TreeSet<>();
    for (String host : hosts) {
      String url = "http://" + host + "/app.js.map";
      answers.add(answerTo("data:text/javascript,f()//%23 sourceMappingURL=" + url, url));
    }
    assertAlike(answers);
  }
}
