package dev.symbolicator.symbolication;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.script.ScriptReport;
import dev.symbolicator.script.ScriptResult.Found;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks the frames of a profile up in each of its {@link Profile#readings}, and chooses the reading
 * in which the frames lie at starts of functions. A reading that is one line and one column off
 * hardly ever meets a start.
 */
final class BaseChoice implements ScriptResolver.TableUse {
  /** How many times as many starts the chosen reading has as any other. */
  private static final int CLEARLY = 3;

  private final BaseReading[] readings;

  private static final class BaseReading {
    final Profile profile;
    final FrameSymbols symbols;
    int fitting;

    BaseReading(Profile profile, FrameSymbols symbols) {
      this.profile = profile;
      this.symbols = symbols;
    }
  }

  /**
   * Makes a choice.
   *
   * @param symbols prepares the look-up of a reading
   */
  BaseChoice(List<Profile> profiles, Function<Profile, FrameSymbols> symbols) {
    readings =
        profiles.stream()
            .map(profile -> new BaseReading(profile, symbols.apply(profile)))
            .toArray(BaseReading[]::new);
  }

  @Override
  public synchronized ScriptReport use(int script, Found found) {
    ScriptReport report = found.report();
    int most = -1;
    for (BaseReading reading : readings) {
      ScriptReport own = reading.symbols.lookUp(script, found);
      int fitting = reading.symbols.fitting(script, found);
      reading.fitting += fitting;
      if (fitting > most) {
        most = fitting;
        report = own;
      }
    }
    return report;
  }

  /** A reading and its look-up. */
  record ChosenReading(Profile profile, FrameSymbols symbols) {}

  /**
   * Returns the reading that fits; null if none fits clearly. Called when all scripts were used.
   */
  synchronized @Nullable ChosenReading chosen() {
    for (BaseReading reading : readings) {
      boolean isClear = reading.fitting > 0;
      for (BaseReading other : readings) {
        isClear &= other == reading || reading.fitting >= CLEARLY * other.fitting;
      }
      if (isClear) {
        return new ChosenReading(reading.profile, reading.symbols);
      }
    }
    return null;
  }
}
