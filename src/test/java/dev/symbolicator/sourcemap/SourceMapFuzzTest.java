package dev.symbolicator.sourcemap;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.sourcemap.link.SourceMappingUrl;

/** Runs on its inputs in the test resources; with {@code JAZZER_FUZZ=1} it looks for new ones. */
class SourceMapFuzzTest {

  @FuzzTest(maxDuration = "10m")
  void readerNeverThrows(byte[] bytes) {
    SourceMapPropertyTest.readInBothModes(bytes);
  }

  @FuzzTest(maxDuration = "10m")
  void readerSaysWhatTheNaiveOneSays(byte[] bytes) {
    NaiveComparison.check(bytes);
  }

  @FuzzTest(maxDuration = "10m")
  void searchForTheMapNeverThrows(byte[] bytes) {
    SourceMappingUrl.find(null, null, bytes);
  }
}
