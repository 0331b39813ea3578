package dev.symbolicator.store;

/** Where stored bytes were found. */
public enum Tier {
  /** In a file of this machine. */
  DISK,
  /** In what instances share. */
  SHARED
}
