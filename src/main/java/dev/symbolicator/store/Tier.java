package dev.symbolicator.store;

/** The places where stored bytes are found. */
public enum Tier {
  /** A file of this machine. */
  DISK,
  /** The store that instances share. */
  SHARED
}
