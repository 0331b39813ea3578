package dev.symbolicator.start;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.Encoding;
import dev.symbolicator.symbolication.ProfilePractice;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.tables.PracticeTable;
import dev.symbolicator.url.WebUrl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Collections;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Compiles a script made of the demo's script, and symbolicates a trace made of the demo's trace.
 * The demo's files come from the class path. Nothing is fetched, stored or counted.
 */
final class PracticeRound {
  private static final WebUrl BASE = Objects.requireNonNull(WebUrl.parse("profile:///"));
  private static final String SAMPLES = "\"samples\":[";

  private final byte[] script;
  private final byte[] map;
  private final byte[] trace;
  private final ProfilePractice profiles;

  private PracticeRound(String script, String map, String trace, ProfilePractice profiles) {
    this.script = script.getBytes(UTF_8);
    this.map = map.getBytes(UTF_8);
    this.trace = trace.getBytes(UTF_8);
    this.profiles = profiles;
  }

  /**
   * Makes the files of a round.
   *
   * @param copies the number of copies of the demo's script, of its map as a section of an index
   *     map, and of the trace's samples
   * @throws IOException if one of the demo's files is missing
   */
  static PracticeRound load(int copies, ProfilePractice profiles) throws IOException {
    String script = file("app.min.js");
    return new PracticeRound(
        script.repeat(copies),
        indexMap(file("app.min.js.map"), (int) script.lines().count(), copies),
        withSamples(file("trace.json"), copies),
        profiles);
  }

  private static String indexMap(String map, int lines, int copies) {
    return IntStream.range(0, copies)
        .mapToObj(
            copy ->
                "{\"offset\":{\"line\":%d,\"column\":0},\"map\":%s}".formatted(copy * lines, map))
        .collect(Collectors.joining(",", "{\"version\":3,\"sections\":[", "]}"));
  }

  private static String withSamples(String trace, int copies) {
    int start = trace.indexOf(SAMPLES) + SAMPLES.length();
    int end = trace.indexOf(']', start);
    String samples = String.join(",", Collections.nCopies(copies, trace.substring(start, end)));
    return trace.substring(0, start) + samples + trace.substring(end);
  }

  private static String file(String name) throws IOException {
    try (InputStream in = PracticeRound.class.getResourceAsStream("/demo/" + name)) {
      if (in == null) {
        throw new IOException("The demo's file " + name + " is missing");
      }
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /**
   * Runs once, and returns the symbolicated trace.
   *
   * @throws IOException if the answer cannot be written
   */
  byte[] run() throws IOException {
    SymbolTable table = PracticeTable.compile(script, map, BASE);
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    profiles.symbolicate(trace, table, answer);
    try (OutputStream gzip = Encoding.of(ContentCoding.GZIP, OutputStream.nullOutputStream())) {
      answer.writeTo(gzip);
    }
    return answer.toByteArray();
  }
}
