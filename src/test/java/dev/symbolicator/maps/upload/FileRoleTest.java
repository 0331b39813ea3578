package dev.symbolicator.maps.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.maps.upload.SourceMapUpload.FileRole;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileRoleTest {
  @ParameterizedTest
  @CsvSource({
    "a/app.js, SCRIPT",
    "APP.JS, SCRIPT",
    "app.mjs, SCRIPT",
    "app.cjs, SCRIPT",
    "app.js.map, MAP",
    "app.map, MAP",
    "app.css.map, OTHER",
    "app.d.ts.map, OTHER",
    "stats.json, PERHAPS_MAP",
    "app.ts, OTHER",
    "app.zip, OTHER",
    "js, OTHER",
    "index.html, OTHER"
  })
  void roleIsThatOfTheEnding(String path, FileRole role) {
    assertEquals(role, FileRole.of(path));
  }
}
