package dev.symbolicator.javascript;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.ProgramText.Known;
import dev.symbolicator.javascript.oracle.V8Function;
import dev.symbolicator.javascript.oracle.V8Program;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** V8 confirms the functions that {@link OutlinePropertyTest} takes to be known. */
class RandomProgramTest {
  private static final int PROGRAMS = 100;

  @Test
  void everyFunctionOfV8IsKnown() throws IOException, InterruptedException {
    List<ProgramText> programs =
        IntStream.range(0, PROGRAMS).mapToObj(Random::new).map(RandomProgram::write).toList();
    List<List<V8Function>> functions =
        V8Program.functions(programs.stream().map(ProgramText::toString).toList());
    assertFalse(functions.stream().allMatch(List::isEmpty));
    for (int i = 0; i < PROGRAMS; i++) {
      for (V8Function function : functions.get(i)) {
        assertTrue(isKnown(function, programs.get(i)), () -> function + " is not known");
      }
    }
  }

  private static boolean isKnown(V8Function function, ProgramText program) {
    return program.functions().stream()
        .filter(known -> known.start() == function.start())
        .anyMatch(known -> function.isInitializer() || isCalled(known, function));
  }

  private static boolean isCalled(Known known, V8Function function) {
    return known.end() >= 0 && known.name().v8().equals(function.name());
  }
}
