package dev.symbolicator.start;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Makes the archive with which the service starts faster on this JVM: class data sharing, from JDK
 * 25 on an AOT cache. A process of the service writes it after training on the demo, on loopback.
 *
 * <p>A failure is printed, with status 1 if the archive is required, as for an image; the service
 * starts without it too. Nothing else is left behind.
 */
final class ArchiveMaker {
  /** An AOT cache keeps which code was hot, and an archive of class data sharing does not. */
  private static final int REQUESTS_FOR_CLASSES = 60;

  private static final int REQUESTS_FOR_PROFILES = 300;

  /** The first JDK that records and writes an AOT cache with one option: JEP 514. */
  private static final int FIRST_WITH_AOT_CACHE = 25;

  private static final Duration LONGEST_START = Duration.ofMinutes(3);

  private static final Duration LONGEST_END = Duration.ofMinutes(3);

  private static final String REQUIRED = "--required";

  private ArchiveMaker() {}

  /** Takes the service's jar, the archive's file to be replaced, and maybe {@code --required}. */
  public static void main(String... arguments) throws InterruptedException {
    Path jar = Path.of(arguments[0]).toAbsolutePath();
    Path archive = Path.of(arguments[1]).toAbsolutePath();
    try {
      Files.deleteIfExists(archive);
      Path folder = Files.createTempDirectory("archive");
      try {
        make(jar, archive, folder);
      } finally {
        delete(folder);
      }
    } catch (IOException | IllegalStateException e) {
      System.err.println("The service will start without an archive of its classes: " + e);
      if (List.of(arguments).contains(REQUIRED)) {
        System.exit(1);
      }
    }
  }

  private static void make(Path jar, Path archive, Path folder)
      throws IOException, InterruptedException {
    try (TrainingOrigin origin = new TrainingOrigin()) {
      make(jar, archive, folder, origin);
    }
  }

  private static void make(Path jar, Path archive, Path folder, TrainingOrigin origin)
      throws IOException, InterruptedException {
    int port = freePort();
    Path log = folder.resolve("log");
    Process service = start(jar, archive, folder, port, log);
    try {
      TrainingLoad load = new TrainingLoad(port, origin.url());
      long latest = System.nanoTime() + LONGEST_START.toNanos();
      while (!load.isReady()) {
        if (!service.isAlive() || System.nanoTime() > latest) {
          throw new IllegalStateException("the service did not start: " + Files.readString(log));
        }
        Thread.sleep(50);
      }
      load.run(hasAotCache() ? REQUESTS_FOR_PROFILES : REQUESTS_FOR_CLASSES);
      service.destroy();
      if (!service.waitFor(LONGEST_END.toSeconds(), TimeUnit.SECONDS) || !Files.exists(archive)) {
        throw new IllegalStateException("no archive was written: " + Files.readString(log));
      }
    } finally {
      service.destroyForcibly();
    }
  }

  private static Process start(Path jar, Path archive, Path folder, int port, Path log)
      throws IOException {
    ProcessBuilder service =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            (hasAotCache() ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + archive,
            // Archived objects fit any collector and heap of at most 32 GB only if these made them.
            "-XX:+UseG1GC",
            "-Xmx512m",
            "-XX:-UsePerfData", // else a file in /tmp, wherever the temporary directory is
            "-Djava.io.tmpdir=" + folder,
            "-jar",
            jar.toString());
    Map<String, String> environment = service.environment();
    environment
        .keySet()
        .removeIf(
            name ->
                name.startsWith("SYMBOLICATOR_")
                    || name.startsWith("QUARKUS_")
                    || List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS").contains(name));
    environment.put("QUARKUS_HTTP_HOST", "127.0.0.1");
    environment.put("QUARKUS_HTTP_PORT", Integer.toString(port));
    environment.put("SYMBOLICATOR_FETCH_ALLOW_PRIVATE_ADDRESSES", "true");
    environment.put("SYMBOLICATOR_CACHE_DIRECTORY", folder.resolve("cache").toString());
    // Quarkus reads files of settings in the working directory.
    service.directory(folder.toFile());
    return service.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  private static boolean hasAotCache() {
    return Runtime.version().feature() >= FIRST_WITH_AOT_CACHE;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(folder)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      Files.delete(file);
    }
  }

  /** The requests that show the JVM which code a service uses, sent to a process on loopback. */
  static final class TrainingLoad {
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

    TrainingLoad(int port, String origin) {
      service = "http://127.0.0.1:" + port;
      this.origin = origin;
    }

    boolean isReady() throws InterruptedException {
      try {
        return send(request("/q/health/ready").GET().build()).statusCode() == 200;
      } catch (IOException notYet) {
        return false;
      }
    }

    /** Sends requests; throws if one is not answered, or the last is not symbolicated. */
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
      HttpRequest.Builder request =
          request(kind == 1 ? "/symbolicate?report=true" : "/symbolicate");
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

    private HttpResponse<String> send(HttpRequest request)
        throws IOException, InterruptedException {
      return client.send(request, BodyHandlers.ofString());
    }
  }

  /** Serves {@code /<n>/<copies>/app.min.js} and its map on loopback. */
  static final class TrainingOrigin implements AutoCloseable {
    private final HttpServer server;

    TrainingOrigin() throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/", TrainingOrigin::answer);
      server.start();
    }

    /** Returns the origin, without a slash at its end. */
    String url() {
      return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange) throws IOException {
      String path = exchange.getRequestURI().getPath();
      DemoCopies files = DemoCopies.of(Integer.parseInt(path.split("/", 4)[2]));
      String file = path.endsWith(".map") ? files.map() : files.script();
      byte[] body = file.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Cache-Control", "max-age=86400");
      exchange.sendResponseHeaders(200, body.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
