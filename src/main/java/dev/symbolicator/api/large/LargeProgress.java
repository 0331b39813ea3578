package dev.symbolicator.api.large;

import dev.symbolicator.access.Caller;
import dev.symbolicator.api.http.RequestLog;
import io.vertx.core.Vertx;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Logs once a second how far the work on a large body has come. Work of less than a second is not
 * logged.
 */
final class LargeProgress {
  private static final long MILLIS = 1000;

  private final Vertx vertx;
  private final RequestLog log;
  private final Caller caller;
  private final long timer;
  private final AtomicLong bytes = new AtomicLong();
  private volatile LargePhase phase = LargePhase.WAITING;
  private long logged;
  private LargePhase loggedPhase = phase;

  LargeProgress(Vertx vertx, RequestLog log, Caller caller) {
    this.vertx = vertx;
    this.log = log;
    this.caller = caller;
    timer = vertx.setPeriodic(MILLIS, second -> log());
  }

  /** A part of the work; its bytes are counted from 0. */
  enum LargePhase {
    WAITING,
    RECEIVING,
    READING,
    WRITING;

    /** Returns the name in the log. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  void begin(LargePhase next) {
    bytes.set(0);
    phase = next;
  }

  /** Counts bytes if they belong to the present phase. */
  void add(LargePhase counted, long count) {
    if (counted == phase) {
      bytes.addAndGet(count);
    }
  }

  LargePhase phase() {
    return phase;
  }

  void end() {
    vertx.cancelTimer(timer);
  }

  private void log() {
    LargePhase now = phase;
    long all = bytes.get();
    long before = now == loggedPhase ? logged : 0;
    logged = all;
    loggedPhase = now;
    log.progressed(caller, now.label(), all, Math.max(0, all - before));
  }
}
