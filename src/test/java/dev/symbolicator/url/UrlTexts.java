package dev.symbolicator.url;

import java.util.List;
import java.util.Random;

/** Makes texts that are nearly URLs, from pieces that parsers often read wrong. */
final class UrlTexts {
  static final List<String> SCHEMES =
      List.of(
          "http:",
          "https:",
          "HTTP:",
          "ws:",
          "wss:",
          "ftp:",
          "file:",
          "webpack:",
          "webpack-internal:",
          "blob:",
          "data:",
          "javascript:",
          "a+-.1:",
          "1a:",
          ":",
          "",
          "",
          "");

  static final List<String> HOSTS =
      List.of(
          "example.com",
          "EXAMPLE.com.",
          "h",
          "localhost",
          "LOCALHOST",
          "%6cocalhost",
          "",
          "a..b",
          ".",
          "..",
          "a-",
          "-a",
          "a_b",
          "ab--c",
          "127.0.0.1",
          "127.1",
          "0x7f.1",
          "0X7F000001",
          "017700000001",
          "2130706433",
          "4294967295",
          "4294967296",
          "1.2.3.4.",
          "1.2.3.4..",
          "1.2.3.256",
          "256.1",
          "1.2.3.4.5",
          "0x",
          "a.0x",
          "a.08",
          "09",
          "1.0x.2",
          "0x100000000",
          "00000000000000000000000000000001",
          "99999999999999999999999",
          "[::]",
          "[::1]",
          "[1::]",
          "[::ffff:1.2.3.4]",
          "[::1.2.3]",
          "[::01.2.3.4]",
          "[::256.2.3.4]",
          "[1:2:3:4:5:6:7:8]",
          "[1:2:3:4:5:6:7::]",
          "[1:2:3:4:5:6:7]",
          "[1:2:3:4:5:6:7:8:9]",
          "[1:0:0:2:0:0:0:3]",
          "[1:0:0:2:0:0:3:4]",
          "[ABCD::00EF]",
          "[12345::]",
          "[1::2::3]",
          "[fe80::1%eth0]",
          "[fe80::1%25eth0]",
          "[::1",
          "::1]",
          "[1:2:3:4:5:6:1.2.3.4]",
          "[1:2:3:4:5:6:7:1.2.3.4]",
          "[:1]",
          "[1:]",
          "[]",
          "[::g]",
          "bücher.de",
          "BÜCHER.DE",
          "faß.de",
          "日本語。jp",
          "１２７．０．０．１",
          "a\u00adb",
          "\u00ad",
          "xn--",
          "xn--bcher-kva",
          "XN--BCHER-KVA",
          "xn--a",
          "xn--zca",
          "xn--ls8h",
          "xn--a-ecp.ru",
          "☃",
          "💩",
          "\u0644\u0627",
          "a\u0644",
          "1\u0644",
          "a\u200db",
          "a\u200cb",
          "%zz",
          "%",
          "%41",
          "%e4%b8%ad",
          "%ff",
          "%00",
          "a b",
          "a<b",
          "a^b",
          "a|b",
          "a\u007fb",
          "≠",
          "\u2183",
          "\ufeffa",
          "\ufffd",
          "\ud800",
          "ǆ",
          "Ⅷ",
          "⅓",
          "℀",
          "a℀b");

  static final List<String> PIECES =
      List.of(
          "/",
          "/",
          "/",
          "//",
          "///",
          "\\",
          "\\\\",
          ".",
          "..",
          "./",
          "../",
          "/./",
          "/../",
          "%2e",
          "%2E%2e",
          ".%2e",
          "%2e/",
          "...",
          "a",
          "b/c",
          "index.js",
          "?",
          "?q=1",
          "?a'b\"",
          "??",
          "#",
          "#f",
          "##",
          "# `<",
          "@",
          "u@",
          "u:p@",
          ":@",
          "@@",
          "u:p:q@",
          "a/b@",
          ":",
          ":80",
          ":443",
          ":0",
          ":65535",
          ":65536",
          ":00080",
          ":8x",
          ":999999999999",
          "C:",
          "C|",
          "c:/",
          "/C|/",
          "/D:",
          "C:x",
          "\t",
          "\n",
          "\r",
          " ",
          "  ",
          "\u0000",
          "\u001f",
          "\u007f",
          "\u0080",
          "é",
          "日",
          "💩",
          "\ud800",
          "\udc00",
          "\ufffe",
          "%",
          "%2",
          "%zz",
          "%41",
          "%c3%a9",
          "^",
          "`",
          "{",
          "}",
          "|",
          "<",
          ">",
          "\"",
          "'",
          "[",
          "]",
          ";",
          ",",
          "=",
          "&",
          "+",
          "~",
          "!",
          "$",
          "(",
          "*");

  static final List<String> BASES =
      List.of(
          "http://example.com/a/b/c.js?q#f",
          "https://u:p@h:8443/x/",
          "http://[::1]:1/",
          "file:///C:/a/b",
          "file:///a/b?q",
          "file://server/share/x",
          "webpack://app/./src/a.js?x",
          "webpack:///src/",
          "webpack://app",
          "foo:/a/b",
          "foo:/.//p/q",
          "foo:opaque",
          "data:text/plain,x y",
          "blob:https://h/uuid",
          "ws://h/",
          "a+b://u:p@H:1/x/../y");

  private static final List<String> MEDIA_TYPES =
      List.of(
          "",
          " ",
          "application/json",
          " Text/HTML ",
          "a/b;charset=utf-8",
          "a /b",
          "a/ b",
          "a/b ;x",
          ";charset=x",
          "a",
          "a/",
          "a/b/c",
          "image/svg+xml",
          "é/b",
          "a/%20b",
          "a/b\f",
          "base64",
          "a\t/b",
          "a/b;base64;x");

  private static final List<String> BASE64_MARKS =
      List.of(
          ";base64",
          ";BASE64",
          "; base64",
          ";  base64 ",
          ";base64;",
          "base64",
          ";\tbase64",
          ";base 64",
          ";%62ase64",
          ";\fbase64");

  private static final List<String> BASE64_PIECES =
      List.of(
          "aGk=", "aGk", "AAAA", "QQ==", "QQ", "Q", "=", "==", " ", "\n", "\f", "%20", "%3D", "%3d",
          "+/+/", "-_-_", "%41", "%", "#", "AB", "zz");

  private UrlTexts() {}

  static String next(Random random) {
    StringBuilder text = new StringBuilder();
    if (random.nextInt(8) == 0) {
      text.append(pick(PIECES, random));
    }
    text.append(pick(SCHEMES, random));
    if (random.nextInt(3) > 0) {
      text.append(random.nextInt(4) > 0 ? "//" : pick(PIECES, random));
      if (random.nextInt(6) == 0) {
        text.append(pick(PIECES, random));
      }
      text.append(pick(HOSTS, random));
    }
    int count = random.nextInt(7);
    for (int i = 0; i < count; i++) {
      text.append(pick(PIECES, random));
    }
    return text.toString();
  }

  static String nextDataUrl(Random random) {
    StringBuilder text = new StringBuilder("data:").append(pick(MEDIA_TYPES, random));
    boolean base64 = random.nextBoolean();
    text.append(base64 ? pick(BASE64_MARKS, random) : "").append(random.nextInt(10) > 0 ? "," : "");
    int count = random.nextInt(8);
    for (int i = 0; i < count; i++) {
      text.append(pick(base64 && random.nextInt(4) > 0 ? BASE64_PIECES : PIECES, random));
    }
    return text.toString();
  }

  static <T> T pick(List<T> values, Random random) {
    return values.get(random.nextInt(values.size()));
  }
}
