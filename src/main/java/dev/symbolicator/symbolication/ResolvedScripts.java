package dev.symbolicator.symbolication;

import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbols.Symbol;
import dev.symbolicator.url.WebUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is known of the scripts of one profile.
 *
 * @param results by the script's index in the profile, in the order in which frames first name them
 */
record ResolvedScripts(Map<Integer, ScriptResult> results) {

  /** The originals of a profile's frames, named in a style. */
  Originals originalsOf(List<ProfileFrame> frames, NameStyle style) {
    Originals originals = new Originals(frames.size());
    for (int i = 0; i < frames.size(); i++) {
      ProfileFrame frame = frames.get(i);
      if (frame.hasPosition() && results.get(frame.script()) instanceof Found script) {
        Symbol symbol = script.symbols().find(frame.line(), frame.column(), frame.name(), style);
        if (symbol != null) {
          originals.put(i, symbol, frame.name());
        }
      }
    }
    return originals;
  }

  boolean isIncomplete() {
    return results.values().stream().anyMatch(result -> result.status().isTransient());
  }

  SymbolicationReport report(List<String> urls, Originals originals) {
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
    return new SymbolicationReport(originals.mapped(), originals.total(), pending, scripts);
  }

  /** The resource of a data: script is its whole text. */
  private static String shown(String url) {
    WebUrl parsed = WebUrl.parse(url);
    return parsed != null && parsed.scheme().equals("data") ? "data:" : url;
  }
}
