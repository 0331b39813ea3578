package dev.symbolicator.sourcemap;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.sourcemap.link.SourceMappingUrl;

/** Replays the inputs in the test resources. Searches for new ones with {@code JAZZER_FUZZ=1}. */
class SourceMapFuzzTest {

  @FuzzTest(maxDuration = "10m")
  void readerNeverThrows(byte[] bytes) {
    SourceMapPropertyTest.readInBothModes(bytes);
  }

  @FuzzTest(maxDuration = "10m")
  void readerAgreesWithNaiveReader(byte[] bytes) {
    NaiveComparison.check(bytes);
  }

  @FuzzTest(maxDuration = "10m")
  void searchForTheMapNeverThrows(byte[] bytes) {
    SourceMappingUrl.find(null, null, bytes);
  }
}
