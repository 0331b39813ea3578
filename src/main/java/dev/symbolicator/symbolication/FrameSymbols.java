package dev.symbolicator.symbolication;

import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbols.Symbol;
import dev.symbolicator.symbols.SymbolLookup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the scripts' tables say of a profile's frames, each looked up once.
 *
 * <p>That also tells of which scripts the browser ran another version than the one fetched: a frame
 * is where a function starts, and most of a script's frames are where none does. Nothing is said of
 * their frames.
 */
final class FrameSymbols {
  /** So few frames where no function starts may be a peculiarity of a browser. */
  static final int ENOUGH = 5;

  private final List<ProfileFrame> frames;
  private final @Nullable Symbol[] symbols;
  private final @Nullable SymbolLookup[] lookups;

  private FrameSymbols(List<ProfileFrame> frames, @Nullable SymbolLookup[] lookups) {
    this.frames = frames;
    this.lookups = lookups;
    symbols = new Symbol[frames.size()];
  }

  /** Looks up all frames of a profile in the scripts that were found, named in a style. */
  static FrameSymbols of(Profile profile, ResolvedScripts scripts, NameStyle style) {
    @Nullable SymbolLookup[] lookups = new SymbolLookup[profile.scripts().size()];
    scripts
        .results()
        .forEach(
            (script, result) -> {
              if (result instanceof Found found) {
                lookups[script] = found.symbols().lookup(style);
              }
            });
    FrameSymbols found = new FrameSymbols(profile.frames(), lookups);
    found.lookUp();
    return found;
  }

  private void lookUp() {
    for (int i = 0; i < symbols.length; i++) {
      ProfileFrame frame = frames.get(i);
      SymbolLookup lookup = lookups[frame.script()];
      if (lookup != null && frame.hasPosition()) {
        symbols[i] = lookup.find(frame.line(), frame.column(), frame.name());
      }
    }
  }

  /** The same results, but those of other versions fail. */
  ResolvedScripts withoutForeign(ResolvedScripts scripts) {
    Map<Integer, ScriptResult> results = new LinkedHashMap<>(scripts.results());
    results.replaceAll(
        (script, result) -> {
          SymbolLookup lookup = lookups[script];
          return lookup != null && isForeign(lookup) ? mismatch(lookup, result) : result;
        });
    return new ResolvedScripts(results);
  }

  /** The originals of the frames. */
  Originals originals() {
    Originals originals = new Originals(frames.size());
    for (int i = 0; i < symbols.length; i++) {
      Symbol symbol = symbols[i];
      if (symbol != null) {
        ProfileFrame frame = frames.get(i);
        SymbolLookup lookup = lookups[frame.script()];
        if (lookup != null && !isForeign(lookup)) {
          originals.put(i, symbol, frame.name());
        }
      }
    }
    return originals;
  }

  private static boolean isForeign(SymbolLookup script) {
    return script.foreign() >= ENOUGH && 2 * script.foreign() > script.all();
  }

  private static Failed mismatch(SymbolLookup script, ScriptResult found) {
    return new Failed(
        ScriptStatus.MISMATCH,
        found.sourceMap(),
        "The profile is of another version of the script: at %d of its %d positions no function starts."
            .formatted(script.foreign(), script.all()));
  }
}
