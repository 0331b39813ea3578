package dev.symbolicator.start;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The requests that show the JVM which code a service uses, sent to a process on loopback. */
final class TrainingLoad {
  /** Scripts that differ in their URLs only; each is fetched and stored. */
  private static final int SCRIPTS = 20;

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final String service;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  TrainingLoad(int port) {
    service = "http://127.0.0.1:" + port;
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
   * @throws IllegalStateException if the demo's trace is not symbolicated
   */
  void run(int requests) throws IOException, InterruptedException {
    String trace = send(request("/demo/trace.json").GET().build()).body();
    for (int i = 0; i < requests; i++) {
      String script = service + "/demo/app.min.js?" + i % SCRIPTS;
      post(trace.replaceAll("http://[^\"]*/demo/app.min.js", script), i % 4);
    }
    HttpResponse<String> unused = send(request("/q/metrics").GET().build());
  }

  private void post(String trace, int kind) throws IOException, InterruptedException {
    HttpRequest.Builder request = request(kind == 1 ? "/symbolicate?report=true" : "/symbolicate");
    if (kind == 2) {
      request.header("Accept-Encoding", "gzip");
    }
    HttpResponse<String> answer = send(request.POST(BodyPublishers.ofString(trace)).build());
    if (answer.statusCode() != 200) {
      throw new IllegalStateException("a profile was answered " + answer.statusCode());
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(service + path)).timeout(TIMEOUT);
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, BodyHandlers.ofString());
  }
}
