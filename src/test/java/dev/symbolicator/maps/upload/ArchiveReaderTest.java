package dev.symbolicator.maps.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.upload.UploadRefusedException.UploadFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveReaderTest {
  private static final Map<String, byte[]> FILES =
      Archives.files("app.js", "let a;", "maps/é/app.js.map", "{}", "empty.js", "");

  private static final Map<String, String> TEXTS =
      Map.of("app.js", "let a;", "maps/é/app.js.map", "{}", "empty.js", "");

  private static UploadRefusedException refusal(byte[] archive) {
    return refusal(archive, UploadLimits.DEFAULT);
  }

  private static UploadRefusedException refusal(byte[] archive, UploadLimits limits) {
    return assertThrows(UploadRefusedException.class, () -> ArchiveReading.read(archive, limits));
  }

  private static void assertNoArchive(byte[] archive, String words) {
    UploadRefusedException refused = refusal(archive);
    assertEquals(UploadFault.NOT_AN_ARCHIVE, refused.fault(), refused.detail());
    assertTrue(refused.detail().contains(words), refused.detail());
  }

  private static void assertTooLarge(byte[] archive, UploadLimits limits, String name) {
    UploadRefusedException refused = refusal(archive, limits);
    assertEquals(UploadFault.TOO_LARGE, refused.fault(), refused.detail());
    assertEquals(name, refused.limit());
  }

  @Test
  void filesOfEachFormatAreRead() throws IOException {
    for (byte[] archive :
        List.of(
            Archives.tar(FILES),
            Archives.tarGzip(FILES),
            Archives.zip(FILES),
            Archives.storedZip(FILES),
            Archives.bundle(FILES))) {
      assertEquals(TEXTS, ArchiveReading.read(archive));
    }
  }

  @Test
  void emptyArchiveHasNoFiles() throws IOException {
    for (byte[] archive :
        List.of(
            Archives.tar(Map.of()),
            Archives.tarGzip(Map.of()),
            Archives.zip(Map.of()),
            Archives.bundle(Map.of()))) {
      assertEquals(Map.of(), ArchiveReading.read(archive));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/srv/app.js, srv/app.js",
    "./app.js, app.js",
    "///a//./b.js, a/b.js",
    "a\\b.js, a/b.js",
    "..app.js, ..app.js"
  })
  void pathsAreReadWithoutLeadingSlashesAndDots(String path, String read) throws IOException {
    Map<String, byte[]> files = Archives.files(path, "x");
    assertEquals(Map.of(read, "x"), ArchiveReading.read(Archives.tar(files)));
    assertEquals(Map.of(read, "x"), ArchiveReading.read(Archives.zip(files)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../app.js", "a/../../b.js", "/../etc/passwd", "..\\app.js", "a/..", "../x.png"})
  void pathThatLeadsOutIsRefused(String path) {
    Map<String, byte[]> files = Archives.files(path, "x");
    assertNoArchive(Archives.tar(files), "leads out of the archive");
    assertNoArchive(Archives.zip(files), "leads out of the archive");
  }

  @ParameterizedTest
  @ValueSource(chars = {'1', '2', '3', '4', '6', 'S', 'V'})
  void linkAndDeviceInTarAreRefused(char type) {
    assertNoArchive(Archives.tarOf(Archives.tarHeader("app.js", type, 0)), "a link, a device");
  }

  @Test
  void folderInTarIsNoFile() throws IOException {
    byte[] folder = Archives.tarHeader("app.js", '5', 0);
    assertEquals(Map.of(), ArchiveReading.read(Archives.tarOf(folder)));
  }

  @Test
  void linkInZipIsRefused() {
    byte[] zip = Archives.withLink(Archives.zip(Archives.files("app.js", "target")));
    assertNoArchive(zip, "a link, a device");
  }

  @Test
  void secondFileOfOneNameIsRefused() {
    byte[] file = Archives.tarHeader("app.js", '0', 0);
    byte[] same = Archives.tarHeader("./app.js", '0', 0);
    assertNoArchive(Archives.tarOf(file, same), "two files of one name: app.js");
    assertNoArchive(
        Archives.zip(Archives.files("a.js", "1", "./a.js", "2")), "two files of one name: a.js");
  }

  @Test
  void bodyThatIsNoArchiveIsRefused() {
    assertNoArchive(new byte[0], "no archive");
    assertNoArchive("{\"version\":3}".repeat(100).getBytes(StandardCharsets.UTF_8), "no archive");
    assertNoArchive(
        Archives.gzip("{\"version\":3}".repeat(100).getBytes(StandardCharsets.UTF_8)),
        "holds no tar");
    assertNoArchive(Archives.gzip(Archives.zip(FILES)), "holds no tar");
    assertNoArchive(new byte[] {0x1f, (byte) 0x8b, 8}, "damaged or cut off");
    assertNoArchive(new byte[] {'P', 'K', 3, 4}, "damaged or cut off");
  }

  @Test
  void archiveThatIsCutOffIsRefused() {
    byte[] tar = Archives.tar(FILES);
    int files = tar.length;
    while (tar[files - 1] == 0) {
      files--;
    }
    for (byte[] whole :
        List.of(
            Arrays.copyOf(tar, files),
            Archives.gzip(Arrays.copyOf(tar, files)),
            Archives.tarGzip(FILES),
            Archives.zip(FILES),
            Archives.bundle(FILES))) {
      int step = 1 + whole.length / 400;
      for (int length = 0; length < whole.length; length += step) {
        byte[] part = Arrays.copyOf(whole, length);
        assertEquals(UploadFault.NOT_AN_ARCHIVE, refusal(part).fault());
      }
    }
  }

  @Test
  void entriesAreLimited() throws IOException {
    Map<String, byte[]> files = Archives.files("a.js", "", "dir/", "", "b.png", "");
    UploadLimits three = ArchiveReading.limits(3, 1 << 20, 1 << 20, 1 << 20);
    UploadLimits two = ArchiveReading.limits(2, 1 << 20, 1 << 20, 1 << 20);
    for (byte[] archive : List.of(Archives.tar(files), Archives.zip(files))) {
      assertEquals(Map.of("a.js", ""), ArchiveReading.read(archive, three));
      assertTooLarge(archive, two, "max-entries");
    }
  }

  @Test
  void directoryOfZipIsLimited() throws IOException {
    byte[] zip = Archives.zip(Archives.files("a.js", ""));
    int bytes = 46 + "a.js".length();
    assertEquals(
        Map.of("a.js", ""),
        ArchiveReading.read(zip, ArchiveReading.limits(10, 1 << 20, 1 << 20, bytes)));
    assertTooLarge(zip, ArchiveReading.limits(10, 1 << 20, 1 << 20, bytes - 1), "max-entries");
  }

  @Test
  void sizeOfOneFileIsLimited() throws IOException {
    Map<String, byte[]> files = Archives.files("a.js", "12345", "large.png", "1234567890");
    for (byte[] archive : List.of(Archives.tar(files), Archives.zip(files))) {
      assertEquals(
          Map.of("a.js", "12345"),
          ArchiveReading.read(archive, ArchiveReading.limits(9, 1 << 20, 5, 999)));
      assertTooLarge(archive, ArchiveReading.limits(9, 1 << 20, 4, 999), "max-file-size");
    }
  }

  @Test
  void inflatedSizeIsLimited() throws IOException {
    Map<String, byte[]> files = Archives.files("a.js", "12345", "b.js", "1234567890");
    byte[] zip = Archives.zip(files);
    assertEquals(2, ArchiveReading.read(zip, ArchiveReading.limits(9, 15, 99, 999)).size());
    assertTooLarge(zip, ArchiveReading.limits(9, 14, 99, 999), "max-inflated-size");

    byte[] tar = Archives.tar(files);
    byte[] gzip = Archives.gzip(tar);
    assertEquals(
        2, ArchiveReading.read(gzip, ArchiveReading.limits(9, tar.length, 99, 999)).size());
    assertTooLarge(gzip, ArchiveReading.limits(9, tar.length - 1, 99, 999), "max-inflated-size");
  }

  @Test
  void manyZerosAreRefusedWithoutKeepingThem() {
    long size = 64L << 20;
    byte[] gzip =
        Archives.written(
            out -> {
              try (var packed = new GZIPOutputStream(out)) {
                packed.write(Archives.tarHeader("zeros.png", '0', size));
                for (long written = 0; written < size; written += 1 << 20) {
                  packed.write(new byte[1 << 20]);
                }
                packed.write(new byte[2 * Archives.RECORD]);
              }
            });
    assertTrue(gzip.length < 1 << 20);
    assertTooLarge(gzip, ArchiveReading.limits(9, 16 << 20, 1 << 20, 999), "max-inflated-size");
  }

  @ParameterizedTest
  @ValueSource(chars = {'L', 'x'})
  void longHeadersOfTarAreRefused(char type) {
    byte[] content = new byte[1 << 20];
    Arrays.fill(content, (byte) 'a');
    byte[] archive =
        Archives.tarOf(
            Archives.tarHeader("name", type, content.length),
            content,
            Archives.tarHeader("app.js", '0', 0));
    assertEquals(UploadFault.NOT_AN_ARCHIVE, refusal(archive).fault());
  }

  /** Returns a global header of pax whose one line has a number of bytes. */
  private static byte[] global(String key, int bytes) {
    byte[] line = new byte[bytes];
    Arrays.fill(line, (byte) 'v');
    byte[] start = "%d %s=".formatted(bytes, key).getBytes(StandardCharsets.UTF_8);
    System.arraycopy(start, 0, line, 0, start.length);
    line[bytes - 1] = '\n';
    return Archives.written(
        out -> {
          out.write(Archives.tarHeader("pax_global_header", 'g', bytes));
          out.write(Arrays.copyOf(line, (bytes + 511) / 512 * 512));
        });
  }

  @Test
  void globalHeadersOfTarAreLimitedTogether() throws IOException {
    byte[] file = Archives.tarHeader("app.js", '0', 0);
    byte[] other = Archives.tarHeader("b.js", '0', 0);
    byte[] half = global("comment", TarReader.GLOBAL_BYTES / 2);
    assertEquals(
        Map.of("app.js", "", "b.js", ""),
        ArchiveReading.read(Archives.tarOf(half, file, half, other)));
    byte[] more = global("comment", TarReader.GLOBAL_BYTES / 2 + 1);
    assertNoArchive(Archives.tarOf(half, file, more, other), "4,096 bytes of global headers");
    assertNoArchive(Archives.tarOf(half, more, file), "4,096 bytes of global headers");
  }

  @Test
  void manyGlobalHeadersAreRefusedEarly() {
    byte[][] parts = new byte[20_000][];
    for (int i = 0; i < parts.length; i += 2) {
      parts[i] = global("key" + i, 512);
      parts[i + 1] = Archives.tarHeader("f" + i + ".js", '0', 0);
    }
    assertNoArchive(Archives.tarOf(parts), "4,096 bytes of global headers");
  }

  @Test
  void headersOfOneEntryOfTarAreLimited() throws IOException {
    byte[] file = Archives.tarHeader("app.js", '0', 0);
    int most = TarReader.HEADER_BYTES - 2 * Archives.RECORD; // two headers are read besides
    assertEquals(Map.of("app.js", ""), ArchiveReading.read(Archives.tarOf(asEntry(most), file)));
    assertNoArchive(Archives.tarOf(asEntry(most + 1), file), "65,536 bytes of headers");
  }

  private static byte[] asEntry(int bytes) {
    byte[] header = Archives.tarHeader("pax", 'x', bytes);
    byte[] part = global("comment", bytes);
    System.arraycopy(header, 0, part, 0, header.length);
    return part;
  }

  @Test
  void lengthOfPathIsLimited() throws IOException {
    int most = UploadLimits.DEFAULT.pathBytes();
    String longest = "é".repeat((most - 4) / 2) + "x.js";
    for (boolean isZip : new boolean[] {false, true}) {
      Map<String, byte[]> files = Archives.files(longest, "x");
      byte[] archive = isZip ? Archives.zip(files) : Archives.tar(files);
      assertEquals(Map.of(longest, "x"), ArchiveReading.read(archive));
      Map<String, byte[]> longer = Archives.files(longest + "y", "x");
      assertTooLarge(
          isZip ? Archives.zip(longer) : Archives.tar(longer),
          UploadLimits.DEFAULT,
          "max-path-length");
    }
  }

  @Test
  void nameThatIsNotUtf8IsRefused() {
    byte[] name = {'a', (byte) 0xe9, '.', 'j', 's'};
    assertNoArchive(Archives.tarOf(Archives.tarHeader(name, '0', 0)), "not UTF-8");
    byte[] zip = Archives.storedZip(Archives.files("aX.js", ""));
    zip[Archives.directory(zip) + 47] = (byte) 0xe9;
    assertNoArchive(zip, "not UTF-8");
    assertNoArchive(Archives.zip(Archives.files("a\nb.js", "")), "control characters");
  }

  @Test
  void fileOfZipIsComparedWithItsChecksumAndLength() {
    for (int field : new int[] {16, 24}) {
      byte[] zip = Archives.zip(Archives.files("app.js", "let a;"));
      zip[Archives.directory(zip) + field]++;
      assertNoArchive(zip, "damaged or cut off");
    }
  }

  @Test
  void encryptedFileOfZipIsRefusedUnlessSkipped() throws IOException {
    byte[] zip = Archives.zip(Archives.files("app.js", "let a;"));
    zip[Archives.directory(zip) + 8] |= 1;
    assertNoArchive(zip, "encrypted");
    byte[] skipped = Archives.zip(Archives.files("app.png", "let a;"));
    skipped[Archives.directory(skipped) + 8] |= 1;
    assertEquals(Map.of(), ArchiveReading.read(skipped));
  }

  @Test
  void zipWithNumbersOf64BitsIsRead() throws IOException {
    byte[] zip =
        Archives.written(
            out -> {
              try (var stream = new ZipArchiveOutputStream(out)) {
                stream.setUseZip64(Zip64Mode.AlwaysWithCompatibility);
                for (Map.Entry<String, byte[]> file : FILES.entrySet()) {
                  stream.putArchiveEntry(new ZipArchiveEntry(file.getKey()));
                  stream.write(file.getValue());
                  stream.closeArchiveEntry();
                }
              }
            });
    assertEquals(TEXTS, ArchiveReading.read(zip));
  }

  @Test
  void gzipOfSeveralMembersIsReadToItsEnd() throws IOException {
    byte[] tar = Archives.tar(FILES);
    for (int size = 1; size < 600; size += 31) {
      int length = size;
      byte[] members =
          Archives.written(
              out -> {
                for (int from = 0; from < tar.length; from += length) {
                  int to = Math.min(tar.length, from + length);
                  out.write(Archives.gzip(Arrays.copyOfRange(tar, from, to)));
                }
              });
      assertEquals(TEXTS, ArchiveReading.read(members), "members of " + size + " bytes");
    }
  }

  @Test
  void nestedArchiveIsAFileLikeAnyOther() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>(Archives.files("app.js", "let a;"));
    files.put("inner.png", Archives.zip(Archives.files("../evil.js", "x")));
    assertEquals(Map.of("app.js", "let a;"), ArchiveReading.read(Archives.tarGzip(files)));
  }
}
