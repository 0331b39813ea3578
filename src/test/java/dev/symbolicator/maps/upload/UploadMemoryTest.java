package dev.symbolicator.maps.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.maps.upload.SourceMapUploads.UploadMemory;
import dev.symbolicator.maps.upload.UploadRefusedException.UploadFault;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class UploadMemoryTest {
  private static final int LIMIT = 1 << 20;

  private final ByteBudget budget = new ByteBudget(LIMIT);
  private final Allowance allowance = Allowance.of(budget.open());
  private int tries;

  private int take(Duration wait, long bytes, Runnable afterTry) throws IOException {
    return new UploadMemory(wait)
        .with(
            allowance,
            "app.js.map",
            part -> {
              tries++;
              try {
                part.take(bytes);
              } finally {
                afterTry.run();
              }
              return tries;
            });
  }

  private UploadRefusedException refusal(Duration wait, long bytes) {
    return assertThrows(UploadRefusedException.class, () -> take(wait, bytes, () -> {}));
  }

  @Test
  void workIsTriedAgainWhileMemoryIsTaken() throws IOException {
    ByteBudget.Lease other = budget.open();
    other.grow(LIMIT - 1_000);
    int triesUntilFree =
        take(
            Duration.ofMinutes(1),
            LIMIT / 8,
            () -> {
              if (tries == 2) {
                other.close();
              }
            });
    assertEquals(3, triesUntilFree);
    assertEquals(0, allowance.held());
  }

  @Test
  void workWaitsOnlyForTheLimit() {
    ByteBudget.Lease other = budget.open();
    other.grow(LIMIT - 1_000);
    UploadRefusedException refused = refusal(Duration.ZERO, LIMIT / 8);
    assertEquals(UploadFault.BUSY, refused.fault());
    assertEquals("symbolicator.memory.max-bytes-in-flight", refused.limit());
  }

  @Test
  void fileThatNeedsMoreThanAllMemoryIsTooLarge() {
    UploadRefusedException refused = refusal(Duration.ofMinutes(1), 2 * LIMIT);
    assertEquals(UploadFault.TOO_LARGE, refused.fault());
    assertEquals(1, tries);
  }
}
