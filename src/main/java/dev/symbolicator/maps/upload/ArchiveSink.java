package dev.symbolicator.maps.upload;

import java.io.IOException;
import java.io.InputStream;

/** Receives the files of an archive, one after another. */
interface ArchiveSink {

  /** Tells whether a file is received; other files are skipped. */
  boolean wants(String path);

  /**
   * Receives a file.
   *
   * @param path relative, with slashes, without {@code .} and {@code ..}
   * @param content the file, inflated. Reading throws {@link UploadRefusedException} if the archive
   *     is damaged or passes a limit. The stream need not be read to its end, nor closed
   */
  void file(String path, InputStream content) throws IOException;
}
