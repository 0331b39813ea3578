package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jboss.logmanager.ExtHandler;
import org.jboss.logmanager.handlers.ConsoleHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Like {@link NothingLeaksTest}, but with the packaged configuration and the exact text that goes
 * to the console.
 */
@QuarkusTest
@Tag("service")
@TestProfile(NothingLeaksInJsonTest.AsPackaged.class)
class NothingLeaksInJsonTest extends NothingLeaksTest {
  public static final class AsPackaged extends WithHeader {
    @Override
    public String getConfigProfile() {
      return "prod";
    }

    @Override
    public Map<String, String> getConfigOverrides() {
      Map<String, String> overrides = new HashMap<>(super.getConfigOverrides());
      overrides.put("symbolicator.fetch.allow-private-addresses", "true");
      overrides.put("symbolicator.cache.max-disk-size", "0");
      return overrides;
    }
  }

  private final Handler console = console(Stream.of(Logger.getLogger("").getHandlers()));
  private final Formatter formatter = console.getFormatter();
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private static Handler console(Stream<Handler> handlers) {
    return handlers
        .flatMap(NothingLeaksInJsonTest::withInner)
        .filter(ConsoleHandler.class::isInstance)
        .findFirst()
        .orElseThrow();
  }

  private static Stream<Handler> withInner(Handler handler) {
    return handler instanceof ExtHandler outer
        ? Stream.concat(
            Stream.of(handler),
            Stream.of(outer.getHandlers()).flatMap(NothingLeaksInJsonTest::withInner))
        : Stream.of(handler);
  }

  @BeforeEach
  @Override
  void listen() {
    console.setFormatter(
        new Formatter() {
          @Override
          public String format(LogRecord record) {
            String printed = formatter.format(record);
            lines.add(printed);
            return printed;
          }
        });
  }

  @AfterEach
  @Override
  void stopListening() {
    console.setFormatter(formatter);
  }

  @Override
  List<String> logged() {
    return List.copyOf(lines);
  }

  @Test
  void everyLogLineIsOneJsonObject() {
    plantedStringsAppearInNoLogAndNoMetric();
    for (String line : logged()) {
      assertFalse(line.strip().contains("\n"), line);
      assertDoesNotThrow(() -> new ObjectMapper().readValue(line, Map.class), line);
    }
  }
}
