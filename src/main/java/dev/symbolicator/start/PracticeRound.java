package dev.symbolicator.start;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.Encoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.ProfilePractice;
import dev.symbolicator.tables.PracticeTable;
import dev.symbolicator.url.WebUrl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/**
 * Reads files, compiles a script and symbolicates a trace. Nothing is fetched, stored or counted.
 */
final class PracticeRound {
  private static final WebUrl BASE = Objects.requireNonNull(WebUrl.parse("profile:///"));

  private final byte[] script;
  private final byte[] map;
  private final byte[] trace;
  private final ProfilePractice profiles;
  private final ByteBudget budget;

  PracticeRound(DemoCopies files, ProfilePractice profiles, ByteBudget budget) {
    script = files.script().getBytes(UTF_8);
    map = files.map().getBytes(UTF_8);
    trace = files.trace().getBytes(UTF_8);
    this.profiles = profiles;
    this.budget = budget;
  }

  /** Reads the files and compiles the script, and returns the table's bytes. */
  byte[] compile() {
    FileFacts unused = FileFacts.of(script, map);
    return PracticeTable.compile(script, map, BASE, budget);
  }

  /**
   * Symbolicates the trace, and returns the answer.
   *
   * @param table the bytes of {@link #compile}
   * @throws IOException if the answer cannot be written
   */
  byte[] symbolicate(byte[] table) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    profiles.symbolicate(trace, PracticeTable.open(table), answer);
    try (OutputStream gzip = Encoding.of(ContentCoding.GZIP, OutputStream.nullOutputStream())) {
      answer.writeTo(gzip);
    }
    return answer.toByteArray();
  }
}
