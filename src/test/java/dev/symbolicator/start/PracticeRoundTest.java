package dev.symbolicator.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.ProfilePractice;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class PracticeRoundTest {
  private static final int ROUNDS = 100;

  @Inject ProfilePractice profiles;
  @Inject ByteBudget bytesInFlight;
  @Inject MeterRegistry metrics;

  @Test
  void roundSymbolicatesTheDemosTrace() throws IOException {
    JsonNode answer =
        new ObjectMapper()
            .readTree(answer(new PracticeRound(DemoCopies.of(3), profiles, bytesInFlight)));
    List<String> names =
        answer.get("frames").findValues("name").stream().map(JsonNode::textValue).toList();
    assertTrue(names.containsAll(List.of("profile", "record", "run", "färbe")), names::toString);
    assertTrue(answer.at("/symbolication/mapped").intValue() > 10, answer::toString);
    assertEquals(3 * 130, answer.get("samples").size());
  }

  /**
   * The meters show requests, frames, compilations, caches, files and the budget's bytes. The end
   * of another test's request may change some of them meanwhile, but not in each of many rounds.
   */
  @Test
  void roundChangesNoMeter() throws IOException {
    PracticeRound round = new PracticeRound(DemoCopies.of(3), profiles, bytesInFlight);
    Map<Meter.Id, List<Double>> before = measured();
    assertFalse(before.isEmpty());
    byte[] unused = answer(round);
    Map<Meter.Id, List<Double>> after = measured();
    for (int rounds = 1; rounds < ROUNDS && !before.equals(after); rounds++) {
      before = after;
      unused = answer(round);
      after = measured();
    }
    assertEquals(before, after);
  }

  private static byte[] answer(PracticeRound round) throws IOException {
    return round.symbolicate(round.compile());
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
