package dev.symbolicator.cli;

import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.GzipStream;
import dev.symbolicator.export.Export.ExportFormat;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files of a command: which profiles are read, and where the answer to each is written. */
final class ProfileFiles {
  static final String STANDARD_INPUT = "-";
  private static final String STANDARD_OUTPUT = "-";

  private static final Pattern GLOB = Pattern.compile("[*?\\[{]");

  /** The folders that two stars stand for may be none, as in shells. Java wants one at least. */
  private static final Pattern ANY_FOLDERS = Pattern.compile("(^|/)\\*\\*/");

  private static final String GZIP_ENDING = ".gz";
  private static final String ROWS_ENDING = ".ndjson";

  private ProfileFiles() {}

  /**
   * One profile.
   *
   * @param file the name of the file, or {@link #STANDARD_INPUT}
   * @param answer the file for the answer; null for standard output
   * @param content the profile if it was read already; null if it is yet to be read
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Input(String file, @Nullable Path answer, byte @Nullable [] content) {
    byte[] profile() throws IOException {
      return content == null ? read(file) : content;
    }
  }

  /** Tells that the arguments contradict each other or the files; the message is for users. */
  static final class WrongTarget extends Exception {
    private static final long serialVersionUID = 1L;

    WrongTarget(String message) {
      super(message);
    }
  }

  /**
   * Returns the file of an argument, or the files that match a glob, in the order of their names.
   * Like in shells, a file that exists is no glob, and hidden files and folders are left out.
   */
  static List<String> matches(String argument) throws IOException {
    if (!GLOB.matcher(argument).find() || exists(argument)) {
      return List.of(argument);
    }
    int wild =
        IntStream.range(0, argument.length())
            .filter(i -> GLOB.matcher(argument.substring(0, i + 1)).find())
            .findFirst()
            .orElseThrow();
    int slash =
        Math.max(argument.lastIndexOf('/', wild), argument.lastIndexOf(File.separatorChar, wild));
    Path base = Path.of(argument.substring(0, slash + 1));
    String names = argument.substring(slash + 1);
    List<PathMatcher> matchers = new ArrayList<>();
    try {
      for (String glob : withoutBraces(names)) {
        matchers.add(
            FileSystems.getDefault()
                .getPathMatcher("glob:" + ANY_FOLDERS.matcher(glob).replaceAll("$1{**/,}")));
      }
    } catch (PatternSyntaxException noGlob) {
      return List.of(argument);
    }
    if (!Files.isDirectory(base)) {
      return List.of();
    }
    int depth = names.contains("**") ? Integer.MAX_VALUE : names.split("/", -1).length;
    Path real = base.toRealPath(); // A link is not followed by the walk, not even at its start.
    try (Stream<Path> files = Files.walk(real, depth)) {
      return files
          .map(real::relativize)
          .filter(file -> matchers.stream().anyMatch(matcher -> matcher.matches(file)))
          .filter(file -> !isHidden(file))
          .map(base::resolve)
          .filter(Files::isRegularFile)
          .map(Path::toString)
          .sorted()
          .toList();
    } catch (UncheckedIOException unreadable) {
      throw unreadable.getCause();
    }
  }

  /**
   * Returns the globs that a glob with braces stands for, as in shells, since Java's braces do not
   * nest. A brace that is never closed stays.
   */
  private static List<String> withoutBraces(String glob) {
    int open = -1;
    int depth = 0;
    List<Integer> ends = new ArrayList<>(); // of the alternatives of the first brace
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '[') {
        i = Math.max(i, glob.indexOf(']', i));
      } else if (c == '{') {
        open = depth == 0 ? i : open;
        depth++;
      } else if (c == ',' && depth == 1) {
        ends.add(i);
      } else if (c == '}' && depth > 0) {
        depth--;
        if (depth == 0) {
          ends.add(i);
          return withoutBraces(glob, open, ends);
        }
      }
    }
    return List.of(glob);
  }

  private static List<String> withoutBraces(String glob, int open, List<Integer> ends) {
    String behind = glob.substring(ends.get(ends.size() - 1) + 1);
    List<String> globs = new ArrayList<>();
    int start = open + 1;
    for (int end : ends) {
      globs.addAll(withoutBraces(glob.substring(0, open) + glob.substring(start, end) + behind));
      start = end + 1;
    }
    return globs;
  }

  private static boolean exists(String file) {
    try {
      return Files.exists(Path.of(file));
    } catch (InvalidPathException glob) { // Windows has no stars in names.
      return false;
    }
  }

  private static boolean isHidden(Path file) {
    for (Path name : file) {
      if (name.toString().startsWith(".")) {
        return true;
      }
    }
    return false;
  }

  /** Reads a file or standard input, and inflates gzip. */
  static byte[] read(String file) throws IOException {
    try (InputStream in =
        file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(Path.of(file))) {
      byte[] bytes = in.readAllBytes();
      return ContentCoding.ofFirstBytes(bytes) == ContentCoding.GZIP
          ? new GzipStream(new ByteArrayInputStream(bytes)).readAllBytes()
          : bytes;
    } catch (OutOfMemoryError tooLarge) {
      throw new TooLarge(tooLarge);
    }
  }

  /** Tells that a file is larger than the memory, when it is read or looked into. */
  static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1L;

    TooLarge(OutOfMemoryError cause) {
      super(cause);
    }
  }

  /** Returns the bytes of a file; 0 for what has no size, and for what is not there. */
  static long size(String file) {
    try {
      return Files.size(Path.of(file));
    } catch (IOException | InvalidPathException unknown) {
      return 0;
    }
  }

  /** Returns a sentence for a file that cannot be read, with what to do about it. */
  static String failure(String file, Exception cause) {
    if (cause instanceof TooLarge) {
      return file + " is larger than the memory. Give Java more of it, such as java -Xmx8g.";
    }
    if (cause instanceof NoSuchFileException) {
      return "There is no file or folder " + file + ".";
    }
    if (cause instanceof AccessDeniedException) {
      return "This user may not read " + file + ".";
    }
    if (!(cause instanceof InvalidPathException) && Files.isDirectory(Path.of(file))) {
      return "%s is a folder: name its files, such as '%s/*.json'."
          .formatted(file, file.replaceFirst("[/\\\\]+$", ""));
    }
    return "Cannot read " + file + ": " + cause;
  }

  /**
   * Returns the file for one answer, such as the sum of many profiles; null for standard output.
   *
   * @param target what {@code --output-file} names
   */
  static @Nullable Path fileFor(List<String> files, @Nullable String target)
      throws IOException, WrongTarget {
    if (target == null || target.equals(STANDARD_OUTPUT)) {
      return null;
    }
    Path file = Path.of(target);
    if (isFolder(target)) {
      throw new WrongTarget(
          "%s is a folder, and a sum is one file: name it with -o.".formatted(target));
    }
    Path parent = file.toAbsolutePath().getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      throw new WrongTarget("There is no folder " + parent + " for " + target + ".");
    }
    requireOther(file, identities(files));
    return file;
  }

  /** Returns whether a target is a folder, or shall become one, as its last slash says. */
  private static boolean isFolder(String target) {
    return Files.isDirectory(Path.of(target))
        || target.endsWith("/")
        || target.endsWith(File.separator);
  }

  /**
   * Returns where each answer goes, and makes the folder if there are several.
   *
   * @param target what {@code --output-file} names: a file for one input, or a folder
   * @param ending what replaces the ending of an input's name; null keeps the name
   */
  static List<Input> inputs(List<String> files, @Nullable String target, @Nullable String ending)
      throws IOException, WrongTarget {
    boolean isOne = files.size() == 1;
    if (!isOne && (target == null || target.equals(STANDARD_OUTPUT))) {
      throw new WrongTarget(
          "%d files need a folder for their answers: -o FOLDER. Or --merge writes their sum."
              .formatted(files.size()));
    }
    if (!isOne && files.contains(STANDARD_INPUT)) {
      throw new WrongTarget("Standard input (-) cannot be read together with files.");
    }
    if (target == null || (isOne && !isFolder(target))) {
      return List.of(new Input(files.get(0), fileFor(files, target), null));
    }
    if (isOne && files.contains(STANDARD_INPUT)) {
      throw new WrongTarget(
          target + " is a folder, and standard input has no name: name a file with -o.");
    }
    Path folder = Path.of(target);
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new WrongTarget(
          "%s is a file, and %d files need a folder for their answers."
              .formatted(target, files.size()));
    }
    Set<Object> read = identities(files);
    Map<Path, String> named = new HashMap<>();
    List<Input> inputs = new ArrayList<>();
    for (String file : files) {
      Path answer = folder.resolve(answerName(file, ending));
      String other = named.put(answer, file);
      if (other != null) {
        throw new WrongTarget(
            "%s and %s would have the same answer, %s.".formatted(other, file, answer));
      }
      requireOther(answer, read);
      inputs.add(new Input(file, answer, null));
    }
    Files.createDirectories(folder);
    return inputs;
  }

  private static Set<Object> identities(List<String> files) throws IOException {
    Set<Object> identities = new HashSet<>();
    for (String file : files) {
      if (exists(file)) {
        identities.add(identity(Path.of(file)));
      }
    }
    return identities;
  }

  /** Returns what is equal for all names of one file, by links of either kind too. */
  private static Object identity(Path file) throws IOException {
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return key == null ? file.toRealPath() : key; // Windows has no keys.
  }

  private static void requireOther(Path answer, Set<Object> read) throws IOException, WrongTarget {
    // A terminal or a pipe may be read and written.
    if (Files.isRegularFile(answer) && read.contains(identity(answer))) {
      throw new WrongTarget(
          "The answer would replace the profile %s. Name another file or folder with -o."
              .formatted(answer));
    }
  }

  /** Returns an input's name without {@code .gz}, since answers are plain. */
  private static String answerName(String file, @Nullable String ending) {
    String name = String.valueOf(Path.of(file).getFileName());
    String plain = name.endsWith(GZIP_ENDING) ? withoutEnding(name) : name;
    return ending == null ? plain : withoutEnding(plain) + ending;
  }

  private static String withoutEnding(String name) {
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  /** Returns the ending of files of a format or of rows; null if answers are like profiles. */
  static @Nullable String ending(@Nullable ExportFormat format, boolean isRows) {
    if (isRows) {
      return ROWS_ENDING;
    }
    return format == null ? null : format.fileName().substring(format.fileName().indexOf('.'));
  }
}
