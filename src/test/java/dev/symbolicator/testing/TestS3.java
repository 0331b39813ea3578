package dev.symbolicator.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;

/**
 * A real s3proxy on loopback, which keeps objects as files and can hang, die and return with them.
 */
public final class TestS3 implements AutoCloseable {
  public static final String ACCESS_KEY = "test-access-key";
  public static final String SECRET_KEY = "test-secret-key";

  private final Path jar;
  private final Path folder;
  private final int port;
  private Process server;

  private TestS3(Path jar, Path folder, int port, Process server) {
    this.jar = jar;
    this.folder = folder;
    this.port = port;
    this.server = server;
  }

  /** Starts a server at a free port, with its files in an empty folder. */
  public static TestS3 start(Path folder) {
    Path jar =
        OutsideProgram.requireFileOrSkip(
            "s3proxy.jar",
            Path.of(
                Objects.requireNonNullElse(
                    System.getenv("S3PROXY_JAR"), "target/outside/s3proxy.jar")));
    for (int tries = 0; tries < 10; tries++) {
      int port = TestRedis.freePort();
      Process server = run(jar, folder, port);
      if (server.isAlive()) {
        return new TestS3(jar, folder, port, server);
      }
    }
    throw new AssertionError("s3proxy ends as soon as it is started");
  }

  /** Starts a server; returns when the server answers, or has ended because the port was taken. */
  private static Process run(Path jar, Path folder, int port) {
    try {
      Path objects = Files.createDirectories(folder.resolve("objects"));
      Path settings = folder.resolve("s3proxy.properties");
      Files.writeString(
          settings,
          """
          s3proxy.endpoint=http://127.0.0.1:%d
          s3proxy.authorization=aws-v2-or-v4
          s3proxy.identity=%s
          s3proxy.credential=%s
          jclouds.provider=filesystem-nio2
          jclouds.identity=unused
          jclouds.credential=unused
          jclouds.filesystem.basedir=%s
          """
              .formatted(port, ACCESS_KEY, SECRET_KEY, objects));
      Process started =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:-UsePerfData",
                  "-Xmx256m",
                  "-jar",
                  jar.toString(),
                  "--properties",
                  settings.toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("s3proxy.log").toFile())
              .start();
      Await.until(
          () -> !started.isAlive() || TestRedis.answers(port, "GET / HTTP/1.0\r\n\r\n", 'H'));
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String newBucket() {
    String name = "bucket-" + UUID.randomUUID();
    try {
      Files.createDirectory(bucket(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return name;
  }

  public Path bucket(String name) {
    return folder.resolve("objects").resolve(name);
  }

  public int port() {
    return port;
  }

  public String endpoint() {
    return "http://127.0.0.1:" + port;
  }

  public void die() {
    Await.value(server.destroyForcibly().onExit());
  }

  public void comeBack() {
    server = run(jar, folder, port);
    if (!server.isAlive()) {
      throw new AssertionError("s3proxy does not start again");
    }
  }

  @Override
  public void close() {
    die();
  }
}
