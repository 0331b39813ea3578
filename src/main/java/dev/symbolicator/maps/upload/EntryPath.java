package dev.symbolicator.maps.upload;

import java.nio.charset.StandardCharsets;

/** Checks the paths of files in archives. No file is ever written under such a path. */
final class EntryPath {
  private static final int SHOWN_CHARS = 200;
  private static final char REPLACEMENT = '\ufffd';

  private EntryPath() {}

  /**
   * Returns a path without leading slashes and without {@code .} segments. Backslashes count as
   * slashes, since some programs on Windows write them.
   *
   * @param name the name in the archive; bytes that were not UTF-8 are U+FFFD
   * @return the path; empty for the archive's own root
   * @throws UploadRefusedException if the path is too long, leads out of the archive, or has
   *     control characters or bytes that are not UTF-8
   */
  static String of(String name, UploadLimits limits) throws UploadRefusedException {
    if (name.getBytes(StandardCharsets.UTF_8).length > limits.pathBytes()) {
      throw UploadRefusedException.tooLarge(
          "max-path-length",
          "The archive has a path of more than %,d bytes, which begins with %s. Shorten the path."
              .formatted(limits.pathBytes(), shown(name)));
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == REPLACEMENT || Character.isISOControl(c)) {
        throw UploadRefusedException.archive(
            "The archive has a path with control characters or bytes that are not UTF-8: "
                + shown(name)
                + ". Rename the file.");
      }
    }
    StringBuilder path = new StringBuilder(name.length());
    for (String segment : name.replace('\\', '/').split("/", -1)) {
      if (segment.equals("..")) {
        throw UploadRefusedException.archive(
            "The archive has a path that leads out of the archive: "
                + shown(name)
                + ". Make the archive within the build folder: tar cz -C dist .");
      }
      if (!segment.isEmpty() && !segment.equals(".")) {
        path.append(path.length() == 0 ? "" : "/").append(segment);
      }
    }
    return path.toString();
  }

  /** Returns a path for a message, cut to a readable length and without control characters. */
  static String shown(String path) {
    String start = path.length() <= SHOWN_CHARS ? path : path.substring(0, SHOWN_CHARS) + "…";
    StringBuilder shown = new StringBuilder(start.length());
    start
        .codePoints()
        .map(c -> Character.isISOControl(c) ? REPLACEMENT : c)
        .forEach(shown::appendCodePoint);
    return shown.toString();
  }
}
