package dev.symbolicator.maps.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import dev.symbolicator.maps.objects.Spool.SpooledFiles;
import dev.symbolicator.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that share a folder, and are killed in the middle of uploads. */
class KilledWriterTest {
  private static final int KILLS = 5;
  private static final int PROCESSES = 2;
  private static final int THREADS = 3;
  private static final int SAME = 50;
  @TempDir Path directory;

  private Process start(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(directory.toString()));
    all.addAll(List.of(arguments));
    return ChildJvm.start(ChildJvm.of(Writer.class, all.toArray(String[]::new)));
  }

  @Test
  void everyAcknowledgedObjectOfAKilledProcessIsWholeAndNoneIsHalf() throws IOException {
    Set<String> acknowledged = new HashSet<>();
    for (int kill = 0; kill < KILLS; kill++) {
      Process writer = start("endless", Integer.toString(kill));
      BufferedReader out = writer.inputReader(UTF_8);
      for (int i = 0; i < 10 + 7 * kill; i++) {
        acknowledged.add(out.readLine());
      }
      writer.toHandle().destroyForcibly(); // the process itself would close its output
      out.lines().filter(line -> line.length() == 64).forEach(acknowledged::add);
    }
    MapStore store = FolderObjectsTest.open(directory);
    Blobs blobs = new Blobs(store.objects());
    Set<String> stored = new HashSet<>();
    for (String name : ObjectStoreContract.names(store.objects(), Blobs.folder("team"), "")) {
      String sha256 = name.substring(name.lastIndexOf('/') + 1, name.lastIndexOf('-'));
      try (InputStream in = blobs.open("team", new BlobId(sha256, Blobs.size(name)))) {
        assertNotNull(in);
        assertTrue(in.readAllBytes().length > 0); // compares the hash
      }
      stored.add(sha256);
    }
    assertTrue(stored.containsAll(acknowledged));
    assertTrue(acknowledged.size() >= KILLS * 10);
  }

  @Test
  void halfWrittenFilesAreRemovedAfterAnHour() throws IOException {
    FolderObjectsTest.open(directory).objects().put("team/name", new byte[1]);
    Path young = Files.createFile(directory.resolve("tmp/young"));
    Path old = Files.createFile(directory.resolve("tmp/old"));
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofMinutes(61))));
    FolderObjectsTest.open(directory);
    assertTrue(Files.exists(young));
    assertTrue(Files.notExists(old));
  }

  @Test
  void ofTwoProcessesThatStoreANameEachIsAcknowledgedAndOneWinsWhole()
      throws IOException, InterruptedException {
    List<Process> writers = new ArrayList<>();
    for (int number = 0; number < PROCESSES; number++) {
      writers.add(start("same", Integer.toString(number)));
    }
    for (Process writer : writers) {
      assertEquals("ready", writer.inputReader(UTF_8).readLine());
    }
    for (Process writer : writers) {
      writer.getOutputStream().write('\n');
      writer.getOutputStream().flush();
    }
    for (Process writer : writers) {
      assertEquals(SAME, writer.inputReader(UTF_8).lines().count());
      assertEquals(0, writer.waitFor());
    }
    ObjectStore store = FolderObjectsTest.open(directory).objects();
    for (int i = 0; i < SAME; i++) {
      byte[] stored = ObjectStoreContract.read(store, "team/same-" + i);
      assertTrue(Arrays.equals(same(0), stored) || Arrays.equals(same(1), stored));
    }
  }

  private static byte[] same(int number) {
    byte[] content = new byte[100_000];
    Arrays.fill(content, (byte) number);
    return content;
  }

  /** Stores objects and prints the name of each that is acknowledged. */
  public static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws Exception {
      MapStore store = FolderObjectsTest.open(Path.of(arguments[0]));
      int number = Integer.parseInt(arguments[2]);
      if (arguments[1].equals("same")) {
        same(store.objects(), number);
      } else {
        for (int thread = 0; thread < THREADS; thread++) {
          long seed = 100L * number + thread;
          new Thread(() -> endless(store, new Random(seed))).start();
        }
      }
    }

    private static void same(ObjectStore store, int number) throws IOException {
      System.out.println("ready");
      System.in.read();
      for (int i = 0; i < SAME; i++) {
        store.put("team/same-" + i, KilledWriterTest.same(number));
        System.out.println(i);
      }
    }

    private static void endless(MapStore store, Random random) {
      Blobs blobs = new Blobs(store.objects());
      while (true) {
        byte[] content = new byte[1 + random.nextInt(300_000)];
        random.nextBytes(content);
        try (SpooledFiles upload = store.spool().begin()) {
          SpooledBlob blob = upload.blob(new ByteArrayInputStream(content), content.length);
          blobs.put("team", blob);
          System.out.println(blob.sha256());
        } catch (IOException failed) {
          throw new AssertionError(failed);
        }
      }
    }
  }
}
