package dev.symbolicator.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.Symbolicator;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class StartWarmUpTest {
  private static final int ROUNDS = 100;

  @Inject Symbolicator symbolicator;
  @Inject ByteBudget bytesInFlight;
  @Inject MeterRegistry metrics;

  private byte[] answer() throws IOException {
    StartWarmUp warmUp = new StartWarmUp(true, symbolicator, bytesInFlight);
    DemoCopies files = DemoCopies.of(3);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    warmUp.symbolicate(files, warmUp.compile(files), out);
    return out.toByteArray();
  }

  @Test
  void roundSymbolicatesTheDemosTrace() throws IOException {
    JsonNode answer = new ObjectMapper().readTree(answer());
    List<String> names =
        answer.get("frames").findValues("name").stream().map(JsonNode::textValue).toList();
    assertTrue(names.containsAll(List.of("profile", "record", "run", "färbe")), names::toString);
    assertTrue(answer.at("/symbolication/mapped").intValue() > 10, answer::toString);
    assertEquals(3 * 130, answer.get("samples").size());
  }

  @Test
  void serviceIsReadyWithoutAWarmUp() {
    StartWarmUp warmUp = new StartWarmUp(false, symbolicator, bytesInFlight);
    assertEquals(HealthCheckResponse.Status.UP, warmUp.call().getStatus());
  }

  /**
   * The meters show requests, frames, compilations, caches, files and the budget's bytes. The end
   * of another test's request may change some of them meanwhile, but not in each of many rounds.
   */
  @Test
  void roundChangesNoMeter() throws IOException {
    Map<Meter.Id, List<Double>> before = measured();
    assertFalse(before.isEmpty());
    byte[] unused = answer();
    Map<Meter.Id, List<Double>> after = measured();
    for (int rounds = 1; rounds < ROUNDS && !before.equals(after); rounds++) {
      before = after;
      unused = answer();
      after = measured();
    }
    assertEquals(before, after);
  }

  private Map<Meter.Id, List<Double>> measured() {
    Map<Meter.Id, List<Double>> measured =
        new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    for (Meter meter : metrics.getMeters()) {
      String name = meter.getId().getName();
      // The time of open connections grows without any work.
      boolean growsByItself = meter.getId().getType() == Meter.Type.LONG_TASK_TIMER;
      if (!growsByItself
          && (name.startsWith("symbolicator.")
              || name.startsWith("cache.")
              || name.startsWith("http."))) {
        List<Double> values =
            StreamSupport.stream(meter.measure().spliterator(), false)
                .map(Measurement::getValue)
                .toList();
        measured.put(meter.getId(), values);
      }
    }
    return measured;
  }
}
