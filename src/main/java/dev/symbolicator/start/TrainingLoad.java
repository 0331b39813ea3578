package dev.symbolicator.start;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The requests that show the JVM which code a service uses, sent to a process on loopback. */
final class TrainingLoad {
  private static final int SCRIPTS = 20;

  /** The scripts of each number of copies: of 4 KB, 40 KB and 1 MB. */
  private static final int[] COPIES = {1, 10, 1, 10, 250};

  /** Copies of the demo's samples, of 6 KB each. */
  private static final int LONGEST_TRACE = 20;

  /** The scripts of a trace. */
  private static final int MOST_SCRIPTS = 3;

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final String service;
  private final String origin;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Makes requests to the service at a port of loopback, for scripts of an origin. */
  TrainingLoad(int port, String origin) {
    service = "http://127.0.0.1:" + port;
    this.origin = origin;
  }

  /** Tells whether the service answers already. */
  boolean isReady() throws InterruptedException {
    try {
      return send(request("/q/health/ready").GET().build()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  /**
   * Sends requests, one after another.
   *
   * @param requests the number of profiles
   * @throws IOException if the service does not answer
   * @throws IllegalStateException if the last profile is not symbolicated
   */
  void run(int requests) throws IOException, InterruptedException {
    String counts = "";
    for (int i = 0; i < requests; i++) {
      List<String> urls = new ArrayList<>();
      for (int script = i; script <= i + i % MOST_SCRIPTS; script++) {
        urls.add(url(script % SCRIPTS));
      }
      counts = post(DemoCopies.trace(1 + i % LONGEST_TRACE, urls), i % 4);
    }
    if (counts.startsWith("mapped=0,")) {
      throw new IllegalStateException("the last profile was not symbolicated: " + counts);
    }
    HttpResponse<String> unused = send(request("/q/metrics").GET().build());
  }

  private String url(int script) {
    int copies = COPIES[script % COPIES.length];
    return origin + "/" + script + "/" + copies + "/app.min.js";
  }

  private String post(String trace, int kind) throws IOException, InterruptedException {
    HttpRequest.Builder request = request(kind == 1 ? "/symbolicate?report=true" : "/symbolicate");
    if (kind == 2) {
      request.header("Accept-Encoding", "gzip");
    }
    HttpResponse<String> answer = send(request.POST(BodyPublishers.ofString(trace)).build());
    if (answer.statusCode() != 200) {
      throw new IllegalStateException("a profile was answered " + answer.statusCode());
    }
    return answer.headers().firstValue("Symbolication").orElse("mapped=0,");
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(service + path)).timeout(TIMEOUT);
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, BodyHandlers.ofString());
  }
}
