package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.OneContext;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Asks for every output of profiles that have no samples, only idle ones, or one. Their answers may
 * have no byte, and end all the same.
 */
@QuarkusTest
@Tag("service")
class EmptyAnswersTest {
  private static final List<String> OUTPUTS =
      List.of(
          "",
          "?report=true",
          "?output=cpuprofile",
          "?output=speedscope",
          "?output=firefox",
          "?output=pprof",
          "?output=collapsed",
          "?keep=busy",
          "?compact=true");

  private static final List<String> CODINGS = List.of("identity", "gzip", "br", "zstd", "deflate");

  /** Bodies of less than a kilobyte are not answered in a coding. */
  private static final String LONG = "x".repeat(2_000);

  private final Vertx vertx = Vertx.vertx();
  private final OneContext requests = new OneContext(vertx);
  private final List<HttpClient> clients = new ArrayList<>();

  @TestHTTPResource("/symbolicate")
  URI service;

  @BeforeEach
  void makeClients() {
    clients.add(vertx.createHttpClient());
    clients.add(
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)));
  }

  @AfterEach
  void close() {
    Await.value(vertx.close());
  }

  private static Map<String, String> profiles() {
    Map<String, String> profiles = new TreeMap<>();
    String trace =
        "{\"frames\":[{\"name\":\"f\"}],\"resources\":[],\"stacks\":[{\"frameId\":0}],\"samples\":[%s]%s}";
    String nodes =
        """
        {"nodes":[{"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"",\
        "lineNumber":-1,"columnNumber":-1},"children":[2]},{"id":2,"callFrame":{"functionName":\
        "(idle)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1}}],"startTime":0,\
        "endTime":9,"samples":[%s],"timeDeltas":[%s]%s}""";
    for (String more : List.of("", ",\"comment\":\"" + LONG + "\"")) {
      String size = more.isEmpty() ? "" : ", long";
      profiles.put("trace without samples" + size, trace.formatted("", more));
      profiles.put(
          "idle trace" + size, trace.formatted("{\"timestamp\":1},{\"timestamp\":20}", more));
      profiles.put(
          "trace of one sample" + size, trace.formatted("{\"timestamp\":1,\"stackId\":0}", more));
      profiles.put("cpuprofile without samples" + size, nodes.formatted("", "", more));
      profiles.put("idle cpuprofile" + size, nodes.formatted("2,2", "1,3", more));
      profiles.put("cpuprofile of one sample" + size, nodes.formatted("1", "1", more));
    }
    return profiles;
  }

  @Test
  void everyOutputOfAnIdleProfileEnds() {
    profiles()
        .forEach(
            (name, profile) -> {
              for (String output : OUTPUTS) {
                for (String coding : CODINGS) {
                  for (HttpClient client : clients) {
                    assertEnds(client, name + " " + output + " " + coding, output, coding, profile);
                  }
                }
              }
            });
  }

  /** Reads an answer to its end, which a length tells; a wait of half a minute fails. */
  private void assertEnds(
      HttpClient client, String name, String output, String coding, String profile) {
    HttpClientResponse[] head = new HttpClientResponse[1];
    Buffer body;
    try {
      body = post(client, output, coding, profile, head);
    } catch (AssertionError hang) {
      throw new AssertionError(name, hang);
    }
    boolean isNotTaken = head[0].statusCode() == 422 || head[0].statusCode() == 400;
    assertEquals(isNotTaken ? head[0].statusCode() : 200, head[0].statusCode(), name);
    assertEquals(Integer.toString(body.length()), head[0].getHeader("Content-Length"), name);
  }

  private Buffer post(
      HttpClient client, String output, String coding, String profile, HttpClientResponse[] head) {
    return requests.await(
        () ->
            client
                .request(
                    HttpMethod.POST,
                    service.getPort(),
                    service.getHost(),
                    service.getPath() + output)
                .compose(request -> request.putHeader("Accept-Encoding", coding).send(profile))
                .compose(
                    response -> {
                      head[0] = response;
                      return response.body();
                    }));
  }

  @Test
  void collapsedStacksOfAnIdleProfileAreNone() {
    for (HttpClient client : clients) {
      Buffer body =
          post(
              client,
              "?output=collapsed",
              "identity",
              profiles().get("idle trace"),
              new HttpClientResponse[1]);
      assertEquals("", body.toString());
    }
  }
}
