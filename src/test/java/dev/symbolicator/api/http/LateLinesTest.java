package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LateLinesTest {
  /** A console that nobody reads until the test does. */
  private static final class Console extends Handler {
    final CompletableFuture<Void> isRead = new CompletableFuture<>();
    final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord line) {
      Await.value(isRead);
      lines.add(line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private final Logger log = Logger.getLogger("late-lines-test");
  private final Console console = new Console();
  private final LateLines lines = new LateLines(log);

  @BeforeEach
  void listen() {
    log.setUseParentHandlers(false);
    log.addHandler(console);
  }

  @AfterEach
  void stop() {
    log.removeHandler(console);
  }

  private static ExtLogRecord line(int number) {
    return new ExtLogRecord(Level.INFO, Integer.toString(number), "");
  }

  @Test
  void consoleThatBlocksDelaysNobodyAndLosesNothing() {
    int taken = 0;
    while (lines.add(line(taken))) {
      taken++;
    }
    assertTrue(lines.areFull());
    assertEquals(List.of(), console.lines);
    console.isRead.complete(null);
    int all = taken;
    Await.until(() -> console.lines.size() == all);
    for (int i = 0; i < all; i++) {
      assertEquals(Integer.toString(i), console.lines.get(i));
    }
    assertFalse(lines.areFull());
  }

  @Test
  void linesAfterAPauseAreWrittenToo() {
    console.isRead.complete(null);
    for (int i = 0; i < 3; i++) {
      assertTrue(lines.add(line(i)));
      int all = i + 1;
      Await.until(() -> console.lines.size() == all);
    }
  }
}
