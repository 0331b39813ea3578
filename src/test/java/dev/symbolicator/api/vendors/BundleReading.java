package dev.symbolicator.api.vendors;

import dev.symbolicator.api.vendors.SentryBundle.ReadBundle;
import dev.symbolicator.maps.TestLibrary;
import dev.symbolicator.maps.upload.SourceMapUpload;
import dev.symbolicator.maps.upload.TestUploads;
import dev.symbolicator.memory.ByteBudget;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

final class BundleReading {
  private static final long MEMORY = 1L << 30;

  private BundleReading() {}

  static ReadBundle read(byte[] bundle) throws IOException {
    return read(bundle, new ByteBudget(MEMORY), new ByteBudget(MEMORY));
  }

  /** The budgets are charged with the files' names, and with the manifest. */
  static ReadBundle read(byte[] bundle, ByteBudget ofFiles, ByteBudget ofManifest)
      throws IOException {
    Path folder = Files.createTempDirectory("bundle");
    try (TestLibrary library = TestLibrary.in(folder.resolve("maps"));
        SourceMapUpload upload = TestUploads.begin(library, folder, ofFiles);
        ByteBudget.Lease lease = ofManifest.open()) {
      return SentryBundle.read(
          upload, upload.files().file(new ByteArrayInputStream(bundle), bundle.length), lease);
    } finally {
      try (Stream<Path> left = Files.walk(folder)) {
        left.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    }
  }
}
