package dev.symbolicator.store;

import java.util.Locale;

/** The ways in which a store of symbol tables, the disk or Redis, is used. */
public enum StoreState {
  /** The store is read and written. */
  USED,
  /** The store failed and is left alone for a while, except for reads if only writes failed. */
  PAUSED,
  /** The store is configured and cannot be used. The log says why. */
  REFUSED,
  /** No store is configured. */
  OFF;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
