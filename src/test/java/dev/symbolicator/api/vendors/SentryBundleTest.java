package dev.symbolicator.api.vendors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.vendors.SentryBundle.BundleException;
import dev.symbolicator.maps.upload.SourceMapUpload.UploadedFile;
import dev.symbolicator.memory.ByteBudget;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SentryBundleTest {
  private static final long PLENTY = 1L << 30;

  private static byte[] bundle(int manifestBytes) {
    String manifest = Bundles.manifest("", "");
    return Bundles.bundle(manifest + " ".repeat(manifestBytes - manifest.length()), "let a;", "{}");
  }

  private static void read(byte[] bundle, ByteBudget budget) throws IOException {
    assertEquals(2, BundleReading.read(bundle, new ByteBudget(PLENTY), budget).files().size());
  }

  @Test
  void sizeOfTheManifestIsLimited() throws IOException {
    int most = VendorLimits.DEFAULT.manifestBytes();
    read(bundle(most), new ByteBudget(PLENTY));
    BundleException refused =
        assertThrows(BundleException.class, () -> read(bundle(most + 1), new ByteBudget(PLENTY)));
    assertTrue(refused.getMessage().contains("Upload fewer files"), refused.getMessage());
  }

  private static final String ID = "11111111-2222-4333-8444-555555555555";

  @Test
  void entryWithDebugIdNeedsNoUrl() throws IOException {
    String manifest =
        Bundles.manifest(ID, "")
            .replace("\"url\":\"~/assets/app.js\",", "")
            .replace("\"url\":\"~/assets/app.js.map\",", "");
    var files = BundleReading.read(Bundles.bundle(manifest, "let a;", "{}")).files();
    assertEquals(
        List.of("~/app.js", "~/app.js.map"),
        files.stream().map(UploadedFile::url).sorted().toList());
    String without = manifest.replace("\"Debug-Id\":\"" + ID + "\"", "");
    assertThrows(
        IOException.class, () -> BundleReading.read(Bundles.bundle(without, "let a;", "{}")));
  }

  /** Sentry's tools call a script that is not minified a source. */
  @Test
  void sourceThatNamesItsMapIsAScript() throws IOException {
    String manifest = Bundles.manifest("", "").replace("minified_source", "source");
    var files = BundleReading.read(Bundles.bundle(manifest, "let a;", "{}")).files();
    assertEquals(2, files.size());
    String unnamed = manifest.replace("\"Sourcemap\":\"app.js.map\"", "");
    assertEquals(1, BundleReading.read(Bundles.bundle(unnamed, "let a;", "{}")).files().size());
  }

  @Test
  void manifestThatNeedsAllMemoryIsRefusedAndOneThatNeedsTheRestWaits() throws IOException {
    ByteBudget budget = new ByteBudget(1 << 20);
    read(bundle(40_000), budget);
    assertThrows(BundleException.class, () -> read(bundle(50_000), budget));
    try (ByteBudget.Lease other = budget.open()) {
      assertTrue(other.grow(1 << 19));
      ProblemException busy =
          assertThrows(ProblemException.class, () -> read(bundle(40_000), budget));
      assertEquals(503, busy.problem().status());
    }
    assertEquals(0, budget.used());
  }
}
