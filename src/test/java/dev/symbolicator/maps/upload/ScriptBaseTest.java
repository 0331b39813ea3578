package dev.symbolicator.maps.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptBaseTest {
  private static String scriptAt(String base, String path) {
    ScriptBase parsed = ScriptBase.parse(base);
    assertNotNull(parsed, base);
    return parsed.scriptAt(path);
  }

  @Test
  void pathIsResolvedBelowTheBase() {
    assertEquals(
        "https://cdn.example.com/a/b/app.js", scriptAt("https://CDN.example.com/a/", "b/app.js"));
    assertEquals("https://cdn.example.com/app.js", scriptAt("https://cdn.example.com", "app.js"));
    assertEquals("~/a/app.js", scriptAt("~/a/", "app.js"));
    assertEquals("~/app.js", scriptAt("~/", "app.js"));
  }

  @Test
  void slashAtTheEndOfTheBaseMayBeMissing() {
    assertEquals("https://h.example/a/app.js", scriptAt("https://h.example/a", "app.js"));
    assertEquals("~/a/app.js", scriptAt("~/a", "app.js"));
  }

  @Test
  void charactersOfAPathAreEncodedAsInAUrl() {
    assertEquals(
        "https://h.example/a%20b%25%3F%23%C3%A9.js", scriptAt("https://h.example/", "a b%?#é.js"));
    assertEquals("~/[id].js", scriptAt("~/", "[id].js"));
    assertEquals("https://h.example/C:/app.js", scriptAt("https://h.example/", "C:/app.js"));
    assertEquals("~/h.example/app.js", scriptAt("~/", "h.example/app.js"));
  }

  @Test
  void baseThatIsNoFolderOfScriptsIsNotTaken() {
    for (String text :
        List.of(
            "",
            "assets/",
            "/assets/",
            "ftp://h.example/",
            "data:,x",
            "https://u:p@h.example/",
            "https://h.example/?a",
            "https://h.example/#a",
            "~",
            "~assets/",
            "https://")) {
      assertNull(ScriptBase.parse(text), text);
    }
  }

  @Test
  void scriptIsNamedWithoutItsFragment() {
    assertEquals(
        "https://h.example/app.js?v=1",
        ScriptBase.scriptName("https://h.example:443/app.js?v=1#x"));
    assertEquals("~/app.js?v=1", ScriptBase.scriptName("~/a/../app.js?v=1"));
    assertNull(ScriptBase.scriptName("app.js"));
    assertNull(ScriptBase.scriptName("https://user@h.example/app.js"));
  }

  @Test
  void urlOfAMapIsResolvedAgainstItsScript() {
    String script = "https://h.example/a/app.js?v=1";
    assertEquals("https://h.example/a/app.js.map", ScriptBase.resolve("app.js.map?x#y", script));
    assertEquals("https://h.example/m/app.js.map", ScriptBase.resolve("/m/app.js.map", script));
    assertEquals("https://maps.example/x.map", ScriptBase.resolve("//maps.example/x.map", script));
    assertEquals("~/a/x.map", ScriptBase.resolve("x.map", "~/a/app.js"));
    assertEquals(
        "https://h.example/x.map", ScriptBase.resolve("https://h.example/x.map", "~/a.js"));
    assertNull(ScriptBase.resolve("data:,x", script));
  }
}
