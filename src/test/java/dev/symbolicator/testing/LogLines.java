package dev.symbolicator.testing;

import io.quarkus.logging.json.runtime.JsonFormatter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtFormatter;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;

/** Collects lines of the log while it is open. */
public final class LogLines implements AutoCloseable {
  private final Logger logger;
  private final ExtFormatter formatter;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Set<String> writers = new ConcurrentSkipListSet<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          writers.add(Thread.currentThread().getName());
          lines.add(formatter.format(ExtLogRecord.wrap(record)));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private LogLines(String category, String pattern) {
    this(category, new PatternFormatter(pattern));
  }

  private LogLines(String category, ExtFormatter formatter) {
    logger = Logger.getLogger(category);
    this.formatter = formatter;
    handler.setLevel(Level.ALL);
    logger.addHandler(handler);
  }

  /** Collects all lines, each as category, message, fields and fault. */
  public static LogLines listen() {
    return new LogLines("", "%c %m %X %e");
  }

  public static LogLines messages(String category) {
    return new LogLines(category, "%s");
  }

  /** Collects the lines of one category, as the service writes them where no terminal is. */
  public static LogLines json(String category) {
    return new LogLines(category, new JsonFormatter());
  }

  /** Collects the lines of one category, each as the thread that made the line, and fields. */
  public static LogLines threads(String category) {
    return new LogLines(category, "%t %X");
  }

  public List<String> of(String category) {
    return lines.stream().filter(line -> line.startsWith(category + " ")).toList();
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** Returns the threads that wrote the lines, which may be others than their makers. */
  public Set<String> writers() {
    return Set.copyOf(writers);
  }

  public String all() {
    return String.join("\n", lines);
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
  }
}
