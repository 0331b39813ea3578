package dev.symbolicator.symbolication;

import dev.symbolicator.script.ScriptPractice;
import dev.symbolicator.symbols.SymbolTable;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * Symbolicates profiles for the warm-up at start. All scripts of a profile have one given table, so
 * no place is asked for scripts. Counts nothing, and charges no budget.
 */
@ApplicationScoped
public class ProfilePractice {
  private static final Duration DEADLINE = Duration.ofMinutes(1);

  private final Symbolicator symbolicator;

  ProfilePractice(Symbolicator symbolicator) {
    this.symbolicator = symbolicator;
  }

  /**
   * Symbolicates one profile on the calling thread, and writes the answer with a report.
   *
   * @throws IllegalArgumentException if the body is not a profile
   * @throws IOException if the answer cannot be written
   */
  public void symbolicate(byte[] body, SymbolTable table, OutputStream out) throws IOException {
    SymbolicationOptions options =
        new SymbolicationOptions(true, false, false, null, false, "application/json", null, false);
    RequestContext context =
        new RequestContext(ScriptPractice.SCOPE, bytes -> true, Deadline.in(DEADLINE));
    symbolicator
        .rehearse(symbolicator.read(body, options, context), table)
        .profile()
        .writeTo(out);
  }
}
