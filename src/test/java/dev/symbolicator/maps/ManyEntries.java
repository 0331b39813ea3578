package dev.symbolicator.maps;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.maps.LibraryUpkeep.CountedSize;
import dev.symbolicator.maps.objects.Blobs;
import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.memory.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the objects of very many uploaded maps, for {@code src/test/load/many-entries.mjs}. Only
 * the first scripts of each release have contents, all the same.
 */
public final class ManyEntries {
  private static final int WHOLE = 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  private ManyEntries() {}

  /**
   * Takes the folder of objects, the number of entries, the entries of a release, and the files of
   * a map and its script.
   */
  public static void main(String[] arguments) throws IOException {
    Path objects = Path.of(arguments[0]);
    int entries = Integer.parseInt(arguments[1]);
    int ofRelease = Integer.parseInt(arguments[2]);
    EntryNames names = new EntryNames("default");
    BlobId map = content(objects, arguments[3]);
    BlobId script = content(objects, arguments[4]);
    long now = System.currentTimeMillis();
    for (int i = 0; i < entries; i++) {
      boolean isWhole = i % ofRelease < WHOLE;
      String hash = Sha256.of(bytes("script " + i));
      MapEntry entry =
          new MapEntry(
              names.scope(),
              "https://cdn.example.com/assets/s" + i % ofRelease + ".js",
              "r" + i / ofRelease,
              null,
              new UUID(1L << 32 | i, 1).toString(),
              null,
              isWhole ? map : new BlobId(Sha256.of(bytes("map " + i)), 1_000),
              isWhole ? script : new BlobId(hash, 1_000),
              isWhole ? script.sha256() : hash,
              List.of(),
              "load",
              now - i);
      List<String> empty = new ArrayList<>(names.pointers(entry));
      empty.addAll(names.contentPointers(entry));
      empty.add(names.used(entry.release(), entry.id(), now / 86_400_000));
      for (String name : empty) {
        write(objects, name, new byte[0]);
      }
      write(objects, names.entry(entry.id()), JSON.writeValueAsBytes(entry));
    }
    write(objects, EntryNames.SCOPES + names.scope(), new byte[0]);
    write(objects, names.changes(), bytes(UUID.randomUUID().toString()));
    // As if another instance had just counted them: a library that grew by uploads has that.
    CountedSize size = new CountedSize(map.size() + script.size(), entries, now);
    write(objects, names.size(), JSON.writeValueAsBytes(size));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static BlobId content(Path objects, String file) throws IOException {
    byte[] content = Files.readAllBytes(Path.of(file));
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
      out.write(content);
    }
    BlobId id = new BlobId(Sha256.of(content), content.length);
    write(objects, Blobs.name("default", id), gzip.toByteArray());
    return id;
  }

  private static void write(Path objects, String name, byte[] content) throws IOException {
    Path file = objects.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
  }
}
