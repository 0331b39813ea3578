package dev.symbolicator.api.vendors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.api.vendors.SentryBundle.BundleException;
import dev.symbolicator.maps.upload.Archives;
import dev.symbolicator.maps.upload.SourceMapUpload.UploadedFile;
import dev.symbolicator.maps.upload.UploadRefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SentryBundleFuzzTest {
  private static final String FILE = "\"%s\":{\"type\":\"%s\",\"url\":\"~/%1$s\"}";

  private static void readOrRefuse(byte[] bundle) throws IOException {
    try {
      BundleReading.read(bundle);
    } catch (BundleException | UploadRefusedException refused) {
      assertFalse(String.valueOf(refused.getMessage()).isEmpty());
    }
  }

  private static byte[] bundle(byte[] manifest) {
    Map<String, byte[]> files = new LinkedHashMap<>(Archives.files("app.js", "let a;"));
    files.put("manifest.json", manifest);
    return Archives.bundle(files);
  }

  @FuzzTest(maxDuration = "60s")
  void anyManifestIsReadOrRefused(FuzzedDataProvider data) throws IOException {
    boolean isManifest = data.consumeBoolean();
    byte[] rest = data.consumeRemainingAsBytes();
    readOrRefuse(isManifest ? bundle(rest) : rest);
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings().withChars("abc").ofMinLength(1).ofMaxLength(5);
  }

  @Property(tries = 100)
  void onlyFilesThatTheManifestNamesAreRead(
      @ForAll @Size(max = 6) Set<@From("names") String> named,
      @ForAll @Size(max = 6) Set<@From("names") String> others)
      throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    others.forEach(name -> files.put(name + ".js", new byte[1]));
    Set<String> expected = new TreeSet<>();
    StringBuilder manifest = new StringBuilder();
    for (String name : named) {
      files.put(name + ".js", new byte[2]);
      manifest.append(manifest.isEmpty() ? "" : ",");
      boolean isScript = name.length() > 1;
      manifest.append(FILE.formatted(name + ".js", isScript ? "minified_source" : "source"));
      if (isScript) {
        expected.add("~/" + name + ".js");
      }
    }
    files.put(
        "manifest.json", "{\"files\":{%s}}".formatted(manifest).getBytes(StandardCharsets.UTF_8));
    List<UploadedFile> read = BundleReading.read(Archives.bundle(files)).files();
    Set<String> urls = new TreeSet<>();
    read.forEach(file -> urls.add(file.url()));
    assertEquals(expected, urls);
    assertEquals(expected.size(), read.size());
    read.forEach(file -> assertEquals(2, file.content().size()));
  }

  @Property(tries = 300)
  void damagedBundleIsReadOrRefused(
      @ForAll @Size(min = 1, max = 4) Map<@IntRange(max = 1_000) Integer, Byte> changes,
      @ForAll boolean isOutside)
      throws IOException {
    byte[] manifest =
        "{\"files\":{%s},\"release\":\"1\"}"
            .formatted(FILE.formatted("app.js", "minified_source"))
            .getBytes(StandardCharsets.UTF_8);
    byte[] bundle = isOutside ? bundle(manifest) : manifest;
    changes.forEach((at, value) -> bundle[at % bundle.length] = value);
    readOrRefuse(isOutside ? bundle : bundle(bundle));
  }
}
