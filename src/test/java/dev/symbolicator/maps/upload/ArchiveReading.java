package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.maps.objects.Spool;
import dev.symbolicator.maps.objects.Spool.SpooledFiles;
import dev.symbolicator.maps.upload.ArchiveReader.ArchiveSink;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.testing.Allowances;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

final class ArchiveReading {
  private ArchiveReading() {}

  static UploadLimits limits(int entries, long inflatedBytes, long fileBytes, int directoryBytes) {
    UploadLimits all = UploadLimits.DEFAULT;
    return new UploadLimits(
        all.atOnce(),
        all.perMinute(),
        all.idle(),
        all.progressBytes(),
        entries,
        inflatedBytes,
        fileBytes,
        all.pathBytes(),
        directoryBytes,
        all.memoryWait(),
        all.listed());
  }

  static Map<String, String> read(byte[] archive) throws IOException {
    return read(archive, UploadLimits.DEFAULT);
  }

  static Map<String, String> read(byte[] archive, UploadLimits limits) throws IOException {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try (Allowance allowance = Allowances.plenty();
        SpooledFiles upload = Spool.in(folder, ObjectLimits.DEFAULT).begin()) {
      Map<String, String> found = new LinkedHashMap<>();
      ArchiveReader.read(
          upload.file(new ByteArrayInputStream(archive), archive.length),
          limits,
          allowance,
          new ArchiveSink() {
            @Override
            public boolean wants(String path) {
              return !path.endsWith(".png");
            }

            @Override
            public void file(String path, InputStream content) throws IOException {
              found.put(path, new String(content.readAllBytes(), StandardCharsets.UTF_8));
            }
          });
      return found;
    }
  }
}
