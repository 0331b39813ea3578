package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.maps.upload.Archives;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.LiveObjects;
import dev.symbolicator.testing.OneContext;
import dev.symbolicator.testing.Tenants;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sends requests to every door, each to every end, and counts what is reachable afterwards. The
 * time-outs are the default ones of half a minute and more: what a timer holds is still there when
 * the objects are counted.
 *
 * <p>The connections stay open meanwhile, so what belongs to a connection may not grow by its
 * requests either.
 */
@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class NothingStaysTest {
  /** How often a door comes to each end. What stays of each request is there so often. */
  private static final int TIMES = 20;

  /** Fewer objects of a class may have come: pools grow, and a connection may be new. */
  private static final int MANY = TIMES * 3 / 4;

  /** Each body, and so each answer, has more bytes. */
  private static final int BODY = 80_000;

  private static final String PAD = "x".repeat(BODY);
  private static final String FRAME =
      "\"callFrame\":{\"functionName\":\"%s\",\"scriptId\":\"0\",\"url\":\"\",\"lineNumber\":-1,\"columnNumber\":-1}"
          .formatted(PAD);
  private static final String CPU_PROFILE =
      "{\"nodes\":[{\"id\":1,%s}],\"startTime\":0,\"endTime\":9,\"samples\":[1],\"timeDeltas\":[1]}"
          .formatted(FRAME);
  private static final String TRACE =
      "{\"frames\":[{\"name\":\"%s\"}],\"resources\":[],\"stacks\":[],\"samples\":[]}"
          .formatted(PAD);
  private static final String EVENT = "{\"ph\":\"X\",\"pid\":1,\"name\":\"%s\"}".formatted(PAD);
  private static final String MAP =
      "{\"version\":3,\"sources\":[\"a\"],\"sourcesContent\":[\"%s\"],\"names\":[],\"mappings\":\"AAAA\"}"
          .formatted(PAD);
  private static final String SNAPSHOT =
      """
      {"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count"],\
      "node_types":[["object"],"string","number","number","number"],\
      "edge_fields":["type","name_or_index","to_node"],\
      "edge_types":[["context"],"string_or_number","node"],\
      "trace_function_info_fields":["function_id","name","script_name","script_id","line","column"],\
      "trace_node_fields":["id","function_info_index","count","size","children"],\
      "sample_fields":["timestamp_us","last_assigned_id"],\
      "location_fields":["object_index","script_id","line","column"]},\
      "node_count":1,"edge_count":0,"trace_function_count":0},"nodes":[0,0,1,0,0],"edges":[],\
      "trace_function_infos":[],"trace_tree":[],"samples":[],"locations":[],"strings":["%s"]}""";

  private static final Vertx CLIENTS = Vertx.vertx();
  private static final OneContext REQUESTS = new OneContext(CLIENTS);

  private static final Object BUSY = "busy";

  @TestHTTPResource URI service;

  private enum End {
    ANSWERED,
    WITHOUT_TOKEN,
    WITH_UNKNOWN_PARAMETER,
    MALFORMED,
    LEFT_IN_BODY,
    LEFT_IN_ANSWER
  }

  /** Headers are names and values in turn. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Door(
      String name, HttpMethod method, String target, byte[] body, List<String> headers) {
    static Door post(String name, String target, String body, String... headers) {
      return post(name, target, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    static Door post(String name, String target, byte[] body, String... headers) {
      return new Door(name, HttpMethod.POST, target, body, List.of(headers));
    }

    /** Returns the token of a scope that may still begin so many uploads in this minute. */
    String token() {
      return name.equals("archive")
          ? Tenants.NEWS
          : name.equals("Datadog's map") ? Tenants.PRESS : Tenants.SHOP;
    }

    int answered() {
      return name.startsWith("none") ? 4 : 2;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  @AfterAll
  static void closeClients() {
    Await.value(CLIENTS.close());
  }

  private static String form(String... parts) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < parts.length; i += 2) {
      body.append("--b\r\nContent-Disposition: form-data; name=\"")
          .append(parts[i])
          .append("\"; filename=\"")
          .append(parts[i].equals("file") ? sha1(parts[i + 1]) : "x")
          .append("\"\r\nContent-Type: application/json\r\n\r\n")
          .append(parts[i + 1])
          .append("\r\n");
    }
    return body.append("--b--\r\n").toString();
  }

  private static String sha1(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new LinkageError("every JVM has SHA-1", impossible);
    }
  }

  private static Door symbolicate(String name, String query, String body, String... headers) {
    return Door.post(name, "/symbolicate" + query, body, headers);
  }

  static Stream<Door> doors() {
    String large = PAD.repeat(15);
    String multipart = "multipart/form-data; boundary=b";
    String batch = "application/x-ndjson";
    return Stream.of(
        symbolicate("self-profile", "", TRACE),
        symbolicate("self-profile, chunked", "", TRACE, "Transfer-Encoding", "chunked"),
        symbolicate("self-profile, encoded", "", TRACE, "Accept-Encoding", "gzip"),
        symbolicate("cpuprofile", "", CPU_PROFILE),
        symbolicate("cpuprofile as cpuprofile", "?output=cpuprofile", CPU_PROFILE),
        symbolicate("cpuprofile as speedscope", "?output=speedscope", CPU_PROFILE),
        symbolicate("cpuprofile as firefox", "?output=firefox", CPU_PROFILE),
        symbolicate("cpuprofile as pprof", "?output=pprof", CPU_PROFILE),
        symbolicate("cpuprofile as collapsed", "?output=collapsed", CPU_PROFILE),
        symbolicate(
            "heapprofile",
            "",
            "{\"head\":{%s,\"selfSize\":0,\"id\":1,\"children\":[]},\"samples\":[]}"
                .formatted(FRAME)),
        symbolicate("heap snapshot", "", SNAPSHOT.formatted(PAD)),
        symbolicate("large heap snapshot", "", SNAPSHOT.formatted(large)),
        symbolicate("summary of a large heap snapshot", "?summary=true", SNAPSHOT.formatted(large)),
        symbolicate(
            "large heap snapshot, encoded", "", SNAPSHOT.formatted(large), "Accept-Encoding", "br"),
        symbolicate("trace", "", "{\"traceEvents\":[" + EVENT + "]}"),
        symbolicate("large trace", "", "[" + (EVENT + ",").repeat(15) + EVENT + "]"),
        symbolicate("batch", "", (TRACE + "\n").repeat(2), "Content-Type", batch),
        symbolicate(
            "batch, encoded", "", TRACE + "\n", "Content-Type", batch, "Accept-Encoding", "gzip"),
        symbolicate("stack text", "", "Error: " + PAD + "\n    at f (http://localhost/a.js:1:2)"),
        symbolicate(
            "speedscope",
            "",
            """
            {"$schema":"https://www.speedscope.app/file-format-schema.json",\
            "shared":{"frames":[{"name":"%s"}]},\
            "profiles":[{"type":"sampled","name":"a","unit":"none","startValue":0,"endValue":1,\
            "samples":[[0]],"weights":[1]}]}"""
                .formatted(PAD)),
        symbolicate(
            "Sentry's envelope",
            "",
            """
            {"event_id":"1","sdk":{"name":"s"}}
            {"type":"profile_chunk"}
            {"profile":{"frames":[{"function":"%s"}],"stacks":[[0]]},"version":"2"}"""
                .formatted(PAD)),
        symbolicate(
            "Datadog's form",
            "",
            form("event", "{\"tags_profiler\":\"service:shop\"}", "wall-time.json", TRACE),
            "Content-Type",
            multipart),
        Door.post("none: a path", "/nothing", TRACE),
        Door.post("none: an operation", "/q/nothing", TRACE),
        new Door(
            "none: a method",
            HttpMethod.PUT,
            "/symbolicate",
            TRACE.getBytes(StandardCharsets.UTF_8),
            List.of()),
        Door.post("health", "/q/health/live", TRACE),
        Door.post("none: the page", "/", TRACE),
        Door.post("none: the demo", "/demo/trace.json", TRACE),
        Door.post("scripts to load", "/scripts/warm", "{\"scripts\":[\"" + "x:" + PAD + "\"]}"),
        new Door(
            "map",
            HttpMethod.PUT,
            "/source-maps?script=~/a.js",
            MAP.getBytes(StandardCharsets.UTF_8),
            List.of()),
        Door.post(
            "archive",
            "/source-maps?base=~/b/",
            Archives.tar(Archives.files("b.js", "//# sourceMappingURL=b.js.map", "b.js.map", MAP))),
        Door.post(
            "Sentry's chunks",
            "/api/0/organizations/shop/chunk-upload",
            form("file", MAP),
            "Content-Type",
            multipart),
        Door.post(
            "Sentry's bundle",
            "/api/0/organizations/shop/artifactbundle/assemble",
            "{\"checksum\":\"%s\",\"chunks\":[\"%s\"],\"more\":\"%s\"}"
                .formatted(sha1("a"), sha1("b"), PAD)),
        Door.post(
            "Datadog's map",
            "/api/v2/srcmap",
            Encode.gzip(
                form(
                        "event",
                        "{\"minified_url\":\"https://cdn.example.com/d.js\",\"service\":\"a\",\"version\":\"1\"}",
                        "source_map",
                        MAP)
                    .getBytes(StandardCharsets.UTF_8)),
            "Content-Type",
            multipart,
            "Content-Encoding",
            "gzip"));
  }

  @ParameterizedTest
  @MethodSource("doors")
  void nothingOfARequestIsReachableAfterItsEnd(Door door) {
    HttpClient one = CLIENTS.createHttpClient(new HttpClientOptions().setMaxPoolSize(1));
    HttpClient two =
        CLIENTS.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)
                .setHttp2MaxPoolSize(1));
    sendToAllEnds(door, one, two); // fills pools and caches
    LiveObjects.now(); // learns the names of classes, which take memory themselves
    LiveObjects before = LiveObjects.now();

    sendToAllEnds(door, one, two);

    LiveObjects[] after = {before};
    try {
      Await.until(
          () -> {
            after[0] = LiveObjects.now();
            return after[0].classesWithMoreThan(before, MANY).isEmpty()
                && after[0].moreBytesThan(before) < (long) TIMES * BODY / 2;
          });
    } catch (AssertionError stays) {
      throw new AssertionError(
          "%,d bytes stay, and these objects: %s. Most are of %s."
              .formatted(
                  after[0].moreBytesThan(before),
                  after[0].classesWithMoreThan(before, MANY),
                  after[0].mostBytesMoreThan(before)),
          stays);
    }
    Await.value(one.close());
    Await.value(two.close());
  }

  private void sendToAllEnds(Door door, HttpClient one, HttpClient two) {
    for (HttpClient client : List.of(one, two)) {
      for (End end : End.values()) {
        for (int i = 0; i < TIMES; i++) {
          Object unused = REQUESTS.await(() -> send(client, door, end));
        }
      }
    }
  }

  private Future<Object> send(HttpClient client, Door door, End end) {
    boolean hasQuery = door.target().contains("?");
    String more = end == End.WITH_UNKNOWN_PARAMETER ? (hasQuery ? "&" : "?") + "unknown=1" : "";
    return client
        .request(
            new RequestOptions()
                .setHost(service.getHost())
                .setPort(service.getPort())
                .setMethod(door.method())
                .setURI(door.target() + more))
        .compose(request -> send(request, door, end))
        .compose(
            answer -> // The places of requests that were left may not be free yet.
            BUSY.equals(answer) ? send(client, door, end) : Future.succeededFuture(answer));
  }

  private static Future<Object> send(HttpClientRequest request, Door door, End end) {
    Buffer body =
        Buffer.buffer(
            end == End.MALFORMED ? "!".repeat(BODY).getBytes(StandardCharsets.UTF_8) : door.body());
    boolean isChunked = door.headers().contains("chunked");
    if (isChunked) {
      request.setChunked(true);
    } else {
      request.putHeader("Content-Length", Integer.toString(body.length()));
    }
    for (int i = 0; i < door.headers().size() && !isChunked; i += 2) {
      request.putHeader(door.headers().get(i), door.headers().get(i + 1));
    }
    if (end != End.WITHOUT_TOKEN) {
      request.putHeader("Authorization", "Bearer " + door.token());
      request.putHeader("DD-API-KEY", door.token());
    }
    request.exceptionHandler(ignored -> {});
    if (end == End.LEFT_IN_BODY) {
      request.response().onComplete(ignored -> {});
      return settled(request.write(body.slice(0, body.length() - 1)))
          .map(written -> request.reset());
    }
    Future<Void> sent = request.end(body);
    Future<Object> ended =
        request.response().compose(response -> ended(request, response, door, end));
    return end == End.ANSWERED ? sent.compose(whole -> ended) : settled(ended);
  }

  /** Waits for the end of a request that is answered before its body is sent, or is cut off. */
  private static Future<Object> settled(Future<?> future) {
    return future.transform(either -> Future.succeededFuture());
  }

  private static Future<Object> ended(
      HttpClientRequest request, HttpClientResponse response, Door door, End end) {
    if (end == End.LEFT_IN_ANSWER) {
      response.exceptionHandler(left -> {});
      response.pause();
      return Future.succeededFuture(request.reset());
    }
    if (end == End.ANSWERED && response.statusCode() == 503) {
      return response.body().map(BUSY);
    }
    if (end == End.ANSWERED) {
      assertEquals(door.answered(), response.statusCode() / 100, response::toString);
    } else if (end == End.WITHOUT_TOKEN && !door.name().equals("health")) {
      assertEquals(4, response.statusCode() / 100);
    }
    return response.body().map(read -> read);
  }
}
