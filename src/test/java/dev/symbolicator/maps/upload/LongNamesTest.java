package dev.symbolicator.maps.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.TestLibrary;
import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.maps.objects.Spool;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import dev.symbolicator.maps.upload.SourceMapUploads.UploadMemory;
import dev.symbolicator.memory.ByteBudget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongNamesTest {
  private static final int FILES = 400;
  private static final int BUDGET = 3 << 20;

  @TempDir private Path folder;

  private int files(String base) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (int i = 0; i < FILES; i++) {
      files.put(i + ".js.map", new byte[1]);
    }
    byte[] tar = Archives.tar(files);
    UploadLimits limits = UploadLimits.DEFAULT;
    try (SourceMapUpload upload =
        new SourceMapUpload(
            new Uploader("shop", "ci", List.of(), null),
            TestLibrary.none(),
            Spool.in(folder, ObjectLimits.DEFAULT).begin(),
            new UploadMemory(limits.memoryWait()),
            limits,
            new ByteBudget(BUDGET).open(),
            () -> {})) {
      SpooledBytes archive = upload.files().file(new ByteArrayInputStream(tar), tar.length);
      return upload.buildFolder(archive, Objects.requireNonNull(ScriptBase.parse(base))).size();
    }
  }

  @Test
  void namesOfScriptsAreChargedWithTheirBase() throws IOException {
    assertEquals(FILES, files("https://cdn.example.com/"));
    String longBase = "https://cdn.example.com/" + "x".repeat(4_000) + '/';
    UploadRefusedException refused =
        assertThrows(UploadRefusedException.class, () -> files(longBase));
    assertEquals("symbolicator.memory.max-bytes-in-flight", refused.limit());
  }
}
