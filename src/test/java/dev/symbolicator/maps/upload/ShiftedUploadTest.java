package dev.symbolicator.maps.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.TestLibrary;
import dev.symbolicator.maps.upload.SourceMapUpload.FileRole;
import dev.symbolicator.maps.upload.SourceMapUpload.UploadOptions;
import dev.symbolicator.maps.upload.SourceMapUpload.UploadedFile;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript.ScriptOutcome;
import dev.symbolicator.memory.ByteBudget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShiftedUploadTest {
  private static final Path BUILT = Path.of("src/test/fixture-app/built/esbuild");

  @TempDir private Path folder;

  private ReportedScript upload(String script) throws IOException {
    try (TestLibrary library = TestLibrary.in(folder.resolve("maps"));
        SourceMapUpload upload = TestUploads.begin(library, folder, new ByteBudget(1L << 30))) {
      List<UploadedFile> files =
          List.of(
              file(upload, "app.js", FileRole.SCRIPT, script),
              file(upload, "app.js.map", FileRole.MAP, read("app.js.map")));
      return upload.add(files, new UploadOptions(null, null, true, false)).scripts().get(0);
    }
  }

  private static UploadedFile file(
      SourceMapUpload upload, String path, FileRole role, String content) throws IOException {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    return new UploadedFile(
        path,
        "https://shop.example/" + path,
        role,
        null,
        null,
        upload.content(path, new ByteArrayInputStream(bytes)));
  }

  private static String read(String file) throws IOException {
    return Files.readString(BUILT.resolve(file));
  }

  @Test
  void mapThatWillBeSetRightIsKept() throws IOException {
    ReportedScript report = upload("\n\n" + read("app.js"));
    assertEquals(ScriptOutcome.STORED, report.outcome());
    assertTrue(report.detail().endsWith("which is set right, shifted: 2 lines."), report.detail());
  }

  @Test
  void mapOfAnotherBuildIsRefused() throws IOException {
    assertEquals(ScriptOutcome.MISMATCH, upload("\n\n" + read("next.js")).outcome());
  }
}
