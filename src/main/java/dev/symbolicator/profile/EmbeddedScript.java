package dev.symbolicator.profile;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The source map of a script, and the script's text, that came within a profile. They are the
 * sender's word: they may answer the sender, and nobody else.
 *
 * @param sourceMapUrl the map's URL as the profile spells it, maybe relative to the script's URL;
 *     null if unknown
 * @param text the script in UTF-8; null if only the map is there
 */
public record EmbeddedScript(
    @Nullable String sourceMapUrl, EmbeddedFile map, @Nullable EmbeddedFile text) {

  /** A file within a profile. Needs the profile's body. */
  public interface EmbeddedFile {
    /** Returns the exact number of bytes. */
    long size();

    /** Opens the file. */
    InputStream open() throws IOException;
  }
}
