package dev.symbolicator.bench;

import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/**
 * Measures a map ten times as large as the largest published map. {@code write} makes the map;
 * {@code open} opens it five times and prints the times and the process's peak memory.
 */
final class LargeMap {
  private static final Path FILE = Path.of("target", "large.map");
  private static final String BASE64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final int SOURCES = 20_000;
  private static final int NAMES = 200_000;
  private static final int TEXT_BYTES = 11_900;
  private static final int SEGMENTS_PER_SOURCE = 420;
  private static final int LINES_PER_SOURCE = 4;
  private static final int OPENINGS = 5;

  private LargeMap() {}

  public static void main(String[] args) throws IOException {
    switch (args[0]) {
      case "write" -> write();
      case "open" -> open();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void write() throws IOException {
    Files.createDirectories(FILE.getParent());
    try (Text text = new Text(new BufferedOutputStream(Files.newOutputStream(FILE), 1 << 16))) {
      text.add("{\"version\":3,\"file\":\"large.js\",\"sources\":");
      text.addStrings("../src/room-%d/file.js", SOURCES);
      text.add(",\"sourcesContent\":");
      String statement = "const answer = compute(\\\"question\\\", 42); // Die Antwort, größer\\n";
      text.addStrings(statement.repeat(TEXT_BYTES / statement.length()) + "// %d", SOURCES);
      text.add(",\"names\":");
      text.addStrings("identifier%d", NAMES);
      text.add(",\"mappings\":\"");
      addMappings(text);
      text.add("\"}");
    }
    System.out.printf(Locale.ROOT, "%s: %.1f MB%n", FILE, Files.size(FILE) / 1e6);
  }

  /** Adds segments: each source has lines of its own, and every fourth segment has a name. */
  private static void addMappings(Text text) throws IOException {
    int originalLine = 0;
    int originalColumn = 0;
    int name = 0;
    for (int source = 0; source < SOURCES; source++) {
      for (int i = 0; i < SEGMENTS_PER_SOURCE; i++) {
        boolean startsLine = i % (SEGMENTS_PER_SOURCE / LINES_PER_SOURCE) == 0;
        text.add(!startsLine ? "," : source == 0 && i == 0 ? "" : ";");
        text.addVlq(startsLine ? 0 : 1 + i % 20);
        text.addVlq(source > 0 && i == 0 ? 1 : 0);
        int line = i / 3;
        text.addVlq(line - originalLine);
        originalLine = line;
        int column = 13 * i % 80;
        text.addVlq(column - originalColumn);
        originalColumn = column;
        if (i % 4 == 0) {
          int next = (name + 7_919 * i) % NAMES;
          text.addVlq(next - name);
          name = next;
        }
      }
    }
  }

  private static void open() throws IOException {
    byte[] json = Files.readAllBytes(FILE);
    System.out.printf(
        Locale.ROOT,
        "%.1f MB, heap of at most %.0f MB%n",
        json.length / 1e6,
        Runtime.getRuntime().maxMemory() / 1e6);
    for (int i = 0; i < OPENINGS; i++) {
      long start = System.nanoTime();
      SourceMap map = Contender.symbolicator(json);
      Mapping mapping = Objects.requireNonNull(map.find(SOURCES * LINES_PER_SOURCE - 1, 0));
      System.out.printf(
          Locale.ROOT,
          "%d segments opened and one found in %s after %.0f ms%n",
          map.mappingCount(),
          map.sourceUrl(mapping.source()),
          (System.nanoTime() - start) / 1e6);
    }
    System.out.println(peak());
  }

  private static String peak() throws IOException {
    Path status = Path.of("/proc/self/status");
    return !Files.exists(status)
        ? ""
        : Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("VmHWM"))
            .findFirst()
            .orElse("");
  }

  private record Text(OutputStream out) implements AutoCloseable {

    void add(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    void addStrings(String pattern, int count) throws IOException {
      int hole = pattern.indexOf("%d");
      byte[] before = ("\"" + pattern.substring(0, hole)).getBytes(StandardCharsets.UTF_8);
      byte[] after = (pattern.substring(hole + 2) + "\"").getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < count; i++) {
        out.write(i == 0 ? '[' : ',');
        out.write(before);
        add(Integer.toString(i));
        out.write(after);
      }
      out.write(']');
    }

    void addVlq(int value) throws IOException {
      int rest = value < 0 ? (-value << 1) | 1 : value << 1;
      do {
        int digit = rest & 31;
        rest >>>= 5;
        out.write(BASE64.charAt(rest > 0 ? digit | 32 : digit));
      } while (rest > 0);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
