package dev.symbolicator.places;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.maps.TestLibrary.Upload;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.symbols.Symbol;
import org.jspecify.annotations.Nullable;

/**
 * A build of a script with one function. The map's source is called after the build, so that a
 * result tells the build that it was made from.
 *
 * @param name such as {@code v1}
 * @param end the lines after the function, such as comments
 * @param members members of the map, each with a comma behind it
 */
record TestBuild(String name, String end, String members) {
  static final String ID = "11111111-2222-4333-8444-555555555555";
  static final String OTHER_ID = "99999999-8888-4777-a666-555555555555";

  private static final String FUNCTION = "function f(){}";
  private static final int PARAMETERS = FUNCTION.indexOf('(');

  /** Makes a build whose script names no map and has no debug ID. */
  static TestBuild of(String name) {
    return new TestBuild(name, "", "");
  }

  /** Returns a build whose script ends with the comment of a debug ID. */
  TestBuild withComment(String debugId) {
    return with("\n//# debugId=" + debugId);
  }

  TestBuild withSnippet(String debugId) {
    return with("\nvar i='sentry-dbid-" + debugId + "'");
  }

  TestBuild withDatadogSnippet(String debugId) {
    return with("\nvar d={\"ddDebugId\":\"" + debugId + "\"}");
  }

  /** Returns a build whose script names its map. */
  TestBuild withMapComment() {
    return with("\n//# sourceMappingURL=app.js.map");
  }

  /** Returns a build with more lines at its end. */
  TestBuild with(String more) {
    return new TestBuild(name, end + more, members);
  }

  TestBuild withMember(String member, String debugId) {
    return new TestBuild(name, end, members + "\"" + member + "\":\"" + debugId + "\",");
  }

  String script() {
    return FUNCTION + "//" + name + end;
  }

  String map() {
    return ("{\"version\":3,%s\"sources\":[\"%s.ts\"],\"sourcesContent\":[\"function g(){}\"],"
            + "\"names\":[],\"mappings\":\"AAAA%s\"}")
        .formatted(members, name, ",CAAC".repeat(FUNCTION.length() - 1));
  }

  Upload at(String url) {
    return mapAt(url).text(script());
  }

  Upload mapAt(String url) {
    return Upload.of(url, map());
  }

  /** Returns the build that a result was made from; its status if it has no symbols. */
  static String of(ScriptResult result) {
    if (!(result instanceof Found found)) {
      return result.status().label();
    }
    @Nullable Symbol symbol =
        found.symbols().lookup(NameStyle.V8, new RecentSymbols()).find(0, PARAMETERS, "f");
    return symbol == null
        ? "no symbol"
        : symbol.source().replaceFirst(".*/", "").replaceFirst("[.]ts$", "");
  }
}
