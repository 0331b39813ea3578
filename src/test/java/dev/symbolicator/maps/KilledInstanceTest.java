package dev.symbolicator.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.Sha256;
import dev.symbolicator.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledInstanceTest {
  /** {@code -Dsymbolicator.test.kills=20} kills more often. */
  private static final int ROUNDS = Integer.getInteger("symbolicator.test.kills", 5);

  private static final int UPLOADS = 200;
  private static final String ACKNOWLEDGED = "acknowledged ";

  @TempDir private Path folder;

  @Test
  void acknowledgedUploadsSurviveKillAndNoneIsHalf() throws Exception {
    Random random = new Random(11);
    Set<String> acknowledged = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      acknowledged.addAll(killed("round" + round, 1 + random.nextInt(UPLOADS - 1)));
    }
    try (TestLibrary library = TestLibrary.in(folder)) {
      List<MapEntry> entries = library.list();
      Set<String> known = entries.stream().map(MapEntry::id).collect(Collectors.toSet());
      assertTrue(known.containsAll(acknowledged));
      assertTrue(acknowledged.size() >= ROUNDS);
      for (MapEntry entry : entries) {
        try (InputStream map = library.library().openMap(entry);
            InputStream text = library.library().openText(entry)) {
          assertEquals(entry.map().sha256(), hash(map));
          assertNotNull(entry.text());
          assertEquals(entry.text().sha256(), hash(text));
        }
      }
    }
  }

  private static String hash(@Nullable InputStream in) throws IOException {
    assertNotNull(in);
    return Sha256.of(in.readAllBytes());
  }

  /** Kills an instance after some uploads, and returns the entries that it acknowledged. */
  private Set<String> killed(String name, int uploads) throws Exception {
    Process process = ChildJvm.start(ChildJvm.of(UploadingInstance.class, folder.toString(), name));
    Set<String> acknowledged = new HashSet<>();
    StringBuilder others = new StringBuilder();
    try (BufferedReader out = process.inputReader()) {
      String line = out.readLine();
      while (line != null) {
        if (line.startsWith(ACKNOWLEDGED) && line.length() == ACKNOWLEDGED.length() + 32) {
          acknowledged.add(line.substring(ACKNOWLEDGED.length()));
          if (acknowledged.size() == uploads) {
            assertTrue(process.toHandle().destroyForcibly()); // SIGKILL; the output stays open.
          }
        } else {
          others.append(line).append('\n');
        }
        line = out.readLine();
      }
    }
    process.waitFor();
    assertTrue(acknowledged.size() >= uploads, others::toString);
    return acknowledged;
  }
}
