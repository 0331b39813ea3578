package dev.symbolicator.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A real redis-server on loopback without a disk, which can hang, die and return. */
public final class TestRedis implements AutoCloseable {
  private final Path program;
  private final int port;
  private Process server;

  private TestRedis(Path program, int port, Process server) {
    this.program = program;
    this.port = port;
    this.server = server;
  }

  public static TestRedis start() {
    Path program = OutsideProgram.requireOrSkip("redis-server");
    for (int tries = 0; tries < 10; tries++) {
      int port = freePort();
      Process server = run(program, port);
      if (server.isAlive()) {
        return new TestRedis(program, port, server);
      }
    }
    throw new AssertionError("redis-server ends as soon as it is started");
  }

  public static int freePort() {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a server; returns when the server answers, or has ended because the port was taken. */
  private static Process run(Path program, int port) {
    try {
      Process started =
          new ProcessBuilder(
                  program.toString(),
                  "--port",
                  Integer.toString(port),
                  "--bind",
                  "127.0.0.1",
                  "--save",
                  "",
                  "--appendonly",
                  "no")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      Await.until(() -> !started.isAlive() || answers(port, "PING\r\n", '+'));
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean answers(int port, String asked, char first) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(asked.getBytes(StandardCharsets.US_ASCII));
      return socket.getInputStream().read() == first;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Returns the number of connections, without the one that asks. */
  public int connections() {
    String clients = ask("INFO clients");
    int start = clients.indexOf("connected_clients:") + "connected_clients:".length();
    return Integer.parseInt(clients.substring(start, clients.indexOf('\r', start))) - 1;
  }

  public String dump() {
    String keys = ask("KEYS *");
    StringBuilder dump = new StringBuilder(keys);
    keys.lines()
        .filter(line -> line.startsWith("profile-symbolicator:"))
        .forEach(key -> dump.append(ask("GET " + key)));
    return dump.toString();
  }

  /** Runs a command whose arguments have no spaces; returns its answer, with a char per byte. */
  public String ask(String command) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write((command + "\r\nQUIT\r\n").getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String url() {
    return "redis://127.0.0.1:" + port;
  }

  /** Lets the server accept connections but answer nothing from now on. */
  public void hang() {
    signal("STOP");
  }

  public void goOn() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      int status =
          new ProcessBuilder("kill", "-" + name, Long.toString(server.pid())).start().waitFor();
      if (status != 0) {
        throw new AssertionError("kill failed with status " + status);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  public void die() {
    Await.value(server.destroyForcibly().onExit());
  }

  public void returnEmpty() {
    server = run(program, port);
    assertTrue(server.isAlive());
  }

  @Override
  public void close() {
    die();
  }
}
