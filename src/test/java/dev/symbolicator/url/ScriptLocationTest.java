package dev.symbolicator.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptLocationTest {
  private static ScriptLocation of(String name) {
    ScriptLocation location = ScriptLocation.of(name);
    assertNotNull(location, name);
    return location;
  }

  /** The URLs are those of Node's pathToFileURL. */
  @ParameterizedTest
  @CsvSource({
    "/srv/app.js, file:///srv/app.js",
    "/srv/a b%20#1?.js, file:///srv/a%20b%2520%231%3F.js",
    "/srv/a\\b.js, file:///srv/a%5Cb.js",
    "C:\\app\\main.js, file:///C:/app/main.js",
    "d:/app/50%.js, file:///d:/app/50%25.js"
  })
  void pathIsAFile(String path, String url) {
    assertEquals(url, of(path).url().href());
    assertEquals(true, of(path).isPath());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://h/a.js",
        "file:///srv/app.js",
        "node:fs",
        "data:text/javascript,a.bundle//&b"
      })
  void urlIsItself(String url) {
    assertEquals(url, of(url).url().href());
    assertEquals(false, of(url).isPath());
  }

  @ParameterizedTest
  @CsvSource({
    "https://h/a.bundle//&dev=true&x=1, https://h/a.bundle?dev=true&x=1",
    "https://h/a.bundle?dev=true, https://h/a.bundle?dev=true",
    "https://h/a.bundle?b=c.bundle//&d, https://h/a.bundle?b=c.bundle//&d",
    "https://h/a.js//&dev, https://h/a.js//&dev"
  })
  void queryOfMetroIsAQuery(String url, String normal) {
    assertEquals(normal, of(url).url().href());
  }

  @Test
  void otherNamesHaveNoLocation() {
    for (String name : new String[] {"", "app.js", "./a.js", "//h/a.js", "native f", "[eval]"}) {
      assertNull(ScriptLocation.of(name), name);
    }
  }
}
