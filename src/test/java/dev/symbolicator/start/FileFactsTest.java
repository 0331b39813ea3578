package dev.symbolicator.start;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class FileFactsTest {
  private static final String ID = "85314830-023f-4cf1-a267-535f4e37bb17";

  @Test
  void factsOfTheDemosFilesAreFound() throws IOException {
    DemoCopies files = DemoCopies.of(3);
    FileFacts facts = FileFacts.of(files.script().getBytes(UTF_8), files.map().getBytes(UTF_8));
    assertEquals("app.min.js.map", facts.mapUrl());
    assertNull(facts.scriptDebugId());
    assertNull(facts.mapDebugId());
  }

  @Test
  void debugIdsAndHashesAreFound() {
    FileFacts facts =
        FileFacts.of(
            ("a()\n//# debugId=" + ID).getBytes(UTF_8),
            ("{\"debugId\":\"" + ID + "\"}").getBytes(UTF_8));
    assertEquals(ID, facts.scriptDebugId());
    assertEquals(ID, facts.mapDebugId());
    assertNull(facts.mapUrl());
    assertEquals(64, facts.scriptSha256().length());
    assertEquals(64, facts.mapSha256().length());
  }
}
