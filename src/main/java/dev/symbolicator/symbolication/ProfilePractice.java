package dev.symbolicator.symbolication;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.script.ScriptPractice;
import dev.symbolicator.script.ScriptReport;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbolication.ScriptResolver.TableUse;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbols.SymbolTable;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Symbolicates profiles for the warm-up at start. All scripts of a profile have one given table, so
 * no place is asked for scripts. Counts nothing, and charges no budget.
 */
@ApplicationScoped
public class ProfilePractice {
  private static final Duration DEADLINE = Duration.ofMinutes(1);

  private final ReportWriter reports;
  private final SymbolicationMetrics metrics;
  private final SymbolicationConfig config;

  ProfilePractice(ReportWriter reports, SymbolicationMetrics metrics, SymbolicationConfig config) {
    this.reports = reports;
    this.metrics = metrics;
    this.config = config;
  }

  /**
   * Symbolicates one profile on the calling thread, and writes the answer with a report.
   *
   * @throws IllegalArgumentException if the body is not a profile
   * @throws IOException if the answer cannot be written
   */
  public void symbolicate(byte[] body, SymbolTable table, OutputStream out) throws IOException {
    ScriptReport report =
        new ScriptReport(ScriptStatus.FOUND, null, "The source map was read.", Duration.ZERO);
    Found found = new Found(table, report, false);
    Symbolicator symbolicator =
        new Symbolicator(
            (profile, release, use, context) ->
                CompletableFuture.completedFuture(resolved(profile, use, found)),
            reports,
            metrics,
            config);
    SymbolicationOptions options =
        new SymbolicationOptions(true, false, false, null, false, "application/json", null, false);
    RequestContext context =
        new RequestContext(ScriptPractice.SCOPE, bytes -> true, Deadline.in(DEADLINE));
    if (!(symbolicator.symbolicate(body, options, context).join()
        instanceof Symbolicated symbolicated)) {
      throw new IllegalArgumentException("The body is not a profile.");
    }
    symbolicated.profile().writeTo(out);
  }

  private static ResolvedScripts resolved(Profile profile, TableUse use, Found found) {
    Map<Integer, ScriptReport> reports = new LinkedHashMap<>();
    for (int script = 0; script < profile.scripts().size(); script++) {
      reports.put(script, use.use(script, found));
    }
    return new ResolvedScripts(reports);
  }
}
