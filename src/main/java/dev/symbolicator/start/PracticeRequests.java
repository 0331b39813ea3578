package dev.symbolicator.start;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.symbolicator.api.http.PracticeConnection;
import dev.symbolicator.script.ScriptPractice;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Posts the demo's trace to the service's own port, so that a first profile finds all of its way
 * warm: HTTP, look-up, disk and answer. Practises nothing if the port takes no plain HTTP.
 */
@ApplicationScoped
class PracticeRequests {
  private static final Logger LOG = Logger.getLogger(PracticeRequests.class);

  /** Makes a trace of 6 KB, whose request takes little of the time before readiness. */
  private static final int SMALL_COPIES = 1;

  /** Makes a trace of 120 KB, whose body and answer come in several pieces. */
  private static final int LARGE_COPIES = 20;

  /** One of so many requests finds its scripts in memory. A first profile reads the disk. */
  private static final int IN_MEMORY = 4;

  /** The longest wait for the port, which may stay closed to plain HTTP. */
  private static final Duration LONGEST_START = Duration.ofMillis(500);

  private static final byte[] NONE = {};

  private final PracticeConnection connection;
  private final ScriptPractice scripts;
  private final CountDownLatch isOpen = new CountDownLatch(1);
  private volatile @Nullable InetSocketAddress service;
  private byte[] small = NONE;
  private byte[] large = NONE;
  private @Nullable PracticeClient client;
  private int sent;

  PracticeRequests(PracticeConnection connection, ScriptPractice scripts) {
    this.connection = connection;
    this.scripts = scripts;
  }

  /**
   * Sends the requests to a port of this process from now on.
   *
   * @param host the address that the port is open at, or its name
   * @throws IOException if the host is unknown
   */
  void open(String host, int port) throws IOException {
    InetAddress address = InetAddress.getByName(host);
    service =
        new InetSocketAddress(
            address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address, port);
    isOpen.countDown();
  }

  /**
   * Makes the requests, and waits a moment for the port. The scripts must be on disk, since each
   * request would ask the stores that instances share otherwise.
   *
   * @throws IOException if the demo's trace is missing
   */
  void prepare() throws IOException, InterruptedException {
    small = request(SMALL_COPIES);
    large = request(LARGE_COPIES);
    boolean unused = isOpen.await(LONGEST_START.toMillis(), MILLISECONDS);
  }

  private static byte[] request(int copies) throws IOException {
    byte[] body = DemoCopies.trace(copies, ScriptPractice.URLS).getBytes(UTF_8);
    byte[] head =
        "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
            .formatted(PracticeConnection.PATH, body.length)
            .getBytes(US_ASCII);
    byte[] request = Arrays.copyOf(head, head.length + body.length);
    System.arraycopy(body, 0, request, head.length, body.length);
    return request;
  }

  /**
   * Sends one request. The scripts' table is read from the disk for most requests.
   *
   * @param isLarge whether the trace is the large one
   * @return the answer's head and body; null if there are no requests, or the port takes none
   */
  byte @Nullable [] run(boolean isLarge) {
    InetSocketAddress address = service;
    if (address == null || small.length == 0) {
      return null;
    }
    try {
      PracticeClient open = client;
      if (open == null) {
        open = new PracticeClient(address);
        client = open;
        connection.recognise(open.address());
      }
      if (sent++ % IN_MEMORY != 0) {
        scripts.forget();
      }
      return open.send(isLarge ? large : small);
    } catch (IOException otherProtocol) {
      LOG.debugf("the warm-up sends no more requests: %s", otherProtocol.getClass().getName());
      close();
      return null;
    }
  }

  /** Closes the connection for good, and forgets the requests, and the scripts in memory. */
  void close() {
    service = null;
    small = NONE;
    large = NONE;
    connection.recognise(null);
    scripts.forget();
    PracticeClient open = client;
    if (open != null) {
      open.close();
      client = null;
    }
  }
}
