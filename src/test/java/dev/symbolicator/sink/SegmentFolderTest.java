package dev.symbolicator.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.sink.SegmentFolder.FullException;
import dev.symbolicator.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentFolderTest {
  private static final Duration LONG = Duration.ofHours(1);

  @TempDir Path folder;

  private SegmentFolder open(long maxSize, Duration age) throws IOException {
    return new SegmentFolder(folder, "profiles", maxSize, age);
  }

  private List<Path> files(String end) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] line(String text) {
    return (text + "\n").getBytes(UTF_8);
  }

  @Test
  void linesAreInTheOpenSegmentOnceTheyAreKept() throws IOException {
    try (SegmentFolder segments = open(1 << 20, LONG)) {
      List<CompletionStage<Void>> kept = new ArrayList<>();
      Set<String> expected = new HashSet<>();
      for (int i = 0; i < 5000; i++) {
        expected.add("line " + i);
        kept.add(segments.append(line("line " + i)));
      }
      kept.forEach(Await::value);
      assertEquals(1, files(SegmentFolder.OPEN).size());
      List<String> lines = Files.readAllLines(files(SegmentFolder.OPEN).get(0));
      assertEquals(5000, lines.size());
      assertEquals(expected, Set.copyOf(lines));
      assertEquals(Files.size(files(SegmentFolder.OPEN).get(0)), segments.used());
    }
    assertEquals(List.of(), files(SegmentFolder.OPEN));
    Path closed = files(SegmentFolder.CLOSED).get(0);
    assertTrue(
        closed.getFileName().toString().matches("profiles-\\d{8}T\\d{6}Z-[0-9a-f]{8}\\.ndjson"),
        closed.toString());
  }

  @Test
  void oldSegmentIsClosedWithoutAFurtherLine() throws IOException {
    try (SegmentFolder segments = open(1 << 20, Duration.ofMillis(50))) {
      Await.value(segments.append(line("a")));
      Await.until(() -> files(SegmentFolder.CLOSED).size() == 1);
      Await.value(segments.append(line("b")));
      Await.until(() -> files(SegmentFolder.CLOSED).size() == 2);
    }
  }

  @Test
  void largeSegmentIsClosed() throws IOException {
    try (SegmentFolder segments = open(1L << 30, LONG)) {
      byte[] megabyte = new byte[1 << 20];
      megabyte[megabyte.length - 1] = '\n';
      for (long bytes = 0; bytes < SegmentFolder.SEGMENT_BYTES; bytes += megabyte.length) {
        assertEquals(List.of(), files(SegmentFolder.CLOSED));
        Await.value(segments.append(megabyte));
      }
      Await.until(() -> files(SegmentFolder.CLOSED).size() == 1);
      assertEquals(SegmentFolder.SEGMENT_BYTES, Files.size(files(SegmentFolder.CLOSED).get(0)));
    }
  }

  @Test
  void fullFolderTakesNoLineUntilSegmentsAreTakenAway() throws Exception {
    try (SegmentFolder segments = open(10, Duration.ofMillis(1))) {
      Await.value(segments.append(line("123456789"))); // ten bytes with the line break
      ExecutionException refused =
          assertThrows(
              ExecutionException.class,
              () -> segments.append(line("")).toCompletableFuture().get());
      assertInstanceOf(FullException.class, refused.getCause());
      Await.until(() -> files(SegmentFolder.CLOSED).size() == 1);
      Files.delete(files(SegmentFolder.CLOSED).get(0));
      Await.value(segments.append(line("1")));
      assertEquals(2, segments.used());
    }
  }

  @Test
  void whatReadersTakeAwayCountsNoMore() throws IOException {
    try (SegmentFolder segments = open(1 << 20, Duration.ofMillis(50))) {
      Await.value(segments.append(line("a")));
      Await.until(() -> files(SegmentFolder.CLOSED).size() == 1);
      Files.delete(files(SegmentFolder.CLOSED).get(0));
      Await.until(() -> segments.used() == 0);
    }
  }

  @Test
  void segmentOfAKilledProcessLosesOnlyALineThatIsNotWhole() throws IOException {
    Files.writeString(folder.resolve("profiles-a.open"), "one\ntwo\n{\"thr");
    Files.writeString(folder.resolve("profiles-b.open"), "{");
    Files.writeString(
        folder.resolve("profiles-c.open"), "x".repeat(200_000) + "\n" + "y".repeat(200_000));
    Files.writeString(folder.resolve("other.txt"), "stays");
    open(1 << 20, LONG).close();
    assertEquals(List.of(), files(SegmentFolder.OPEN));
    assertEquals(
        "one\ntwo\n", Files.readString(folder.resolve("profiles-a" + SegmentFolder.CLOSED)));
    assertEquals(200_001, Files.size(folder.resolve("profiles-c" + SegmentFolder.CLOSED)));
    assertEquals(2, files(SegmentFolder.CLOSED).size());
    assertEquals("stays", Files.readString(folder.resolve("other.txt")));
  }

  @Test
  void segmentOfARunningInstanceIsLeftAlone() throws IOException {
    try (SegmentFolder first = open(1 << 20, LONG)) {
      Await.value(first.append(line("a")));
      try (SegmentFolder second = open(1 << 20, LONG)) {
        Await.value(second.append(line("b")));
        Await.value(first.append(line("c")));
        assertEquals(2, files(SegmentFolder.OPEN).size());
      }
    }
    List<String> lines = new ArrayList<>();
    for (Path file : files(SegmentFolder.CLOSED)) {
      lines.addAll(Files.readAllLines(file));
    }
    assertEquals(Set.of("a", "b", "c"), Set.copyOf(lines));
  }

  @Test
  void lineAfterTheEndFails() throws IOException {
    SegmentFolder segments = open(1 << 20, LONG);
    segments.close();
    assertThrows(
        ExecutionException.class, () -> segments.append(line("a")).toCompletableFuture().get());
    assertEquals(List.of(), files(SegmentFolder.CLOSED));
  }
}
