package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.ObjectStore.ObjectInfo;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Lists the files of a folder as objects, in the order of their names. */
final class FolderWalk {
  private final Path root;
  private final String after;
  private final List<ObjectInfo> listed = new ArrayList<>();

  /**
   * Begins a list.
   *
   * @param after only greater names are listed
   */
  FolderWalk(Path root, String after) {
    this.root = root;
    this.after = after;
  }

  /**
   * Lists the objects of a folder and those below.
   *
   * @param folder empty, or a name and a slash
   */
  List<ObjectInfo> list(String folder) throws IOException {
    walk(folder);
    return listed;
  }

  private void walk(String folder) throws IOException {
    for (Map.Entry<String, BasicFileAttributes> entry : entries(folder).entrySet()) {
      String name = entry.getKey();
      BasicFileAttributes found = entry.getValue();
      if (found.isDirectory()) {
        walk(name);
      } else {
        listed.add(new ObjectInfo(name, found.size(), found.lastModifiedTime().toMillis()));
      }
    }
  }

  /** Returns a folder's entries by their names; those of folders end with a slash. */
  private Map<String, BasicFileAttributes> entries(String folder) throws IOException {
    // A slash sorts behind "-" and ".", so the order of the entries is the order of the objects.
    Map<String, BasicFileAttributes> entries = new TreeMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(root.resolve(folder))) {
      for (Path each : all) {
        String segment = String.valueOf(each.getFileName());
        if (ObjectNames.isSegment(segment) && mayBeAfter(folder + segment)) {
          add(entries, folder + segment, each);
        }
      }
    } catch (NoSuchFileException absent) {
      return entries;
    } catch (DirectoryIteratorException failed) {
      throw failed.getCause();
    }
    return entries;
  }

  /** Tells whether a file of that name, or a file below a folder of that name, is to be listed. */
  private boolean mayBeAfter(String name) {
    String below = name + '/';
    return below.compareTo(after) > 0 || after.startsWith(below);
  }

  private void add(Map<String, BasicFileAttributes> entries, String name, Path path)
      throws IOException {
    try {
      BasicFileAttributes found =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (found.isDirectory()) {
        entries.put(name + '/', found);
      } else if (found.isRegularFile() && name.compareTo(after) > 0) {
        entries.put(name, found);
      }
    } catch (NoSuchFileException deletedMeanwhile) {
      return;
    }
  }
}
