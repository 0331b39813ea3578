package dev.symbolicator.start;

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
import java.util.Objects;

/**
 * Compiles the demo's script and symbolicates the demo's trace, from the class path alone. Nothing
 * is fetched, stored or counted.
 */
final class PracticeRound {
  private static final WebUrl BASE = Objects.requireNonNull(WebUrl.parse("profile:///"));

  private final byte[] script;
  private final byte[] map;
  private final byte[] trace;
  private final ProfilePractice profiles;

  private PracticeRound(byte[] script, byte[] map, byte[] trace, ProfilePractice profiles) {
    this.script = script;
    this.map = map;
    this.trace = trace;
    this.profiles = profiles;
  }

  /**
   * Reads the demo's files.
   *
   * @throws IOException if a file is missing
   */
  static PracticeRound load(ProfilePractice profiles) throws IOException {
    return new PracticeRound(
        file("app.min.js"), file("app.min.js.map"), file("trace.json"), profiles);
  }

  private static byte[] file(String name) throws IOException {
    try (InputStream in = PracticeRound.class.getResourceAsStream("/demo/" + name)) {
      if (in == null) {
        throw new IOException("The demo's file " + name + " is missing");
      }
      return in.readAllBytes();
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
