package dev.symbolicator.store;

import java.util.Locale;

/** What is being done with a place where symbol tables can be kept. */
public enum StoreState {
  /** It is read and written. */
  USED,
  /** It failed, and is left alone for a while. One that only refuses writes is still read. */
  PAUSED,
  /** It is configured and cannot be used. The log says why. */
  REFUSED,
  /** The configuration has none. */
  OFF;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
