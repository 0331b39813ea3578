package dev.symbolicator.start;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class LookUpPracticeTest {
  @Inject LookUpPractice lookUps;

  /** The tests allow private addresses, so a script of localhost would be fetched. */
  @Test
  void scriptIsLookedUpEverywhereAndNotFetched() {
    assertEquals("blocked", lookUps.run().status());
  }
}
