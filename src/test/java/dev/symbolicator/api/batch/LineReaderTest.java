package dev.symbolicator.api.batch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.api.batch.BatchAnswer.BatchLine;
import dev.symbolicator.api.batch.BatchProblems.Again;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.memory.ByteBudget;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LineReaderTest {
  private static LineReader reader(String text, long budget) {
    return new LineReader(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        1 << 20,
        new ByteBudget(budget),
        Duration.ofMinutes(1),
        null,
        Again.REST);
  }

  @Test
  void blankLinesAreCountedAndTakeNoMemory() {
    LineReader lines = reader("\n \n\t\r\n  \t\n", 0);
    assertNull(lines.next());
    assertEquals(4, lines.number());
  }

  @Test
  void spacesAroundALineBelongToTheLine() {
    LineReader lines = reader(" \n \t{} \r\n", 1 << 20);
    BatchLine line = Objects.requireNonNull(lines.next());
    assertEquals(2, line.number);
    assertArrayEquals(" \t{} \r".getBytes(StandardCharsets.UTF_8), line.takeBytes());
    assertNull(lines.next());
  }

  @Test
  void blankLineAcrossTwoBuffersIsSkipped() {
    LineReader lines = reader(" ".repeat(100_000) + "\n{}", 1 << 20);
    assertEquals(2, Objects.requireNonNull(lines.next()).number);
  }

  @Test
  void blankLinesWithoutEndAreNoProgress() {
    InputStream blank =
        new InputStream() {
          @Override
          public int read() {
            return '\n';
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            into[offset] = '\n';
            return 1;
          }
        };
    LineReader lines =
        new LineReader(
            blank, 1 << 20, new ByteBudget(1 << 20), Duration.ofMillis(20), null, Again.REST);
    ProblemException late = assertThrows(ProblemException.class, lines::next);
    assertEquals("body-timeout", late.problem().name());
  }
}
