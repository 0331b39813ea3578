package dev.symbolicator.demo;

import dev.symbolicator.memory.Sha256;
import jakarta.ws.rs.core.EntityTag;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * One file of the demo, held in memory.
 *
 * @param mediaType the value of {@code Content-Type}
 * @param content the file's text, sent as UTF-8
 * @param tag a validator made from the bytes, so files of two releases are never mixed
 */
record DemoFile(String mediaType, String content, EntityTag tag) {

  /** Reads {@code /demo/<name>} from the class path; a missing file is a defect of the build. */
  static DemoFile load(String name, String mediaType) {
    try (InputStream in = DemoFile.class.getResourceAsStream("/demo/" + name)) {
      if (in == null) {
        throw new IllegalStateException("The demo's file " + name + " is missing");
      }
      byte[] content = in.readAllBytes();
      return new DemoFile(
          mediaType,
          new String(content, StandardCharsets.UTF_8),
          new EntityTag(Sha256.of(content)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
