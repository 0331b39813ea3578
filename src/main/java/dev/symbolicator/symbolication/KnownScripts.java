package dev.symbolicator.symbolication;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.places.ScriptPlaces;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.script.ScriptReport;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.symbolication.RecentUrls.RecentUrl;
import dev.symbolicator.symbolication.ScriptResolver.TableUse;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the scripts of a small profile on an event loop, if all are known: their URLs were
 * parsed before, and their tables are in memory and fresh. Anything else ends the attempt, and
 * counts nothing.
 */
final class KnownScripts {
  private final ScriptPlaces places;
  private final RecentUrls urls;
  private final SymbolicationConfig config;

  KnownScripts(ScriptPlaces places, RecentUrls urls, SymbolicationConfig config) {
    this.places = places;
    this.urls = urls;
    this.config = config;
  }

  /** Resolves the scripts like {@link ScriptLookUps#resolveNow}. */
  @Nullable ResolvedScripts resolve(Profile profile, TableUse use, RequestContext context) {
    Map<Integer, Found> tables = tables(profile, context.scope());
    if (tables == null) {
      return null;
    }
    Map<Integer, ScriptReport> reports = new LinkedHashMap<>();
    long memory = 0;
    for (Map.Entry<Integer, Found> table : tables.entrySet()) {
      int script = table.getKey();
      ScriptReport report = use.use(script, table.getValue());
      if (report.isMismatch()) {
        return null; // The origin may have to be asked.
      }
      reports.put(script, report);
      memory += ScriptUrls.lookUpBytes(profile.scripts().get(script));
    }
    if (!context.take(memory)) {
      return null;
    }
    return new ResolvedScripts(reports);
  }

  private @Nullable Map<Integer, Found> tables(Profile profile, String scope) {
    Map<Integer, Found> tables = new LinkedHashMap<>();
    Set<String> origins = new HashSet<>();
    boolean[] isKnown = new boolean[profile.scripts().size()];
    for (ProfileFrame frame : profile.frames()) {
      int script = frame.script();
      if (!isKnown[script] && frame.hasPosition()) {
        Found table = table(profile, script, scope, origins);
        if (table == null) {
          return null;
        }
        isKnown[script] = true;
        tables.put(script, table);
      }
    }
    return tables.size() <= config.maxScripts() && origins.size() <= config.maxOrigins()
        ? tables
        : null;
  }

  private @Nullable Found table(Profile profile, int script, String scope, Set<String> origins) {
    WantedScript wanted = WantedScript.of(profile, script, null);
    RecentUrl url = urls.get(wanted.url());
    if (url == null || !wanted.isOfAnyBuild() || isEmbedded(profile, script)) {
      return null;
    }
    origins.add(url.origin());
    return ScriptUrls.mayHaveMap(url.url())
        ? places.findNow(new ScriptRef(scope, url.url(), null, null, null))
        : null;
  }

  private static boolean isEmbedded(Profile profile, int script) {
    try {
      return profile.embedded(script) != null;
    } catch (IOException unreadable) {
      return true;
    }
  }
}
