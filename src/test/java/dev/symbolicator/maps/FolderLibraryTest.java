package dev.symbolicator.maps;

import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.io.TempDir;

class FolderLibraryTest extends MapLibraryContract {
  @TempDir Path folder;

  @Override
  TestLibrary open(Clock clock, String... keysAndValues) {
    return TestLibrary.in(folder, clock, keysAndValues);
  }
}
