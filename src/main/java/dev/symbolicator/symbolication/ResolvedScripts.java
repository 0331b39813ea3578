package dev.symbolicator.symbolication;

import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbols.Symbol;
import dev.symbolicator.url.WebUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the scripts of one profile.
 *
 * @param results by the script's index in the profile, in the order in which frames first name them
 */
record ResolvedScripts(Map<Integer, ScriptResult> results) {

  /** The original of each frame, null where there is none. */
  @Nullable OriginalFrame[] originalsOf(List<ProfileFrame> frames) {
    @Nullable OriginalFrame[] originals = new OriginalFrame[frames.size()];
    for (int i = 0; i < originals.length; i++) {
      originals[i] = originalOf(frames.get(i));
    }
    return originals;
  }

  private @Nullable OriginalFrame originalOf(ProfileFrame frame) {
    if (!frame.hasPosition() || !(results.get(frame.script()) instanceof Found script)) {
      return null;
    }
    Symbol symbol = script.symbols().find(frame.line(), frame.column(), frame.name());
    if (symbol == null) {
      return null;
    }
    String name = symbol.name() != null ? symbol.name() : GarbledNames.repair(frame.name());
    return new OriginalFrame(symbol.source(), symbol.line(), symbol.column(), name);
  }

  boolean isIncomplete() {
    return results.values().stream().anyMatch(result -> result.status().isTransient());
  }

  SymbolicationReport report(List<String> urls, @Nullable OriginalFrame[] originals) {
    int mapped = 0;
    for (OriginalFrame original : originals) {
      mapped += original == null ? 0 : 1;
    }
    List<SymbolicationReport.Script> scripts = new ArrayList<>();
    int pending = 0;
    for (Map.Entry<Integer, ScriptResult> entry : results.entrySet()) {
      ScriptResult result = entry.getValue();
      pending += result.status() == ScriptStatus.PENDING ? 1 : 0;
      scripts.add(
          new SymbolicationReport.Script(
              shown(urls.get(entry.getKey())),
              result.status().label(),
              result.sourceMap(),
              result.detail()));
    }
    return new SymbolicationReport(mapped, originals.length, pending, scripts);
  }

  /** The resource of a data: script is its whole text. */
  private static String shown(String url) {
    WebUrl parsed = WebUrl.parse(url);
    return parsed != null && parsed.scheme().equals("data") ? "data:" : url;
  }
}
