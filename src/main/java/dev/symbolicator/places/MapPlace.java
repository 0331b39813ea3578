package dev.symbolicator.places;

import java.util.Locale;

/** A place where source maps may be. */
public enum MapPlace {
  /** The library of maps that were handed over with {@code PUT} or {@code POST /source-maps}. */
  UPLOADED,
  /** A mounted folder. */
  FOLDER,
  /** A mounted bucket. */
  BUCKET,
  /** The URL of the script, and the map that the script names. */
  WEB;

  /** Returns the place as the configuration spells it. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
