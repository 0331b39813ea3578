package dev.symbolicator.tables;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/** Makes scripts and maps that take as much memory as possible for their size. */
final class HostilePairs {
  private static final String SCRIPT = "function f(){x}";

  /** Mappings with one segment at the script's function and one in its body. */
  private static final String MAPPINGS = "AAAA,aAAA";

  private static final String[] TEXTS = {
    "(",
    "[",
    "{",
    "=>",
    "a=>",
    "a=>{",
    "()=>{},",
    "function(){",
    "f(",
    "`${",
    "?",
    "a?b:",
    "<",
    "a<",
    ";",
    "\n",
    "a\n",
    "class{a;",
    "class{",
    "a;static a=",
    "x={a(){},",
    "{a:",
    "/",
    "\\u{",
    "é",
    "€(",
  };

  /** A script and a map. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Pair(byte[] script, byte[] map) {}

  private HostilePairs() {}

  /** Returns makers of pairs by name. A script and its map have about the given bytes together. */
  static Map<String, IntFunction<Pair>> all() {
    Map<String, IntFunction<Pair>> kinds = new LinkedHashMap<>();
    for (String text : TEXTS) {
      kinds.put("script " + shown(text), size -> script(filled(text, size * 2 / 5)));
      kinds.put(
          "source " + shown(text),
          size ->
              source("a.js", filled(text, size * 3 / 5 * text.length() / quoted(text).length())));
    }
    for (String type : new String[] {"ts", "tsx", "vue", "svelte"}) {
      kinds.put("source ." + type, size -> source("a." + type, filled("a=>", size * 3 / 5)));
      kinds.put("type ." + type, size -> source("a." + type, "x as " + filled("[", size / 2)));
    }
    kinds.put("class fields", size -> script("class A{" + filled("a;", size * 2 / 5)));
    kinds.put("class field source", size -> source("a.js", "class A{" + filled("a;", size / 2)));
    functions(kinds);
    lists(kinds);
    mappings(kinds);
    names(kinds);
    return kinds;
  }

  private static void functions(Map<String, IntFunction<Pair>> kinds) {
    kinds.put("functions of one source", size -> functions(size, "eAAA,", "[\"a\"]", "[]"));
    kinds.put("functions of many sources", HostilePairs::manySources);
    kinds.put("functions of many names", HostilePairs::manyNames);
    kinds.put("wide text", size -> source("a.js", "€" + filled("a ", size / 2)));
    kinds.put(
        "escaped text",
        size -> map("\"sourcesContent\":[\"" + filled("\\u20ac", size / 2) + "\"]"));
  }

  private static void lists(Map<String, IntFunction<Pair>> kinds) {
    kinds.put("names of nothing", size -> map("\"names\":[" + filled("\"\",", size / 2) + "0]"));
    kinds.put("names of no strings", size -> map("\"names\":[" + filled("0,", size / 2) + "0]"));
    kinds.put("one name", size -> map("\"names\":[\"€" + filled("n", size / 2) + "\"]"));
    kinds.put(
        "texts of no sources", size -> map("\"sourcesContent\":[" + filled("0,", size / 2) + "0]"));
    kinds.put("long file", size -> map("\"file\":\"€" + filled("f", size / 2) + "\""));
    kinds.put("long root", size -> map("\"sourceRoot\":\"€" + filled("r", size / 2) + "\""));
    kinds.put("long id", size -> map("\"debugId\":\"€" + filled("d", size / 2) + "\""));
    kinds.put(
        "long version",
        size -> bare("{\"version\":3" + filled("0", size / 2) + ",\"sources\":[]}"));
    kinds.put(
        "one source",
        size -> bare("{\"sources\":[\"€" + filled("s", size / 2) + "\"],\"mappings\":\"AAAA\"}"));
    kinds.put(
        "sections",
        size -> bare("{\"sections\":[" + filled(section("") + ",", size / 2) + section("") + "]}"));
    kinds.put(
        "sections of a segment",
        size ->
            bare("{\"sections\":[" + filled(section("AAAA") + ",", size / 2) + section("") + "]}"));
    kinds.put(
        "sections of nothing", size -> bare("{\"sections\":[" + filled("0,", size / 2) + "0]}"));
  }

  private static void mappings(Map<String, IntFunction<Pair>> kinds) {
    for (String segment : new String[] {"A,", "AAAA,", "AAAA;", ";", "C,", "CAAC,", "C;", "gB,"}) {
      kinds.put(
          "mappings " + segment,
          size ->
              bare("{\"sources\":[\"a\"],\"mappings\":\"" + filled(segment, size / 2) + "A\"}"));
      kinds.put(
          "slow mappings " + segment,
          size -> bare("{\"sources\":[],\"mappings\":\"" + filled(segment, size / 2) + "A\"}"));
      kinds.put(
          "mappings of a long line " + segment,
          size ->
              new Pair(
                  utf8(filled(" ", size * 2 / 5)),
                  utf8(
                      "{\"version\":3,\"sources\":[\"a\"],\"mappings\":\""
                          + filled(segment, size / 2)
                          + "A\"}")));
    }
    kinds.put(
        "unsorted mappings",
        size ->
            bare(
                "{\"sources\":[\"a\"],\"mappings\":\"gk0jB"
                    + filled(",jk0jB,gk0jB", size / 2)
                    + "\"}"));
  }

  private static void names(Map<String, IntFunction<Pair>> kinds) {
    for (String item : new String[] {"BAAA,", "BEAA,", "BFAAA,", "BEAA,CAA,", "EAA,", ","}) {
      kinds.put("scopes " + item, size -> map("\"scopes\":\"" + filled(item, size / 2) + "\""));
      kinds.put(
          "listed scopes " + item, size -> map("\"scopes\":[\"" + filled(item, size / 2) + "\"]"));
    }
    kinds.put(
        "nested scopes",
        size ->
            map("\"scopes\":\"" + filled("BEAA,", size / 4) + filled("CAB,", size / 5) + "CAB\""));
    kinds.put(
        "pasta",
        size ->
            map(
                "\"names\":[\"a\"],\"x_com_bloomberg_sourcesFunctionMappings\":[\""
                    + filled("AACAA,", size / 2)
                    + "AACAA\"]"));
    kinds.put(
        "Metro",
        size ->
            map(
                "\"x_facebook_sources\":[[{\"names\":[\"a\",\"b\"],\"mappings\":\"AAA,"
                    + filled("CC,CD,", size / 2)
                    + "CC\"}]]"));
    kinds.put(
        "names of Metro",
        size ->
            map(
                "\"x_facebook_sources\":[[{\"names\":["
                    + filled("0,", size / 2)
                    + "\"a\"],\"mappings\":\"AAA\"}]]"));
    kinds.put(
        "long name of Metro",
        size ->
            map(
                "\"x_facebook_sources\":[[{\"names\":[\""
                    + filled("a.", size / 2)
                    + "\"],\"mappings\":\"AAA\"}]]"));
  }

  private static String section(String mappings) {
    return "{\"offset\":{\"line\":0,\"column\":0},\"map\":{\"version\":3,\"sources\":[\"\"],"
        + "\"sourcesContent\":[\"\"],\"scopes\":\"\",\"mappings\":\""
        + mappings
        + "\"}}";
  }

  private static Pair script(String text) {
    return new Pair(utf8(text), utf8("{\"version\":3,\"sources\":[\"a\"],\"mappings\":\"AAAA\"}"));
  }

  private static Pair source(String name, String text) {
    return bare(
        "{\"version\":3,\"sources\":[\""
            + name
            + "\"],\"mappings\":\""
            + MAPPINGS
            + "\",\"sourcesContent\":[\""
            + quoted(text)
            + "\"]}");
  }

  private static String quoted(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n");
  }

  private static Pair map(String member) {
    return bare(
        "{\"version\":3,\"sources\":[\"a\"],\"mappings\":\"" + MAPPINGS + "\"," + member + "}");
  }

  private static Pair bare(String map) {
    return new Pair(utf8(SCRIPT), utf8(map));
  }

  private static Pair functions(int size, String segment, String sources, String names) {
    int count = size / 2 / SCRIPT.length();
    return new Pair(
        utf8(SCRIPT.repeat(count)),
        utf8(
            "{\"version\":3,\"sources\":"
                + sources
                + ",\"names\":"
                + names
                + ",\"mappings\":\"aAAA,"
                + String.join("", Collections.nCopies(count - 1, segment))
                + "A\"}"));
  }

  private static Pair manySources(int size) {
    int count = Math.min(250_000, size / 40);
    String entries = "\"a\"" + ",\"a\"".repeat(count - 1);
    return new Pair(
        utf8(SCRIPT.repeat(count)),
        utf8(
            "{\"version\":3,\"sources\":["
                + entries
                + "],\"sourcesContent\":["
                + "\"\""
                + ",\"\"".repeat(count - 1)
                + "],\"mappings\":\"aAAA"
                + ",eCAA".repeat(count - 1)
                + "\"}"));
  }

  private static Pair manyNames(int size) {
    int count = Math.min(1_000_000, size / 40);
    StringBuilder names = new StringBuilder("[\"n\"");
    for (int i = 1; i < count; i++) {
      names.append(",\"").append(Integer.toString(i, 36)).append('"');
    }
    return new Pair(
        utf8(SCRIPT.repeat(count)),
        utf8(
            "{\"version\":3,\"sources\":[\"a\"],\"names\":"
                + names
                + "],\"mappings\":\"SAAAA"
                + ",eAAAC".repeat(count - 1)
                + "\"}"));
  }

  private static String filled(String piece, int bytes) {
    return piece.repeat(Math.max(1, bytes / piece.getBytes(StandardCharsets.UTF_8).length));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String shown(String text) {
    return text.replace("\n", "line end");
  }
}
