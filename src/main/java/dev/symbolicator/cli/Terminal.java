package dev.symbolicator.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Who is in front of the process: a person at a terminal, or another program. */
final class Terminal {
  /** The descriptor of standard input. */
  static final int INPUT = 0;

  /** The descriptor of standard output. */
  static final int OUTPUT = 1;

  /** The descriptor of standard error. */
  static final int ERROR = 2;

  private Terminal() {}

  /**
   * Returns whether a descriptor of this process is a terminal; false where nobody can tell, as on
   * Windows. {@link System#console} tells only whether standard input and output both are.
   */
  static boolean isTerminal(int descriptor) {
    try {
      return new ProcessBuilder("test", "-t", Integer.toString(descriptor))
              .inheritIO()
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** One line that is rewritten while many files are worked on. */
  static final class Progress {
    private static final String LINE_START = "\r";

    /** Erases the rest of the line (ECMA-48, EL). */
    private static final String ERASE = "\u001b[K";

    private static final long KILO = 1000;
    private static final long MEGA = 1_000_000;

    private final @Nullable PrintStream out;
    private final String what;
    private final int files;
    private final long bytes;
    private int doneFiles;
    private long doneBytes;

    /**
     * Begins at no file.
     *
     * @param out the terminal; null shows nothing, and so does a single file
     * @param what begins the line
     */
    Progress(@Nullable PrintStream out, String what, List<String> files) {
      this.out = files.size() > 1 ? out : null;
      this.what = what;
      this.files = files.size();
      bytes = this.out == null ? 0 : files.stream().mapToLong(ProfileFiles::size).sum();
      show();
    }

    /** Counts a file, whether it could be read or not. */
    void done(String file) {
      doneFiles++;
      doneBytes += out == null ? 0 : ProfileFiles.size(file);
      show();
    }

    /** Removes the line. What is printed next begins in its place. */
    void clear() {
      if (out != null) {
        out.print(LINE_START + ERASE);
        out.flush();
      }
    }

    private void show() {
      if (out != null) {
        out.print(
            "%s%s%d of %d files, %s of %s%s"
                .formatted(
                    LINE_START, what, doneFiles, files, size(doneBytes), size(bytes), ERASE));
        out.flush();
      }
    }

    private static String size(long bytes) {
      return bytes < MEGA
          ? String.format(Locale.ROOT, "%d kB", (bytes + KILO - 1) / KILO)
          : String.format(Locale.ROOT, "%d MB", Math.round((double) bytes / MEGA));
    }
  }
}
