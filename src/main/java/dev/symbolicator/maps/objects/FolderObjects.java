package dev.symbolicator.maps.objects;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps objects as files of a folder, which several processes may share. An object survives that a
 * process is killed, or that the power fails, as soon as the method that stores it returns.
 *
 * <p>A name cannot be both that of an object and that of a folder of objects.
 */
public final class FolderObjects implements ObjectStore {
  static final String OBJECTS = "objects";
  static final String TEMPORARY = "tmp";

  private final FolderAccess access;
  private final Path root;
  private final DurableFolders folders;
  private final FilePublisher publisher;

  FolderObjects(TempFolder temporary) {
    access = temporary.access();
    root = access.folder().resolve(OBJECTS);
    folders = new DurableFolders(access, root);
    publisher = new FilePublisher(temporary, folders);
  }

  private Path path(String name) {
    return root.resolve(ObjectNames.name(name));
  }

  /**
   * {@inheritDoc}
   *
   * <p>A file that was spooled in this store's folder is linked and not copied, so the file must
   * not change afterwards.
   */
  @Override
  public boolean putIfAbsent(String name, Path file) throws IOException {
    Path target = path(name);
    try {
      access.check();
      return publisher.publish(target, file);
    } catch (IOException failed) {
      throw access.failure(failed);
    }
  }

  @Override
  public boolean putIfAbsent(String name, byte[] content) throws IOException {
    Path target = path(name);
    try {
      access.check();
      return publisher.publish(target, content);
    } catch (IOException failed) {
      throw access.failure(failed);
    }
  }

  @Override
  public void putAgain(String name, Path file) throws IOException {
    Path target = path(name);
    try {
      access.check();
      publisher.replace(target, file);
    } catch (IOException failed) {
      throw access.failure(failed);
    }
  }

  @Override
  public @Nullable InputStream open(String name) throws IOException {
    Path path = path(name);
    try {
      if (Files.isDirectory(path)) {
        return null;
      }
      return new StoreStream(Files.newInputStream(path), access::failure);
    } catch (NoSuchFileException absent) {
      access.check(); // nothing is absent from a folder that is gone
      return null;
    } catch (IOException failed) {
      throw access.failure(failed);
    }
  }

  @Override
  public @Nullable ObjectInfo info(String name) throws IOException {
    Path path = path(name);
    try {
      BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
      if (!found.isRegularFile()) {
        return null;
      }
      return new ObjectInfo(name, found.size(), found.lastModifiedTime().toMillis());
    } catch (NoSuchFileException absent) {
      access.check();
      return null;
    } catch (IOException failed) {
      throw access.failure(failed);
    }
  }

  @Override
  public List<ObjectInfo> list(String folder, String after) throws IOException {
    FolderWalk walk = new FolderWalk(root, after);
    String checked = ObjectNames.folder(folder);
    try {
      List<ObjectInfo> listed = walk.list(checked);
      access.check();
      return listed;
    } catch (IOException failed) {
      throw access.failure(failed);
    }
  }

  @Override
  public void delete(String name) throws IOException {
    Path path = path(name);
    try {
      if (Files.deleteIfExists(path)) {
        folders.syncFor(path);
      }
      access.check();
    } catch (IOException failed) {
      throw access.failure(failed);
    }
  }
}
