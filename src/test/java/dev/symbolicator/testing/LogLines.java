package dev.symbolicator.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;

/** Collects the lines of the log while it is open, each as category, message, fields and fault. */
public final class LogLines implements AutoCloseable {
  private final PatternFormatter formatter = new PatternFormatter("%c %m %X %e");
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          lines.add(formatter.format(ExtLogRecord.wrap(record)));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private LogLines() {
    handler.setLevel(Level.ALL);
    Logger.getLogger("").addHandler(handler);
  }

  public static LogLines listen() {
    return new LogLines();
  }

  /** Returns the lines of one category. */
  public List<String> of(String category) {
    return lines.stream().filter(line -> line.startsWith(category + " ")).toList();
  }

  /** Returns all lines as one text. */
  public String all() {
    return String.join("\n", lines);
  }

  @Override
  public void close() {
    Logger.getLogger("").removeHandler(handler);
  }
}
