package dev.symbolicator.maps;

import static dev.symbolicator.maps.TestLibrary.SCOPE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.TestLibrary.Upload;
import dev.symbolicator.testing.LogLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
  private static final String URL = "https://a.example/app.js?v=1";
  private static final String ID = "11111111-2222-4333-8444-555555555555";
  private static final Uploader NIGHTLY = new Uploader(SCOPE, "nightly", List.of(), null);
  @TempDir private Path folder;
  private TestLibrary library;
  private LogLines log;

  @BeforeEach
  void open() {
    library = TestLibrary.in(folder);
    log = LogLines.messages("dev.symbolicator.audit");
  }

  @AfterEach
  void close() {
    log.close();
    library.close();
  }

  @Test
  void eachUploadAndDeletionHasALine() throws IOException {
    Upload upload = Upload.of(URL, "map").release("1.0").debugId(ID);
    String id = library.add(NIGHTLY, upload).entry().id();
    library.add(NIGHTLY, upload);
    String conflict = library.add(NIGHTLY, Upload.of(URL, "other").debugId(ID)).entry().id();
    library.library().delete(NIGHTLY, id, null, null);

    String start = " by=nightly scope=shop script=" + URL;
    assertEquals(
        List.of(
            "upload" + start + " release=1.0 id=" + id + " outcome=stored",
            "upload" + start + " release=1.0 id=" + id + " outcome=unchanged",
            "upload" + start + " release=- id=" + conflict + " outcome=conflict",
            "deletion" + start + " release=1.0 id=" + id + " outcome=deleted"),
        log.lines());
  }

  @Test
  void dryRunHasNoLine() {
    library.add(NIGHTLY, List.of(Upload.of(URL, "map")), true);
    assertEquals(List.of(), log.lines());
  }

  @Test
  void valueCannotLookLikeAnotherLineOrWord() {
    Upload upload = Upload.of(URL, "map").release("1\nupload by=\"root\" outcome=stored");
    String id = library.add(NIGHTLY, upload).entry().id();
    assertEquals(
        List.of(
            "upload by=nightly scope=shop script="
                + URL
                + " release=\"1?upload by=?root? outcome=stored\" id="
                + id
                + " outcome=stored"),
        log.lines());
  }
}
