package dev.symbolicator.start;

import dev.symbolicator.store.DiskTier;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.store.StoreKey.StoredKind;
import dev.symbolicator.symbolication.Deadline;
import dev.symbolicator.symbolication.RequestContext;
import dev.symbolicator.symbolication.SymbolicationReport.ScriptEntry;
import dev.symbolicator.symbolication.WantedScript;
import dev.symbolicator.symbolication.WarmUp;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;

/** Looks up a script that nobody has, in all places, in memory and on disk. Fetches nothing. */
@ApplicationScoped
class LookUpPractice {
  /** Every configuration refuses to fetch a URL with a user name. */
  private static final String UNFETCHED = "https://warm-up@localhost/app.min.js";

  private static final String SCOPE = "default";
  private static final Duration DEADLINE = Duration.ofSeconds(1);
  private static final byte[] NOTHING = {};

  private final WarmUp scripts;
  private final DiskTier disk;

  LookUpPractice(WarmUp scripts, DiskTier disk) {
    this.scripts = scripts;
    this.disk = disk;
  }

  /** Looks the script up, and returns its entry in a report. */
  ScriptEntry run() {
    byte[] unused = disk.read(StoreKey.of(SCOPE, StoredKind.RECORD, NOTHING));
    return scripts
        .warm(
            List.of(new WantedScript(UNFETCHED, null, null)),
            new RequestContext(SCOPE, bytes -> true, Deadline.in(DEADLINE)))
        .join()
        .get(0);
  }
}
