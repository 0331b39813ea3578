package dev.symbolicator.profile.trace;

import dev.symbolicator.profile.BodyBytes;
import dev.symbolicator.profile.EmbeddedScript.EmbeddedFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the text of scripts that share one URL, as a page's inline scripts do. */
final class CommonText {
  private CommonText() {}

  /** Returns the text that all scripts have; null without scripts, or if their texts differ. */
  static @Nullable EmbeddedFile of(List<ScriptNotes> scripts, BodyBytes body) throws IOException {
    if (scripts.isEmpty() || !haveEqualTexts(scripts, body)) {
      return null;
    }
    ScriptNotes first = scripts.get(0);
    long size;
    try (InputStream text = first.text(body)) {
      size = text.transferTo(OutputStream.nullOutputStream());
    }
    return new EmbeddedFile() {
      @Override
      public long size() {
        return size;
      }

      @Override
      public InputStream open() {
        return first.text(body);
      }
    };
  }

  /** Reads each text once, and none unless all have the same length. */
  private static boolean haveEqualTexts(List<ScriptNotes> scripts, BodyBytes body)
      throws IOException {
    long size = scripts.get(0).jsonSize();
    if (!scripts.stream().allMatch(script -> script.hasText() && script.jsonSize() == size)) {
      return false;
    }
    byte[] sha256 = scripts.size() == 1 ? new byte[0] : scripts.get(0).jsonSha256(body);
    for (int i = 1; i < scripts.size(); i++) {
      if (!Arrays.equals(scripts.get(i).jsonSha256(body), sha256)) {
        return false;
      }
    }
    return true;
  }
}
