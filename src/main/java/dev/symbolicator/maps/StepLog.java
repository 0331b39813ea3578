package dev.symbolicator.maps;

import dev.symbolicator.maps.MapSearch.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Notes the steps of a look-up for people, or nothing. */
final class StepLog {
  /** Notes nothing, and makes no text. */
  static final StepLog OFF = new StepLog(null);

  private final @Nullable List<Step> steps;

  private StepLog(@Nullable List<Step> steps) {
    this.steps = steps;
  }

  static StepLog on() {
    return new StepLog(new ArrayList<>());
  }

  void note(String key, @Nullable String value, Supplier<String> outcome) {
    if (steps != null) {
      steps.add(new Step(key, value, outcome.get()));
    }
  }

  List<Step> steps() {
    return steps == null ? List.of() : List.copyOf(steps);
  }
}
