package dev.symbolicator.api.large;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.large.LargeRunner.LargeLimits;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Tenants;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class LargePlacesTest {
  private static final byte[] SNAPSHOT = Snapshots.ofSize(3 << 20);
  private static final int HALF = SNAPSHOT.length / 2;

  @TestHTTPResource("/")
  URI service;

  @Inject ByteBudget budget;

  @Test
  void eachScopeHasAPlaceAndFurtherBodiesWaitOrAreRefused() throws IOException {
    List<LargeClient> waiting = new ArrayList<>();
    try (LargeClient shop = half(Tenants.SHOP);
        LargeClient news = half(Tenants.NEWS)) {
      Await.until(() -> Leftovers.files() == 2);
      for (int i = 0; i <= LargeLimits.DEFAULT.waiting(); i++) {
        waiting.add(half(Tenants.SHOP));
      }
      // The order of arrival is not known, so any of them may be the one too many.
      LargeClient refused = awaitAnswered(waiting);
      waiting.remove(refused);
      try (refused) {
        String problem = refused.problem();
        assertTrue(problem.startsWith("http/1.1 503 "), problem);
        assertTrue(problem.contains("retry-after: 10\r\n"), problem);
        assertTrue(problem.contains("\"limit\":\"max-large-bodies\""), problem);
      }
      assertEquals(2, Leftovers.files());

      news.send(SNAPSHOT, HALF, SNAPSHOT.length);
      assertArrayEquals(SNAPSHOT, news.answer());
      // The order of the queue is not known: the others must not take the place and stay silent.
      for (LargeClient other : waiting.subList(1, waiting.size())) {
        other.close();
      }
      shop.send(SNAPSHOT, HALF, SNAPSHOT.length);
      assertArrayEquals(SNAPSHOT, shop.answer());
      waiting.get(0).send(SNAPSHOT, HALF, SNAPSHOT.length);
      assertArrayEquals(SNAPSHOT, waiting.get(0).answer());
    } finally {
      for (LargeClient client : waiting) {
        client.close();
      }
    }
    Leftovers.awaitNone(budget);
  }

  private static LargeClient awaitAnswered(List<LargeClient> clients) {
    Await.until(() -> clients.stream().anyMatch(LargePlacesTest::isAnswered));
    return clients.stream().filter(LargePlacesTest::isAnswered).findFirst().orElseThrow();
  }

  private static boolean isAnswered(LargeClient client) {
    try {
      return client.isAnswered();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private LargeClient half(String token) throws IOException {
    String headers =
        "Authorization: Bearer " + token + "\r\n" + LargeClient.length(SNAPSHOT.length);
    return new LargeClient(service, "", headers).send(SNAPSHOT, 0, HALF);
  }
}
