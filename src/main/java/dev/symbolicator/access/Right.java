package dev.symbolicator.access;

/** What a token allows. */
public enum Right {
  /** Uploading, listing and deleting source maps. */
  UPLOAD,
  /** Symbolicating profiles, which shows names out of the scope's source maps. */
  READ
}
