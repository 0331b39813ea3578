package dev.symbolicator.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.maps.JournalFact.EntryUsed;
import dev.symbolicator.testing.Await;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class MapIndexTest {
  private static final String SCOPE = "default";

  private final MapIndex index = new MapIndex();

  private String readNow() {
    return Await.value(
        CompletableFuture.supplyAsync(() -> index.readNow(SCOPE, state -> "read", "busy")));
  }

  @Test
  void readerThatMayNotWaitIsToldThatAWriterIsAtWork() {
    List<String> answers = new ArrayList<>();
    List<JournalFact> facts =
        new AbstractList<>() {
          @Override
          public JournalFact get(int fact) {
            answers.add(readNow());
            return new EntryUsed(SCOPE, new EntryId(1, 1), 1);
          }

          @Override
          public int size() {
            return 1;
          }
        };
    index.apply(facts, LibraryChanges.IGNORED);
    answers.add(readNow());
    assertEquals(List.of("busy", "read"), answers);
  }
}
